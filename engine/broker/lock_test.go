package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

func lockBy(client string, ids ...int32) *wire.LockBatch {
	m := &wire.LockBatch{Group: "g", ClientID: client}
	for _, id := range ids {
		m.Queues = append(m.Queues, queue(id))
	}
	return m
}

func TestLocksRunOut60SecondsAfterTheirRenewal(t *testing.T) {
	w := newWorld("4.9")
	require.Len(t, w.answer(10, lockBy("c1", 0, 1)).(*wire.LockedQueues).Queues, 2)
	at := w.b.locks[0].renewed
	require.Empty(t, w.answer(11, lockBy("c2", 0)).(*wire.LockedQueues).Queues)
	w.answer(11, lockBy("c2", 0))
	require.Equal(t, []string{"broker.lock-denied"}, w.rules(), "said once")
	w.run(at.Add(60 * time.Second).Sub(w.Now()))
	require.Len(t, w.answer(11, lockBy("c2", 0, 2)).(*wire.LockedQueues).Queues, 2)
	require.Equal(t, "c1", w.fact(explain.BrokerLockTaken, "holder").Text)
	require.Empty(t, w.answer(10, lockBy("c1", 0)).(*wire.LockedQueues).Queues)
	w.answer(11, &wire.UnlockBatch{Group: "g", ClientID: "c2", Queues: lockBy("", 0).Queues})
	require.Len(t, w.answer(10, lockBy("c1", 0)).(*wire.LockedQueues).Queues, 1)
	require.Len(t, w.b.locks, 3)
	w.kill(false)
	w.start()
	require.Empty(t, w.b.locks, "they live in memory")
}
