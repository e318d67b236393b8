package consumer

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// The bounds of suspendCurrentQueueTimeMillis
// [ConsumeMessageOrderlyService.submitConsumeRequestLater].
const (
	minSuspend = 10 * time.Millisecond
	maxSuspend = 30 * time.Second
)

// failedOrderly keeps a message at the head of its queue for another try, or, if
// none is left, publishes it to the group's retry topic, where it becomes a dead
// letter [ConsumeMessageOrderlyService.checkReconsumeTimes].
func (c *Consumer) failedOrderly(env *kernel.Env, i int, p *processQueue) {
	r := &c.pool.runs[i]
	m := p.consuming.ref(0)
	if m.count() < c.maxReconsume() {
		c.suspend(env, i, p)
		return
	}
	c.explainFailed(env, explain.RetryExhausted, p.queue, m)
	c.serial++
	c.givings = append(c.givings, giving{
		serial: c.serial, run: r.serial, queue: p.queue, msg: m.msg, count: m.count(), publishing: true, began: env.Now(),
	})
	c.tryPublish(env, c.serial)
}

// suspend pauses a queue; then the same message comes again.
func (c *Consumer) suspend(env *kernel.Env, i int, p *processQueue) {
	m := p.consuming.ref(0)
	c.explainFailed(env, explain.RetrySuspended, p.queue, m)
	m.again++
	p.rollback()
	pause := c.config.Listener.Suspend
	if pause == 0 {
		pause = DefaultSuspend
	}
	env.After(min(max(pause, minSuspend), maxSuspend), timerConsume, 0, p.id, 0)
	c.endOrderly(env, i)
}

// exhaustedGiven goes on with a queue whose exhausted message was published, or
// could not be and must wait.
func (c *Consumer) exhaustedGiven(env *kernel.Env, g *giving, ok bool) {
	i, there := c.pool.find(g.run)
	if !there {
		return
	}
	p := c.byID(c.pool.runs[i].id)
	switch {
	case p == nil || p.consuming.len() == 0: // dropped meanwhile
		c.nextOrderly(env, i, nil)
	case !ok:
		c.suspend(env, i, p)
	default:
		if p.dropped {
			p.commitTaken()
		} else {
			c.commitOrderly(env, p)
		}
		c.nextOrderly(env, i, p)
	}
	c.work(env)
}
