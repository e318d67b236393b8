package embed

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// budget is what a poster may weigh, compressed, before anybody presses play.
const budget = 12_000

func packed(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	require.NoError(t, err)
	_, err = z.Write(b)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.Len()
}

func TestPostersOfEveryScenario(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write("../../assets/scenarios", "../site/locale", dir))
	modules, err := filepath.Glob(filepath.Join(dir, "*.js"))
	require.NoError(t, err)
	require.NotEmpty(t, modules)
	heaviest := 0
	for _, m := range modules {
		text, err := os.ReadFile(m)
		require.NoError(t, err)
		var x index
		body := strings.TrimSuffix(strings.TrimPrefix(string(text), "export default "), ";\n")
		require.NoError(t, json.Unmarshal([]byte(body), &x), m)
		require.NotEmpty(t, x.At, m)
		require.Less(t, x.Best, len(x.At), m)
		require.IsIncreasing(t, append([]int64{-1}, x.At...), m)
		for _, lang := range Languages {
			require.NotEmpty(t, x.Lang[lang].Title)
			require.Len(t, x.Lang[lang].Captions, len(x.At))
			for i, c := range x.Lang[lang].Captions {
				require.NotEmpty(t, c[0], "%s at %d", m, x.At[i])
				for _, size := range Sizes {
					moment := Moment{At: x.At[i] * 1e6}
					picture, err := os.ReadFile(filepath.Join(strings.TrimSuffix(m, ".js"), moment.File(lang, size)))
					require.NoError(t, err)
					heaviest = max(heaviest, packed(t, picture)+packed(t, text))
				}
			}
		}
	}
	t.Logf("the heaviest poster has %d bytes with its captions", heaviest)
	require.LessOrEqual(t, heaviest, budget)
}

func TestAStoryThatAnswersOtherwiseHasNoPoster(t *testing.T) {
	_, err := Posters("wrong", "rocketmq 4.9\nseed 1\nnameserver ns\nrun 1s\ncheck\n----\nbroken\n")
	require.ErrorContains(t, err, "wrong: the engine answers otherwise")
	_, err = Posters("broken", "rocketmq 4.9\nseed 1\nno such verb\n")
	require.ErrorContains(t, err, "broken: ")
}
