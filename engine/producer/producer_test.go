package producer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

const second = time.Second

func settings(change func(*Settings)) Config {
	c := Config{Settings: Defaults()}
	if change != nil {
		change(&c.Settings)
	}
	return c
}

func TestRoundRobinGoesThroughAllQueues(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.burst(t, 8, 10*time.Millisecond)
	w.run(second)
	w.requireCounts(t, 8, 0)
	queues := map[string]int{}
	for _, s := range w.stored {
		queues[s[len("0.000s "):len("0.000s broker-a/0")]]++
	}
	require.Len(t, queues, 8)
	require.Equal(t, []string{"0.004s producer.publish"}, w.rules(), "an ordinary send makes no record")
}

func TestSteadyRateKeysTagsAndIDs(t *testing.T) {
	c := settings(nil)
	c.Traffic = Traffic{Rate: 600, Keys: 3, Tags: []string{"TagA", "TagB"}}
	w := newWorld(t, "4.9", 1, c)
	w.run(second + 50*time.Millisecond)
	w.requireCounts(t, 10, 0)
	require.Len(t, w.ids, 10)
	require.Contains(t, w.stored[3], " key 0")
	for id := range w.ids {
		require.EqualValues(t, self, id>>32)
	}
	w.do(func(env *kernel.Env, p *Producer) { require.NoError(t, p.SetRate(env, 0)) })
	w.run(second)
	w.requireCounts(t, 10, 0)
}

func TestSlowSendDelaysTheNext(t *testing.T) {
	c := settings(nil)
	c.Traffic.Rate = 60 * 10
	w := newWorld(t, "4.9", 1, c)
	w.peer("broker-a").lag = 500 * time.Millisecond
	w.run(5 * second)
	sent, _ := w.counts()
	require.Less(t, sent, int64(11), "one thread: a send takes 502 ms")
	require.Greater(t, sent, int64(8))
}

func TestBatchIsOneRequest(t *testing.T) {
	c := settings(nil)
	c.Traffic.Batch = 5
	w := newWorld(t, "4.9", 1, c)
	w.burst(t, 12, 0)
	w.run(second)
	w.requireCounts(t, 12, 0)
	require.Len(t, w.ids, 12)
	require.Equal(t, w.stored[0][:17], w.stored[4][:17])
	require.Error(t, w.producer.SetSelector(Selector{Kind: ByHash}))
}

func TestUnknownTopicFailsWith10005(t *testing.T) {
	w := newWorld(t, "4.9", 0, settings(nil))
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 0, 1)
	require.EqualValues(t, NotFoundTopicCode, fact(w.last(explain.ProducerNoRoute), "code").Num)
}

// Facts, section 4, timeline 1.
func TestKilledBrokerIsRetriedElsewhere(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.burst(t, 8, 10*time.Millisecond)
	w.run(second)
	w.kill("broker-a")
	w.burst(t, 8, 10*time.Millisecond)
	w.run(second)
	w.requireCounts(t, 16, 0)
	d := w.last(explain.ProducerRetry)
	require.NotNil(t, d)
	require.Equal(t, "RemotingConnectException", fact(d, "exception").Text)
	require.Contains(t, d.Chose[0], "broker-b/")
	for _, p := range d.Passed {
		require.EqualValues(t, "last.broker", p.Why)
	}
}

// Facts, section 4, timeline 2.
func TestLostHostEatsTheBudget(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		w := newWorld(t, version, 2, settings(nil))
		w.burst(t, 8, 10*time.Millisecond)
		w.run(2 * second) // after the heartbeat, whose failure would end the wait
		w.lose("broker-a")
		w.burst(t, 8, 10*time.Millisecond)
		w.run(13 * second)
		sent, failed := w.counts()
		require.EqualValues(t, 16, sent+failed, version)
		require.NotZero(t, failed, version) // the queue drawn for the try that is not made moves the round robin on
		d := w.last(explain.ProducerCallTimeout)
		require.EqualValues(t, 3*second, fact(d, "elapsed.ns").Num, version)
		require.EqualValues(t, 1, fact(d, "tries.made").Num, version)
		require.Equal(t, "RemotingTooMuchRequestException", fact(d, "exception").Text)
	}
}

