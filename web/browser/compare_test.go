package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// numbers are what the pane of a comparison says.
const numbers = `document.getElementById('pane-compare').textContent`

// compareWith picks what the run is compared with.
func (p *tab) compareWith(variant string) {
	p.t.Helper()
	p.click("#compare-open")
	p.until(`document.querySelector('[data-variant]') !== null`)
	p.click(`[data-variant$="` + variant + `"]`)
	p.until(comparing)
}

// loseContext takes the drawing context away and waits for the next program.
func (p *tab) loseContext() {
	p.t.Helper()
	eval[bool](p, `(window.lost = document.querySelector('iframe'), `+canvas+`.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), true)`)
	p.until(`document.querySelector('iframe') !== window.lost && document.querySelector('iframe').contentWindow.rocketscope?.frames > 0 && ` + shell + `.asleep`)
}

// A new program in place of one whose drawing context was lost compares as the
// old one did: both runs go on in step.
func TestAComparisonOutlivesALostContext(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(27_000_000_000)
	p.cluster()
	p.compareWith(" AVG_BY_CIRCLE")
	p.until(`+document.querySelector('[data-measure=moved] td:last-child')?.textContent === 4`)
	p.until(shell + `.asleep`)
	before := eval[string](p, numbers)
	p.loseContext()
	require.Equal(t, before, eval[string](p, numbers))
	p.focus("#tracks")
	p.press(kb.Home) // Home: what both runs have come to is another thing there
	p.until(`document.body.dataset.at === '0' && +document.querySelector('[data-measure=moved] td:last-child').textContent === 0`)
	p.click("#compare .end")
	p.until(`!(` + comparing + `)`)
	p.quiet()
}

// Where there is room for one run, the one that was shown is shown again.
func TestTheRunThatIsShownOutlivesALostContext(t *testing.T) {
	p := open(t, 800, 450, "?lang=en&story=scale-out&compare=strategy+AVG_BY_CIRCLE").started()
	p.until(comparing)
	p.click(`#compare [data-focus=other]`)
	pressed := `document.querySelector('#compare [data-focus=other]')?.getAttribute('aria-pressed') === 'true'`
	p.until(pressed + ` && ` + shell + `.asleep`)
	p.loseContext()
	require.True(t, eval[bool](p, pressed))
	p.click(`#compare [data-focus=this]`)
	p.until(`!(` + pressed + `)`)
	p.quiet()
}

// What is compared goes with the address, with links and with figures.
func TestAComparisonIsShared(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&theme=light&story=scale-out").started()
	p.seek(27_000_000_000)
	p.cluster()
	p.compareWith("consumer c3 group=g topic=orders strategy=AVG")
	p.until(`document.querySelectorAll('#pane-compare [data-queue]').length > 0`)
	before := eval[string](p, numbers)
	p.until(`new URLSearchParams(location.search).get('compare') === 'without 25s consumer c3 group=g topic=orders strategy=AVG'`)
	p.do(chromedp.Reload())
	p.started()
	p.until(comparing + ` && ` + numbers + ` === ` + quote(before))

	p.seek(28_000_000_000)
	link, element := p.shared("link"), p.shared("element")
	require.Contains(t, link, "?compare=without+25s+consumer+c3+group%3Dg+topic%3Dorders+strategy%3DAVG#v=1&")
	require.Contains(t, p.shared("frame"), `src="`+strings.ReplaceAll(link, "&", "&amp;")+`"`)
	require.Contains(t, p.shared("markdown"), "]("+link+")")
	for _, form := range []string{"element", "hugo", "mdx", "mkdocs", "vitepress"} {
		require.Contains(t, p.shared(form), `compare="without 25s consumer c3 group=g topic=orders strategy=AVG"`, form)
	}
	p.press(kb.Escape)
	p.until(noDialog)
	p.click("#compare .end")
	p.until(`!location.search.includes('compare')`)
	require.NotContains(t, p.shared("element"), "compare=")
	require.NotContains(t, p.shared("link"), "compare=")
	p.quiet()

	again := open(t, 1440, 900, strings.TrimPrefix(link, site)).started()
	again.until(comparing + ` && document.body.dataset.at === '28000000000' && document.querySelector('[data-measure=moved] td:last-child') !== null`)
	again.quiet()
	q := host{body: strings.Replace(element, "<rocket-scope ", `<rocket-scope id="one" `, 1)}.open(t)
	q.until(poster("one", "b") + `.textContent !== ''`)
	q.pressButton("one")
	q.until(inside("one", comparing))
	q.until(`heard.state?.at === 28e9`)
}

