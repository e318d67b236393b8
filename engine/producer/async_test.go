package producer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func async(s *Settings) { s.Mode = Async }

// connected is a world whose producer has sent to every queue and heartbeat.
func connected(t *testing.T, version string, brokers int, change func(*Settings)) *world {
	w := newWorld(t, version, brokers, settings(change))
	w.burst(t, int64(4*brokers), 0)
	w.run(2 * second)
	w.requireCounts(t, int64(4*brokers), 0)
	return w
}

func TestAsyncDoesNotWait(t *testing.T) {
	w := connected(t, "4.9", 2, async)
	w.peer("broker-a").lag, w.peer("broker-b").lag = second, second
	w.burst(t, 20, 10*time.Millisecond)
	w.run(500 * time.Millisecond)
	require.Len(t, w.producer.sends, 20)
	w.run(second)
	w.requireCounts(t, 28, 0)
}

// Facts, section 4, timeline 4: the callback gets its error at 4 to 5 s.
func TestAsyncHangIsNeverRetried(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		w := connected(t, version, 2, async)
		w.peer("broker-a").state = 'h'
		w.burst(t, 8, 0)
		w.run(3900 * time.Millisecond)
		w.requireCounts(t, 12, 0)
		w.run(1200 * time.Millisecond)
		w.requireCounts(t, 12, 4)
		require.Nil(t, w.last(explain.ProducerAsyncRetry))
		require.GreaterOrEqual(t, fact(w.last(explain.ProducerAsyncNoTime), "elapsed.ns").Num, int64(4*second), version)
	}
}

// Before 5.3.2 the retries without time are made and blame brokers that were
// not even asked (4.9.3 on).
func TestAsyncRetryWithoutTimeBlamesTheInnocent(t *testing.T) {
	for version, items := range map[string]int{"4.8": 1, "4.9": 2, "5.3": 1} {
		w := connected(t, version, 2, func(s *Settings) { s.Mode, s.FaultTolerance = Async, true })
		w.producer.fault.Table.Remove("broker-a")
		w.producer.fault.Table.Remove("broker-b")
		w.peer("broker-a").state = 'h'
		w.do(func(env *kernel.Env, p *Producer) { p.publish.Next.Start(7) })
		w.burst(t, 1, 0)
		w.run(6 * second)
		require.Len(t, w.producer.fault.Table.Items(), items, version)
	}
}

// PROD-04.
func TestAsyncRefused(t *testing.T) {
	for version, failed := range map[string]int64{"4.8": 4, "4.9": 0, "5.3": 0} {
		w := connected(t, version, 3, async)
		w.kill("broker-a")
		w.run(second)
		w.producer.publish.Next.Start(11) // the retries draw from it too
		stored := len(w.stored)
		w.burst(t, 12, 10*time.Millisecond)
		w.run(second)
		sent, lost := w.counts()
		require.EqualValues(t, 24, sent+lost)
		if failed == 0 {
			require.Zero(t, lost, version)
			require.Len(t, w.stored, stored+12)
			d := w.last(explain.ProducerAsyncRetry)
			require.Equal(t, "broker-a", fact(d, "broker").Text)
			continue
		}
		require.Equal(t, failed, lost, version)
		require.EqualValues(t, ConnectBroker, fact(w.last(explain.ProducerFailed), "code").Num)
	}
}

func TestAsyncKeepsTheQueueID(t *testing.T) {
	w := connected(t, "4.9", 2, async)
	w.kill("broker-a")
	w.run(second)
	w.producer.publish.Next.Start(2) // next: broker-a/3
	w.burst(t, 1, 0)
	w.run(second)
	require.Contains(t, w.stored[len(w.stored)-1], "broker-b/3")
}

func TestAsyncSelectorStaysWithItsBroker(t *testing.T) {
	w := connected(t, "5.3", 2, func(s *Settings) {
		s.Mode, s.Selector = Async, Selector{Kind: Fixed, Queue: wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: 1}}
	})
	w.kill("broker-a")
	w.run(second)
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 8, 1)
	d := w.last(explain.ProducerAsyncRetry)
	require.Equal(t, []string{"broker-a"}, d.Chose)
	require.EqualValues(t, 3, fact(w.last(explain.ProducerFailed), "tries.made").Num)
}

func TestAsyncErrorCodeIsNotRetried(t *testing.T) {
	w := connected(t, "5.3", 2, async)
	w.peer("broker-a").code = wire.SystemBusy
	w.burst(t, 8, 0)
	w.run(second)
	w.requireCounts(t, 12, 4)
}

// To a lost host each connect holds a thread of the executor for 3 s (before
// 5.3.0); what waits behind it meanwhile runs out of time.
func TestAsyncConnectHoldsTheExecutor(t *testing.T) {
	w := newWorld(t, "4.8", 2, settings(async))
	w.lose("broker-a")
	w.burst(t, 40, 0)
	w.run(10 * second)
	sent, failed := w.counts()
	require.EqualValues(t, 40, sent+failed)
	require.Greater(t, failed, int64(20))

	w = newWorld(t, "5.3", 2, settings(async))
	w.lose("broker-a")
	w.burst(t, 40, 0)
	w.run(10 * second)
	sent, failed = w.counts()
	require.EqualValues(t, 40, sent+failed)
	require.EqualValues(t, 20, failed)
}

func TestOnewayHasNoOutcome(t *testing.T) {
	w := connected(t, "4.9", 2, func(s *Settings) { s.Mode = Oneway })
	w.peer("broker-a").code = wire.SystemBusy
	w.burst(t, 8, 0)
	w.run(second)
	w.requireCounts(t, 16, 0)
	require.Len(t, w.stored, 8+4, "four are gone and nobody knows")
	w.kill("broker-a")
	w.run(second)
	w.burst(t, 8, 0)
	w.run(second)
	_, failed := w.counts()
	require.NotZero(t, failed, "a refused connect is an exception")
}
