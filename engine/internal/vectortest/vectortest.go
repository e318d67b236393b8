// Package vectortest reads golden vectors, results of RocketMQ's own Java
// classes, for the tests of the packages that must agree with them.
package vectortest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each runs every case of a family: the files FAMILY.*.json in the package's
// own testdata and in the folder that ROCKETSCOPE_VECTORS names. It logs how
// many there were; none is a failure.
func Each[C any](t *testing.T, family string, run func(t *testing.T, id string, c C)) {
	t.Helper()
	count := 0
	for _, name := range files(t, family) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var file struct{ Cases []json.RawMessage }
		require.NoError(t, json.Unmarshal(text, &file), name)
		for _, raw := range file.Cases {
			var named struct{ ID string }
			var c C
			require.NoError(t, json.Unmarshal(raw, &named))
			require.NoError(t, json.Unmarshal(raw, &c), named.ID)
			run(t, named.ID, c)
		}
		count += len(file.Cases)
	}
	require.NotZero(t, count, "no vectors of %s", family)
	t.Logf("%s: %d cases", family, count)
}

func files(t *testing.T, family string) []string {
	names, err := filepath.Glob(filepath.Join("testdata", family+".*.json"))
	require.NoError(t, err)
	if dir := os.Getenv("ROCKETSCOPE_VECTORS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, family+".*.json"))
		require.NoError(t, err)
		names = append(names, more...)
	}
	return names
}
