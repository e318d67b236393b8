package consumer

import (
	"time"

	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// illegalOffsetDelay is how long to 5.1.x an illegal offset waits for its repair.
const illegalOffsetDelay = 10 * time.Second

// pulled takes in a broker's answer to a pull [PullCallback.onSuccess].
func (c *Consumer) pulled(env *kernel.Env, p *processQueue, m *wire.PullResult) {
	switch m.Code {
	case wire.Success:
		p.pull.next = m.Next
		c.found(env, p, m.Messages)
		c.requeue(env, p.id)
	case wire.PullOffsetMoved:
		c.illegalOffset(env, p, m)
	default:
		p.pull.next = m.Next
		c.correctTagsOffset(p)
		c.requeue(env, p.id)
	}
}

// found caches the messages that the client's own filter lets through and
// submits them [PullAPIWrapper.processPullResult].
func (c *Consumer) found(env *kernel.Env, p *processQueue, messages []*wire.MessageExt) {
	s := c.subscription(p.queue.Topic)
	c.kept = c.kept[:0]
	for _, m := range messages {
		if s == nil || filter.ByTag(&s.data, m.Tags) {
			c.kept = append(c.kept, m)
		} else {
			c.filtered++
		}
	}
	if len(c.kept) < len(messages) {
		c.explainFiltered(env, p, messages)
	}
	if len(c.kept) == 0 {
		return
	}
	dispatch := p.put(c.kept)
	if c.app.stopping {
		return
	}
	if c.config.Orderly {
		if dispatch {
			c.submitRun(env, p.id)
		}
		return
	}
	for at := 0; at < len(c.kept); at += int(c.batch()) {
		c.pool.tasks.push(task{p.id, c.kept[at].QueueOffset, min(c.batch(), int32(len(c.kept)-at))})
	}
	c.work(env)
}

// correctTagsOffset moves the offset on over what brought no message, while
// nothing is cached [DefaultMQPushConsumerImpl.correctTagsOffset].
func (c *Consumer) correctTagsOffset(p *processQueue) {
	if p.count == 0 {
		c.updateOffset(p.queue, p.pull.next, true)
	}
}

// illegalOffset drops the queue; its offset is set to what the broker says, to
// 5.1.x after 10 s.
func (c *Consumer) illegalOffset(env *kernel.Env, p *processQueue, m *wire.PullResult) {
	c.explainIllegal(env, p, m)
	p.pull.next = m.Next
	p.dropped = true
	if c.rules.IllegalOffsetAtOnce {
		c.repair(env, p.id)
		return
	}
	env.After(illegalOffsetDelay, timerRepair, 0, p.id, 0)
}

// repair commits the broker's offset and takes the queue out of the table, so
// that the next rebalance takes it anew; from 5.2.0 that is at once.
func (c *Consumer) repair(env *kernel.Env, id int64) {
	c.repairs.push(id)
	if c.repairs.len() == 1 {
		c.repairNext(env)
	}
}

func (c *Consumer) repairNext(env *kernel.Env) {
	for c.repairs.len() > 0 {
		p := c.byID(c.repairs.items[c.repairs.head])
		if p == nil {
			c.repairs.pop()
			continue
		}
		c.updateOffset(p.queue, p.pull.next, false)
		i, _ := findOffset(c.offsets, p.queue)
		c.offsets[i].frozen = c.rules.IllegalOffsetAtOnce
		if !c.persistBy(env, threadRepair, p.queue, p.pull.next) {
			return
		}
		c.repaired(env)
	}
}

func (c *Consumer) repairOn(env *kernel.Env) {
	c.repaired(env)
	c.repairNext(env)
}

// repaired takes the queue whose offset is committed out of the table.
func (c *Consumer) repaired(env *kernel.Env) {
	p := c.byID(c.repairs.pop())
	if p == nil {
		return
	}
	c.forgetOffset(p.queue)
	c.unlockLoose(env, p.queue)
	c.explainDropped(env, p, "illegal-offset", p.pull.next)
	c.takeOut(p)
	if c.rules.IllegalOffsetAtOnce {
		c.wake(env)
	}
}

// resetting is what operators reset, to 5.1.x done by the clients themselves: an
// order of each broker, each with a pause of its own [MQClientInstance.resetOffset].
type resetting struct {
	orders fifo[*wire.ResetConsumerOffset] // in the order in which they came
	due    int                             // how many of them have paused long enough
	next   int                             // the first one's queue whose turn it is
	saved  bool                            // its offset was committed
}

// resetPause is how long the queues rest before they start at the new offset.
const resetPause = 10 * time.Second

// resetOffset stops the queues that the operator names for 10 s.
func (c *Consumer) resetOffset(env *kernel.Env, m *wire.ResetConsumerOffset) {
	if m.Group != c.config.Group {
		return
	}
	c.explainReset(env, m)
	c.reset.orders.push(m)
	c.paused = true
	for _, q := range m.Queues {
		if i, ok := c.find(q); ok {
			c.table[i].drop()
		}
	}
	env.After(resetPause, timerReset, 0, 0, 0)
}

// resetDue begins with an order whose pause is over, unless one is at work.
func (c *Consumer) resetDue(env *kernel.Env) {
	if c.reset.due++; c.reset.due == 1 {
		c.resetOn(env)
	}
}

// drop gives up the queue and all that is cached of it [ProcessQueue.clear].
func (p *processQueue) drop() {
	p.dropped = true
	p.messages.clear()
	p.consuming.clear()
	p.count, p.size = 0, 0
}

// resetOn commits the new offsets and lets the rebalance take the queues anew.
func (c *Consumer) resetOn(env *kernel.Env) {
	for r := &c.reset; r.due > 0; r.due-- {
		order := r.orders.items[r.orders.head]
		if !c.resetQueues(env, order) {
			return
		}
		r.orders.pop()
		r.next = 0
		c.resumePulls(env)
	}
}

// resetQueues gives up the queues of an order at their new offsets; done is
// false while a commit is under way.
func (c *Consumer) resetQueues(env *kernel.Env, order *wire.ResetConsumerOffset) (done bool) {
	r := &c.reset
	for ; r.next < len(order.Queues); r.next++ {
		i, ok := c.find(order.Queues[r.next])
		if !ok {
			r.saved = false
			continue
		}
		p, o := c.table[i], order.Offsets[r.next]
		if !r.saved {
			r.saved = true
			c.updateOffset(p.queue, o, false)
			if !c.persistBy(env, threadReset, p.queue, o) {
				return false
			}
		}
		r.saved = false
		c.forgetOffset(p.queue)
		c.unlockLoose(env, p.queue)
		c.explainDropped(env, p, "reset", o)
		c.takeOut(p)
	}
	return true
}

// resumePulls ends a pause: the rebalance runs at once.
func (c *Consumer) resumePulls(env *kernel.Env) {
	c.paused = false
	c.liftHolds(env)
	c.rebalanceNow(env)
}
