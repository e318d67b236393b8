package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// counted is a run of lines; "12s" lets time pass.
func counted(t *testing.T, lines ...string) *engine.Sim {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	sim.Watch()
	play(t, sim, lines...)
	return sim
}

func play(t *testing.T, sim *engine.Sim, lines ...string) {
	for _, line := range lines {
		if d, err := time.ParseDuration(line); err == nil {
			sim.RunUntil(sim.Now().Add(d), 0)
			continue
		}
		require.NoError(t, do(sim, line), line)
	}
}

func numbersOf(sim *engine.Sim, group string) (g view.Group, rows []view.Tally) {
	v := &view.View{}
	sim.Show(v)
	for _, x := range v.Groups {
		if x.Name == group {
			g = x
		}
	}
	for _, r := range v.Tallies {
		if r.Group == group {
			rows = append(rows, r)
		}
	}
	return g, rows
}

func row(t *testing.T, sim *engine.Sim, topic string) view.Tally {
	_, rows := numbersOf(sim, "g")
	for _, r := range rows {
		if r.Topic == topic {
			return r
		}
	}
	require.Fail(t, "no row of "+topic)
	return view.Tally{}
}

// setUp is a cluster whose only consumer is down when the producer sends.
var setUp = []string{"nameserver ns", "broker broker-a topics=orders:1", "producer p1 topic=orders", "consumer c1 group=g topic=orders from=first", "25s"}

func TestWhatOnlyALostHostHadIsLost(t *testing.T) {
	sim := counted(t, setUp...)
	play(t, sim, "send p1 3", "7s", "kill c1", "send p1 5", "100ms")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lag)
	require.Equal(t, int64(0), g.Lost)
	play(t, sim, "lose broker-a")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lost, "the disk had not flushed them; the three that were consumed are not missed")
	require.Equal(t, view.Number{N: 5, At: sim.Now()}, row(t, sim, "orders").Lost)
	play(t, sim, "restart broker-a", "restart c1", "60s")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lost)
}

func TestWhatASlaveHasIsNotLost(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1", "broker broker-a-s of=broker-a id=1", "producer p1 topic=orders",
		"consumer c1 group=g topic=orders from=first", "25s", "kill c1", "send p1 5", "1s", "disk broker-a")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost)
	play(t, sim, "kill broker-a-s")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost, "its disk still has them")
	play(t, sim, "disk broker-a-s")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lost)
}

func TestRetentionAndRemovalLose(t *testing.T) {
	sim := counted(t, setUp...)
	play(t, sim, "kill c1", "send p1 5", "1s", "expire broker-a orders/0 offset=2")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(2), g.Lost)
	play(t, sim, "kill broker-a", "remove broker-a")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lost, "a node that is removed takes its disk with it")
}

// A send that is not answered was promised nothing.
func TestWhatTakesThePlaceOfLostMessagesIsMissedToo(t *testing.T) {
	sim := counted(t, setUp...)
	play(t, sim, "send p1 10", "12s", "kill c1", "1s")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost)
	play(t, sim, "disk broker-a", "restart broker-a", "40s", "send p1 5", "1s")
	play(t, sim, "disk broker-a")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(5), g.Lost, "the group was past the first ten, not past these")
}

func TestOnlyWhatAProducerWasToldIsLost(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1 role=sync", "broker broker-a-s of=broker-a id=1", "producer p1 topic=orders",
		"consumer c1 group=g topic=orders from=first", "25s", "kill c1", "cut broker-a broker-a-s", "send p1 1", "1s", "lose broker-a")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost)
}

// What a consumer had fetched comes to its listener though no broker has it.
func TestAFetchedMessageIsFoundAgain(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1", "producer p1 topic=orders", "consumer c1 group=g topic=orders from=first listen=4s threads=1",
		"25s", "send p1 5", "3s", "disk broker-a")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(4), g.Lost, "the first is with the listener")
	play(t, sim, "20s")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost)
	require.Equal(t, int64(5), g.Delivered)
}

func TestNobodyMissesWhatHeDoesNotWant(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1", "producer p1 topic=orders tags=TagA,TagB",
		"consumer c1 group=g topic=orders from=first tags=TagA", "25s", "kill c1", "send p1 6", "100ms", "lose broker-a")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(3), g.Lost)
}

func TestRetriesAndDeadLettersAreCounted(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1", "producer p1 topic=orders",
		"consumer c1 group=g topic=orders from=first listen=0s max-reconsume=1 fail=always", "25s", "send p1 3", "1s")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(3), g.Retrying, "they wait 10 s")
	require.Equal(t, int64(0), g.Dead)
	play(t, sim, "10s")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, [2]int64{0, 3}, [2]int64{g.Retrying, g.Dead})
	require.Equal(t, int64(3), row(t, sim, "%DLQ%g").Dead.N)
	require.Positive(t, row(t, sim, "%DLQ%g").Dead.At)
	require.Equal(t, int64(3), row(t, sim, "%RETRY%g").Delivered.N)
	require.Equal(t, int64(0), row(t, sim, "orders").Lag.N)
	play(t, sim, "disk broker-a")
	g, _ = numbersOf(sim, "g")
	require.Equal(t, int64(0), g.Lost, "dead letters are nobody's")
}

// A retry is another message than the one that failed: its loss is a loss.
func TestARetryThatWaitsIsLostWithTheDisk(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:1", "producer p1 topic=orders",
		"consumer c1 group=g topic=orders from=first listen=0s fail=always", "25s", "send p1 3", "1s", "disk broker-a")
	g, _ := numbersOf(sim, "g")
	require.Equal(t, int64(3), g.Lost)
	require.Equal(t, int64(0), g.Retrying)
	require.Equal(t, view.Number{N: 3, At: sim.Now()}, row(t, sim, "%RETRY%g").Lost, "the queue is gone too, its number stays")
}

func TestNumbersSayWhenTheyChanged(t *testing.T) {
	sim := counted(t, setUp...)
	play(t, sim, "send p1 2", "7s")
	orders := row(t, sim, "orders")
	require.Equal(t, int64(2), orders.Delivered.N)
	require.Equal(t, kernel.Time(25*time.Second).Add(6*time.Millisecond), orders.Delivered.At, "twice: sent, answered, delivered in 1 ms each")
	require.Greater(t, orders.Lag.At, orders.Delivered.At, "the group's offset comes later")
	require.Equal(t, view.Number{}, orders.Repeated)
	require.NoError(t, sim.Seek(engine.EndOf(orders.Lag.At-1)))
	require.Equal(t, int64(2), row(t, sim, "orders").Lag.N)
	require.NoError(t, sim.Seek(engine.EndOf(orders.Lag.At)))
	require.Equal(t, int64(0), row(t, sim, "orders").Lag.N)
}

func TestShowingNumbersAllocatesNothing(t *testing.T) {
	sim := counted(t, "nameserver ns", "broker broker-a topics=orders:2", "producer p1 topic=orders rate=20/s",
		"consumer c1 group=g topic=orders from=first fail=2", "consumer d1 group=h topic=orders model=broadcasting", "40s")
	v := &view.View{}
	sim.Show(v)
	require.NotEmpty(t, v.Tallies)
	require.Positive(t, v.Groups[0].Retrying)
	require.Zero(t, testing.AllocsPerRun(10, func() { sim.Show(v) }))
}
