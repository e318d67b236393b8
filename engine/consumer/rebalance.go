package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// The rebalance thread's waits [RebalanceService].
const (
	waitInterval = 20 * time.Second
	minInterval  = time.Second // 5.2.0+
	laterDelay   = 500 * time.Millisecond
)

type rebalancePhase uint8

const (
	rebWaiting   rebalancePhase = iota
	rebTopic                    // takes the next topic
	rebMembers                  // has the member list
	rebDrop                     // looks for the next queue to let go
	rebRelease                  // releases it: see release
	rebGain                     // looks for the next queue to take
	rebLocked                   // has the lock's answer
	rebStored                   // has the stored offset
	rebAsked                    // has the newest offset, or the one of the timestamp
	rebHeartbeat                // has told the brokers about the change
)

// rebalance is the rebalance thread: when it runs, and where it is in a run.
type rebalance struct {
	phase    rebalancePhase
	notified bool // hasNotified: woken while it was not waiting
	gen      uint32
	due      kernel.Time // of the timer, for the view
	last     kernel.Time // lastRebalanceTimestamp
	woken    kernel.Cause

	topic    string
	known    bool // the topic has a route
	queues   []wire.MessageQueue
	members  []string
	mine     []wire.MessageQueue
	index    int // of the table while queues are let go, of mine while they are taken
	release  release
	gained   []int64 // process queues to pull
	changed  bool    // of this topic
	denied   bool    // a lock of this topic
	said     bool    // the run has explained something
	balanced bool
	scratch  allocate.Scratch
}

func (r *rebalance) forget() {
	*r = rebalance{gen: r.gen + 1, queues: r.queues[:0], members: r.members[:0], mine: r.mine[:0], gained: r.gained[:0]}
}

func (r *rebalance) clone() rebalance {
	c := *r
	c.queues, c.members, c.mine, c.gained = slices.Clone(r.queues), slices.Clone(r.members), slices.Clone(r.mine), slices.Clone(r.gained)
	c.scratch = r.scratch.Clone()
	return c
}

func (c *Consumer) startRebalancing(env *kernel.Env) {
	c.rebalance.last = env.Now()
	c.waitForRunning(env, waitInterval, false)
}

// waitForRunning lets the rebalance thread wait, unless it was woken meanwhile
// [ServiceThread.waitForRunning]. When a wake-up only has to wait for the
// shortest interval, its cause is kept.
func (c *Consumer) waitForRunning(env *kernel.Env, d time.Duration, keepCause bool) {
	r := &c.rebalance
	r.phase = rebWaiting
	if r.notified {
		r.notified = false
		env.SetCause(r.woken)
		c.waitOver(env)
		return
	}
	r.gen++
	r.due = env.Now().Add(d)
	if keepCause {
		env.After(d, timerRebalance, r.gen, 0, 0)
	} else {
		env.Every(d, timerRebalance, r.gen, 0, 0)
	}
}

// wake makes the rebalance thread run now, or once more when its run is over
// [MQClientInstance.rebalanceImmediately].
func (c *Consumer) wake(env *kernel.Env) {
	r := &c.rebalance
	if r.phase != rebWaiting {
		r.notified, r.woken = true, env.Cause()
		return
	}
	r.gen++
	c.waitOver(env)
}

func (c *Consumer) waited(env *kernel.Env, gen uint32) {
	if gen == c.rebalance.gen {
		c.waitOver(env)
	}
}

// waitOver begins a run; from 5.2.0 not sooner than 1 s after the last one.
func (c *Consumer) waitOver(env *kernel.Env) {
	r := &c.rebalance
	if since := env.Now().Sub(r.last); c.rules.RebalanceWhileUnbalanced && since < minInterval {
		c.waitForRunning(env, minInterval-since, true)
		return
	}
	c.beginRun(env)
}

// rebalanceNow runs at once, however short ago the last run was
// [DefaultMQPushConsumerImpl.doRebalance, which its callers run themselves].
func (c *Consumer) rebalanceNow(env *kernel.Env) {
	if c.rebalance.phase == rebWaiting {
		c.beginRun(env)
	} else {
		c.wake(env)
	}
}

