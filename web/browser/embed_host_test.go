package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// hostPage is somebody else's documentation: its own theme switch and language,
// a long scroll, form fields before and after each figure.
const hostPage = `<!doctype html><html lang="en"><head><title>host</title><link rel="icon" href="data:,">
<style>body { background: #fff; color: #222; margin: 0 20px; font: 16px serif; } html.dark body { background: #111; color: #ddd; } p { height: 500px; margin: 0; }
#cover { position: fixed; inset: 0; background: #000a; } #cover:not([open]) { display: none; }</style>
<script type="module" src="%[1]sembed.js"></script></head><body>
<button id="switch">theme</button><input id="before">
%[2]s
<input id="after"><p>text</p><p>text</p><p>text</p><p>text</p><div id="cover"></div><input id="end">
<script>document.getElementById('switch').onclick = () => document.documentElement.classList.toggle('dark');
window.told = []; addEventListener('rocketscope:state', e => told.push(e.detail)); window.heard = {};
for (const type of ['hello', 'ready', 'size', 'event', 'decision', 'state', 'error', 'failed', 'leave']) addEventListener('rocketscope:' + type, e => { heard[type] = e.detail; });</script>
</body></html>`

const figure = `<rocket-scope id="one" story="scale-out" at="25s" lang="auto" theme="auto" ui="min" height="450"></rocket-scope>`

// inside is an expression about the page within the figure, where host and
// figure have the same origin.
func inside(id, expression string) string {
	return `(figure => { const window = figure.shadowRoot.querySelector('iframe')?.contentWindow, document = window?.document; return ` + expression + ` })(document.getElementById('` + id + `'))`
}

// poster is an expression about an element of a figure's own.
func poster(id, selector string) string {
	return `document.getElementById('` + id + `').shadowRoot.querySelector('` + selector + `')`
}

// host opens a page with a body around which the headers can be chosen, on the
// figure's own origin or on another one.
type host struct {
	body          string
	origin        string // of the figure, "" for the same as the page's
	headers       map[string]string
	site          http.Handler
	width, height int64
	query         string
}

func (h host) open(t testing.TB) *tab {
	t.Helper()
	mux := http.NewServeMux()
	if h.site == nil {
		h.site = server.New(dist)
	}
	mux.Handle("/rs/", http.StripPrefix("/rs", h.site))
	mux.HandleFunc("/host.html", func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range h.headers {
			w.Header().Set(name, value)
		}
		fmt.Fprintf(w, hostPage, h.origin+"/rs/", h.body)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	if h.width == 0 {
		h.width, h.height = 800, 600
	}
	ctx, cancel := chromedp.NewContext(chrome)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(h.width, h.height)))
	go p.listen(chromedp.Console(ctx))
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/host.html"+h.query)))
	p.until(`customElements.get('rocket-scope') !== undefined`)
	return p
}

// other serves the figure on an origin of its own.
func other(t *testing.T, site http.Handler) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/rs/", http.StripPrefix("/rs", site))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

// play presses a figure's button and waits for its first frame.
func (p *tab) play(id string) {
	p.t.Helper()
	p.until(poster(id, "b") + `.textContent !== 'RocketScope' && ` + poster(id, "img") + `.complete`)
	p.pressButton(id)
	p.until(poster(id, ".live") + ` !== null`)
	p.until(inside(id, `document?.body?.dataset.ready === 'true' && document.querySelector('iframe').contentWindow.rocketscope.asleep`))
}

func (p *tab) pressButton(id string) {
	p.t.Helper()
	at := eval[[]float64](p, `(box => [box.left + box.width / 2, box.top + box.height / 2])(`+poster(id, "button")+`.getBoundingClientRect())`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

func (p *tab) wheel(x, y, by float64) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 0.001, DeltaY: by})
	require.NoError(p.t, err)
}

// swipe draws a finger up by a way.
func (p *tab) swipe(x, y, by float64) {
	p.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(p.t, err)
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := range 10 {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: y - by*float64(i+1)/10})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}
