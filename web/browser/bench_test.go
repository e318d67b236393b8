package browser

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// emptySite is an empty Ebitengine program, built by ./build.sh bench.
const emptySite = "../../.cache/empty"

// BenchmarkFrame reports a frame of a full stage, as wasm/framebench times it.
func BenchmarkFrame(b *testing.B) {
	_, err := os.Stat(framebench)
	require.NoError(b, err, "run ./build.sh bench")
	for b.Loop() {
		p := open(b, 320, 180, "bench.html")
		p.until(`window.figures !== undefined`)
		for _, figure := range []struct{ name, unit string }{{"median", "ms/frame"}, {"p95", "p95-ms/frame"}, {"mallocs", "mallocs/frame"}, {"shapes", "shapes"}} {
			b.ReportMetric(eval[float64](p, `figures.`+figure.name), figure.unit)
		}
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkEngine reports what the engine's own benchmarks say in the browser,
// whose WebAssembly is another than node's.
func BenchmarkEngine(b *testing.B) {
	_, err := os.Stat(enginebench)
	require.NoError(b, err, "run ./build.sh bench")
	for b.Loop() {
		p := open(b, 320, 180, "engine.html")
		p.until(`/^(PASS|FAIL|panic)/m.test(output)`)
		output := eval[string](p, `output`)
		require.Contains(b, output, "PASS")
		for line := range strings.Lines(output) {
			fields := strings.Fields(line)
			if len(fields) == 0 || !strings.HasPrefix(fields[0], "Benchmark") {
				continue
			}
			name := strings.TrimPrefix(fields[0], "Benchmark")
			for i := 2; i+1 < len(fields); i += 2 {
				figure, err := strconv.ParseFloat(fields[i], 64)
				require.NoError(b, err, line)
				b.ReportMetric(figure, name+"-"+fields[i+1])
			}
		}
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkColdStart reports what a visitor waits for: from navigation to the
// first frame and the first state.
func BenchmarkColdStart(b *testing.B) {
	var sum float64
	n := 0
	for b.Loop() {
		p := open(b, 640, 360, "").started()
		sum += eval[float64](p, `performance.now()`)
		n++
	}
	b.ReportMetric(sum/float64(n), "ms/start")
	b.ReportMetric(0, "ns/op")
}

// loaded is how long a page is let alone before somebody clicks: what its own
// loading costs is no part of the figure's.
const loaded = 3 * time.Second

// stopwatch measures in the page from a click to the first frame, by an event.
const stopwatch = `(addEventListener('click', () => { window.clicked = performance.now(); window.took = 0; }, true),
	addEventListener(%q, e => { if (e.type !== 'message' || e.data === 'drawn') window.took ||= performance.now() - clicked; }), true)`

// pressed presses a figure's button and returns after how many ms its first
// frame is drawn.
func (p *tab) pressed(id string) float64 {
	p.t.Helper()
	p.until(poster(id, "b") + `.textContent !== 'RocketScope' && ` + poster(id, "img") + `.complete`)
	time.Sleep(loaded)
	eval[bool](p, fmt.Sprintf(stopwatch, "rocketscope:ready"))
	p.pressButton(id)
	p.until(`window.took > 0`)
	return eval[float64](p, `took`)
}

// BenchmarkFirstFrame reports how long it takes from the click on a figure to its
// first frame, and the same of an empty Ebitengine program in a frame, turn by
// turn; every turn has an origin of its own, so that nothing is in a cache.
func BenchmarkFirstFrame(b *testing.B) {
	require.NoError(b, checkEmpty(), "run ./build.sh bench")
	var figures, empties []float64
	for b.Loop() {
		empties = append(empties, emptyFrame(b))
		p := host{body: figure}.open(b)
		figures = append(figures, p.pressed("one"))
		chromedp.Cancel(p.ctx)
	}
	b.ReportMetric(median(figures), "ms/figure")
	b.ReportMetric(median(empties), "ms/empty")
	b.ReportMetric(median(figures)/median(empties), "times-empty(<=1.25)")
	b.ReportMetric(0, "ns/op")
}

func checkEmpty() error {
	_, err := os.Stat(emptySite + "/empty.wasm")
	return err
}

// emptyFrame is how many ms the empty program takes in a frame made by a click.
func emptyFrame(b *testing.B) float64 {
	mux := http.NewServeMux()
	mux.Handle("/empty/", http.StripPrefix("/empty", server.New(emptySite)))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><button onclick="document.getElementById('place').innerHTML = '<iframe src=empty/index.html width=760 height=332></iframe>'">go</button><div id="place"></div>`)
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	ctx, cancel := chromedp.NewContext(chrome)
	defer cancel()
	p := &tab{t: b, ctx: ctx}
	require.NoError(b, chromedp.Do(ctx, chromedp.EmulateViewport(800, 600)))
	require.NoError(b, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/")))
	time.Sleep(loaded)
	eval[bool](p, fmt.Sprintf(stopwatch, "message"))
	p.click("button")
	p.until(`window.took > 0`)
	return eval[float64](p, `took`)
}

// BenchmarkSecondFigure reports the same of another figure on a page that has
// had one.
func BenchmarkSecondFigure(b *testing.B) {
	var took []float64
	for b.Loop() {
		p := host{body: figure + `<rocket-scope id="two" story="host-lost" height="300"></rocket-scope>`, width: 800, height: 1000}.open(b)
		p.play("one")
		took = append(took, p.pressed("two"))
		chromedp.Cancel(p.ctx)
	}
	b.ReportMetric(median(took), "ms/figure(<1000)")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkPausedFigure reports what a figure costs that stands still: the share
// of a core that all pages of the browser take, and its frames, in twenty seconds.
func BenchmarkPausedFigure(b *testing.B) {
	const settled, watched = 30 * time.Second, 20 * time.Second // what a start leaves behind, such as the compiler's second tier and its garbage, is no part of it
	var share, frames []float64
	drawn := inside("one", `document.querySelector('iframe').contentWindow.rocketscope.frames`)
	for b.Loop() {
		p := host{body: figure}.open(b)
		p.play("one")
		time.Sleep(settled)
		before, count := p.processor(), eval[float64](p, drawn)
		time.Sleep(watched)
		share = append(share, 100*(p.processor()-before)/watched.Seconds())
		frames = append(frames, eval[float64](p, drawn)-count)
		chromedp.Cancel(p.ctx)
	}
	b.ReportMetric(median(share), "%core(<1)")
	b.ReportMetric(median(frames), "frames(0)")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkMounts is run 50 times: a figure is played and removed. It reports the
// memory of the page and of the graphics process after 5 and after all.
func BenchmarkMounts(b *testing.B) {
	p := host{body: figure}.open(b)
	_, err := chromedp.Call(p.ctx, network.Disable, cdp.Empty{}) // it would keep the program of every mount for whoever asks
	require.NoError(b, err)
	eval[bool](p, `(window.figure = document.getElementById('one'), true)`)
	var early float64
	n := 0
	for b.Loop() {
		p.play("one")
		eval[bool](p, `(figure.remove(), document.getElementById('after').before(figure), true)`)
		if n++; n == 5 {
			early = p.memory()
		}
	}
	late := p.memory()
	b.ReportMetric(early, "MB/after-5")
	b.ReportMetric(late, "MB/after-"+strconv.Itoa(n))
	b.ReportMetric(late-early, "MB-more(<=30)")
	b.ReportMetric(0, "ns/op")
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// processes are those of pages and of the graphics, by their kind.
func (p *tab) processes(kinds ...string) (found []*systeminfo.ProcessInfo) {
	p.t.Helper()
	r, err := chromedp.CallBrowser(p.ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	require.NoError(p.t, err)
	for _, one := range r.ProcessInfo {
		if slices.Contains(kinds, one.Type) {
			found = append(found, one)
		}
	}
	return found
}

// processor is how many seconds of a core the pages have taken so far.
func (p *tab) processor() (seconds float64) {
	for _, one := range p.processes("renderer") {
		seconds += one.CPUTime
	}
	return seconds
}

// memory is what the pages and the graphics process hold after a collection, in
// MB: pages of memory that several share count in part.
func (p *tab) memory() (mb float64) {
	p.t.Helper()
	for range 3 {
		_, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		require.NoError(p.t, err)
		time.Sleep(time.Second)
	}
	for _, one := range p.processes("renderer", "GPU") {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", one.ID))
		require.NoError(p.t, err, "memory is measured on Linux")
		for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
			var kb float64
			if _, err := fmt.Sscanf(lines.Text(), "Pss: %f kB", &kb); err == nil {
				mb += kb / 1000
			}
		}
	}
	return mb
}
