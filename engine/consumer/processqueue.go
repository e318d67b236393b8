package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// The ages at which a process queue is given up by others and by its owner.
const (
	pullMaxIdle     = 120 * time.Second // ProcessQueue.PULL_MAX_IDLE_TIME
	lockMaxLiveTime = 30 * time.Second  // ProcessQueue.REBALANCE_LOCK_MAX_LIVE_TIME
)

// cached is a message in a process queue.
type cached struct {
	offset int64
	msg    *wire.MessageExt
	again  int32       // how often this client alone has tried it again
	local  bool        // it could not be given back and stays here
	begun  kernel.Time // when a listener got it, 0 if none has
}

// count is how often the message was tried again.
func (m *cached) count() int32 { return m.msg.ReconsumeTimes + m.again }

// cache is a TreeMap of messages by offset. Most leave near the front, so the
// front may be empty room.
type cache struct {
	items []cached
	head  int
}

func (c *cache) len() int          { return len(c.items) - c.head }
func (c *cache) at(i int) cached   { return c.items[c.head+i] }
func (c *cache) ref(i int) *cached { return &c.items[c.head+i] }
func (c *cache) first() int64      { return c.items[c.head].offset }
func (c *cache) last() int64       { return c.items[len(c.items)-1].offset }

func (c *cache) span() int64 {
	if c.len() == 0 {
		return 0
	}
	return c.last() - c.first()
}

func (c *cache) find(offset int64) (int, bool) {
	items := c.items[c.head:]
	return kernel.Find(len(items), func(i int) int { return int(offset - items[i].offset) })
}

// put adds a message and reports whether its offset was new.
func (c *cache) put(m cached) bool {
	i, there := c.find(m.offset)
	if there {
		c.items[c.head+i] = m
		return false
	}
	if i == c.len() && len(c.items) == cap(c.items) && c.head > len(c.items)/2 {
		c.compact()
	}
	c.items = kernel.Insert(c.items, c.head+i, m)
	return true
}

// compact moves the messages to the beginning of their room.
func (c *cache) compact() {
	n := copy(c.items, c.items[c.head:])
	clear(c.items[n:])
	c.items, c.head = c.items[:n], 0
}

// remove takes a message out, moving the shorter side.
func (c *cache) remove(offset int64) (cached, bool) {
	i, there := c.find(offset)
	if !there {
		return cached{}, false
	}
	m := c.at(i)
	if i < c.len()-i {
		copy(c.items[c.head+1:], c.items[c.head:c.head+i])
		c.items[c.head] = cached{}
		c.head++
	} else {
		c.items = slices.Delete(c.items, c.head+i, c.head+i+1)
	}
	if c.len() == 0 {
		c.items, c.head = c.items[:0], 0
	}
	return m, true
}

func (c *cache) clear() {
	clear(c.items)
	c.items, c.head = c.items[:0], 0
}

func (c *cache) clone() cache { return cache{items: slices.Clone(c.items[c.head:])} }

// processQueue is one queue in the consumer's table: what was fetched of it and
// is not yet acknowledged [ProcessQueue], and the pull request that lives as
// long as it does [PullRequest].
type processQueue struct {
	id      int64 // tells it from an earlier one of the same queue
	queue   wire.MessageQueue
	since   kernel.Time
	dropped bool

	messages  cache // msgTreeMap
	consuming cache // consumingMsgOrderlyTreeMap: taken by an orderly listener
	taken     bool  // ProcessQueue.consuming: an orderly run is submitted or at work
	queueMax  int64 // the offset of the message put last
	count     int32 // of both maps
	size      int64 // bytes

	locked       bool
	lastLock     kernel.Time
	unlocked     bool // a run found no valid lock, and that was said
	lastPull     kernel.Time
	running      int32 // messages in the hands of a listener
	inListener   bool  // orderly: the consume lock is held
	pull         pullRequest
	releaseTries int32 // orderly: how often the consume lock was not to be had
}

