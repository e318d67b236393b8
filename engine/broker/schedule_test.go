package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// delayedTo is a send to queue 1 that asks to wait.
func delayedTo(change func(*wire.Message)) *wire.SendMessage {
	m := sendTo(1, "TagA")
	change(&m.Messages[0])
	return m
}

func atLevel(n int32) *wire.SendMessage { return delayedTo(func(m *wire.Message) { m.DelayLevel = n }) }

func TestDelayedMessageWaitsInItsLevel(t *testing.T) {
	w := newWorld("4.9")
	r := w.answer(12, atLevel(3)).(*wire.SendResult)
	require.Equal(t, queue(1), r.Queue, "the answer names the queue that was asked for")
	waiting := w.b.store.At(wire.ScheduleTopic, 2, 0)
	require.Equal(t, "orders", waiting.RealTopic)
	require.Equal(t, int32(1), waiting.RealQueueID)
	require.Equal(t, int64(10_003), w.b.store.Code(wire.ScheduleTopic, 2, 0))
	require.Zero(t, w.b.store.Max("orders", 1))

	v := &view.View{}
	w.b.Show(v)
	i := len(v.Queues) - 1
	for v.Queues[i].Topic != wire.ScheduleTopic {
		i--
	}
	require.Equal(t, int32(2), v.Queues[i].ID)
	for _, token := range v.Tokens {
		require.Equal(t, int32(i), token.Queue)
		require.Equal(t, view.Delayed, token.State)
		require.Equal(t, kernel.Time(10_003)*ms, token.Due)
		require.Equal(t, 3*ms, token.Since)
	}
	due, ok := w.b.HeadDue(3)
	require.True(t, ok)
	require.Equal(t, kernel.Time(10_003)*ms, due)

	w.run(11 * time.Second)
	m := w.b.store.At("orders", 1, 0)
	require.Equal(t, kernel.Time(10_100)*ms, m.StoredAt, "the look after it was due")
	require.Equal(t, "TagA", m.Tags)
	require.Equal(t, int32(3), m.DelayLevel)
	require.Empty(t, m.RealTopic)
	_, ok = w.b.HeadDue(3)
	require.False(t, ok)
}

func TestHeldPullWakesForADelayedMessage(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "TagA", 1)))
	w.answer(12, atLevel(1))
	w.ask(10, pullAt(1, 0))
	w.run(2 * time.Second)
	found := w.heard[len(w.heard)-1]
	require.Len(t, found.msg.(*wire.PullResult).Messages, 1)
	require.Equal(t, kernel.Time(1101)*ms, found.at)
}

func TestFullDiskRefusesEverything(t *testing.T) {
	w := newWorld("4.9")
	w.b.SetDisk(true)
	require.Equal(t, wire.ServiceNotAvailable, w.answer(12, sendTo(0, "")).(*wire.Answer).Code)
	require.Equal(t, wire.ServiceNotAvailable, w.answer(12, atLevel(3)).(*wire.Answer).Code)
	w.b.SetDisk(false)
	require.IsType(t, &wire.SendResult{}, w.answer(12, sendTo(0, "")))
}

func TestTimerTooFarAheadIsIllegal(t *testing.T) {
	far := delayedTo(func(m *wire.Message) { m.TimerDelaySec = maxTimerSeconds + 1 })
	require.Equal(t, wire.MessageIllegal, newWorld("5.3").answer(12, far).(*wire.Answer).Code)
	w := newWorld("4.9")
	require.IsType(t, &wire.SendResult{}, w.answer(12, far), "4.x knows no timer")
	require.Equal(t, int64(1), w.b.store.Max("orders", 1))
}

