package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
)

func perform(t *testing.T, sim *engine.Sim, line string) {
	c, err := engine.ParseCommand(line)
	require.NoError(t, err)
	require.NoError(t, sim.Do(c), line)
}

func at(d time.Duration) kernel.Time { return kernel.Time(d) }

func TestAnActInThePastLeavesABranch(t *testing.T) {
	sim := defaultRun(t)
	sim.RunUntil(at(10*time.Second), 0)
	perform(t, sim, "kill c2")
	sim.RunUntil(at(20*time.Second), 0)
	killed, end := sim.Digest(), sim.Pos()

	require.NoError(t, sim.Seek(engine.EndOf(at(5*time.Second))))
	perform(t, sim, "kill c1")
	sim.RunUntil(at(20*time.Second), 0)
	other := sim.Digest()
	require.NotEqual(t, killed, other)
	require.Len(t, sim.Branches(), 1)

	require.NoError(t, sim.Return(0))
	require.NoError(t, sim.Seek(end))
	require.Equal(t, killed, sim.Digest(), "the branch plays as it did")
	require.Len(t, sim.Branches(), 1, "and the history left became one")
	require.NoError(t, sim.Return(0))
	require.NoError(t, sim.Seek(engine.EndOf(at(20*time.Second))))
	require.Equal(t, other, sim.Digest())
}

func TestUndoAndRedo(t *testing.T) {
	sim := defaultRun(t)
	sim.RunUntil(at(10*time.Second), 0)
	before := sim.Digest()
	perform(t, sim, "kill c2")
	after := sim.Digest()
	require.NoError(t, sim.Undo())
	require.Equal(t, before, sim.Digest())
	require.NoError(t, sim.Redo())
	require.Equal(t, after, sim.Digest())
	require.Error(t, sim.Redo(), "nothing is left to redo")
	require.NoError(t, sim.Undo())
	perform(t, sim, "kill c1")
	require.Error(t, sim.Redo(), "another act was done since")
}

func TestStepBackIsTheInverseOfStep(t *testing.T) {
	sim := defaultRun(t)
	sim.RunUntil(at(7*time.Second), 0)
	var digests []uint64
	for range 50 {
		digests = append(digests, sim.Digest())
		require.True(t, sim.Step())
	}
	for i := len(digests) - 1; i >= 0; i-- {
		require.True(t, sim.StepBack())
		require.Equal(t, digests[i], sim.Digest(), "step %d", i)
	}
}
