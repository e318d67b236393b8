package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// The lock renewal's times [ConsumeMessageOrderlyService.start].
const (
	lockFirst    = time.Second
	lockInterval = 20 * time.Second // ProcessQueue.REBALANCE_LOCK_INTERVAL
)

// locker is the thread that renews the broker's locks and asks for single ones.
type locker struct {
	jobs    fifo[int64] // process queues to lock; 0 renews all locks
	broker  string      // of the renewal: the broker that is asked
	asked   []wire.MessageQueue
	nextDue kernel.Time
	serial  int64
	later   []delayedUnlock
}

// delayedUnlock is a lock that goes back to the broker later.
type delayedUnlock struct {
	serial int64
	queue  wire.MessageQueue
}

func (l *locker) forget() {
	l.jobs.clear()
	*l = locker{jobs: l.jobs, serial: l.serial, later: l.later[:0]}
}

func (l *locker) clone() locker {
	c := *l
	c.jobs, c.later = l.jobs.clone(), slices.Clone(l.later)
	return c
}

func (c *Consumer) startLocking(env *kernel.Env) {
	if c.locks() {
		c.locker.nextDue = env.Now().Add(lockFirst)
		env.Every(lockFirst, timerLockAll, 0, 0, 0)
	}
}

// lockTick renews all locks [ConsumeMessageOrderlyService.lockMQPeriodically].
func (c *Consumer) lockTick(env *kernel.Env) {
	if c.app.stopping {
		return
	}
	c.locker.nextDue = env.Now().Add(lockInterval)
	env.Every(lockInterval, timerLockAll, 0, 0, 0)
	c.lockJob(env, 0)
}

// lockLater asks for the lock of one queue.
func (c *Consumer) lockLater(env *kernel.Env, id int64) { c.lockJob(env, id) }

func (c *Consumer) lockJob(env *kernel.Env, id int64) {
	c.locker.jobs.push(id)
	if c.locker.jobs.len() == 1 {
		c.locker.broker = ""
		c.lockNext(env)
	}
}

// lockNext sends the next question of the job at the head of the queue.
func (c *Consumer) lockNext(env *kernel.Env) {
	l := &c.locker
	for l.jobs.len() > 0 {
		id := l.jobs.items[l.jobs.head]
		broker, queues := c.lockQuestion(id)
		if broker == "" {
			l.jobs.pop()
			l.broker = ""
			continue
		}
		l.broker, l.asked = broker, queues
		if !c.ask(env, threadLock, request{kind: lockQueues, queue: wire.MessageQueue{Broker: broker}, queues: queues}) {
			return
		}
		c.lockAnswered(env)
	}
}

// lockQuestion is what a job asks next: of whom, for which queues.
func (c *Consumer) lockQuestion(id int64) (broker string, queues []wire.MessageQueue) {
	if id == 0 {
		return c.queuesAfter(c.locker.broker, c.rules.RenewsDropped)
	}
	p := c.byID(id)
	if p == nil || c.locker.broker != "" {
		return "", nil
	}
	return p.queue.Broker, []wire.MessageQueue{p.queue}
}

// queuesAfter is the next broker in the order of names that holds queues of the
// table, and these queues.
func (c *Consumer) queuesAfter(broker string, dropped bool) (next string, queues []wire.MessageQueue) {
	for _, p := range c.table {
		if (dropped || !p.dropped) && p.queue.Broker > broker && (next == "" || p.queue.Broker < next) {
			next = p.queue.Broker
		}
	}
	for _, p := range c.table {
		if next != "" && p.queue.Broker == next && (dropped || !p.dropped) {
			queues = append(queues, p.queue)
		}
	}
	return next, queues
}

func (c *Consumer) lockOn(env *kernel.Env) {
	c.lockAnswered(env)
	c.lockNext(env)
}

// lockAnswered takes in which locks are held now; no answer changes nothing
// [RebalanceImpl.lockAll, RebalanceImpl.lock].
func (c *Consumer) lockAnswered(env *kernel.Env) {
	r := &c.threads[threadLock].reply
	id := c.locker.jobs.items[c.locker.jobs.head]
	if id != 0 {
		if p := c.byID(id); p != nil {
			granted := c.granted(env, r, p.queue)
			if !granted {
				c.explainDenied(env, p.queue, r)
			}
			c.relocked(env, p, granted)
		}
		return
	}
	locked, ok := r.msg.(*wire.LockedQueues)
	if !ok {
		return
	}
	c.markLocked(env, locked.Queues)
	for _, q := range c.locker.asked {
		i, held := c.find(q)
		if held && c.table[i].locked && !slices.Contains(locked.Queues, q) {
			c.table[i].locked = false
			c.explainLockLost(env, c.table[i])
		}
	}
}

// granted takes in the answer for one queue.
func (c *Consumer) granted(env *kernel.Env, r *reply, q wire.MessageQueue) bool {
	locked, ok := r.msg.(*wire.LockedQueues)
	if !ok {
		return false
	}
	c.markLocked(env, locked.Queues)
	return slices.Contains(locked.Queues, q)
}

func (c *Consumer) markLocked(env *kernel.Env, queues []wire.MessageQueue) {
	for _, q := range queues {
		if s := c.subscription(q.Topic); s != nil {
			s.denied = slices.DeleteFunc(s.denied, func(d wire.MessageQueue) bool { return d == q })
		}
		if i, ok := c.find(q); ok {
			p := c.table[i]
			p.locked, p.lastLock, p.unlocked = true, env.Now(), false
			c.liftHold(env, p)
		}
	}
}

// unlockNow gives a lock back whose time has come.
func (c *Consumer) unlockNow(env *kernel.Env, serial int64) {
	for i, u := range c.locker.later {
		if u.serial == serial {
			c.locker.later = slices.Delete(c.locker.later, i, i+1)
			c.unlockLoose(env, u.queue)
			return
		}
	}
}

// unlockLoose gives a lock back without a thread waiting for it.
func (c *Consumer) unlockLoose(env *kernel.Env, q wire.MessageQueue) {
	if !c.locks() {
		return
	}
	if addr, _, ok := c.client.InSubscribe(q.Broker, wire.MasterID, true); ok {
		r := request{kind: unlockQueues, queue: q, queues: []wire.MessageQueue{q}}
		c.client.Remoting.Call(env, remoting.Call{To: addr, Mode: remoting.Oneway, Purpose: purposeLoose, Msg: c.message(&r), Timeout: r.kind.timeout()})
	}
}
