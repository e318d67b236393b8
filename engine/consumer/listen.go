package consumer

import (
	"slices"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// task is a message that waits for a consume thread; an orderly run, which takes
// its messages itself, has no offset.
type task struct {
	id     int64 // of the process queue
	offset int64
}

// run is a consume thread at work.
type run struct {
	serial  int64
	id      int64 // of the process queue
	queue   wire.MessageQueue
	offset  int64 // of the message in the listener's hands
	busy    bool  // the listener is at it
	waiting bool  // orderly: another run of the same queue is not over
	began   kernel.Time
}

// pool is the consume threads and what waits for them.
type pool struct {
	tasks fifo[task]
	runs  []run // in the order in which they began
}

func (p *pool) forget() { p.tasks.clear(); p.runs = p.runs[:0] }

func (p *pool) clone() pool { return pool{tasks: p.tasks.clone(), runs: slices.Clone(p.runs)} }

func (p *pool) find(serial int64) (int, bool) {
	i := slices.IndexFunc(p.runs, func(r run) bool { return r.serial == serial })
	return i, i >= 0
}

// work lets free consume threads take what waits.
func (c *Consumer) work(env *kernel.Env) {
	for len(c.pool.runs) < int(c.config.Threads) && c.pool.tasks.len() > 0 {
		t := c.pool.tasks.pop()
		p := c.byID(t.id)
		switch {
		case p == nil || p.dropped: // what was not begun is skipped
		case c.config.Orderly:
			c.beginOrderly(env, p)
		default:
			c.beginConcurrent(env, p, t.offset)
		}
	}
}

// beginConcurrent gives one message to the listener
// [ConsumeMessageConcurrentlyService.ConsumeRequest.run].
func (c *Consumer) beginConcurrent(env *kernel.Env, p *processQueue, offset int64) {
	i, ok := p.messages.find(offset)
	if !ok {
		return
	}
	c.serial++
	c.pool.runs = append(c.pool.runs, run{serial: c.serial, id: p.id, queue: p.queue})
	c.listen(env, p, len(c.pool.runs)-1, p.messages.at(i).msg)
}

// listen starts the listener; a message that hangs never comes back.
func (c *Consumer) listen(env *kernel.Env, p *processQueue, i int, m *wire.MessageExt) {
	r := &c.pool.runs[i]
	r.offset, r.busy = m.QueueOffset, true
	p.running++
	c.given = append(c.given, m)
	if !slices.Contains(c.hung, m.ID) {
		env.After(env.Work(c.config.Listen), timerListen, 0, r.serial, 0)
	}
}

// listened takes the message back from the listener, which has consumed it.
func (c *Consumer) listened(env *kernel.Env, serial int64) {
	i, ok := c.pool.find(serial)
	if !ok {
		return
	}
	r := c.pool.runs[i]
	p := c.byID(r.id)
	if p != nil {
		p.running--
	}
	if c.config.Orderly {
		c.listenedOrderly(env, i, p)
	} else {
		c.pool.runs = slices.Delete(c.pool.runs, i, i+1)
		c.listenedConcurrent(env, r, p)
	}
	c.work(env)
}

// listenedConcurrent acknowledges the message; the result for a queue that was
// dropped meanwhile counts for nothing
// [ConsumeMessageConcurrentlyService.processConsumeResult].
func (c *Consumer) listenedConcurrent(env *kernel.Env, r run, p *processQueue) {
	if p == nil || p.dropped {
		c.explainIgnored(env, &r)
		return
	}
	if o := p.remove(r.offset); o >= 0 {
		c.updateOffset(p.queue, o, true)
	}
	c.consumed++
	c.liftHold(env, p)
}
