package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

func TestASupplyHandsNothingOutTwice(t *testing.T) {
	var s kernel.Supply[int]
	seen := map[*int]bool{}
	for range 100 {
		v := s.New()
		require.Zero(t, *v)
		require.False(t, seen[v])
		*v, seen[v] = 1, true
	}
	require.Less(t, testing.AllocsPerRun(160, func() { s.New() }), 0.2)
}
