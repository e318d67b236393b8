package bridge

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// spots loads a scenario, goes to its end and calls f for the spot of each record.
func spots(t *testing.T, name string, f func(s *Session, n uint64)) {
	t.Helper()
	text, err := os.ReadFile("../../assets/scenarios/" + name + ".txt")
	require.NoError(t, err)
	s, e := listening(t)
	s.Handle("load", "60000000000 end\n"+string(text))
	for _, r := range s.sim.Records(0) {
		s.Handle("why", strconv.FormatUint(uint64(r.ID), 10))
		f(s, uint64(r.ID))
	}
	require.Empty(t, e.told["error"])
}

func TestSpotSaysWhatIsDoneAboutTheQueue(t *testing.T) {
	verbs, news := map[string]int{}, 0
	look := func(s *Session, n uint64) {
		spot := s.Spot()
		if spot.Verb != "" {
			require.NotEmpty(t, spot.Broker, "%d", n)
			verbs[spot.Verb]++
		}
		if spot.From != 0 {
			require.Contains(t, spot.Label, "route answer ")
			news++
		}
	}
	spots(t, "scale-out", look)
	spots(t, "stale-route", look)
	require.Positive(t, verbs["pull"])
	require.Positive(t, verbs["commit"])
	require.Positive(t, news)
}
