package engine_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// What cannot be is refused for its own reason and leaves no trace.
func TestUpgradesThatCannotBe(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "5.3", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{
		"nameserver ns acting-master=on", "broker broker-a acting-master=on", "broker broker-b", "producer p1 detector=on", "producer p2 max-per-request=1s", "stop broker-b",
	} {
		require.NoError(t, do(sim, line), line)
	}
	digest := sim.Digest()
	for line, key := range map[string]string{
		"upgrade":              "word.missing",
		"upgrade p1":           "word.missing",
		"upgrade p1 3.2":       "version.unknown",
		"upgrade nobody 4.9":   "node.unknown",
		"upgrade p1 5.3":       "upgrade.same",
		"upgrade p1 4.9":       "detector.version",
		"upgrade p2 4.8":       "maxperrequest.version",
		"upgrade ns 4.9":       "acting.version",
		"upgrade broker-a 4.9": "acting.version",
		"upgrade broker-b 4.9": "node.stopping",
	} {
		err := do(sim, line)
		var e *explain.Error
		require.True(t, errors.As(err, &e), "%s: %v", line, err)
		require.Equal(t, key, e.Key, line)
		require.Equal(t, digest, sim.Digest(), line)
	}
	c, err := engine.ParseCommand("upgrade p1 4.9")
	require.NoError(t, err)
	require.Equal(t, "upgrade p1 4.9", c.String())
}

// Every node can go to every version and back while all others work; going back
// in time goes back to the version that ran.
func TestEveryNodeGoesThroughAllVersions(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "4.8", Seed: 3})
	require.NoError(t, err)
	sim.Watch()
	nodes := []string{"ns", "broker-a", "broker-a-s", "c1", "p1"}
	for _, line := range []string{
		"nameserver ns", "broker broker-a topics=orders:4", "broker broker-a-s of=broker-a id=1 topics=orders:4",
		"consumer c1 fail=1", "producer p1 rate=5/s delay-level=1",
	} {
		require.NoError(t, do(sim, line), line)
	}
	sim.RunUntil(kernel.Time(30*time.Second), 0)
	for _, version := range []string{"5.3", "4.9", "5.3", "4.8"} {
		before, digest := sim.Pos(), sim.Digest()
		was := versions(sim)
		for _, n := range nodes {
			require.NoError(t, do(sim, "upgrade "+n+" "+version))
			sim.RunUntil(sim.Now().Add(45*time.Second), 0)
		}
		require.Equal(t, []string{version, version, version, version, version}, versions(sim))
		require.NoError(t, sim.Check())
		after, end := sim.Pos(), sim.Digest()
		require.NoError(t, sim.Seek(before))
		require.Equal(t, digest, sim.Digest())
		require.Equal(t, was, versions(sim))
		require.NoError(t, sim.Seek(after))
		require.Equal(t, end, sim.Digest())
	}
	var v view.View
	sim.Show(&v)
	require.Positive(t, v.Groups[0].Delivered)
}

func versions(sim *engine.Sim) (names []string) {
	var v view.View
	sim.Show(&v)
	for _, n := range v.Nodes {
		names = append(names, n.Version)
	}
	return names
}
