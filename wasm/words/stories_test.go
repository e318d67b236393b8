package words

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// told runs every story of the engine and hands each kept record to use.
func told(t *testing.T, use func(n kernel.Note, names Names, notes Notes)) {
	files, err := filepath.Glob(filepath.Join("..", "..", "engine", "testdata", "*.txt"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		story, err := scenario.Parse(string(text))
		require.NoError(t, err, file)
		sim, _, err := story.Run()
		if err != nil {
			continue // a story whose act is refused on purpose, or that is being written
		}
		for _, r := range sim.Records(0) {
			use(r, sim.Name, func(c kernel.Cause) (kernel.Note, bool) { return sim.RecordOf(uint64(c)) })
		}
	}
}
