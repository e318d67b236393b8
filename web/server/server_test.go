package server_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

func site(t *testing.T) (dir string, handler http.Handler) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<p>page", "frame.html": "<p>frame", "frame.js": "go()",
		"rocketscope.wasm": "raw", "rocketscope.wasm.br": "b", "rocketscope.wasm.gz": "gz",
		"secret": "no type, not served", "sub/index.html": "<p>sub",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir, server.New(dir)
}

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPicksTheBestCompressedCopy(t *testing.T) {
	_, h := site(t)
	for _, c := range []struct{ accept, encoding, body string }{
		{"gzip, deflate, br, zstd", "br", "b"},
		{"gzip", "gzip", "gz"},
		{"br;q=0, gzip;q=0.5", "gzip", "gz"},
		{"", "", "raw"},
		{"identity", "", "raw"},
	} {
		w := get(h, "/rocketscope.wasm", "Accept-Encoding", c.accept)
		require.Equal(t, http.StatusOK, w.Code, c.accept)
		require.Equal(t, c.encoding, w.Header().Get("Content-Encoding"), c.accept)
		require.Equal(t, c.body, w.Body.String(), c.accept)
		require.Equal(t, "application/wasm", w.Header().Get("Content-Type"))
		require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
	}
}

func TestFilesWithoutCompressedCopy(t *testing.T) {
	_, h := site(t)
	w := get(h, "/", "Accept-Encoding", "br, gzip")
	require.Equal(t, "<p>page", w.Body.String())
	require.Empty(t, w.Header().Get("Content-Encoding"))
	require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
	require.Equal(t, server.Policy, w.Header().Get("Content-Security-Policy"))
	require.Equal(t, "<p>sub", get(h, "/sub/").Body.String())
}

func TestWhatIsNamedAfterItsContentIsKept(t *testing.T) {
	dir, h := site(t)
	require.Equal(t, "no-cache", get(h, "/").Header().Get("Cache-Control"))
	require.Equal(t, dir, server.Release(dir))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "r-0123"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "r-0123", "frame.js"), []byte("code"), 0o644))
	require.Equal(t, filepath.Join(dir, "r-0123"), server.Release(dir))
	require.Equal(t, "public, max-age=31536000, immutable", get(h, "/r-0123/frame.js").Header().Get("Cache-Control"))
}

func TestAnyPageMayShowAFigure(t *testing.T) {
	_, h := site(t)
	for name, value := range server.Guests {
		require.Equal(t, value, get(h, "/frame.html").Header().Get(name))
	}
	require.Empty(t, get(h, "/").Header().Get("X-Frame-Options"))
}

func TestUnchangedFileIsNotSentAgain(t *testing.T) {
	_, h := site(t)
	tag := get(h, "/frame.js").Header().Get("ETag")
	require.NotEmpty(t, tag)
	require.Equal(t, http.StatusNotModified, get(h, "/frame.js", "If-None-Match", tag).Code)
}

func TestRefusesWhatIsNoPartOfTheSite(t *testing.T) {
	_, h := site(t)
	for _, path := range []string{"/missing.js", "/secret", "/sub", "/../server.go", "/rocketscope.wasm.br"} {
		require.Equal(t, http.StatusNotFound, get(h, path).Code, path)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

func TestCheckNamesWhatIsMissing(t *testing.T) {
	dir, _ := site(t)
	require.NoError(t, server.Check(dir))
	require.NoError(t, os.Remove(filepath.Join(dir, "rocketscope.wasm")))
	require.ErrorContains(t, server.Check(dir), "./build.sh build")
}
