package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
)

// The times of an orderly run [ConsumeMessageOrderlyService].
const (
	maxConsumeContinuously = time.Minute // MAX_TIME_CONSUME_CONTINUOUSLY
	consumeAgain           = 10 * time.Millisecond
	relockInRun            = 10 * time.Millisecond
	relockBeforeRun        = 100 * time.Millisecond
	consumeAfterDenial     = 3 * time.Second
)

// submitRun submits an orderly run of a queue.
func (c *Consumer) submitRun(env *kernel.Env, id int64) {
	c.pool.tasks.push(task{id: id})
	c.work(env)
}

// beginOrderly begins a run, which excludes every other run of the same queue,
// also one of a process queue that was dropped [MessageQueueLock].
func (c *Consumer) beginOrderly(env *kernel.Env, p *processQueue) {
	c.serial++
	r := run{serial: c.serial, id: p.id, queue: p.queue, began: env.Now()}
	r.waiting = slices.ContainsFunc(c.pool.runs, func(o run) bool { return o.queue == p.queue })
	c.pool.runs = append(c.pool.runs, r)
	if r.waiting {
		return
	}
	c.enterOrderly(env, len(c.pool.runs)-1, p)
}

// enterOrderly begins to consume if the lock is held and valid; else the lock is
// asked for.
func (c *Consumer) enterOrderly(env *kernel.Env, i int, p *processQueue) {
	if c.locks() && (!p.locked || p.lockExpired(env.Now())) {
		c.relock(env, p, relockBeforeRun)
		c.endOrderly(env, i)
		return
	}
	c.nextOrderly(env, i, p)
}

// nextOrderly gives the next message to the listener, or ends the run
// [ConsumeMessageOrderlyService.ConsumeRequest.run].
func (c *Consumer) nextOrderly(env *kernel.Env, i int, p *processQueue) {
	r := &c.pool.runs[i]
	now := env.Now()
	switch {
	case p == nil || p.dropped:
	case c.locks() && (!p.locked || p.lockExpired(now)):
		c.relock(env, p, relockInRun)
	case now.Sub(r.began) > maxConsumeContinuously:
		env.After(consumeAgain, timerConsume, 0, p.id, 0)
	default:
		if m, ok := p.take(); ok {
			p.inListener = true
			c.listen(env, p, i, m)
			return
		}
	}
	c.endOrderly(env, i)
}

// endOrderly frees the thread; a run that waited for this queue begins.
func (c *Consumer) endOrderly(env *kernel.Env, i int) {
	queue := c.pool.runs[i].queue
	c.pool.runs = slices.Delete(c.pool.runs, i, i+1)
	next := slices.IndexFunc(c.pool.runs, func(r run) bool { return r.waiting && r.queue == queue })
	if next < 0 {
		return
	}
	r := &c.pool.runs[next]
	r.waiting, r.began = false, env.Now()
	if p := c.byID(r.id); p != nil && !p.dropped {
		c.enterOrderly(env, next, p)
	} else {
		c.endOrderly(env, next)
	}
}

// listenedOrderly commits what the listener has consumed and goes on; the
// result for a queue that was dropped meanwhile is not kept
// [ConsumeMessageOrderlyService.processConsumeResult].
func (c *Consumer) listenedOrderly(env *kernel.Env, i int, p *processQueue) {
	r := &c.pool.runs[i]
	serial := r.serial
	if p == nil {
		c.explainIgnored(env, r)
		c.nextOrderly(env, i, nil)
		return
	}
	p.inListener = false
	if p.dropped {
		c.explainIgnored(env, r)
		p.commitTaken()
		c.listenerReturned(env, p)
	} else if c.fails(p.consuming.ref(0)) {
		c.failedOrderly(env, i, p)
		return
	} else {
		c.consumed++
		c.commitOrderly(env, p)
	}
	if i, ok := c.pool.find(serial); ok {
		c.nextOrderly(env, i, p)
	}
}

// commitOrderly commits what the listener had in its hands.
func (c *Consumer) commitOrderly(env *kernel.Env, p *processQueue) {
	c.updateOffset(p.queue, p.commit(), false)
	c.liftHold(env, p)
}

// commitTaken forgets what was taken, if a reset has not cleared it already.
func (p *processQueue) commitTaken() {
	if p.consuming.len() > 0 {
		p.commit()
	}
}

// relock asks for the queue's lock after a while and then consumes again
// [ConsumeMessageOrderlyService.tryLockLaterAndReconsume].
func (c *Consumer) relock(env *kernel.Env, p *processQueue, after time.Duration) {
	c.explainNoLock(env, p)
	env.After(after, timerTryLock, 0, p.id, 0)
}

// relocked goes on after the broker's answer: 10 ms later if the lock was
// granted, else after 3 s.
func (c *Consumer) relocked(env *kernel.Env, p *processQueue, granted bool) {
	after := consumeAfterDenial
	if granted {
		after = consumeAgain
	}
	env.After(after, timerConsume, 0, p.id, 0)
}
