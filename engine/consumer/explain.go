package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/client"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// queueFacts open every decision about one queue.
func queueFacts(q wire.MessageQueue) []explain.Fact {
	return []explain.Fact{explain.Text("topic", q.Topic), explain.Text("queue", q.String())}
}

// explainQueue records a decision about one queue.
func (c *Consumer) explainQueue(env *kernel.Env, rule explain.Rule, q wire.MessageQueue, facts ...explain.Fact) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = append(queueFacts(q), facts...)
		d.Chose = []string{q.String()}
	}
	env.Explain(d)
}

// failureText names why a request came to nothing: the broker's word or the
// client's exception.
func failureText(r *reply) string {
	switch {
	case r.noPeer:
		return "no-address"
	case r.failure != remoting.NoFailure:
		return client.FailureName(r.failure)
	}
	if a, ok := r.msg.(*wire.Answer); ok {
		return a.Remark
	}
	return ""
}

// replyFacts say why a request came to nothing, if it did.
func replyFacts(r *reply) []explain.Fact {
	if !r.noPeer && r.failure == remoting.NoFailure && r.code() == wire.Success {
		return nil
	}
	return []explain.Fact{explain.Text("failure", failureText(r)), explain.Num("code", int64(r.code()))}
}

// notified wakes the rebalance [ClientRemotingProcessor.notifyConsumerIdsChanged].
func (c *Consumer) notified(env *kernel.Env, m *wire.NotifyConsumerIDsChanged) {
	d := explain.Decision{Rule: explain.ConsumerNotified}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("group", m.Group)}
	}
	env.Explain(d)
	c.wake(env)
}

func (c *Consumer) explainNoMembers(env *kernel.Env, r *reply) {
	if c.rebalance.topic == c.retryTopic() {
		return
	}
	d := explain.Decision{Rule: explain.ConsumerNoMembers}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("topic", c.rebalance.topic)}
		if !r.noPeer {
			d.Saw = append(d.Saw, explain.Text("asked", r.broker))
		}
		d.Saw = append(d.Saw, replyFacts(r)...)
	}
	c.say(env, d)
}

func (c *Consumer) explainException(env *kernel.Env, err error) {
	d := explain.Decision{Rule: explain.ConsumerStrategyFailed}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("topic", c.rebalance.topic), explain.Text("strategy", c.config.Strategy.Name()), explain.Text("exception", err.Error())}
	}
	c.say(env, d)
}

func (c *Consumer) explainDropped(env *kernel.Env, p *processQueue, why explain.Key, committed int64) {
	c.explainQueue(env, explain.ConsumerDropped, p.queue, explain.Text("why", string(why)),
		explain.Num("committed", committed), explain.Num("cached", int64(p.count)), explain.Num("running", int64(p.running)))
	c.rebalance.said = true
}

func (c *Consumer) explainKept(env *kernel.Env, p *processQueue) {
	c.explainQueue(env, explain.ConsumerKept, p.queue, explain.Num("tries", int64(p.releaseTries)), explain.Num("cached", int64(p.count)))
	c.rebalance.said = true
}

func (c *Consumer) explainDelayedUnlock(env *kernel.Env, p *processQueue) {
	c.explainQueue(env, explain.ConsumerUnlockDelayed, p.queue,
		explain.Num("cached", int64(p.messages.len())), explain.Num("delay.ns", int64(unlockDelay)))
}

func (c *Consumer) explainGained(env *kernel.Env, p *processQueue, rule explain.Rule) {
	c.explainQueue(env, rule, p.queue, explain.Num("offset", p.pull.next), explain.Num("delay.ns", int64(c.rules.PullDelayOnGain)))
	c.rebalance.said = true
}

func (c *Consumer) explainNotGained(env *kernel.Env, q wire.MessageQueue, r *reply) {
	c.explainQueue(env, explain.ConsumerNotGained, q, replyFacts(r)...)
	c.rebalance.said = true
}

// explainDenied says the first denial of a row.
func (c *Consumer) explainDenied(env *kernel.Env, q wire.MessageQueue, r *reply) {
	s := c.subscription(q.Topic)
	if s == nil || slices.Contains(s.denied, q) {
		return
	}
	s.denied = append(s.denied, q)
	c.explainQueue(env, explain.ConsumerLockDenied, q, replyFacts(r)...)
	c.rebalance.said = true
}

func (c *Consumer) explainLockLost(env *kernel.Env, p *processQueue) {
	c.explainQueue(env, explain.ConsumerLockLost, p.queue, explain.Num("renewed.ns", int64(p.lastLock)))
}

// explainNoLock says the first time in a row that a run found no valid lock.
func (c *Consumer) explainNoLock(env *kernel.Env, p *processQueue) {
	if p.unlocked {
		return
	}
	p.unlocked = true
	c.explainQueue(env, explain.ConsumerNoLock, p.queue, explain.Bool("locked", p.locked),
		explain.Num("age.ns", int64(env.Now().Sub(p.lastLock))), explain.Num("limit.ns", int64(lockMaxLiveTime)))
}

func (c *Consumer) explainPullFailed(env *kernel.Env, p *processQueue, exception string, code wire.Code, delay time.Duration) {
	c.explainQueue(env, explain.ConsumerPullFailed, p.queue, explain.Text("failure", exception), explain.Num("code", int64(code)),
		explain.Num("node", int64(p.pull.from)), explain.Num("delay.ns", int64(delay)))
}

func (c *Consumer) explainFlowControl(env *kernel.Env, p *processQueue) {
	c.explainQueue(env, explain.ConsumerFlowControl, p.queue, explain.Num("cached", int64(p.count)), explain.Num("limit", int64(c.threshold)),
		explain.Num("bytes", p.size), explain.Num("span", p.messages.span()))
}

// explainFiltered says once for each queue held that the client's filter drops
// messages.
func (c *Consumer) explainFiltered(env *kernel.Env, p *processQueue, messages []*wire.MessageExt) {
	if p.pull.filtering {
		return
	}
	p.pull.filtering = true
	c.explainQueue(env, explain.ConsumerFiltered, p.queue, explain.Num("fetched", int64(len(messages))), explain.Num("kept", int64(len(c.kept))))
}

func (c *Consumer) explainIllegal(env *kernel.Env, p *processQueue, m *wire.PullResult) {
	c.explainQueue(env, explain.ConsumerOffsetIllegal, p.queue, explain.Num("asked", p.pull.next), explain.Num("offset", m.Next),
		explain.Num("min", m.Min), explain.Num("max", m.Max))
}

func (c *Consumer) explainIgnored(env *kernel.Env, r *run) {
	c.explainQueue(env, explain.ConsumerResultIgnored, r.queue, explain.Num("offset", r.offset))
}

// explainStopped closes an orderly shutdown: the queues are free.
func (c *Consumer) explainStopped(env *kernel.Env) {
	d := explain.Decision{Rule: explain.ConsumerStopped}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("group", c.config.Group), explain.Num("queues", int64(len(c.table)))}
	}
	env.Explain(d)
}

func (c *Consumer) explainReset(env *kernel.Env, m *wire.ResetConsumerOffset) {
	d := explain.Decision{Rule: explain.ConsumerReset}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("topic", m.Topic), explain.Num("queues", int64(len(m.Queues))), explain.Num("delay.ns", int64(resetPause))}
	}
	env.Explain(d)
}
