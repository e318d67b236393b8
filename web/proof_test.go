package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// family is a row of proof.json: a file of cases that the engine is compared with.
type family struct {
	Family   string   `json:"family"`
	From     string   `json:"from"` // the engine's package that compares
	Cases    int      `json:"cases"`
	Releases []string `json:"releases"`
	Ran      bool     `json:"ran"` // Java ran, rather than was read
}

// The page claims no proof but what the engine's testdata holds, and every file
// of it is read by a test of its package.
func TestTheProofIsTheTestdata(t *testing.T) {
	var proof struct {
		Releases []string `json:"releases"`
		Families []family `json:"families"`
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, ".json")["site/proof.json"]), &proof))
	files, err := filepath.Glob("../engine/*/testdata/*.json")
	require.NoError(t, err)
	var held []family
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		var v struct {
			Family, Provenance string
			Versions           []string
			Cases              []json.RawMessage
		}
		require.NoError(t, json.Unmarshal(b, &v))
		f := family{Family: v.Family, From: strings.Split(filepath.ToSlash(file), "/")[2], Cases: len(v.Cases)}
		f.Ran = strings.Contains(v.Provenance, "executed") && !strings.HasPrefix(v.Provenance, "derived")
		for _, r := range proof.Releases {
			if strings.Contains(strings.Join(v.Versions, " "), r) {
				f.Releases = append(f.Releases, r)
			}
		}
		held = append(held, f)
		require.True(t, isRead(t, filepath.Dir(filepath.Dir(file)), v.Family), "%s is compared by no test", file)
	}
	require.Equal(t, held, proof.Families)
	words := locale(t, "en")
	for _, f := range held {
		require.Contains(t, words, "proof."+f.Family)
	}
}

// isRead reports whether a test of a package names a family, or the part of its
// name before the version.
func isRead(t *testing.T, dir, family string) bool {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	for _, test := range tests {
		b, err := os.ReadFile(test)
		require.NoError(t, err)
		for name := family; name != ""; name = name[:max(strings.LastIndexByte(name, '-'), 0)] {
			if strings.Contains(string(b), `"`+name) {
				return true
			}
		}
	}
	return false
}
