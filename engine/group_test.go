package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/view"
)

// grouped is a run with a group of two on two brokers.
func grouped(t *testing.T, version string) *engine.Sim {
	sim, err := engine.New(engine.Head{Version: version, Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{
		"nameserver ns", "broker broker-a topics=orders:2", "broker broker-b topics=orders:2", "producer p1 topic=orders",
		"consumer c1 group=g topic=orders", "consumer c2 group=g topic=orders orderly",
	} {
		require.NoError(t, do(sim, line), line)
	}
	sim.RunUntil(sim.Now().Add(25*time.Second), 0)
	return sim
}

// A group's setting reaches every running member, or none; the others of other
// groups keep theirs.
func TestGroupSettingsReachEveryMember(t *testing.T) {
	sim := grouped(t, "4.9")
	require.NoError(t, do(sim, "consumer c3 group=h topic=orders"))
	require.NoError(t, do(sim, "kill c2"))
	require.NoError(t, do(sim, "group g strategy=AVG_BY_CIRCLE"))
	v := &view.View{}
	sim.Show(v)
	strategies := map[string]string{}
	for _, n := range v.Nodes {
		if n.Role == view.Consumer {
			strategies[n.Name] = n.Strategy
		}
	}
	require.Equal(t, map[string]string{"c1": "AVG_BY_CIRCLE", "c2": "AVG", "c3": "AVG"}, strategies)
	require.ErrorContains(t, do(sim, "group x strategy=AVG"), "no member of x is running")
}

// An act on several nodes that one of them refuses is not done at all.
func TestResetsReachEveryMasterOrNone(t *testing.T) {
	sim := grouped(t, "4.9")
	require.NoError(t, do(sim, "consumer late group=new topic=orders from=first"))
	before, pos := sim.Digest(), sim.Pos()
	require.ErrorContains(t, do(sim, "reset new orders at=first"), "no offset")
	require.ErrorContains(t, do(sim, "reset g pay at=first"), "no running master has the topic pay")
	require.Equal(t, pos, sim.Pos())
	require.Equal(t, before, sim.Digest())
	require.NoError(t, do(sim, "reset g orders at=first"))
	require.NotEqual(t, before, sim.Digest())
}

// Try says what an act would come to and leaves no trace.
func TestTryLeavesNoTrace(t *testing.T) {
	sim := grouped(t, "5.3")
	before, pos, records := sim.Digest(), sim.Pos(), sim.LastRecord()
	for line, reason := range map[string]string{"kill c1": "", "kill c9": "there is no node c9", "reset g orders at=last": "", "consumer c7 group=g": ""} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err)
		if err = sim.Try(c); reason == "" {
			require.NoError(t, err, line)
		} else {
			require.ErrorContains(t, err, reason)
		}
	}
	require.Equal(t, []any{before, pos, records}, []any{sim.Digest(), sim.Pos(), sim.LastRecord()})
}
