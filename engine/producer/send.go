package producer

import (
	"slices"
	"time"

	"rocketscope/engine/client"
	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

type step uint8

const (
	queued     step = iota // waits for a thread of the executor
	looking                // asks for the topic's route
	lookingTBW             // asks for the route of TBW102 in its place
	trying                 // a request is on its way, or connecting for it
	handedOver             // asynchronous: its thread has left it
)

// send is one send on its way: what would be on the stack of its thread.
type send struct {
	tries
	id       int64
	mode     Mode
	step     step
	selector Selector
	thread   client.Thread
	cause    kernel.Cause
	first    uint64 // number of its first message
	count    int32
	await    asyncCall
	spent    bool // asynchronous: it failed without time for a retry
	when     Timing
}

func (p *Producer) find(id int64) *send {
	i, ok := kernel.Find(len(p.sends), func(i int) int { return int(id - p.sends[i].id) })
	if !ok {
		return nil
	}
	return &p.sends[i]
}

// begin starts a send of count messages [DefaultMQProducer.send, sendOneway].
func (p *Producer) begin(env *kernel.Env, count int32, when Timing) {
	p.sendID++
	p.sends = append(p.sends, send{
		tries: tries{began: env.Now(), limits: p.limits()},
		id:    p.sendID, mode: p.settings.Mode, selector: p.settings.Selector, cause: env.Cause(),
		first: p.counter + 1, count: count, when: when,
	})
	p.counter += uint64(count)
	s := &p.sends[len(p.sends)-1]
	if s.mode != Sync || s.selector.Kind != RoundRobin {
		s.total = 1
	}
	if s.mode == Async {
		p.startQueued(env)
		return
	}
	p.sender, s.thread = s.id, senderThread
	p.lookUp(env, s)
}

func (p *Producer) limits() limits {
	l := limits{
		rules: &p.config.Profile.Producer, timeout: p.settings.Timeout, total: 1 + p.settings.Retries,
		retryNotOK: p.settings.RetryNotOK, maxPerRequest: p.settings.MaxPerRequest, detector: p.settings.Detector,
	}
	if l.maxPerRequest == 0 {
		l.maxPerRequest = -1
	}
	return l
}

// lookUp finds the publish list, asking the name server when there is no queue
// to send to [DefaultMQProducerImpl.tryToFindTopicPublishInfo].
func (p *Producer) lookUp(env *kernel.Env, s *send) {
	p.refresh(env)
	if p.publish.OK() {
		p.attempt(env, s)
		return
	}
	s.step = looking
	p.client.AddTopic(p.config.Topic)
	p.client.FetchRoute(env, s.thread, p.config.Topic, false)
}

func (p *Producer) routeFetched(env *kernel.Env, n *client.Notice) {
	i := slices.IndexFunc(p.sends, func(s send) bool {
		return s.thread == n.Thread && (s.step == looking || s.step == lookingTBW)
	})
	if n.Thread == client.Scheduled || i < 0 {
		if n.Topic == p.config.Topic && p.sender == 0 { // else the present send keeps its list
			p.refresh(env)
		}
		return
	}
	s := &p.sends[i]
	p.refresh(env)
	_, _, known := p.client.Publish(p.config.Topic)
	switch {
	case p.publish.OK():
		p.attempt(env, s)
	case known || s.step == lookingTBW:
		p.end(env, s.id, Outcome{Exception: ClientException, Code: NotFoundTopicCode})
	default:
		s.step = lookingTBW
		p.client.FetchRoute(env, s.thread, p.config.Topic, true)
	}
}

// refresh copies the client's publish list when it was rebuilt; a new list
// starts its round robin at random.
func (p *Producer) refresh(env *kernel.Env) {
	queues, generation, known := p.client.Publish(p.config.Topic)
	if !known || generation == p.generation {
		return
	}
	if !slices.Equal(p.publish.Queues, queues) {
		p.explainPublish(env, queues)
	}
	p.generation = generation
	p.publish.Queues = append(p.publish.Queues[:0], queues...)
	p.publish.Route = p.client.Route(p.config.Topic)
	p.publish.Next.Start(p.random())
}

func (p *Producer) random() int32 { return int32(p.chance.Next() >> 33) }

// attempt makes the next try, and further ones while they fail before anything
// leaves [sendDefaultImpl, sendSelectImpl].
func (p *Producer) attempt(env *kernel.Env, s *send) {
	s.step = trying
	for {
		c, ok := p.choose(env, s)
		if !ok {
			p.end(env, s.id, s.end)
			return
		}
		o, failed := p.request(env, s, c.Queue)
		if !failed {
			return
		}
		if !p.conclude(env, s, o) {
			p.end(env, s.id, s.end)
			return
		}
	}
}

// choose picks the queue of the next try and says what deserves to be said of it.
func (p *Producer) choose(env *kernel.Env, s *send) (fault.Choice, bool) {
	if s.selector.Kind != RoundRobin {
		return p.select1(env, s)
	}
	var trace *fault.Trace
	if env.Explaining() {
		trace = &p.trace
	}
	before, made := s.tries, s.made
	var reset int32
	if made > 0 && p.fault.Resets() {
		reset = p.random()
	}
	c, ok := s.tries.choose(env.Now(), &p.fault, &p.publish, reset, trace)
	p.choice = c
	if !ok {
		p.remember(env, s, made+1, c.Queue, noTime, 0)
		return c, false
	}
	p.remember(env, s, s.made, c.Queue, ways[c.Way], s.budget)
	switch {
	case c.Wrote:
		p.explainSharedWrite(env, s, c)
	case made == 0 && c.Avoided > 0:
		p.explainAvoid(env, s, c)
	}
	if made > 0 {
		p.explainRetry(env, s, &before)
	}
	return c, true
}

// request sends the present try on its way. failed is true when it came to
// nothing at once, with o.
func (p *Producer) request(env *kernel.Env, s *send, q wire.MessageQueue) (o Outcome, failed bool) {
	addr, ok := p.client.InPublish(q.Broker)
	if !ok {
		return Outcome{Exception: ClientException, Code: BrokerNotExist}, true
	}
	if s.budget <= 0 && !s.rules.WritesWithoutTime && p.client.Remoting.Connected(addr) {
		return Outcome{Exception: TimeoutException, Code: Unset}, true
	}
	s.await = asyncCall{broker: q.Broker, asked: env.Now(), left: s.budget}
	if p.call(env, s, addr, q, s.budget) || s.mode != Sync && p.config.Profile.Client.AsyncConnect {
		p.handOver(env, s)
	}
	return Outcome{}, false
}

// call hands a request to the remoting layer; sent is true when it left at once.
func (p *Producer) call(env *kernel.Env, s *send, addr wire.Addr, q wire.MessageQueue, timeout time.Duration) (sent bool) {
	modes := [...]remoting.Mode{Sync: remoting.Sync, Async: remoting.Async, Oneway: remoting.Oneway}
	_, sent = p.client.Remoting.Call(env, remoting.Call{
		To: addr, Mode: modes[s.mode], Purpose: purposeSend, A: s.id, Msg: p.packet(env, s, q), Timeout: timeout,
	})
	return sent
}

// packet is a request with room for one message, which is what most carry.
type packet struct {
	wire.SendMessage
	messages [1]wire.Message
}

// packet makes a send's request.
func (p *Producer) packet(env *kernel.Env, s *send, q wire.MessageQueue) *wire.SendMessage {
	one := p.packets.New()
	messages := one.messages[:]
	if s.count > 1 {
		messages = make([]wire.Message, s.count)
	}
	for i := range messages {
		messages[i] = p.message(env, s, uint64(i), q)
	}
	one.Group, one.Messages, one.Oneway = p.config.Group, messages, s.mode == Oneway
	return &one.SendMessage
}

// handOver notes that a request has left: only a synchronous send waits for its
// answer. To the others this counts as a good send.
func (p *Producer) handOver(env *kernel.Env, s *send) {
	if s.mode == Sync {
		return
	}
	if s.selector.Kind == RoundRobin {
		p.fault.Update(env.Now(), s.queue.Broker, env.Now().Sub(s.tryBegan), false, true)
	}
	if s.mode == Oneway {
		p.end(env, s.id, Outcome{Queue: s.queue})
		return
	}
	s.step = handedOver
	p.freeWorker(env, s.id)
}

// progressed takes in what the remoting layer says of a send's request.
func (p *Producer) progressed(env *kernel.Env, d *remoting.Delivery) {
	s := p.find(d.Call.A)
	switch {
	case s == nil: // one-way and gone
	case d.Kind == remoting.Sent:
		if s.step == trying {
			p.handOver(env, s)
		}
	case s.mode == Async:
		p.asyncEnded(env, s, d)
	default:
		p.syncEnded(env, s, d)
	}
}

func (p *Producer) syncEnded(env *kernel.Env, s *send, d *remoting.Delivery) {
	var o Outcome
	if d.Kind == remoting.Failed {
		o = failure(d.Failure)
		s.late = d.Failure == remoting.TimedOut || d.Failure == remoting.ConnectTimedOut
	} else {
		o = answered(d.Msg)
	}
	if !p.conclude(env, s, o) {
		p.end(env, s.id, s.end)
		return
	}
	p.attempt(env, s)
}

// conclude takes in how a try ended; the choice of a selector is not tried
// again and tells the fault table nothing.
func (p *Producer) conclude(env *kernel.Env, s *send, o Outcome) (again bool) {
	p.concluded(env, s, o)
	if s.selector.Kind != RoundRobin {
		s.end = o
		return false
	}
	was := p.fault.Table.Available(env.Now(), s.queue.Broker)
	again = s.tries.conclude(env.Now(), &p.fault, o)
	p.explainIsolated(env, s.queue.Broker, was)
	return again
}

// end ends a send: its thread is free for the next.
func (p *Producer) end(env *kernel.Env, id int64, o Outcome) {
	s := *p.find(id)
	p.sends = slices.DeleteFunc(p.sends, func(s send) bool { return s.id == id })
	s.end = o
	if s.mode != Oneway || !o.stored() { // nobody answers a one-way send
		p.concluded(env, &s, o)
	}
	p.explainEnd(env, &s)
	if o.stored() {
		p.sent += int64(s.count)
		if s.mode != Oneway {
			p.told.add(s.first, s.count)
		}
	} else {
		p.failed += int64(s.count)
	}
	p.armDetector(env)
	p.freeWorker(env, id)
	if p.sender == id {
		p.sender = 0
		p.pump(env)
	}
	p.leave(env)
}
