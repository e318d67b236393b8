package heap_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/heap"
)

var kept []byte

// waste makes garbage of so many MB.
func waste(mb int) {
	for range mb {
		kept = make([]byte, 1<<20)
	}
	kept = nil
}

func TestAHeapIsTidiedWhenItHasDoubled(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nobody else collects
	k := heap.NewKeeper()
	require.False(t, k.Tidy(), "nothing has grown")
	waste(1)
	require.False(t, k.Tidy(), "a little garbage may lie")
	for range 2 {
		waste(64)
		require.True(t, k.Tidy())
		require.False(t, k.Tidy(), "the garbage is gone")
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { k.Tidy() }))
}

func BenchmarkLook(b *testing.B) {
	k := heap.NewKeeper()
	b.ReportAllocs()
	for b.Loop() {
		k.Tidy()
	}
}
