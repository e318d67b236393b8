package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
)

// Going back and then ahead again, over marks or step by step, shows the records
// that were made the first time, and none of a future that was left.
func TestRecordsSurviveGoingBack(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{"nameserver ns", "broker broker-a topics=orders:4", "consumer c1 group=g", "consumer c2 group=g"} {
		require.NoError(t, do(sim, line))
	}
	at := func(d time.Duration) engine.Pos { return engine.EndOf(kernel.Time(d)) }
	sim.RunUntil(kernel.Time(25*time.Second), 0)
	require.NoError(t, do(sim, "kill c2"))
	sim.RunUntil(kernel.Time(60*time.Second), 0)
	all := sim.Records(0)
	for _, back := range []time.Duration{0, 5 * time.Second, 24 * time.Second} {
		require.NoError(t, sim.Seek(at(back)))
		early := sim.Records(0)
		require.Less(t, len(early), len(all))
		require.NoError(t, sim.Seek(at(60*time.Second)))
		require.Equal(t, all, sim.Records(0), "back to %s", back)
	}
	require.NoError(t, sim.Seek(at(24*time.Second)))
	require.NoError(t, do(sim, "stop c1"))
	sim.RunUntil(kernel.Time(60*time.Second), 0)
	other := sim.Records(0)
	require.Len(t, other, int(sim.LastRecord()))
	require.NoError(t, sim.Seek(at(10*time.Second)))
	require.NoError(t, sim.Seek(at(60*time.Second)))
	require.Equal(t, other, sim.Records(0))
}
