package producer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/view"
)

// A synchronous send from its timer to its answer, with the broker's part of
// the test world in it.
func BenchmarkSend(b *testing.B) {
	c := settings(nil)
	c.Traffic = Traffic{Rate: 6000, Keys: 4}
	t := &testing.T{}
	w := newWorld(t, "4.9", 2, c)
	w.read = false
	w.run(time.Second)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		w.run(10 * time.Millisecond)
		w.stored = w.stored[:0]
	}
}

func TestShowDoesNotAllocate(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(func(s *Settings) { s.FaultTolerance = true }))
	w.kill("broker-a")
	w.burst(t, 8, 0)
	w.run(time.Second)
	var v view.View
	w.producer.Show(&v)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		v.Reset()
		w.producer.Show(&v)
	}))
}
