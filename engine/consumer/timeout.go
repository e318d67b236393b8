package consumer

import (
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

const (
	timeoutLevel = 3  // the delay level of what took too long
	timeoutLoop  = 16 // messages of one queue that one check looks at
)

// timeoutCheck looks for messages that a listener has had for too long: its
// thread goes from queue to queue and gives back what it finds
// [ConsumeMessageConcurrentlyService.cleanExpireMsg].
type timeoutCheck struct {
	at      bool // it is in queue
	queue   wire.MessageQueue
	left    int32 // messages to look at yet
	waiting bool  // for one to be given back
	dead    bool  // it threw, and its task was never run again
}

// consumeTimeout is how long a listener may have a message, and how often the
// check is made.
func (c *Consumer) consumeTimeout() time.Duration {
	if c.config.Listener.Timeout > 0 {
		return c.config.Listener.Timeout
	}
	return DefaultTimeout
}

// startTimeouts begins the checks; an orderly consumer makes none.
func (c *Consumer) startTimeouts(env *kernel.Env) {
	c.timeouts = timeoutCheck{}
	if !c.config.Orderly {
		env.Every(c.consumeTimeout(), timerTimeout, 0, 0, 0)
	}
}

func (c *Consumer) timeoutTick(env *kernel.Env) {
	if c.timeouts.dead {
		return
	}
	env.Every(c.consumeTimeout(), timerTimeout, 0, 0, 0)
	if !c.timeouts.waiting {
		c.timeouts = timeoutCheck{}
		c.timeoutOn(env)
	}
}

// timeoutOn goes on with the check until a message must be given back. In each
// queue it ends at the first message that has time left or was not begun
// [ProcessQueue.cleanExpiredMsg].
func (c *Consumer) timeoutOn(env *kernel.Env) {
	t := &c.timeouts
	for {
		p := c.timeoutQueue()
		if p == nil {
			return
		}
		for t.left > 0 && p.messages.len() > 0 {
			m := p.messages.ref(0)
			if m.begun == 0 && c.config.Profile.Delay.CheckDies {
				c.explainFailed(env, explain.RetryCheckDied, p.queue, m)
				t.dead = true
				return
			}
			if m.begun == 0 || env.Now().Sub(m.begun) <= c.consumeTimeout() {
				break
			}
			t.left--
			t.waiting = true
			c.explainTimeout(env, p, m)
			c.giveBack(env, giving{queue: p.queue, msg: m.msg, count: m.count(), level: timeoutLevel})
			return
		}
		t.left = 0
	}
}

// timeoutQueue is the process queue that the check is in, or the next one; nil
// after the last.
func (c *Consumer) timeoutQueue() *processQueue {
	t := &c.timeouts
	for _, p := range c.table {
		order := 1
		if t.at {
			order = allocate.CompareQueues(p.queue, t.queue)
		}
		if order < 0 || order == 0 && t.left == 0 {
			continue
		}
		if order > 0 {
			t.at, t.queue, t.left = true, p.queue, min(int32(p.messages.len()), timeoutLoop)
		}
		return p
	}
	return nil
}

// timeoutGiven takes a message that was given back out of its queue, so that the
// commit can pass it; the listener that has it is not stopped.
func (c *Consumer) timeoutGiven(env *kernel.Env, g *giving, ok bool) {
	t := &c.timeouts
	t.waiting = false
	if i, there := c.find(g.queue); ok && there {
		p := c.table[i]
		if p.messages.len() > 0 && p.messages.first() == g.msg.QueueOffset {
			p.remove(g.msg.QueueOffset)
			c.liftHold(env, p)
		}
	}
	c.timeoutOn(env)
}

func (c *Consumer) explainTimeout(env *kernel.Env, p *processQueue, m *cached) {
	c.explainQueue(env, explain.RetryTimeout, p.queue, explain.Text("message", explain.Int(m.msg.ID.Number())), explain.Num("offset", m.offset),
		explain.Num("age.ns", int64(env.Now().Sub(m.begun))), explain.Num("limit.ns", int64(c.consumeTimeout())))
}
