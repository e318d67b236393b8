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

func TestParsePos(t *testing.T) {
	p, err := ParsePos("25000000000 17")
	require.NoError(t, err)
	require.EqualValues(t, 25_000_000_000, p.At)
	require.EqualValues(t, 17, p.Seq)
	end, err := ParsePos("5 end")
	require.NoError(t, err)
	require.Greater(t, end.Seq, p.Seq)
	for _, bad := range []string{"", "1", "x 1", "1 x", "-1 1", "1 1 1"} {
		_, err := ParsePos(bad)
		require.ErrorContains(t, err, "no position", bad)
	}
}
