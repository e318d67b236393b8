package consumer

import (
	"math"
	"slices"
	"time"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// Always is how often a listener fails that never succeeds.
const Always = math.MaxInt32

const (
	sendBackTimeout = 5 * time.Second // of CONSUMER_SEND_MSG_BACK
	againAfter      = 5 * time.Second // ConsumeMessageConcurrentlyService.submitConsumeRequestLater
)

// Listener is how the application's listener behaves, and what the consumer's
// settings make of its failures. The zero value always succeeds.
type Listener struct {
	Fail     int32            // it fails with each message this often; Always
	Poison   []wire.MessageID // it always fails with these; replaced, never changed
	AckIndex bool             // of a batch it acknowledges what came before its failure (setAckIndex); otherwise the whole batch is given back
	Level    int32            // delayLevelWhenNextConsume: 0 the broker chooses, -1 dead letter
	// FailsInterrupted: it fails when a shutdown interrupts it; otherwise it works on,
	// and what comes of that counts for nothing.
	FailsInterrupted bool
	Await            time.Duration // awaitTerminationMillisWhenShutdown: how long a shutdown waits for it first

	Max     int32         // maxReconsumeTimes; -1 is 16, or no limit for an orderly listener
	Timeout time.Duration // consumeTimeout, whole minutes; 0: DefaultTimeout
	Suspend time.Duration // suspendCurrentQueueTimeMillis; 0: DefaultSuspend
	Batch   int32         // consumeMessageBatchMaxSize; 0: 1
}

// MaxBatch is the greatest consumeMessageBatchMaxSize
// [DefaultMQPushConsumerImpl.checkConfig].
const MaxBatch = 1024

// Check returns why a listener cannot be so, nil if it can.
func (l *Listener) Check(orderly bool) error {
	switch {
	case l.Timeout < 0 || l.Timeout%time.Minute != 0:
		return explain.Err("consumetimeout.range", "consumeTimeout is whole minutes, not {0}", l.Timeout.String())
	case l.Await < 0 || l.Await > time.Hour:
		return explain.Err("await.range", "a shutdown waits 0 to 1h for its listeners, not {0}", l.Await.String())
	case l.Suspend < 0:
		return explain.Err("suspend.range", "a queue is suspended for more than 0, not {0}", l.Suspend.String())
	case orderly && l.Batch > 1:
		return explain.Err("batch.orderly", "an orderly consumer takes one message at a time here")
	}
	return nil
}

// Defaults of DefaultMQPushConsumer that Listener leaves open with 0.
const (
	DefaultTimeout = 15 * time.Minute
	DefaultSuspend = time.Second
)

func (c *Consumer) batch() int32 { return max(c.config.Listener.Batch, 1) }

// maxReconsume is how often a message is tried again
// [DefaultMQPushConsumerImpl.getMaxReconsumeTimes, ConsumeMessageOrderlyService.getMaxReconsumeTimes].
func (c *Consumer) maxReconsume() int32 {
	switch m := c.config.Listener.Max; {
	case m >= 0:
		return m
	case c.config.Orderly:
		return math.MaxInt32
	}
	return delay.DefaultMaxReconsume
}

// fails tells whether the listener fails with a message: it throws, or returns
// RECONSUME_LATER, SUSPEND_CURRENT_QUEUE_A_MOMENT or null, which are all one.
func (c *Consumer) fails(m *cached) bool {
	l := &c.config.Listener
	return m.count() < l.Fail || slices.Contains(l.Poison, m.msg.ID)
}

// ackIndex is the last message of a batch that counts as consumed, -1 for none
// [ConsumeConcurrentlyContext.ackIndex].
func (c *Consumer) ackIndex(r *run, p *processQueue) int32 {
	for j := range r.len() {
		m := p.cachedOf(r.at(j))
		if !c.fails(&m) {
			continue
		}
		if c.config.Listener.AckIndex {
			return j - 1
		}
		return -1
	}
	return r.len() - 1
}

// cachedOf is a message with what is known of it here; one that was taken out
// meanwhile is as it came.
func (p *processQueue) cachedOf(m *wire.MessageExt) cached {
	if p != nil {
		if i, ok := p.messages.find(m.QueueOffset); ok {
			return p.messages.at(i)
		}
	}
	return cached{offset: m.QueueOffset, msg: m}
}

// giveBackNext gives the next message of a batch back to its broker and settles
// the batch when there is none left.
func (c *Consumer) giveBackNext(env *kernel.Env, serial int64) {
	for i, ok := c.pool.find(serial); ok; i, ok = c.pool.find(serial) {
		r := &c.pool.runs[i]
		p := c.byID(r.id)
		if r.back == r.len() {
			c.settle(env, i, p)
			return
		}
		m := p.cachedOf(r.at(r.back))
		switch _, here := p.holds(m.offset); {
		case c.config.Model == wire.Broadcasting:
			c.explainFailed(env, explain.RetryDropped, r.queue, &m)
			r.back++
		case !here && c.config.Profile.Delay.SkipsCleaned:
			c.explainFailed(env, explain.RetryIgnored, r.queue, &m)
			r.back++
		default:
			c.explainFailed(env, explain.RetryFailed, r.queue, &m)
			c.giveBack(env, giving{run: serial, queue: r.queue, msg: m.msg, count: m.count(), level: c.config.Listener.Level})
			return
		}
	}
}

func (p *processQueue) holds(offset int64) (int, bool) {
	if p == nil {
		return 0, false
	}
	return p.messages.find(offset)
}

// gaveBack goes on with a batch of which one message was given back, or could not
// be and stays here.
func (c *Consumer) gaveBack(env *kernel.Env, g *giving, ok bool) {
	i, there := c.pool.find(g.run)
	if !there {
		return
	}
	r := &c.pool.runs[i]
	if p := c.byID(r.id); !ok && p != nil {
		if at, held := p.messages.find(g.msg.QueueOffset); held {
			m := p.messages.ref(at)
			m.again, m.local = m.again+1, true
			r.local++
			c.explainFailed(env, explain.RetryLocal, r.queue, m)
		}
	}
	r.back++
	c.giveBackNext(env, g.run)
	c.work(env)
}

// againLater submits the messages that stay here once more.
func (c *Consumer) againLater(env *kernel.Env, p *processQueue, r *run) {
	first := int64(-1)
	for j := range r.len() {
		if at, ok := p.messages.find(r.at(j).QueueOffset); ok && p.messages.ref(at).local {
			p.messages.ref(at).local = false
			if first < 0 {
				first = r.at(j).QueueOffset
			}
		}
	}
	if first >= 0 {
		env.After(againAfter, timerAgain, uint32(r.local), p.id, first)
	}
}

// interrupt ends the consume threads of a consumer that shuts down. A concurrent listener that fails at this gives its
// message back in time; its offset is not committed for all that, and so the
// message comes twice [ConsumeMessageConcurrentlyService.shutdown].
func (c *Consumer) interrupt(env *kernel.Env) {
	c.pool.tasks.clear()
	runs := c.pool.runs
	c.pool.runs = nil
	for _, p := range c.table {
		p.running, p.inListener = 0, false
	}
	if c.config.Orderly || !c.config.Listener.FailsInterrupted {
		c.givings = c.givings[:0]
		return
	}
	for _, r := range runs {
		if p := c.byID(r.id); r.busy && p != nil && !p.dropped {
			r.busy, r.back = false, 0
			c.pool.runs = append(c.pool.runs, r)
			c.giveBackNext(env, r.serial)
		}
	}
}

// giving is a message on its way back: what would be on the stack of the thread
// that gives it.
type giving struct {
	serial int64
	run    int64 // the consume thread's; 0: the timeout check
	queue  wire.MessageQueue
	msg    *wire.MessageExt
	count  int32 // its reconsumeTimes
	level  int32 // the delay level that is asked for

	publishing bool // the broker could not take it: the client sends it itself
	began      kernel.Time
	tries      int32
	broker     string // tried last
}

// giveBack hands a message back to the master of its queue, and waits
// [DefaultMQPushConsumerImpl.sendMessageBack].
func (c *Consumer) giveBack(env *kernel.Env, g giving) {
	c.serial++
	g.serial = c.serial
	c.givings = append(c.givings, g)
	addr, ok := c.client.InPublish(g.queue.Broker)
	if !ok {
		c.publishBack(env, g.serial, "no-address")
		return
	}
	origin := g.msg.OriginID
	if origin == 0 {
		origin = g.msg.ID
	}
	c.client.Remoting.Call(env, remoting.Call{
		To: addr, Purpose: purposeBack, A: g.serial, Timeout: sendBackTimeout,
		Msg: &wire.SendMessageBack{
			Group: c.config.Group, PhysicalOffset: g.msg.PhysicalOffset, DelayLevel: g.level, MaxReconsume: c.maxReconsume(),
			OriginID: origin, OriginTopic: topicOf(g.msg),
		},
	})
}

// topicOf is the topic that a listener sees of a message
// [DefaultMQPushConsumerImpl.resetRetryAndNamespace].
func topicOf(m *wire.MessageExt) string {
	if m.RetryTopic != "" {
		return m.RetryTopic
	}
	return m.Queue.Topic
}

func (c *Consumer) findGiving(serial int64) (int, bool) {
	i := slices.IndexFunc(c.givings, func(g giving) bool { return g.serial == serial })
	return i, i >= 0
}

// backDelivered takes in how a call for a giving ended.
func (c *Consumer) backDelivered(env *kernel.Env, d *remoting.Delivery) {
	i, ok := c.findGiving(d.Call.A)
	if !ok || d.Kind == remoting.Sent {
		return
	}
	g := &c.givings[i]
	r := reply{msg: d.Msg, failure: d.Failure}
	switch {
	case d.Kind == remoting.Answered && r.code() == wire.Success:
		c.endGiving(env, i, true)
	case g.publishing:
		c.tryPublish(env, g.serial)
	default:
		c.publishBack(env, g.serial, failureText(&r))
	}
}

// endGiving ends a giving and lets its thread go on.
func (c *Consumer) endGiving(env *kernel.Env, i int, ok bool) {
	g := c.givings[i]
	c.givings = slices.Delete(c.givings, i, i+1)
	switch {
	case g.run == 0:
		c.timeoutGiven(env, &g, ok)
	case c.config.Orderly:
		c.exhaustedGiven(env, &g, ok)
	default:
		c.gaveBack(env, &g, ok)
	}
}

// explainFailed records what a failure leads to.
func (c *Consumer) explainFailed(env *kernel.Env, rule explain.Rule, q wire.MessageQueue, m *cached) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = append(queueFacts(q), explain.Text("message", explain.Int(m.msg.ID.Number())), explain.Num("offset", m.offset),
			explain.Num("retry.count", int64(m.count())), explain.Num("retry.max", int64(c.maxReconsume())))
		d.Chose = []string{q.String()}
	}
	env.Explain(d)
}
