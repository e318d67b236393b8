package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// The times of an orderly release [RebalancePushImpl].
const (
	consumeLockWait = time.Second            // to 5.1.x
	writeLockWait   = 500 * time.Millisecond // 5.2.0+
	unlockDelay     = 20 * time.Second       // UNLOCK_DELAY_TIME_MILLS
)

type releaseStage uint8

const (
	relPersist releaseStage = iota
	relPersisted
	relListener // waits for the listener that holds the consume lock
	relUnlock
	relDone
)

// release is how far the rebalance thread is in letting one queue go.
type release struct {
	id     int64 // of the process queue
	why    explain.Key
	stage  releaseStage
	again  bool // 5.2.0+: the second persist
	forced bool
	got    bool  // the consume lock was had
	saved  int64 // the offset committed, -1 none
	gen    uint32
}

// Why a queue is let go.
const (
	notAssigned explain.Key = "not-assigned" // the share does not hold it
	pullExpired explain.Key = "pull-expired" // no pull for 120 s
)

// losing is why a queue must be let go, "" if it need not.
func (c *Consumer) losing(env *kernel.Env, p *processQueue) explain.Key {
	switch {
	case p.queue.Topic != c.rebalance.topic:
		return ""
	case !slices.Contains(c.rebalance.mine, p.queue):
		return notAssigned
	case p.pullExpired(env.Now()):
		return pullExpired
	}
	return ""
}

// dropNext looks for the next queue to let go
// [RebalanceImpl.updateProcessQueueTableInRebalance].
func (c *Consumer) dropNext(env *kernel.Env) bool {
	r := &c.rebalance
	for ; r.index < len(c.table); r.index++ {
		p := c.table[r.index]
		why := c.losing(env, p)
		if why == "" {
			continue
		}
		p.dropped = true
		r.release = release{id: p.id, why: why, saved: -1, gen: r.release.gen}
		r.phase = rebRelease
		return true
	}
	r.phase, r.index = rebGain, 0
	return true
}

// releaseOn goes on with the release of one queue
// [RebalancePushImpl.removeUnnecessaryMessageQueue].
func (c *Consumer) releaseOn(env *kernel.Env) bool {
	l := &c.rebalance.release
	p := c.byID(l.id)
	if p == nil { // somebody else has removed it meanwhile
		c.rebalance.phase = rebDrop
		return true
	}
	switch l.stage {
	case relPersist:
		l.stage = relPersisted
		return c.persistOne(env, p.queue)
	case relPersisted:
		c.persistedOne(env, p)
	case relListener:
		l.got = !p.inListener
		c.listenerGone(env, p)
	case relUnlock:
		l.stage = relDone
		return c.unlock(env, p)
	case relDone:
		c.remove(env, p)
	}
	return c.threads[threadRebalance].wait == free
}

// persistedOne: concurrent consumers are done; orderly ones need the consume
// lock before they give the broker's lock back.
func (c *Consumer) persistedOne(env *kernel.Env, p *processQueue) {
	l := &c.rebalance.release
	if !c.locks() || !c.rules.ReleasesByWriteLock || l.again {
		c.forgetOffset(p.queue)
	}
	if !c.locks() {
		l.stage = relDone
		return
	}
	if l.again {
		p.locked = false
		l.stage = relUnlock
		return
	}
	wait := consumeLockWait
	if c.rules.ReleasesByWriteLock {
		wait = writeLockWait
		l.forced = env.Now() > p.lastLock.Add(unlockDelay)
	}
	l.stage = relListener
	if p.inListener && !l.forced {
		c.threads[threadRebalance].wait = onListener
		l.gen++
		env.After(wait, timerRelease, l.gen, 0, 0)
	}
}

// listenerGone goes on with the consume lock in hand or by force, or gives the
// release up until the next run.
func (c *Consumer) listenerGone(env *kernel.Env, p *processQueue) {
	l := &c.rebalance.release
	switch {
	case !l.got && !l.forced:
		p.releaseTries++
		c.explainKept(env, p)
		c.rebalance.index++
		c.rebalance.phase = rebDrop
	case c.rules.ReleasesByWriteLock:
		l.again, l.stage = true, relPersist
	default:
		l.stage = relUnlock
	}
}

// unlock gives the broker's lock back, to 5.1.x 20 s later while messages are
// still cached.
func (c *Consumer) unlock(env *kernel.Env, p *processQueue) bool {
	if !c.rules.ReleasesByWriteLock && p.messages.len() > 0 {
		c.locker.serial++
		c.locker.later = append(c.locker.later, delayedUnlock{c.locker.serial, p.queue})
		env.After(unlockDelay, timerUnlock, 0, c.locker.serial, 0)
		c.explainDelayedUnlock(env, p)
		return true
	}
	return c.ask(env, threadRebalance, request{kind: unlockQueues, queue: p.queue, queues: []wire.MessageQueue{p.queue}})
}

// releaseTimedOut gives up waiting for the consume lock.
func (c *Consumer) releaseTimedOut(env *kernel.Env, gen uint32) {
	if th := &c.threads[threadRebalance]; th.wait == onListener && gen == c.rebalance.release.gen {
		th.wait = free
		c.rebalanceOn(env)
	}
}

// listenerReturned tells the rebalance thread, if it waits for this queue, that
// the consume lock is free.
func (c *Consumer) listenerReturned(env *kernel.Env, p *processQueue) {
	if th := &c.threads[threadRebalance]; th.wait == onListener && c.rebalance.release.id == p.id {
		th.wait = free
		c.rebalanceOn(env)
	}
}

// remove takes a released queue out of the table.
func (c *Consumer) remove(env *kernel.Env, p *processQueue) {
	r := &c.rebalance
	c.explainDropped(env, p, r.release.why, r.release.saved)
	c.takeOut(p)
	r.changed = true
	r.phase = rebDrop
}

// takeOut removes a process queue from the table.
func (c *Consumer) takeOut(p *processQueue) {
	p.dropped = true
	if i, ok := c.find(p.queue); ok {
		c.table = slices.Delete(c.table, i, i+1)
	}
}

// truncate drops the queues of topics that are not subscribed any more, without
// persisting or unlocking [RebalanceImpl.truncateMessageQueueNotMyTopic].
func (c *Consumer) truncate(env *kernel.Env) {
	for i := 0; i < len(c.table); i++ {
		p := c.table[i]
		if c.subscription(p.queue.Topic) != nil {
			continue
		}
		c.rebalance.said = true
		c.explainDropped(env, p, "not-subscribed", -1)
		c.takeOut(p)
		i--
	}
}

// find is the place of a queue in the table.
func (c *Consumer) find(q wire.MessageQueue) (int, bool) {
	return kernel.Find(len(c.table), func(i int) int { return allocate.CompareQueues(q, c.table[i].queue) })
}

// byID is the process queue in the table with an id, nil if it is gone.
func (c *Consumer) byID(id int64) *processQueue {
	for _, p := range c.table {
		if p.id == id {
			return p
		}
	}
	return nil
}

// locks reports whether the consumer takes the broker's locks: orderly and
// clustering.
func (c *Consumer) locks() bool { return c.config.Orderly && c.config.Model == wire.Clustering }