func TestFaultToleranceAvoidsTheLostHost(t *testing.T) {
	for version, isolated := range map[string]time.Duration{"4.8": 600 * second, "4.9": 600 * second, "5.3": 10 * second} {
		w := newWorld(t, version, 2, settings(func(s *Settings) { s.FaultTolerance = true }))
		w.lose("broker-a")
		w.burst(t, 40, 10*time.Millisecond)
		w.run(9 * second)
		w.requireCounts(t, 39, 1)
		require.EqualValues(t, isolated, fact(w.last(explain.ProducerIsolated), "isolated.ns").Num)
		d := w.last(explain.ProducerAvoid)
		require.EqualValues(t, "isolated.ns", d.Passed[0].Why)
		require.Greater(t, d.Passed[0].Num, int64(0))
		var v view.View
		w.producer.Show(&v)
		require.Equal(t, "broker-a", v.Faults[0].Broker)
	}
}

// Facts, section 4, timeline 3.
func TestRequestCapSavesTheHangingBroker(t *testing.T) {
	w := newWorld(t, "5.3", 2, settings(func(s *Settings) { s.MaxPerRequest = 500 * time.Millisecond }))
	w.burst(t, 8, 0)
	w.run(second)
	w.peer("broker-a").state = 'h'
	before := len(w.stored)
	w.burst(t, 8, 0)
	w.run(10 * second)
	w.requireCounts(t, 16, 0)
	require.Greater(t, len(w.stored)-before, 8, "what hung was stored too: duplicates")
	require.EqualValues(t, 500*time.Millisecond, fact(w.last(explain.ProducerRetry), "took.ns").Num)
	require.EqualValues(t, 2500*time.Millisecond, fact(w.last(explain.ProducerRetry), "budget.left.ns").Num)
}

// Facts, section 4, timeline 5.
func TestSingleBroker(t *testing.T) {
	w := newWorld(t, "4.9", 1, settings(nil))
	w.burst(t, 1, 0)
	w.run(second)
	w.kill("broker-a")
	w.dropBroker("broker-a")
	w.run(31 * second)
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 1, 1)
	d := w.last(explain.ProducerFailed)
	require.EqualValues(t, ConnectBroker, fact(d, "code").Num)
	require.EqualValues(t, 3, fact(d, "tries.made").Num)
	w.restart("broker-a")
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 2, 1)
}

func TestSingleBrokerWithSlave(t *testing.T) {
	w := newWorld(t, "4.9", 1, settings(nil))
	w.burst(t, 1, 0)
	w.run(second)
	full := w.route
	w.kill("broker-a")
	w.dropMaster("broker-a")
	w.run(31 * second)
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 1, 1)
	require.EqualValues(t, NotFoundTopicCode, fact(w.last(explain.ProducerNoRoute), "code").Num)
	w.restart("broker-a")
	w.route = full
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 2, 1)
}

// PROD-06.
func TestBusyBroker(t *testing.T) {
	for version, failed := range map[string]int64{"4.8": 4, "4.9": 4, "5.3": 0} {
		w := newWorld(t, version, 2, settings(nil))
		w.peer("broker-a").code = wire.SystemBusy
		w.burst(t, 8, 0)
		w.run(second)
		w.requireCounts(t, 8-failed, failed)
		if failed > 0 {
			require.EqualValues(t, wire.SystemBusy, fact(w.last(explain.ProducerCodeNotRetried), "code").Num)
		}
	}
}

func TestNotStoreOKIsANormalResult(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.peer("broker-a").code = wire.SlaveNotAvailable
	w.burst(t, 8, 0)
	w.run(second)
	w.requireCounts(t, 8, 0)
	require.Len(t, w.stored, 8)
	require.EqualValues(t, wire.SlaveNotAvailable, fact(w.last(explain.ProducerNotStoreOK), "code").Num)
	w.producer.SetRetryNotOK(true)
	w.burst(t, 8, 0)
	w.run(second)
	w.requireCounts(t, 16, 0)
	require.Greater(t, len(w.stored), 16, "stored twice, on another broker")
	require.NotNil(t, w.last(explain.ProducerRetry))
}

