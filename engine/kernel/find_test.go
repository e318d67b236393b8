package kernel_test

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

// Every place in and between the entries of lists of up to 40.
func TestFindIsSortFind(t *testing.T) {
	for n := range 41 {
		for x := -1; x <= 2*n; x++ {
			cmp := func(i int) int { return x - (2*i + 1) }
			place, ok := kernel.Find(n, cmp)
			want, there := sort.Find(n, cmp)
			require.Equal(t, want, place, "%d in %d", x, n)
			require.Equal(t, there, ok, "%d in %d", x, n)
		}
	}
}
