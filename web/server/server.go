// Package server serves the built site: the right type for every file, the
// compressed copy beside it when the browser takes one, revalidation on every
// use, the Content-Security-Policy that the site is written for, and what lets
// other pages show it.
package server

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Policy is the strict Content-Security-Policy that every page obeys. The
// pages carry it themselves too, for hosts that cannot send headers.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self'"

// Guests are the headers that let any page show a figure: its script and
// pictures may be fetched from other origins, also by pages that isolate
// themselves (Cross-Origin-Embedder-Policy) and from frames without an origin.
var Guests = map[string]string{
	"Access-Control-Allow-Origin":  "*",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
}

// types are given here and not left to the machine's own table, which often
// lacks WebAssembly: a wrong type costs the streaming compiler.
var types = map[string]string{
	".css":   "text/css; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",
}

// encodings are the precompressed copies, best first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// Check returns an error that says what to do when dir is not a built site.
func Check(dir string) error {
	release := Release(dir)
	for _, name := range []string{filepath.Join(dir, "index.html"), filepath.Join(release, "frame.html"), filepath.Join(release, "rocketscope.wasm"), filepath.Join(release, "frame.js")} {
		if _, err := os.Stat(name); err != nil {
			return fmt.Errorf("%s is not a built site (%w): run ./build.sh build first", dir, err)
		}
	}
	return nil
}

// New returns a handler for the site in dir.
func New(dir string) http.Handler {
	return &site{root: os.DirFS(dir)}
}

type site struct{ root fs.FS }

// ServeHTTP answers GET and HEAD for a file of the site.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	kind, known := types[path.Ext(name)]
	if !known {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", Policy)
	for name, value := range Guests {
		h.Set(name, value)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache") // keep it, but ask whether it is still the one
	if strings.HasPrefix(name, ReleasePrefix) {
		h.Set("Cache-Control", Kept)
	}
	h.Set("Vary", "Accept-Encoding")
	for _, e := range encodings {
		if accepts(r.Header.Get("Accept-Encoding"), e.name) && s.send(w, r, name+e.suffix, e.name) == nil {
			return
		}
	}
	if err := s.send(w, r, name, ""); err != nil {
		h.Del("Cache-Control")
		http.NotFound(w, r)
	}
}

var errNotFile = errors.New("not a file that can be served")

func (s *site) send(w http.ResponseWriter, r *http.Request, name, encoding string) error {
	f, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file, ok := f.(readSeeker)
	if !ok || info.IsDir() {
		return errNotFile
	}
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
		if r.Header.Get("Range") == "" { // ServeContent leaves the length out of encoded answers
			w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
		}
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
	http.ServeContent(w, r, name, info.ModTime(), file)
	return nil
}

type readSeeker interface {
	fs.File
	Seek(offset int64, whence int) (int64, error)
}

// accepts reports whether an Accept-Encoding header takes the coding: it is
// listed and its quality is not zero.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, found := strings.CutPrefix(strings.TrimSpace(params), "q=")
		if !found {
			return true
		}
		quality, err := strconv.ParseFloat(q, 64)
		return err == nil && quality > 0
	}
	return false
}
