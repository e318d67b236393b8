package broker

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// lockLives is how long a lock holds after its last renewal
// [rocketmq.broker.rebalance.lockMaxLiveTime].
const lockLives = 60 * time.Second

// lockTable is the locks of queues that are consumed in order, by group and
// queue [RebalanceLockManager].
type lockTable []queueLock

type queueLock struct {
	group    string
	queue    wire.MessageQueue
	clientID string
	renewed  kernel.Time
	denied   string // whom it was last denied to
}

// lockOutcome is how an attempt ended.
type lockOutcome uint8

const (
	granted lockOutcome = iota
	taken               // granted, the holder's lock having run out
	denied
)

func compareLock(l queueLock, k queueLock) int {
	return cmp.Or(strings.Compare(l.group, k.group), strings.Compare(l.queue.Topic, k.queue.Topic),
		strings.Compare(l.queue.Broker, k.queue.Broker), cmp.Compare(l.queue.QueueID, k.queue.QueueID))
}

// try takes or renews the lock of one queue and returns the lock as it was.
func (t *lockTable) try(group string, q wire.MessageQueue, clientID string, now kernel.Time) (lockOutcome, *queueLock) {
	want := queueLock{group: group, queue: q, clientID: clientID, renewed: now}
	i, ok := slices.BinarySearchFunc(*t, want, compareLock)
	if !ok {
		*t = kernel.Insert(*t, i, want)
		return granted, nil
	}
	l := &(*t)[i]
	switch {
	case l.clientID == clientID:
		l.renewed = now
		return granted, l
	case now.Sub(l.renewed) > lockLives:
		return taken, l
	}
	return denied, l
}

// release gives a lock back if the client holds it.
func (t *lockTable) release(group string, q wire.MessageQueue, clientID string) {
	i, ok := slices.BinarySearchFunc(*t, queueLock{group: group, queue: q}, compareLock)
	if ok && (*t)[i].clientID == clientID {
		*t = slices.Delete(*t, i, i+1)
	}
}

// lock serves LOCK_BATCH_MQ [RebalanceLockManager.tryLockBatch].
func (b *Broker) lock(env *kernel.Env, m *wire.LockBatch) kernel.Message {
	answer := &wire.LockedQueues{Queues: make([]wire.MessageQueue, 0, len(m.Queues))}
	cause := env.Cause()
	for _, q := range m.Queues {
		outcome, l := b.locks.try(m.Group, q, m.ClientID, env.Now())
		switch outcome {
		case taken:
			explainLock(env, explain.BrokerLockTaken, l, m.ClientID)
			l.clientID, l.renewed, l.denied = m.ClientID, env.Now(), ""
		case denied:
			if l.denied != m.ClientID { // asked again every second or so: once is enough
				explainLock(env, explain.BrokerLockDenied, l, m.ClientID)
				l.denied = m.ClientID
			}
			continue
		}
		answer.Queues = append(answer.Queues, q)
	}
	env.SetCause(cause)
	return answer
}

// unlock serves UNLOCK_BATCH_MQ [RebalanceLockManager.unlockBatch].
func (b *Broker) unlock(m *wire.UnlockBatch) kernel.Message {
	for _, q := range m.Queues {
		b.locks.release(m.Group, q, m.ClientID)
	}
	return &wire.Answer{}
}

func explainLock(env *kernel.Env, rule explain.Rule, l *queueLock, clientID string) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("group", l.group), explain.Text("topic", l.queue.Topic), explain.Text("queue", l.queue.String()),
			explain.Text("client", clientID), explain.Text("holder", l.clientID),
			explain.Num("silent.ns", int64(env.Now().Sub(l.renewed))), explain.Num("limit.ns", int64(lockLives)),
		}
	}
	env.Explain(d)
}
