package engine_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// again is the same story in a run that knows nothing of the first.
func again(t *testing.T, first *engine.Sim, pos engine.Pos) *engine.Sim {
	sim, err := engine.Replay(first.Log())
	require.NoError(t, err)
	require.NoError(t, sim.Seek(pos))
	for _, b := range first.Branches() {
		require.NoError(t, sim.Recall(b.Entries, b.Undone()))
	}
	return sim
}

func TestRecalledBranchesAreReturnedTo(t *testing.T) {
	sim := defaultRun(t)
	sim.RunUntil(at(10*time.Second), 0)
	perform(t, sim, "kill c2")
	sim.RunUntil(at(20*time.Second), 0)
	killed, end := sim.Digest(), sim.Pos()
	require.NoError(t, sim.Seek(engine.EndOf(at(5*time.Second))))
	perform(t, sim, "kill c1")
	perform(t, sim, "restart c1")
	restarted := sim.Digest()
	require.NoError(t, sim.Undo())

	other := again(t, sim, sim.Pos())
	require.Equal(t, sim.Digest(), other.Digest())
	require.Len(t, other.Branches(), 2)
	require.True(t, other.CanRedo())
	require.NoError(t, other.Redo())
	require.Equal(t, restarted, other.Digest())
	require.NoError(t, other.Return(0))
	require.NoError(t, other.Seek(end))
	require.Equal(t, killed, other.Digest())
}

func TestABranchThatCannotBeIsRefusedWhenItIsWanted(t *testing.T) {
	sim := defaultRun(t)
	sim.RunUntil(at(10*time.Second), 0)
	entry := func(d time.Duration, line string) engine.Entry {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err)
		return engine.Entry{At: at(d), Command: c}
	}
	base := sim.Log().Entries
	with := func(more ...engine.Entry) []engine.Entry { return append(base[:len(base):len(base)], more...) }
	require.NoError(t, sim.Recall(with(entry(2*time.Second, "kill nobody")), false))
	require.NoError(t, sim.Recall(with(entry(9*time.Second, "kill c1"), entry(8*time.Second, "kill c2")), false))
	digest := sim.Digest()
	for branch, key := range []string{"node.unknown", "branch.order"} {
		err := sim.Return(branch)
		var e *explain.Error
		require.True(t, errors.As(err, &e), "%v", err)
		require.Equal(t, key, e.Key)
		require.Equal(t, digest, sim.Digest())
		require.Len(t, sim.Branches(), 2)
	}
	require.Error(t, sim.Recall(nil, false))
	for len(sim.Branches()) < engine.MaxBranches {
		require.NoError(t, sim.Recall(with(entry(time.Second, "kill c1")), false))
	}
	require.Error(t, sim.Recall(with(entry(time.Second, "kill c1")), false))
}
