package browser

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// wrongType serves the program as hosts do that know no WebAssembly.
type wrongType struct{ http.Handler }

func (h wrongType) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".wasm") {
		w = octets{w}
	}
	h.Handler.ServeHTTP(w, r)
}

type octets struct{ http.ResponseWriter }

func (w octets) WriteHeader(code int) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.ResponseWriter.WriteHeader(code)
}

// lives presses play in a figure of another origin and waits until it says
// that it is ready.
func (p *tab) lives() {
	p.t.Helper()
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	p.pressButton("one")
	p.until(`heard.ready !== undefined && heard.state !== undefined`)
}

func TestAFigureOfAnotherOriginSpeaks(t *testing.T) {
	p := host{body: figure, origin: other(t, server.New(dist))}.open(t)
	p.lives()
	require.Equal(t, 1, eval[int](p, `heard.ready.protocol`))
	require.Equal(t, 25e9, eval[float64](p, `heard.ready.params.at`))
	require.Equal(t, 450, eval[int](p, `heard.size.wants`))
	send := func(call string) { eval[bool](p, `(document.getElementById('one').send(`+call+`), true)`) }
	send(`'next'`)
	p.until(`heard.decision?.at > 25e9 && heard.state.at === heard.decision.at`)
	require.NotEmpty(t, eval[string](p, `heard.decision.lead`))
	require.NotEmpty(t, eval[string](p, `heard.decision.source`))
	send(`'lang', 'zh'`)
	p.until(`heard.state.lang === 'zh'`)
	send(`'theme', 'projector'`)
	p.until(`heard.state.theme === 'projector'`)
	send(`'seek', '3s'`)
	p.until(`heard.state.at === 3e9`)
	send(`'play'`)
	p.until(`heard.state.running && heard.state.at > 3e9`)
	send(`'pause'`)
	p.until(`!heard.state.running`)
	send(`'load', { story: 'rocketmq 5.3\nseed 1\nnameserver ns\nbroker b topics=t:1\n', at: 0 }`)
	p.until(`heard.state.version === '5.3'`)
	send(`'seek', 'soon'`)
	p.until(`heard.error?.code === 'argument'`)
	send(`'explode'`)
	p.until(`heard.error?.code === 'verb'`)
	send(`'load', { story: 'no such verb' }`)
	p.until(`heard.error?.code === 'refused'`)
	p.quiet()
}

func TestAFrameHearsOnlyWhoSaidHello(t *testing.T) {
	p := host{body: `<rocket-scope id="none"></rocket-scope><iframe id="plain" src="rs/index.html?story=scale-out&ui=min&at=2s" width="600" height="300"></iframe>
<script>window.said = []; addEventListener('message', e => said.push(e.data));</script>`}.open(t)
	inner := `document.getElementById('plain').contentWindow`
	p.until(inner + `.document.body?.dataset.ready === 'true'`)
	require.Equal(t, []string{"hello"}, eval[[]string](p, `said.map(m => m.type)`), "before the host has said hello")
	eval[bool](p, `(`+inner+`.postMessage({ rocketscope: 1, verb: 'seek', arg: '5s' }, '*'), `+inner+`.postMessage({ rocketscope: 2, verb: 'hello' }, '*'), `+inner+`.postMessage('hello', '*'), true)`)
	eval[bool](p, `(`+inner+`.postMessage({ rocketscope: 1, verb: 'hello' }, '*'), true)`)
	p.until(`said.some(m => m.type === 'state')`)
	require.Equal(t, 2e9, eval[float64](p, `said.findLast(m => m.type === 'state').at`), "the seek came before the hello")
	eval[bool](p, `(`+inner+`.postMessage({ rocketscope: 1, verb: 'seek', arg: '5s' }, '*'), true)`)
	p.until(`said.findLast(m => m.type === 'state').at === 5e9`)
	p.quiet()
}

func TestAFigureInAPageThatIsolatesItself(t *testing.T) {
	p := host{body: figure, origin: other(t, server.New(dist)), headers: map[string]string{
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
	}}.open(t)
	require.True(t, eval[bool](p, `crossOriginIsolated`))
	p.lives()
	p.quiet()
}

