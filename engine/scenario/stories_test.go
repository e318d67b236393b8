package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// storyFiles lists every story of the project: one a mechanism, and those that
// the page offers.
func storyFiles(t *testing.T) []string {
	var all []string
	for _, pattern := range []string{"../testdata/*.txt", "../../assets/scenarios/*.txt"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		all = append(all, files...)
	}
	require.NotEmpty(t, all)
	return all
}

func parseFile(t *testing.T, file string) *scenario.Story {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	story, err := scenario.Parse(string(text))
	require.NoError(t, err, file)
	return story
}

// A story that is run only as far as a moment is there what it is on its way on.
func TestAStoryRunsToAMoment(t *testing.T) {
	for _, file := range storyFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			story := parseFile(t, file)
			whole, _, err := story.Run()
			require.NoError(t, err)
			end := whole.Now()
			for i := range kernel.Time(5) {
				at := end * i / 4
				require.NoError(t, whole.Seek(engine.EndOf(at)))
				part, err := story.RunTo(at)
				require.NoError(t, err)
				require.Equal(t, whole.Pos(), part.Pos())
				require.Equal(t, whole.Digest(), part.Digest())
			}
		})
	}
}

// Every story gives the answers it was written for, with the invariants tested
// after every event; its log, parsed again, gives the same digest; and going
// back and forth in it does too.
func TestStories(t *testing.T) {
	for _, file := range storyFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			story := parseFile(t, file)
			sim, err := engine.New(story.Head)
			require.NoError(t, err)
			sim.Watch()
			_, diffs, err := story.RunIn(sim)
			require.NoError(t, err)
			for _, d := range diffs {
				t.Error(d)
			}
			again, err := scenario.Parse(sim.Log().StringUntil(sim.Now()))
			require.NoError(t, err)
			replayed, _, err := again.Run()
			require.NoError(t, err)
			require.Equal(t, sim.Digest(), replayed.Digest(), "the log is the story")
			seekAndReturn(t, replayed)
		})
	}
}

func seekAndReturn(t *testing.T, sim *engine.Sim) {
	digest, end := sim.Digest(), sim.Pos()
	require.NoError(t, sim.Seek(engine.EndOf(sim.Now()/3)))
	middle := sim.Digest()
	require.NoError(t, sim.Seek(engine.Pos{}))
	require.NoError(t, sim.Seek(engine.EndOf(end.At/3)))
	require.Equal(t, middle, sim.Digest(), "a third of the way")
	require.NoError(t, sim.Seek(end))
	require.Equal(t, digest, sim.Digest(), "and at the end")
}

// Every rule that the catalogue names happens in some story: what no story
// shows is not known to work.
func TestEveryRuleHasAStory(t *testing.T) {
	hit := map[explain.Rule]bool{}
	for _, file := range storyFiles(t) {
		sim, _, err := parseFile(t, file).Run()
		require.NoError(t, err, file)
		for _, r := range sim.Records(0) {
			hit[r.Rule] = true
		}
	}
	for _, info := range explain.Rules() {
		if !hit[info.Rule] {
			t.Errorf("no story comes to rule %s", info.Name)
		}
	}
}
