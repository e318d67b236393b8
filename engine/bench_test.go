package engine_test

import (
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/heap"
)

// defaultRun is the default scenario: 2 broker groups, 8 queues, 3 consumers,
// 2 producers at 20 messages a second each, 4.9.
func defaultRun(t testing.TB) *engine.Sim {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{
		"nameserver ns", "broker broker-a topics=orders:4", "broker broker-b topics=orders:4",
		"producer p1 rate=20/s", "producer p2 rate=20/s",
		"consumer c1 group=g", "consumer c2 group=g", "consumer c3 group=g",
	} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		require.NoError(t, sim.Do(c), line)
	}
	return sim
}

// tidier collects in WebAssembly as the program does; elsewhere the collector
// has threads of its own.
func tidier(b *testing.B) func() {
	if runtime.GOARCH != "wasm" {
		return func() {}
	}
	percent := debug.SetGCPercent(400)
	b.Cleanup(func() { debug.SetGCPercent(percent) })
	k := heap.NewKeeper()
	return func() { k.Tidy() }
}

// One operation is one simulated second with recording on.
func BenchmarkDefaultScenario(b *testing.B) {
	tidy := tidier(b)
	sim := defaultRun(b)
	sim.RunUntil(kernel.Time(time.Minute), 0)
	seq := sim.Pos().Seq
	b.ReportAllocs()
	start := sim.Now()
	n := 0
	for b.Loop() {
		n++
		sim.RunUntil(start.Add(time.Duration(n)*time.Second), 0)
		tidy()
	}
	events := float64(sim.Pos().Seq - seq)
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "sim-s/s")
	b.ReportMetric(events/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(events/float64(n), "events/op")
}

func BenchmarkShow(b *testing.B) {
	sim := defaultRun(b)
	sim.RunUntil(kernel.Time(time.Minute), 0)
	var v view.View
	b.ReportAllocs()
	for b.Loop() {
		sim.Show(&v)
	}
}

// A seek to moments all over a run of 30 minutes, after the first pass: the mean,
// the 95th percentile, and what the history of the run takes of the heap.
func BenchmarkSeek(b *testing.B) {
	sim := defaultRun(b)
	before := inUse()
	end := kernel.Time(30 * time.Minute)
	sim.RunUntil(end, 0)
	history := inUse() - before
	random := kernel.NewStream(1, "seek")
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := sim.Seek(engine.EndOf(kernel.Time(random.Below(int(end))))); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100])/1e6, "p95-ms")
	b.ReportMetric(float64(history)/1e6, "history-MB")
}

// inUse is how many bytes objects take.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