func TestAFigureUnderAStrictPolicy(t *testing.T) {
	p := host{body: `<rocket-scope id="one" story="scale-out"></rocket-scope>`, headers: map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'",
	}}.open(t)
	p.play("one")
	p.quiet()
}

func TestASandboxedFrame(t *testing.T) {
	for _, sandbox := range []string{"allow-scripts", "allow-scripts allow-same-origin"} {
		p := host{body: `<rocket-scope id="none"></rocket-scope><iframe id="plain" sandbox="` + sandbox + `" src="rs/index.html?story=scale-out&ui=min&at=2s" width="600" height="300"></iframe>
<script>window.said = []; addEventListener('message', e => { said.push(e.data); if (e.data.type === 'hello') e.source.postMessage({ rocketscope: 1, verb: 'hello' }, '*'); });</script>`}.open(t)
		p.until(`said.some(m => m.type === 'state' && m.at === 2e9)`)
		chromedp.Cancel(p.ctx)
	}
}

func TestAHostThatKnowsNoWebAssembly(t *testing.T) {
	p := host{body: figure, site: wrongType{server.New(dist)}}.open(t)
	p.play("one")
	require.Equal(t, "25000000000", eval[string](p, inside("one", `document.body.dataset.at`)))
}

// slowly serves the program in small pieces until on is closed.
type slowly struct {
	http.Handler
	on chan struct{}
}

func (h slowly) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".wasm") {
		r.Header.Del("Accept-Encoding")
		w = pieces{w, h.on}
	}
	h.Handler.ServeHTTP(w, r)
}

type pieces struct {
	http.ResponseWriter
	on chan struct{}
}

func (w pieces) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.ResponseWriter.(http.Flusher).Flush()
	select {
	case <-w.on:
	case <-time.After(30 * time.Millisecond):
	}
	return n, err
}

// Who waits for the program reads how much of it has come.
func TestASlowHost(t *testing.T) {
	on := make(chan struct{})
	p := host{body: figure, site: slowly{server.New(dist), on}}.open(t)
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	p.pressButton("one")
	p.until(`/^Loading \d+\.\d MB$/.test(` + poster("one", "p") + `.textContent)`)
	p.until(inside("one", `/^\d+\.\d MB so far$/.test(document.getElementById('cap-2').textContent)`))
	close(on)
	p.until(poster("one", ".live") + ` !== null`)
	p.quiet()
}

func TestWithoutWebGLThePictureStays(t *testing.T) {
	p := host{body: figure}.open(t)
	script := page.AddScriptToEvaluateOnNewDocumentParams{Source: `const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === 'webgl2' ? null : get.call(this, kind, ...rest); };`}
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, script)
	require.NoError(t, err)
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	p.pressButton("one")
	p.until(poster("one", "p") + `.textContent.startsWith('This browser cannot draw the figure')`)
	require.True(t, eval[bool](p, poster("one", "iframe")+` === null`))
	require.Equal(t, "Open as a page", eval[string](p, poster("one", "a")+`.textContent`))
	require.Positive(t, eval[int](p, poster("one", "img")+`.naturalWidth`))
}

func TestAFigureInPrint(t *testing.T) {
	p := host{body: figure}.open(t)
	p.play("one")
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	p.until(`getComputedStyle(` + poster("one", "iframe") + `).display === 'none'`)
	p.until(`getComputedStyle(` + poster("one", "img") + `).opacity === '1'`)
	require.Equal(t, "visible", eval[string](p, `getComputedStyle(`+poster("one", "figcaption")+`).visibility`))
	require.Equal(t, "none", eval[string](p, `getComputedStyle(`+poster("one", "button")+`).display`))
	p.quiet()
}

func TestWithoutJavaScriptALinkRemains(t *testing.T) {
	p := host{body: `<rocket-scope id="one" story="scale-out"><a href="rs/index.html?story=scale-out">A consumer joins</a></rocket-scope>`}.open(t)
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	require.Zero(t, eval[int](p, `document.querySelector('#one a').getClientRects().length`), "the figure stands in its place")
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	p.do(chromedp.Reload())
	require.Positive(t, eval[int](p, `document.querySelector('#one a').getClientRects().length`))
	require.True(t, eval[bool](p, `document.getElementById('one').shadowRoot === null`))
}
