package producer

import (
	"slices"

	"rocketscope/engine/client"
	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	timerSend   = client.FirstProcessTimer + iota // the application's next message
	timerDetect                                   // the detector's next round
)

const (
	purposeSend  = client.FirstPurpose + iota // A: the send
	purposeProbe                              // the detector's
)

// asyncThreads are the threads that hand asynchronous sends over
// [DefaultMQProducerImpl.defaultAsyncSenderExecutor: one a processor].
const asyncThreads = 4

// senderThread is the application's own thread; those of the asynchronous
// executor follow.
const (
	senderThread = client.FirstThread
	asyncThread  = senderThread + 1
)

type state uint8

const (
	down state = iota
	running
	stopping // its last sends are on their way
	leaving  // it unregisters
)

// Producer is a producer process. The zero value is not usable; New makes one.
type Producer struct {
	config   Config
	traffic  Traffic
	settings Settings
	client   client.Instance
	state    state

	publish    fault.Publish
	generation uint32 // of the client's list that publish was copied from
	fault      fault.Strategy
	chance     kernel.Stream // where a round robin starts
	trace      fault.Trace   // what the last choice passed over
	choice     fault.Choice  // the last one
	looks      []look        // of the last sends, while somebody reads
	stale      int           // looks at the front of those that are not remembered any more

	packets *kernel.Supply[packet]
	sends   []send // on their way, by number
	sendID  int64
	sender  int64               // the send that the application's thread is in, 0 none
	workers [asyncThreads]int64 // the sends that the executor's threads are in
	// Within one event: these loops are running, and what they call need not.
	starting, pumping bool
	counter           uint64 // messages ever made
	sent              int64
	failed            int64
	told              told

	steady  stream
	bursts  []stream
	armed   kernel.Time // when the pending send timer fires; 0 none
	sendGen uint32

	detector  detector
	detectGen uint32
}

// New returns a producer that has not started. The configuration must pass Check.
func New(c Config) *Producer {
	p := &Producer{config: c, traffic: c.Traffic, settings: c.Settings, packets: &kernel.Supply[packet]{}}
	if p.traffic.Size == 0 {
		p.traffic.Size = 1024
	}
	p.traffic.Batch = max(p.traffic.Batch, 1)
	p.client = client.New(client.Config{Name: c.Name, Seed: c.Seed, Profile: &c.Profile.Client, NameServers: c.NameServers})
	p.chance = kernel.NewStream(c.Seed, c.Name+" sendWhichQueue")
	p.fault = fault.Strategy{Rules: &c.Profile.Producer, Chance: kernel.NewStream(c.Seed, c.Name+" pickOneAtLeast")}
	return p
}

// Start begins a life of the process [DefaultMQProducerImpl.start].
func (p *Producer) Start(env *kernel.Env) {
	cfg := client.Config{Name: p.config.Name}
	p.client.Start(env, cfg.ID(env.Life, false))
	p.client.SetProducer(p.config.Group)
	p.state = running
	p.fault.Enabled = p.settings.FaultTolerance
	p.detector.start = env.Now()
	p.steady.start(env, p.period())
	p.pump(env)
	p.drain(env)
}

// Stop begins an orderly shutdown: no more messages, those on their way still
// end, then the group is unregistered [DefaultMQProducerImpl.shutdown].
func (p *Producer) Stop(env *kernel.Env) {
	p.state = stopping
	p.bursts = p.bursts[:0]
	p.sendGen++
	p.leave(env)
	p.drain(env)
}

// leave unregisters once nothing is on its way any more.
func (p *Producer) leave(env *kernel.Env) {
	if p.state == stopping && len(p.sends) == 0 {
		p.state = leaving
		p.client.Unregister(env, senderThread, p.config.Group, "")
	}
}

// Stopped reports whether the shutdown is over.
func (p *Producer) Stopped() bool { return p.state == down }

// Crash ends a life at once. A producer has nothing on disk, whether the host
// is lost or not.
func (p *Producer) Crash(bool) {
	p.client.Crash()
	p.state = down
	p.publish, p.generation = fault.Publish{}, 0
	p.fault.Table = fault.Table{}
	p.sends, p.sender, p.workers = p.sends[:0], 0, [asyncThreads]int64{}
	p.bursts, p.armed = p.bursts[:0], 0
	p.forget()
	p.detector = detector{}
	p.sendGen++
	p.detectGen++
}

// Sockets is the process's endpoint.
func (p *Producer) Sockets() *remoting.Endpoint { return &p.client.Remoting }

// Handle takes in a packet or a timer.
func (p *Producer) Handle(env *kernel.Env, e *kernel.Event) {
	if !p.client.Take(env, e) {
		switch {
		case e.Kind == timerSend && e.Gen == p.sendGen:
			p.armed = 0
			p.pump(env)
		case e.Kind == timerDetect && e.Gen == p.detectGen:
			p.detectRound(env)
		}
	}
	p.drain(env)
}

// drain takes in all that the client instance hands out.
func (p *Producer) drain(env *kernel.Env) {
	for n, ok := p.client.Next(env); ok; n, ok = p.client.Next(env) {
		switch n.Kind {
		case client.RouteFetched:
			p.routeFetched(env, &n)
		case client.Unregistered:
			p.client.Stop()
			p.state = down
		case client.Remoting:
			p.delivered(env, n.Delivery)
		}
	}
}

func (p *Producer) delivered(env *kernel.Env, d *remoting.Delivery) {
	switch d.Kind {
	case remoting.Answered, remoting.Failed, remoting.Sent:
		if d.Call.Purpose == purposeProbe {
			p.probed(env, d)
			return
		}
		p.progressed(env, d)
	}
}

// Clone returns a copy with a future of its own.
func (p *Producer) Clone() *Producer {
	c := *p
	c.client = p.client.Clone()
	c.publish, c.fault = p.publish.Clone(), p.fault.Clone()
	c.sends, c.bursts, c.told = slices.Clone(p.sends), slices.Clone(p.bursts), slices.Clone(p.told)
	c.trace.Passed, c.looks, c.stale = slices.Clone(p.trace.Passed), slices.Clone(p.remembered()), 0
	return &c
}

// message makes the n-th message of a send, on its way to a queue.
func (p *Producer) message(env *kernel.Env, s *send, n uint64, q wire.MessageQueue) wire.Message {
	number := s.first + n
	m := wire.Message{
		ID: wire.NewMessageID(p.config.Self, number), Topic: p.config.Topic, QueueID: q.QueueID,
		Key: p.keyText(number), Size: p.traffic.Size, Born: env.Now(), BornAt: env.Self(), DelayLevel: p.traffic.DelayLevel,
	}
	s.when.put(&m)
	if tags := p.traffic.Tags; len(tags) > 0 {
		m.Tags = tags[(number-1)%uint64(len(tags))]
	}
	return m
}
