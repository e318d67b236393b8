package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/scenario"
	"rocketscope/engine/view"
)

// Whatever has happened, each row has its table's columns and is a node's.
func TestInspectionsAreWhole(t *testing.T) {
	seen := map[view.Table]bool{}
	for _, name := range []string{"orderly-join", "slave-late", "fault-slow", "start-retry", "send-hang"} {
		files, err := filepath.Glob("testdata/" + name + "*.txt")
		require.NoError(t, err)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			story, err := scenario.Parse(string(text))
			require.NoError(t, err, f)
			sim, _, err := story.Run()
			require.NoError(t, err, f)
			var i view.Inspection
			sim.Inspect(&i)
			for _, r := range i.Rows {
				seen[r.Table] = true
				require.Len(t, r.Cells, len(r.Table.Info().Columns), r.Table.Info().Key)
				require.True(t, sim.Name(r.Node) != "" || r.Table == view.Deliveries)
			}
		}
	}
	require.GreaterOrEqual(t, len(seen), 12, "%v", seen)
}
