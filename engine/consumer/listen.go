package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// task is a batch of messages that waits for a consume thread: n from an offset
// on. An orderly run, which takes its messages itself, has none.
type task struct {
	id     int64 // of the process queue
	offset int64
	n      int32
}

// run is a consume thread at work.
type run struct {
	serial  int64
	id      int64 // of the process queue
	queue   wire.MessageQueue
	offset  int64              // of the first message in the listener's hands
	msg     *wire.MessageExt   // that message
	rest    []*wire.MessageExt // the others of its batch; never changed
	busy    bool               // the listener is at it
	waiting bool               // orderly: another run of the same queue is not over
	began   kernel.Time
	back    int32 // the message of the batch that is given back
	local   int32 // how many of them stay here because that failed
}

func (r *run) len() int32 { return int32(len(r.rest)) + 1 }

func (r *run) at(i int32) *wire.MessageExt {
	if i == 0 {
		return r.msg
	}
	return r.rest[i-1]
}

// pool is the consume threads and what waits for them.
type pool struct {
	tasks fifo[task]
	runs  []run // in the order in which they began
}

func (p *pool) forget() { p.tasks.clear(); p.runs = p.runs[:0] }

func (p *pool) clone() pool { return pool{tasks: p.tasks.clone(), runs: slices.Clone(p.runs)} }

// working tells whether a thread is at work or something waits for one.
func (p *pool) working() bool { return len(p.runs) > 0 || p.tasks.len() > 0 }

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
			c.beginConcurrent(env, p, t)
		}
	}
	c.awaited(env)
}

// beginConcurrent gives a batch to the listener
// [ConsumeMessageConcurrentlyService.ConsumeRequest.run].
func (c *Consumer) beginConcurrent(env *kernel.Env, p *processQueue, t task) {
	i, ok := p.messages.find(t.offset)
	if !ok {
		return
	}
	c.serial++
	r := run{serial: c.serial, id: p.id, queue: p.queue, msg: p.messages.at(i).msg}
	for j := range min(int(t.n), p.messages.len()-i) {
		m := p.messages.ref(i + j)
		m.begun = env.Now()
		if j > 0 {
			r.rest = append(r.rest, m.msg)
		}
	}
	c.pool.runs = append(c.pool.runs, r)
	c.listen(env, p, len(c.pool.runs)-1, r.msg)
}

// listen starts the listener; a message that hangs never comes back.
func (c *Consumer) listen(env *kernel.Env, p *processQueue, i int, m *wire.MessageExt) {
	r := &c.pool.runs[i]
	r.msg, r.offset, r.busy = m, m.QueueOffset, true
	p.running += r.len()
	hangs := false
	for j := range r.len() {
		c.given = append(c.given, r.at(j))
		hangs = c.hangs(r.at(j)) || hangs
	}
	if !hangs {
		c.returnLater(env, r)
	}
}

// returnLater lets the listener return once it has had time for its messages.
func (c *Consumer) returnLater(env *kernel.Env, r *run) {
	env.After(env.Work(c.config.Listen*time.Duration(r.len())), timerListen, 0, r.serial, 0)
}

// listened takes the messages back from the listener.
func (c *Consumer) listened(env *kernel.Env, serial int64) {
	i, ok := c.pool.find(serial)
	if !ok || !c.pool.runs[i].busy {
		return
	}
	r := &c.pool.runs[i]
	r.busy = false
	p := c.byID(r.id)
	if p != nil {
		p.running -= r.len()
	}
	if c.config.Orderly {
		c.listenedOrderly(env, i, p)
	} else {
		c.listenedConcurrent(env, i, p)
	}
	c.work(env)
}

// listenedConcurrent acknowledges the messages or gives them back; the result
// for a queue that was dropped meanwhile counts for nothing
// [ConsumeMessageConcurrentlyService.processConsumeResult].
func (c *Consumer) listenedConcurrent(env *kernel.Env, i int, p *processQueue) {
	r := &c.pool.runs[i]
	if p == nil || p.dropped {
		ignored := *r
		c.pool.runs = slices.Delete(c.pool.runs, i, i+1)
		c.explainIgnored(env, &ignored)
		return
	}
	r.back = c.ackIndex(r, p) + 1
	c.consumed += int64(r.back)
	c.giveBackNext(env, r.serial)
}

// settle takes what is acknowledged or given back out of the process queue and
// frees the thread.
func (c *Consumer) settle(env *kernel.Env, i int, p *processQueue) {
	r := c.pool.runs[i]
	c.pool.runs = slices.Delete(c.pool.runs, i, i+1)
	if p == nil {
		return
	}
	commit := int64(-1)
	if p.messages.len() > 0 {
		for j := range r.len() {
			p.removeGiven(r.at(j).QueueOffset)
		}
		commit = p.commitPoint()
	}
	if commit >= 0 && !p.dropped {
		c.updateOffset(p.queue, commit, true)
	}
	if r.local > 0 {
		c.againLater(env, p, &r)
	}
	c.liftHold(env, p)
}