// pullRequest is the one request of a process queue.
type pullRequest struct {
	next        int64     // nextOffset
	lockedFirst bool      // orderly: the offset was read again under the lock
	from        wire.Addr // the replica asked last, 0 none
	waiting     bool      // a pull is out
	failing     bool      // the last one failed, and that was said
	filtering   bool      // the client's filter dropped something, and that was said
	flowTimes   int64     // how often flow control held it
	retryAt     kernel.Time
	hold        hold
}

// hold is a pull request that is looked at again every so often until nothing
// keeps it from being sent. Only the look that finds this is scheduled.
type hold struct {
	since kernel.Time
	every time.Duration // 0: not held
}

// next is the first look at or after now.
func (h hold) next(now kernel.Time) kernel.Time {
	n := (now.Sub(h.since) + h.every - 1) / h.every
	return h.since.Add(max(n, 1) * h.every)
}

// last is the latest look up to now.
func (h hold) last(now kernel.Time) kernel.Time {
	return h.since.Add(now.Sub(h.since) / h.every * h.every)
}

func newProcessQueue(id int64, q wire.MessageQueue, now kernel.Time) *processQueue {
	return &processQueue{id: id, queue: q, since: now, lastLock: now, lastPull: now}
}

func (p *processQueue) clone() *processQueue {
	c := *p
	c.messages, c.consuming = p.messages.clone(), p.consuming.clone()
	return &c
}

// put takes in fetched messages and reports whether an orderly run must be
// submitted [ProcessQueue.putMessage].
func (p *processQueue) put(messages []*wire.MessageExt) (dispatch bool) {
	for _, m := range messages {
		if p.messages.put(cached{offset: m.QueueOffset, msg: m}) {
			p.count++
			p.size += int64(m.Size)
			p.queueMax = m.QueueOffset
		}
	}
	if p.messages.len() > 0 && !p.taken {
		p.taken = true
		return true
	}
	return false
}

// remove takes an acknowledged message out and returns the offset to commit: the
// smallest still cached, or the one after the newest; -1 if it was empty
// already. So one message that is stuck holds the commit back
// [ProcessQueue.removeMessage].
func (p *processQueue) remove(offset int64) int64 {
	if p.messages.len() == 0 {
		return -1
	}
	if m, ok := p.messages.remove(offset); ok {
		p.count--
		p.size -= int64(m.msg.Size)
	}
	return p.commitPoint()
}

// removeGiven takes a message out unless it stays here to be tried again.
func (p *processQueue) removeGiven(offset int64) {
	if i, ok := p.messages.find(offset); ok && !p.messages.at(i).local {
		p.remove(offset)
	}
}

// commitPoint is the offset up to which everything is acknowledged.
func (p *processQueue) commitPoint() int64 {
	if p.messages.len() > 0 {
		return p.messages.first()
	}
	return p.queueMax + 1
}

// take hands the oldest message to an orderly listener; ok is false when there
// is none, and then the run ends [ProcessQueue.takeMessages].
func (p *processQueue) take() (m *wire.MessageExt, ok bool) {
	if p.messages.len() == 0 {
		p.taken = false
		return nil, false
	}
	c, _ := p.messages.remove(p.messages.first())
	p.consuming.put(c)
	return c.msg, true
}

// commit forgets what the orderly listener has taken and returns the offset
// after it [ProcessQueue.commit].
func (p *processQueue) commit() int64 {
	offset := p.consuming.last() + 1
	p.count -= int32(p.consuming.len())
	for i := range p.consuming.len() {
		p.size -= int64(p.consuming.at(i).msg.Size)
	}
	p.consuming.clear()
	return offset
}

// rollback puts what was taken back [ProcessQueue.rollback].
func (p *processQueue) rollback() {
	for i := range p.consuming.len() {
		p.messages.put(p.consuming.at(i))
	}
	p.consuming.clear()
}

// pullExpired: no pull for more than two minutes, which should not be.
func (p *processQueue) pullExpired(now kernel.Time) bool {
	last := p.lastPull
	if p.pull.hold.every > 0 {
		last = p.pull.hold.last(now)
	}
	return now.Sub(last) > pullMaxIdle
}

// lockExpired: the broker's lock was not renewed for more than half a minute.
func (p *processQueue) lockExpired(now kernel.Time) bool {
	return now.Sub(p.lastLock) > lockMaxLiveTime
}
