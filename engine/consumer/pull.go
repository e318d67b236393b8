package consumer

import (
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/client"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// The times of the pull loop [DefaultMQPushConsumerImpl].
const (
	pullFlowControl  = 50 * time.Millisecond // PULL_TIME_DELAY_MILLS_WHEN_CACHE_FLOW_CONTROL
	pullSuspended    = time.Second           // PULL_TIME_DELAY_MILLS_WHEN_SUSPEND
	pullAfterFailure = time.Second           // pullTimeDelayMillsWhenException, as ClientConfig sets it
	brokerSuspend    = 15 * time.Second      // BROKER_SUSPEND_MAX_TIME_MILLIS
	pullTimeout      = 30 * time.Second      // CONSUMER_TIMEOUT_MILLIS_WHEN_SUSPEND
	pullBatchSize    = 32
	flowControlLog   = 1000 // every so often RocketMQ says that flow control holds a queue
)

type pullStep uint8

const (
	pullReady   pullStep = iota
	pullStored           // orderly: the offset is read again under the lock
	pullAsked            // orderly: as above, without a stored offset
	pullRouted           // the broker's address was not known: the route was asked for
	pullConnect          // before 5.3.0 connecting blocks the thread
)

// puller is the pull thread [PullMessageService].
type puller struct {
	queue  fifo[int64] // pullRequestQueue, by process queue
	step   pullStep
	id     int64 // the process queue that the blocked thread is at
	opaque int64 // pullConnect: its call
}

func (p *puller) forget() { p.queue.clear(); *p = puller{queue: p.queue} }

// suggestion is the replica that a broker advised for the next pull of a queue.
type suggestion struct {
	queue wire.MessageQueue
	id    int64
}

func (c *Consumer) suggested(q wire.MessageQueue) (int, bool) {
	return kernel.Find(len(c.suggest), func(i int) int { return allocate.CompareQueues(q, c.suggest[i].queue) })
}

// whichNode is the replica to pull from next [PullAPIWrapper.recalculatePullFromWhichNode].
func (c *Consumer) whichNode(q wire.MessageQueue) int64 {
	if i, ok := c.suggested(q); ok {
		return c.suggest[i].id
	}
	return wire.MasterID
}

func (c *Consumer) setWhichNode(q wire.MessageQueue, id int64) {
	i, ok := c.suggested(q)
	switch {
	case ok:
		c.suggest[i].id = id
	case id != wire.MasterID:
		c.suggest = kernel.Insert(c.suggest, i, suggestion{q, id})
	}
}

// dispatchPull hands a queue just gained to the pull thread, from 5.0.0 500 ms
// later.
func (c *Consumer) dispatchPull(env *kernel.Env, id int64) {
	if d := c.rules.PullDelayOnGain; d > 0 {
		env.After(d, timerPull, 0, id, 0)
		return
	}
	c.requeue(env, id)
}

// requeue puts a pull request into the pull thread's queue
// [executePullRequestImmediately].
func (c *Consumer) requeue(env *kernel.Env, id int64) {
	c.puller.queue.push(id)
	c.pump(env)
}

// pullLater queues the pull request again after a while.
func (c *Consumer) pullLater(env *kernel.Env, p *processQueue, d time.Duration) {
	p.pull.retryAt = env.Now().Add(d)
	env.After(d, timerPull, 0, p.id, 0)
}

// pump lets the pull thread work until it is blocked or has nothing to do.
func (c *Consumer) pump(env *kernel.Env) {
	for c.threads[threadPull].wait == free && c.puller.step == pullReady && c.puller.queue.len() > 0 {
		if p := c.byID(c.puller.queue.pop()); p != nil && !p.dropped {
			c.pullMessage(env, p)
		}
	}
}

// pullMessage sends the pull request, unless something holds it back
// [DefaultMQPushConsumerImpl.pullMessage].
func (c *Consumer) pullMessage(env *kernel.Env, p *processQueue) {
	p.lastPull, p.pull.retryAt = env.Now(), 0
	if every := c.obstacle(p); every > 0 {
		c.holdBack(env, p, every)
		return
	}
	c.puller.id = p.id
	if c.config.Orderly && !p.pull.lockedFirst {
		c.puller.step = pullStored
		if c.config.Model == wire.Broadcasting || c.ask(env, threadPull, request{kind: query, queue: p.queue}) {
			c.pullOn(env)
		}
		return
	}
	c.pullKernel(env, p, false)
}

// obstacle is what keeps a pull request from being sent, as the pause until it
// is looked at again; 0 if nothing does.
func (c *Consumer) obstacle(p *processQueue) time.Duration {
	switch {
	case c.paused:
		return pullSuspended
	case p.count > c.threshold || p.size>>20 > int64(c.sizeLimit):
		return pullFlowControl
	case !c.config.Orderly && p.messages.span() > DefaultMaxSpan:
		return pullFlowControl
	case c.config.Orderly && !p.locked:
		return pullAfterFailure
	}
	return 0
}

func (c *Consumer) holdBack(env *kernel.Env, p *processQueue, every time.Duration) {
	p.pull.hold = hold{since: env.Now(), every: every}
	if every != pullFlowControl {
		return
	}
	if p.pull.flowTimes%flowControlLog == 0 {
		c.explainFlowControl(env, p)
	}
	p.pull.flowTimes++
}

// liftHold schedules the next look at a held pull request once nothing holds it.
func (c *Consumer) liftHold(env *kernel.Env, p *processQueue) {
	if h := p.pull.hold; h.every > 0 && c.obstacle(p) == 0 {
		now := env.Now()
		p.lastPull = h.last(now)
		p.pull.hold = hold{}
		env.After(h.next(now).Sub(now), timerPull, 0, p.id, 0)
	}
}

func (c *Consumer) liftHolds(env *kernel.Env) {
	for _, p := range c.table {
		c.liftHold(env, p)
	}
}

// pullOn goes on with the pull thread after what had blocked it.
func (c *Consumer) pullOn(env *kernel.Env) {
	step := c.puller.step
	c.puller.step = pullReady
	if p := c.byID(c.puller.id); p != nil && !p.dropped {
		switch step {
		case pullStored, pullAsked:
			c.fixOffset(env, p, step)
		case pullRouted:
			c.pullKernel(env, p, true)
		}
	}
	c.pump(env)
}

// fixOffset takes the start offset anew, now that the lock is held.
func (c *Consumer) fixOffset(env *kernel.Env, p *processQueue, step pullStep) {
	r := &c.threads[threadPull].reply
	offset, ask := int64(-1), askNothing
	if step == pullAsked {
		if o, ok := r.offset(); ok {
			offset = o
		}
	} else {
		offset, ask = startOffset(c.config.From, p.queue.Topic == c.retryTopic(), c.stored(p.queue, r))
	}
	if ask != askNothing {
		c.puller.step = pullAsked
		if c.ask(env, threadPull, request{kind: ask.kind(), queue: p.queue}) {
			c.pullOn(env)
		}
		return
	}
	if offset < 0 {
		c.pullLater(env, p, pullAfterFailure)
		return
	}
	p.pull.lockedFirst = true
	p.pull.next = offset
	c.pullKernel(env, p, false)
}

// pullKernel finds the broker and sends the request; without an address the
// route is asked for first [PullAPIWrapper.pullKernelImpl].
func (c *Consumer) pullKernel(env *kernel.Env, p *processQueue, refreshed bool) {
	s := c.subscription(p.queue.Topic)
	if s == nil {
		c.pullLater(env, p, pullAfterFailure)
		return
	}
	want := c.whichNode(p.queue)
	addr, slave, ok := c.client.InSubscribe(p.queue.Broker, want, false)
	switch {
	case !ok && !refreshed:
		th := &c.threads[threadPull]
		th.wait, th.req.kind = onRoute, nothing
		c.puller.step = pullRouted
		c.client.FetchRoute(env, threadPull, p.queue.Topic, false)
		return
	case !ok:
		c.pullFailed(env, p, "MQClientException", wire.Success, pullAfterFailure)
		return
	}
	c.explainReplica(env, p, addr, slave, want)
	m := c.pulls.New()
	m.Group, m.ClientID, m.Queue = c.config.Group, c.client.ID(), p.queue
	m.Offset, m.MaxCount, m.Suspend, m.SuspendFor = p.pull.next, pullBatchSize, true, brokerSuspend
	m.SubVersion, m.RequestBroker = s.data.SubVersion, want
	if o, known := c.offsetOf(p.queue); known && o > 0 && !slave && c.config.Model == wire.Clustering {
		m.Commit, m.CommitOffset = true, o
	}
	p.pull.waiting, p.pull.from = true, addr
	opaque, sent := c.client.Remoting.Call(env, remoting.Call{
		To: addr, Mode: remoting.Async, Purpose: purposePull, A: p.id, B: want, Msg: m, Timeout: pullTimeout,
	})
	if !sent && !c.config.Profile.Client.AsyncConnect {
		c.puller.step, c.puller.opaque = pullConnect, opaque
	}
}

// pullDelivered takes in what became of a pull.
func (c *Consumer) pullDelivered(env *kernel.Env, d *remoting.Delivery) {
	if d.Kind != remoting.Sent {
		c.pullEnded(env, d)
	}
	if c.puller.step == pullConnect && c.puller.opaque == d.Call.Opaque {
		c.puller.step = pullReady
		c.pump(env)
	}
}

func (c *Consumer) pullEnded(env *kernel.Env, d *remoting.Delivery) {
	p := c.byID(d.Call.A)
	if p == nil {
		return
	}
	p.pull.waiting = false
	if p.dropped {
		return
	}
	switch m := d.Msg.(type) {
	case *wire.PullResult:
		p.pull.failing = false
		c.setWhichNode(p.queue, m.SuggestBroker)
		c.pulled(env, p, m)
	case *wire.Answer:
		delay := pullAfterFailure
		if m.Code == wire.FlowControl {
			delay = c.rules.FlowControlDelay
		}
		c.pullFailed(env, p, "MQBrokerException", m.Code, delay)
	default:
		c.pullFailed(env, p, client.FailureName(d.Failure), wire.Success, pullAfterFailure)
	}
}

// pullFailed queues the request again; only the first failure of a row is said.
func (c *Consumer) pullFailed(env *kernel.Env, p *processQueue, exception string, code wire.Code, delay time.Duration) {
	if !p.pull.failing {
		c.explainPullFailed(env, p, exception, code, delay)
	}
	p.pull.failing = true
	c.pullLater(env, p, delay)
}

// explainReplica says when the request goes to another replica than before, or
// to one that is not the master.
func (c *Consumer) explainReplica(env *kernel.Env, p *processQueue, addr wire.Addr, slave bool, want int64) {
	if addr == p.pull.from || p.pull.from == 0 && !slave && want == wire.MasterID {
		return
	}
	d := explain.Decision{Rule: explain.ConsumerReplica}
	if env.Explaining() {
		d.Saw = append(queueFacts(p.queue), explain.Num("broker.wanted", want), explain.Bool("slave", slave), explain.Num("node", int64(addr)))
		for _, a := range c.client.Addrs(p.queue.Broker) {
			if a.Addr != addr {
				d.Passed = append(d.Passed, explain.Passed{What: p.queue.Broker, Why: "other-replica", Num: a.ID})
			}
		}
	}
	env.Explain(d)
}
