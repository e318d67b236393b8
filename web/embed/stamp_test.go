package embed

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// write makes a site of a few files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	return dir
}

func small(program string) map[string]string {
	return map[string]string{
		"index.html": `<head><meta charset="utf-8"></head>`, "embed.js": "embed()",
		"js/main.js": "main()", "rocketscope.wasm": program, "posters/a.js": "poster",
	}
}

func TestAStampIsMadeOfTheContent(t *testing.T) {
	a, b, c := write(t, small("one")), write(t, small("one")), write(t, small("two"))
	require.Equal(t, a, server.Release(a), "not stamped yet")
	for _, dir := range []string{a, b, c} {
		require.NoError(t, Stamp(dir))
	}
	require.Equal(t, filepath.Base(server.Release(a)), filepath.Base(server.Release(b)))
	require.NotEqual(t, filepath.Base(server.Release(a)), filepath.Base(server.Release(c)))
	require.FileExists(t, filepath.Join(server.Release(a), "rocketscope.wasm"))
	require.FileExists(t, filepath.Join(a, "posters/a.js"))
	release := filepath.Base(server.Release(a))
	require.Equal(t, `<head><meta charset="utf-8">`+"\n"+`<base href="`+release+`/"></head>`, text(t, filepath.Join(a, "index.html")))
	require.FileExists(t, filepath.Join(a, "embed.js"))
	require.ErrorContains(t, Stamp(write(t, map[string]string{"index.html": "", "embed.js": ""})), "0 times, not once")
}