func (c *Consumer) beginRun(env *kernel.Env) {
	r := &c.rebalance
	r.gen++
	r.balanced, r.said, r.topic = !c.paused, false, ""
	r.phase = rebTopic
	c.rebalanceOn(env)
}

// runOver ends a run [RebalanceService.run].
func (c *Consumer) runOver(env *kernel.Env) {
	r := &c.rebalance
	if !c.paused {
		c.truncate(env)
	}
	if !r.said {
		env.Explain(explain.Decision{Rule: explain.ConsumerUnchanged})
	}
	r.last = env.Now()
	wait := waitInterval
	if c.rules.RebalanceWhileUnbalanced && !r.balanced {
		wait = minInterval
	}
	c.waitForRunning(env, wait, false)
}

// rebalanceOn goes on with the run until something blocks the thread.
func (c *Consumer) rebalanceOn(env *kernel.Env) {
	for c.rebalanceStep(env) {
	}
}

func (c *Consumer) rebalanceStep(env *kernel.Env) (goOn bool) {
	switch c.rebalance.phase {
	case rebTopic:
		return c.nextTopic(env)
	case rebMembers:
		return c.gotMembers(env)
	case rebDrop:
		return c.dropNext(env)
	case rebRelease:
		return c.releaseOn(env)
	case rebGain:
		return c.gainNext(env)
	case rebLocked:
		return c.gotLock(env)
	case rebStored:
		return c.gotStored(env)
	case rebAsked:
		return c.gotAsked(env)
	case rebHeartbeat:
		c.rebalance.phase = rebTopic
		return true
	}
	return false
}

// nextTopic begins with the next subscribed topic, or ends the run
// [RebalanceImpl.doRebalance].
func (c *Consumer) nextTopic(env *kernel.Env) bool {
	r := &c.rebalance
	s := c.subscriptionAfter(r.topic)
	if s == nil || c.paused {
		c.runOver(env)
		return false
	}
	r.topic, r.changed, r.denied, r.gained = s.data.Topic, false, false, r.gained[:0]
	var queues []wire.MessageQueue
	queues, r.known = c.client.Subscribe(r.topic)
	r.queues = append(r.queues[:0], queues...)
	allocate.SortQueues(r.queues)
	if c.config.Model == wire.Broadcasting {
		r.mine = append(r.mine[:0], r.queues...)
		if !r.known {
			return c.noRoute(env)
		}
		return c.share(env, s, c.everything(env))
	}
	r.phase = rebMembers
	return c.ask(env, threadRebalance, request{kind: memberList, queue: wire.MessageQueue{Topic: r.topic}})
}

// everything is the share of a broadcasting consumer.
func (c *Consumer) everything(env *kernel.Env) explain.Decision {
	d := explain.Decision{Rule: explain.ConsumerBroadcasting}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("topic", c.rebalance.topic), explain.Num("queues", int64(len(c.rebalance.mine)))}
		for _, q := range c.rebalance.mine {
			d.Chose = append(d.Chose, q.String())
		}
	}
	return d
}

// subscriptionAfter is the subscription after the one of a topic, "" before the
// first; one that was given up meanwhile ends the round.
func (c *Consumer) subscriptionAfter(topic string) *subscription {
	next := 0
	if topic != "" {
		i := slices.IndexFunc(c.subs, func(s subscription) bool { return s.data.Topic == topic })
		if i < 0 {
			return nil
		}
		next = i + 1
	}
	if next == len(c.subs) {
		return nil
	}
	return &c.subs[next]
}

// gotMembers shares the queues out when both lists are there; else nothing
// changes [RebalanceImpl.rebalanceByTopic].
func (c *Consumer) gotMembers(env *kernel.Env) bool {
	r := &c.rebalance
	th := &c.threads[threadRebalance]
	list, ok := th.reply.msg.(*wire.ConsumerList)
	s := c.subscription(r.topic)
	if s == nil {
		r.phase = rebTopic
		return true
	}
	if !r.known {
		return c.noRoute(env)
	}
	if !ok {
		c.explainNoMembers(env, &th.reply)
		r.phase = rebTopic
		return true
	}
	r.members = append(r.members[:0], list.ClientIDs...)
	allocate.SortMembers(r.members)
	args := allocate.Args{
		Group: c.config.Group, Current: c.client.ID(), Queues: r.queues, Members: r.members,
		Sorted: true, RoomChecks: c.rules.RoomChecks, Scratch: &r.scratch,
	}
	mine, d, err := c.config.Strategy.Allocate(r.mine[:0], args, false)
	if err != nil {
		c.explainException(env, err)
		r.balanced = false
		r.phase = rebTopic
		return true
	}
	r.mine = mine
	if c.differs(env, s) && env.Explaining() {
		_, d, _ = c.config.Strategy.Allocate(nil, args, true)
		d.Saw = append([]explain.Fact{explain.Text("topic", r.topic), explain.Text("asked", th.reply.broker)}, d.Saw...)
	}
	return c.share(env, s, d)
}