func TestSelectorsAreTriedOnce(t *testing.T) {
	c := settings(func(s *Settings) { s.Selector = Selector{Kind: ByHash} })
	c.Traffic.Keys = 8
	w := newWorld(t, "4.9", 2, c)
	w.burst(t, 8, 0)
	w.run(second)
	require.Contains(t, w.stored[5], "broker-b/1 key 5")
	w.kill("broker-b")
	w.burst(t, 8, 0)
	w.run(second)
	w.requireCounts(t, 12, 4)
	require.Equal(t, "RemotingConnectException", fact(w.last(explain.ProducerSelectedOnce), "exception").Text)
	w.dropBroker("broker-b")
	w.run(30 * second)
	w.burst(t, 6, 0)
	w.run(second)
	require.Contains(t, w.stored[len(w.stored)-1], "broker-a/1 key 5")
	require.NoError(t, w.producer.SetSelector(Selector{Kind: Fixed, Queue: wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: 3}}))
	w.burst(t, 3, 0)
	w.run(second)
	require.Contains(t, w.stored[len(w.stored)-1], "broker-a/3")
}

func TestStopUnregistersAfterTheLastSend(t *testing.T) {
	w := newWorld(t, "4.9", 1, settings(nil))
	w.peer("broker-a").lag = second
	w.burst(t, 3, 0)
	w.run(500 * time.Millisecond)
	w.do(func(env *kernel.Env, p *Producer) { p.Stop(env) })
	require.False(t, w.producer.Stopped())
	w.run(5 * second)
	require.True(t, w.producer.Stopped())
	w.requireCounts(t, 1, 0)
	w.do(func(env *kernel.Env, p *Producer) { require.Error(t, p.SendBurst(env, 1, 0)) })
	w.producer.Crash(false)
	w.peer("broker-a").lag = 0
	w.do(func(env *kernel.Env, p *Producer) { p.Start(env) })
	w.burst(t, 1, 0)
	w.run(second)
	w.requireCounts(t, 2, 0)
	require.Len(t, w.ids, 2)
}

func TestCrashForgetsTheFaultTable(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(func(s *Settings) { s.FaultTolerance = true }))
	w.kill("broker-a")
	w.burst(t, 8, 0)
	w.run(second)
	var v view.View
	w.producer.Show(&v)
	require.NotEmpty(t, v.Faults)
	w.producer.Crash(true)
	v.Reset()
	w.producer.Show(&v)
	require.Empty(t, v.Faults)
}

func TestDetectorMakesReachableAgain(t *testing.T) {
	w := newWorld(t, "5.3", 2, settings(func(s *Settings) { s.FaultTolerance, s.Detector = true, true }))
	w.kill("broker-a")
	w.burst(t, 8, 0)
	w.run(second)
	var v view.View
	w.producer.Show(&v)
	require.True(t, v.Faults[0].Unreachable)
	w.restart("broker-a")
	w.run(5 * second)
	v.Reset()
	w.producer.Show(&v)
	require.False(t, v.Faults[0].Unreachable)
	require.NotNil(t, w.last(explain.ProducerReachable))
	require.Error(t, newWorld(t, "4.9", 1, settings(nil)).producer.SetDetector(nil, true))
}

func TestCloneHasAFutureOfItsOwn(t *testing.T) {
	w := newWorld(t, "4.8", 2, settings(func(s *Settings) { s.FaultTolerance = true }))
	w.kill("broker-a")
	w.burst(t, 20, 100*time.Millisecond)
	w.run(second)
	c := w.producer.Clone()
	sent := c.sent
	w.run(2 * second)
	require.Equal(t, sent, c.sent)
	require.Greater(t, w.producer.sent, sent)
}

func TestRecordsAreTheSameUnread(t *testing.T) {
	var counts [2]kernel.Cause
	for i, read := range []bool{true, false} {
		w := newWorld(t, "5.3", 3, settings(func(s *Settings) { s.FaultTolerance = true }))
		w.read = read
		w.burst(t, 30, 50*time.Millisecond)
		w.run(second)
		w.kill("broker-b")
		w.run(5 * second)
		counts[i] = w.Notes()
	}
	require.Equal(t, counts[0], counts[1])
}
