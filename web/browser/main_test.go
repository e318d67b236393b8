package browser

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"rocketscope/web/server"
)

const (
	framebench  = "../../.cache/framebench.wasm"
	enginebench = "../../.cache/engine.test.wasm" // the engine's own benchmarks
)

var (
	dist = cmp.Or(os.Getenv("DIST"), "../../dist")

	chrome context.Context // the one browser of this package; a tab is a child of it
	site   string          // address of the served page
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browser tests cannot run:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	if err := server.Check(dist); err != nil {
		return 0, err
	}
	path, err := find()
	if err != nil {
		return 0, err
	}
	s := httptest.NewServer(served())
	defer s.Close()
	site = s.URL + "/"
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options(path)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		return 0, fmt.Errorf("%s does not start: %w", path, err)
	}
	chrome = ctx
	return m.Run(), nil
}

// served is the site, a page of somebody else's that shows it in a frame, and
// the program that times a frame.
func served() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", server.New(dist))
	mux.HandleFunc("/host.html", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,"><body style="height:3000px">
<input id="before"><iframe src="index.html" title="figure" width="600" height="300"></iframe><input id="after">`)
	})
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, emptySite+"/wasm_exec.js")
	})
	program := func(page, path, setUp string) {
		wasm := filepath.Base(path)
		mux.HandleFunc("/"+wasm, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) })
		mux.HandleFunc("/"+page, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>benchmark</title><link rel="icon" href="data:,"><body><script src="wasm_exec.js"></script>
<script>const go = new Go(); %s; WebAssembly.instantiateStreaming(fetch('%s'), go.importObject).then(r => go.run(r.instance))</script>`, setUp, wasm)
		})
	}
	program("bench.html", framebench, "")
	program("engine.html", enginebench, `window.output = ''; console.log = line => { output += line + '\n'; };
		go.argv = ['engine', '-test.run=^$', '-test.bench=DefaultScenario|Seek', '-test.benchtime=4s']`)
	return mux
}

// released is the address of a file of the release.
func released(name string) string { return filepath.Base(server.Release(dist)) + "/" + name }

func find() (path string, err error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err = exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium is installed (./build.sh test installs it on Debian): %w", err)
}

// options start Chromium with WebGL 2 in software, and with nothing that talks
// to the network by itself.
func options(path string) []chromedp.ExecAllocatorOption {
	flags := map[string]any{
		"use-gl": "angle", "use-angle": "swiftshader", "enable-unsafe-swiftshader": true, "ignore-gpu-blocklist": true,
		"disable-quic": true, "disable-component-update": true, "disable-background-networking": true, "disable-sync": true,
		"hide-scrollbars": true, "force-device-scale-factor": "1", "lang": "en",
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	for name, value := range flags {
		opts = append(opts, chromedp.Flag(name, value))
	}
	return opts
}
