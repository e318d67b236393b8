package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// AnswerKind is how a broker meets what is asked of it.
type AnswerKind uint8

// The ways to answer, all but the first at a person's will.
const (
	AnswerOK     AnswerKind = iota // as RocketMQ does
	AnswerLate                     // at once served, answered after Delay
	AnswerCode                     // with Code, without serving it; a send with a code of those that are stored is served
	AnswerHang                     // never: the process stands still, while its host goes on accepting connections
	AnswerRefuse                   // its port is closed, its registration at the name servers goes on
)

// Answer is how a broker meets what is asked of it. The zero value is as usual.
type Answer struct {
	Kind  AnswerKind
	Code  wire.Code
	Delay time.Duration
	Text  string // as the person wrote it, "" as usual
}

// AnswerCodes lists the codes that a broker may be made to answer with, by name.
func AnswerCodes() []NamedCode { return slices.Clone(answerCodes[:]) }

// NamedCode is a response code and RocketMQ's name for it.
type NamedCode struct {
	Name string
	Code wire.Code
}

var answerCodes = [...]NamedCode{
	{"SYSTEM_ERROR", wire.SystemError}, {"SYSTEM_BUSY", wire.SystemBusy}, {"REQUEST_CODE_NOT_SUPPORTED", wire.RequestNotSupported},
	{"FLUSH_DISK_TIMEOUT", wire.FlushDiskTimeout}, {"SLAVE_NOT_AVAILABLE", wire.SlaveNotAvailable}, {"FLUSH_SLAVE_TIMEOUT", wire.FlushSlaveTimeout},
	{"MESSAGE_ILLEGAL", wire.MessageIllegal}, {"SERVICE_NOT_AVAILABLE", wire.ServiceNotAvailable}, {"NO_PERMISSION", wire.NoPermission},
	{"TOPIC_NOT_EXIST", wire.TopicNotExist}, {"GO_AWAY", wire.GoAway},
}

// stored reports whether a code says that the message is stored, if not as
// safely as was wanted.
func stored(c wire.Code) bool {
	return c == wire.FlushDiskTimeout || c == wire.FlushSlaveTimeout || c == wire.SlaveNotAvailable
}

// maxStalled bounds what a host keeps for a process that stands still; what
// comes after that is lost, as when the sockets' buffers are full.
const maxStalled = 1 << 14

// faults are what a person has done to the way in which a broker answers. They
// end with the process.
type faults struct {
	all, sends Answer
	cause      kernel.Cause // the act that set the latest of them
	late       []lateAnswer // by number
	lateID     int64
	stalled    []kernel.Event // what has come while the process stands still
}

// lateAnswer waits for its time.
type lateAnswer struct {
	id      int64
	to      caller
	message kernel.Message
}

func (f *faults) clone() faults {
	c := *f
	c.late, c.stalled = slices.Clone(f.late), slices.Clone(f.stalled)
	return c
}

// SetAnswer changes how the broker meets whatever is asked of it. A process
// that goes on after it has stood still first works off what came meanwhile.
func (b *Broker) SetAnswer(env *kernel.Env, a Answer) error {
	if err := a.check(); err != nil {
		return err
	}
	b.faults.all, b.faults.cause = a, env.Cause()
	if a.Kind == AnswerRefuse {
		b.refuseClients(env)
	}
	if a.Kind != AnswerHang {
		b.goOn(env)
	}
	return nil
}

// SetAnswerToSends changes how the broker meets sends, and nothing else.
func (b *Broker) SetAnswerToSends(env *kernel.Env, a Answer) error {
	if a.Kind > AnswerCode {
		return explain.Err("answer.sends", "only a whole broker can hang or refuse: answer={0}", a.Text)
	}
	if err := a.check(); err != nil {
		return err
	}
	b.faults.sends, b.faults.cause = a, env.Cause()
	return nil
}

func (a *Answer) check() error {
	if a.Kind == AnswerLate && (a.Delay <= 0 || a.Delay > time.Minute) {
		return explain.Err("answer.delay", "an answer comes 1ms to 1m late, not {0}", a.Delay.String())
	}
	return nil
}

// stall keeps an event for later while the process stands still. Connections
// are the host's to accept.
func (b *Broker) stall(env *kernel.Env, e *kernel.Event) bool {
	if b.faults.all.Kind != AnswerHang {
		return false
	}
	if e.Kind == wire.Connect {
		b.endpoint.Take(env, e)
	} else if len(b.faults.stalled) < maxStalled {
		b.faults.stalled = append(b.faults.stalled, *e)
	}
	return true
}

// goOn works off what has come while the process stood still.
func (b *Broker) goOn(env *kernel.Env) {
	stalled := b.faults.stalled
	b.faults.stalled = nil
	b.drain(env)
	for i := range stalled {
		env.SetCause(stalled[i].Cause)
		b.Handle(env, &stalled[i])
	}
}

// refuses reports whether the port that a connection wants is closed. A person
// closes that of requests alone, not that of the slaves.
func (b *Broker) refuses(e *kernel.Event) bool {
	return b.phase == closed || b.faults.all.Kind == AnswerRefuse && e.B == 0
}

// refuseClients closes the port of requests and what came in by it.
func (b *Broker) refuseClients(env *kernel.Env) {
	cause := env.Cause()
	for _, channel := range b.endpoint.Incoming(nil, 0) {
		b.endpoint.Shut(env, channel)
		b.clientGone(env, channel)
		env.SetCause(cause)
	}
}

// answer serves a request in the way that a person may have chosen, and returns
// its answer, nil while it is held.
func (b *Broker) answer(env *kernel.Env, d *remoting.Delivery) kernel.Message {
	a := b.faults.all
	_, send := d.Msg.(*wire.SendMessage)
	if send && b.faults.sends.Kind != AnswerOK {
		a = b.faults.sends
	}
	if a.Kind == AnswerCode && !stored(a.Code) {
		env.SetCause(b.faults.cause)
		return &wire.Answer{Code: a.Code, Remark: a.Text}
	}
	from := caller{channel: d.Channel, opaque: d.Opaque}
	m := b.process(env, from, d.Msg)
	if r, ok := m.(*wire.SendResult); ok && a.Kind == AnswerCode {
		r.Code = a.Code
		env.SetCause(b.faults.cause)
	}
	if m == nil || a.Kind != AnswerLate || d.Kind != remoting.Asked {
		return m
	}
	b.faults.lateID++
	b.faults.late = append(b.faults.late, lateAnswer{id: b.faults.lateID, to: from, message: m})
	env.After(a.Delay, timerLate, 0, b.faults.lateID, 0)
	return nil
}

// sendLate sends an answer whose time has come.
func (b *Broker) sendLate(env *kernel.Env, id int64) {
	i, ok := slices.BinarySearchFunc(b.faults.late, id, func(l lateAnswer, id int64) int { return int(l.id - id) })
	if !ok {
		return
	}
	l := b.faults.late[i]
	b.faults.late = slices.Delete(b.faults.late, i, i+1)
	b.endpoint.Reply(env, l.to.channel, l.to.opaque, l.message)
}
