package bridge

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSpeed(t *testing.T) {
	s, err := ParseSpeed("1/20")
	require.NoError(t, err)
	require.Equal(t, Speed{1, 20}, s)
	s, err = ParseSpeed("1000")
	require.NoError(t, err)
	require.Equal(t, Speed{1000, 1}, s)
	for _, bad := range []string{"", "0", "-1", "1/0", "x", "1/2/3", "1e3", "999999999"} {
		_, err := ParseSpeed(bad)
		require.ErrorContains(t, err, "no speed", bad)
	}
}

func TestSpeedLosesNothing(t *testing.T) {
	s := Speed{1, 3}
	var sum, left = time.Duration(0), int64(0)
	for range 3000 {
		var by time.Duration
		by, left = s.Of(16_666_667, left)
		sum += by
	}
	require.Equal(t, time.Duration(1000*16_666_667), sum)
}