// Stamps of the wall clock age by a step: locks run out, clients count as silent,
// held pulls are over.
func TestClockStepAgesStamps(t *testing.T) {
	w := newWorld("4.9")
	step := func(d time.Duration) error {
		return w.act(func(env *kernel.Env) error { return w.b.StepClock(env, d) })
	}
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	w.answer(10, lockBy("c1", 0))
	require.Empty(t, w.answer(11, lockBy("c2", 0)).(*wire.LockedQueues).Queues)
	require.NoError(t, step(61*time.Second))
	require.Len(t, w.answer(11, lockBy("c2", 0)).(*wire.LockedQueues).Queues, 1)
	require.NoError(t, step(-61*time.Second))

	w.ask(10, pullAt(1, 0))
	w.run(100 * time.Millisecond)
	require.NoError(t, step(16*time.Second))
	w.heard = nil
	w.run(5 * time.Second)
	require.Equal(t, wire.PullNotFound, w.heard[0].msg.(*wire.PullResult).Code)
	require.Equal(t, 5*second+ms, w.heard[0].at, "the next check of the hold service")

	require.NoError(t, step(121*time.Second))
	w.run(6 * time.Second)
	require.Empty(t, w.b.groups, "the next scan finds it silent")
	require.Error(t, step(0))
	require.Error(t, step(8*24*time.Hour))
}

func TestSendBack(t *testing.T) {
	for _, version := range []string{"4.8", "4.9"} {
		w := newWorld(version)
		w.answer(10, beat("c1", sub("orders", "*", 1)))
		w.answer(12, sendTo(1, "TagA"))
		physical := w.b.store.At("orders", 1, 0).PhysicalOffset
		back := &wire.SendMessageBack{Group: "g", PhysicalOffset: physical, MaxReconsume: 16}
		require.Equal(t, wire.Success, w.answer(10, back).(*wire.Answer).Code)
		w.run(11 * time.Second)
		retry := w.b.store.At("%RETRY%g", 0, 0)
		require.Equal(t, int32(1), retry.ReconsumeTimes)
		require.Equal(t, "orders", retry.RetryTopic)
		require.Equal(t, int32(3), w.b.store.At(wire.ScheduleTopic, 2, 0).DelayLevel)

		dead := &wire.SendMessageBack{Group: "g", PhysicalOffset: retry.PhysicalOffset, MaxReconsume: 1}
		w.answer(10, dead)
		topic, ok := w.b.topic("%DLQ%g")
		require.True(t, ok)
		if version == "4.8" {
			require.Equal(t, wire.PermWrite, topic.Perm)
			require.Zero(t, w.b.store.Max("%DLQ%g", 0), "it waits its last level once more")
		} else {
			require.Equal(t, wire.PermRead|wire.PermWrite, topic.Perm)
			require.Equal(t, int32(2), w.b.store.At("%DLQ%g", 0, 0).ReconsumeTimes)
		}
		back.PhysicalOffset++
		require.Equal(t, wire.SystemError, w.answer(10, back).(*wire.Answer).Code, "there is no message")
	}
}

// What a client publishes to a retry topic becomes a dead letter at the maximum
// in 4.x, and above it or while the group holds a lock in 5.x.
func TestPublishedRetry(t *testing.T) {
	publish := func(w *world, count int32) string {
		w.answer(10, beat("c1", sub("orders", "*", 1)))
		w.rules()
		w.answer(10, &wire.SendMessage{Messages: []wire.Message{{Topic: "%RETRY%g", ReconsumeTimes: count, MaxReconsume: 3, DelayLevel: 3}}})
		for _, n := range w.notes {
			if n.Rule == explain.RetryLevel || n.Rule == explain.RetryDeadLetter {
				return n.Rule.String()
			}
		}
		return ""
	}
	require.Equal(t, "retry.level", publish(newWorld("4.9"), 2))
	require.Equal(t, "retry.dead-letter", publish(newWorld("4.9"), 3))
	require.Equal(t, "retry.level", publish(newWorld("5.3"), 3))
	require.Equal(t, "retry.dead-letter", publish(newWorld("5.3"), 4))
	w := newWorld("5.3")
	w.answer(10, lockBy("c1", 0))
	require.Equal(t, "retry.dead-letter", publish(w, 1))
}

// A clone delivers what waits, as the original does, and neither disturbs the
// other.
func TestCloneDelivers(t *testing.T) {
	w := newWorld("4.9")
	w.answer(12, atLevel(2))
	twin := w.b.Clone()
	w.run(6 * time.Second)
	require.Equal(t, int64(1), w.b.store.Max("orders", 1))
	require.Zero(t, twin.store.Max("orders", 1))
	due, ok := twin.HeadDue(2)
	require.True(t, ok)
	require.Equal(t, 5003*ms, due)
}
