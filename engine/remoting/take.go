package remoting

import (
	"slices"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// DeliveryKind is what a delivery is.
type DeliveryKind uint8

// The kinds of deliveries.
const (
	Asked    DeliveryKind = iota // a request to answer by Reply
	Told                         // a one-way message
	Answered                     // Call has its answer in Msg
	Failed                       // Call came to nothing: Failure
	Sent                         // Call left after connecting: its thread is free if it is not a Sync call
	Opened                       // a channel is open: Peer
	Gone                         // a channel has closed: Peer
)

// Delivery is something that the endpoint hands to its process.
type Delivery struct {
	Kind     DeliveryKind
	Channel  int64
	Peer     kernel.NodeID
	Port     int64 // Opened and Gone: the port that was dialled, 0 that of requests
	Outgoing bool  // Opened and Gone: this process had opened it
	Opaque   int64
	Msg      kernel.Message
	Call     Call
	Failure  Failure // Failed, and Gone of a dialled channel that never opened
	Cause    kernel.Cause
}

// Take takes in a packet or the endpoint's own timer; what follows from it is
// then handed out by Next.
func (e *Endpoint) Take(env *kernel.Env, ev *kernel.Event) {
	switch ev.Kind {
	case TimerDeadline:
		e.expire(env, ev.Gen)
	case wire.Connect:
		e.addChannel(channel{id: int64(ev.Seq), peer: ev.From, port: ev.B, open: true})
		env.Send(ev.From, wire.Accepted, int64(ev.Seq), 0, nil)
		e.out = append(e.out, Delivery{Kind: Opened, Channel: int64(ev.Seq), Peer: ev.From, Port: ev.B, Cause: ev.Cause})
	case wire.Accepted:
		e.accepted(env, ev)
	case wire.Refused:
		e.notOpened(ev.A, ConnectRefused, ev.Cause)
	case wire.Closed:
		e.closed(env, ev)
	case wire.Request, wire.Oneway, wire.Response:
		e.received(env, ev)
	}
}

// Next hands out what Take and the calls since have brought, in order, and sets
// the cause of what follows. It is nil when there is no more, and holds until the
// next one is asked for.
func (e *Endpoint) Next(env *kernel.Env) *Delivery {
	if e.taken == len(e.out) {
		clear(e.out)
		e.out, e.taken = e.out[:0], 0
		return nil
	}
	d := &e.out[e.taken]
	e.taken++
	env.SetCause(d.Cause)
	return d
}

func (e *Endpoint) accepted(env *kernel.Env, ev *kernel.Event) {
	c := e.channel(ev.A)
	if c == nil { // given up meanwhile
		env.Send(ev.From, wire.Closed, ev.A, 0, nil)
		return
	}
	c.open = true
	e.out = append(e.out, Delivery{Kind: Opened, Channel: ev.A, Peer: ev.From, Port: c.port, Outgoing: true, Cause: ev.Cause})
	for i := 0; i < len(e.calls); i++ {
		call := &e.calls[i]
		if call.channel != ev.A || call.sent {
			continue
		}
		if call.Mode != Oneway && env.Now() > call.Started.Add(call.Timeout) {
			e.failCall(i, TimedOutUnsent)
			i--
			continue
		}
		e.dispatch(env, call)
		e.out = append(e.out, Delivery{Kind: Sent, Peer: call.To, Call: *call, Cause: call.Cause})
		if call.Mode == Oneway {
			e.calls = slices.Delete(e.calls, i, i+1)
			i--
		}
	}
	e.arm(env)
}

// closed takes in that the peer's end is gone. Requests already sent fail now
// only in the versions that look (5.1.3); otherwise their timeouts find out.
func (e *Endpoint) closed(env *kernel.Env, ev *kernel.Event) {
	c := e.channel(ev.A)
	if c == nil {
		return
	}
	gone := *c
	e.dropChannel(ev.A)
	e.out = append(e.out, Delivery{Kind: Gone, Channel: ev.A, Peer: gone.peer, Port: gone.port, Outgoing: gone.outgoing, Cause: ev.Cause})
	if !gone.open || e.options.FailsPendingOnClose {
		e.failCalls(ev.A, SendFailed)
	}
}

func (e *Endpoint) received(env *kernel.Env, ev *kernel.Event) {
	if c := e.channel(ev.A); c == nil {
		env.Send(ev.From, wire.Closed, ev.A, 0, nil) // a socket of an earlier life: reset
		return
	}
	switch ev.Kind {
	case wire.Request:
		e.out = append(e.out, Delivery{Kind: Asked, Channel: ev.A, Peer: ev.From, Opaque: ev.B, Msg: ev.Msg, Cause: ev.Cause})
	case wire.Oneway:
		e.out = append(e.out, Delivery{Kind: Told, Channel: ev.A, Peer: ev.From, Msg: ev.Msg, Cause: ev.Cause})
	case wire.Response:
		i := slices.IndexFunc(e.calls, func(c Call) bool { return c.Opaque == ev.B && c.channel == ev.A })
		if i < 0 {
			return // its call has timed out
		}
		e.out = append(e.out, Delivery{Kind: Answered, Channel: ev.A, Peer: ev.From, Msg: ev.Msg, Call: e.calls[i], Cause: ev.Cause})
		e.calls = slices.Delete(e.calls, i, i+1)
	}
}

// expire gives up connects and calls whose time is over.
func (e *Endpoint) expire(env *kernel.Env, gen uint32) {
	if gen != e.gen {
		return
	}
	e.armed = 0
	now := env.Now()
	for i := 0; i < len(e.channels); i++ {
		if c := e.channels[i]; c.outgoing && !c.open && c.connectBy <= now {
			e.notOpened(c.id, ConnectTimedOut, env.Cause())
			i = -1
		}
	}
	for i := 0; i < len(e.calls); i++ {
		call := e.calls[i]
		if e.deadline(&call) > now {
			continue
		}
		e.failCall(i, TimedOut)
		if call.Mode == Sync && e.options.ClosesOnTimeout {
			e.Shut(env, call.channel)
		}
		i = -1
	}
	e.arm(env)
}

// notOpened gives up a channel that did not come about.
func (e *Endpoint) notOpened(id int64, f Failure, cause kernel.Cause) {
	if c := e.channel(id); c != nil && c.port != 0 {
		e.out = append(e.out, Delivery{Kind: Gone, Channel: id, Peer: c.peer, Port: c.port, Outgoing: true, Failure: f, Cause: cause})
	}
	e.dropChannel(id)
	e.failCalls(id, f)
}

func (e *Endpoint) failCalls(channel int64, f Failure) {
	for i := 0; i < len(e.calls); {
		if e.calls[i].channel != channel {
			i++
			continue
		}
		e.failCall(i, f)
	}
}

func (e *Endpoint) failCall(i int, f Failure) {
	call := e.calls[i]
	e.calls = slices.Delete(e.calls, i, i+1)
	e.out = append(e.out, Delivery{Kind: Failed, Peer: call.To, Call: call, Failure: f, Cause: call.Cause})
}