// differs tells whether the share is another than the one last explained, or
// the table holds what must go.
func (c *Consumer) differs(env *kernel.Env, s *subscription) bool {
	return !slices.Equal(s.assigned, c.rebalance.mine) ||
		slices.ContainsFunc(c.table, func(p *processQueue) bool { return c.losing(env, p) != "" })
}

// matches tells whether my queues of the topic that are not dropped are exactly
// the assigned ones [RebalanceImpl.getWorkingMessageQueue].
func (c *Consumer) matches() bool {
	working := 0
	for _, p := range c.table {
		if p.queue.Topic != c.rebalance.topic || p.dropped {
			continue
		}
		if !slices.Contains(c.rebalance.mine, p.queue) {
			return false
		}
		working++
	}
	return working == len(c.rebalance.mine)
}

// share explains a new share and begins to bring the table in line with it.
func (c *Consumer) share(env *kernel.Env, s *subscription, d explain.Decision) bool {
	r := &c.rebalance
	if c.differs(env, s) {
		if !slices.Equal(s.assigned, r.mine) {
			s.assigned, s.denied = slices.Clone(r.mine), nil
		}
		c.say(env, d)
	}
	if c.rules.DropsAllFirst {
		for _, p := range c.table {
			if c.losing(env, p) != "" {
				p.dropped = true
			}
		}
	}
	r.phase, r.index = rebDrop, 0
	return true
}

// noRoute: from 5.0.0 a topic without a route counts as changed.
func (c *Consumer) noRoute(env *kernel.Env) bool {
	r := &c.rebalance
	r.phase = rebTopic
	if r.topic == c.retryTopic() {
		return true
	}
	d := explain.Decision{Rule: explain.ConsumerNoRoute}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("topic", r.topic)}
	}
	c.say(env, d)
	if c.rules.UnknownRouteChanges {
		return c.queuesChanged(env)
	}
	return true
}

// topicOver hands the new queues to the pull thread and tells the brokers about
// a change.
func (c *Consumer) topicOver(env *kernel.Env) bool {
	r := &c.rebalance
	if r.denied && c.rules.LockFailureWakes {
		env.After(laterDelay, timerRebalanceLater, 0, 0, 0)
	}
	if !c.matches() {
		r.balanced = false
	}
	for _, id := range r.gained {
		c.dispatchPull(env, id)
	}
	r.phase = rebTopic
	if r.changed {
		return c.queuesChanged(env)
	}
	return true
}

// queuesChanged makes the subscription newer than every other member's and says
// so to all brokers [RebalancePushImpl.messageQueueChanged].
func (c *Consumer) queuesChanged(env *kernel.Env) bool {
	r := &c.rebalance
	if s := c.subscription(r.topic); s != nil {
		s.data.SubVersion = env.Now().Millis()
		c.tellClient()
	}
	c.divideThresholds(env)
	r.phase = rebHeartbeat
	c.heartbeat(env, threadRebalance)
	return false
}

// divideThresholds shares the limits of the whole topic out to the queues in the
// table, if there are any.
func (c *Consumer) divideThresholds(env *kernel.Env) {
	n := int32(len(c.table))
	if n == 0 {
		return
	}
	if limit := c.config.PullThresholdForTopic; limit > 0 {
		c.threshold = max(1, limit/n)
	}
	if limit := c.config.PullSizeForTopic; limit > 0 {
		c.sizeLimit = max(1, limit/n)
	}
	c.liftHolds(env)
}

// say explains something in the course of a run.
func (c *Consumer) say(env *kernel.Env, d explain.Decision) {
	env.Explain(d)
	c.rebalance.said = true
}