// A build that was told its address offers the scenario's own page too, but not
// for a history that the page does not have.
func TestThePageOfAScenarioIsShared(t *testing.T) {
	built := server.New(dist)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/posters/scale-out.js" {
			built.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(`export default {"best":1,"at":[3000,25022],"base":"https://example.org/docs/"};`))
	}))
	t.Cleanup(s.Close)
	p := open(t, 1280, 800, "?story=scale-out&lang=zh").started()
	p.settle()
	p.shared("link")
	require.Equal(t, 0, eval[int](p, `document.querySelectorAll('dialog input[value=page]').length`), "a build without an address")
	p.do(chromedp.Navigate(s.URL + "/?story=scale-out&lang=zh"))
	p.started()
	p.settle()
	require.Equal(t, "https://example.org/docs/pages/scale-out.zh.html", p.shared("page"))
	require.Contains(t, eval[string](p, `document.getElementById('share-note').textContent`), "25.022")
	p.press(kb.Escape)
	p.until(noDialog)
	p.act("c1", "k")
	require.NotEmpty(t, p.shared("element"))
	require.Equal(t, 0, eval[int](p, `document.querySelectorAll('dialog input[value=page]').length`), "a history of its own")
	p.quiet()
}

// Pictures, storyboards and films show both runs, each under its name; a film ends
// exactly where it is to end.
func TestBothRunsAreInPicturesAndFilms(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&theme=light&story=scale-out").started()
	dir := p.downloads(t)
	p.seek(26_000_000_000)
	p.cluster()
	p.compareWith(" AVG_BY_CIRCLE")
	p.click("#save-open")
	p.until(saving + ` && ` + preview)
	p.click(`dialog input[value=svg]`)
	p.until(`document.querySelector('dialog input[value=svg]').checked`)
	p.choose("save-size", "wide")
	p.until(`document.getElementById('save-note').textContent.startsWith('1280 × ')`)
	drawing := string(p.save(dir, "scale-out-26.000s.svg"))
	for _, words := range []string{">this run</text>", ">strategy AVG_BY_CIRCLE</text>"} {
		require.Equal(t, 1, strings.Count(drawing, words), words)
	}
	require.Equal(t, 2, strings.Count(drawing, ">p1</text>"))

	p.click(`dialog input[value=panels]`)
	p.choose("save-count", "3")
	page := string(p.save(dir, "scale-out-0.000-26.000s.html"))
	require.Equal(t, 3, strings.Count(page, "<figure>"))
	require.Equal(t, 3, strings.Count(page, ">strategy AVG_BY_CIRCLE</text>"))

	p.click(`dialog input[value=film]`)
	p.choose("save-from", "25")
	p.choose("save-to", "26.25")
	p.choose("save-speed", "2")
	eval[bool](p, `(window.furthest = 0, new MutationObserver(() => { window.furthest = Math.max(window.furthest, +document.body.dataset.at); }).observe(document.body, { attributes: true, attributeFilter: ['data-at'] }), true)`)
	film := p.save(dir, "scale-out-25-26.25s.webm")
	require.Equal(t, 26_250_000_000, eval[int](p, `window.furthest`), "the moment of the last frame")
	p.until(`document.body.dataset.at === '26000000000'`)
	p.quiet()

	q := reopened(t, "video/webm", film, `<video src="file" muted></video>`)
	q.until(`document.querySelector('video').readyState > 1`)
	stage := eval[[]int](p, `(e => [e.clientWidth, e.clientHeight])(document.querySelector('#stage iframe'))`)
	require.Equal(t, 2*(stage[0]/2), eval[int](q, `document.querySelector('video').videoWidth`))
	require.InDelta(t, stage[1]+36+84, eval[int](q, `document.querySelector('video').videoHeight`), 2, "names above, words below")
	if name := os.Getenv("SAVED"); name != "" {
		eval[bool](q, `(document.querySelector('video').currentTime = 0.4, true)`)
		q.until(`!document.querySelector('video').seeking`)
		shot, err := chromedp.Run(q.ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(name, "film-of-two.png"), shot, 0o644))
	}
}
