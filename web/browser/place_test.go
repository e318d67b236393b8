package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rocketscope/wasm/bridge"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
)

// What the tests look at.
const (
	shell     = `document.querySelector('iframe').contentWindow.rocketscope`
	canvas    = `document.querySelector('iframe').contentDocument.querySelector('canvas')`
	menuOpen  = `document.querySelector('.menu') !== null`
	consumers = `document.querySelectorAll('#nodes li[data-owns]').length`
)

func itoa(n int) string { return strconv.Itoa(n) }

func quote(s string) string { return strconv.Quote(s) }

func (p *tab) untilCount(expression string, n int) {
	p.t.Helper()
	p.until(expression + ` === ` + itoa(n))
}

// focus gives an element the focus once it is there and may have it: the page
// may replace it between a look and a touch.
func (p *tab) focus(selector string) {
	p.t.Helper()
	p.until(`(() => { const e = document.querySelector(` + quote(selector) + `); e?.focus(); return e !== null && document.activeElement === e; })()`)
}

// settle goes to 3 s, by when the cluster works, and waits for the stage to rest.
func (p *tab) settle() {
	p.t.Helper()
	p.seek(3_000_000_000)
}

// seek goes to whole seconds with the keys of the timeline, as a person may,
// and waits for the stage to rest.
func (p *tab) seek(at int) {
	p.t.Helper()
	line := eval[string](p, `document.getElementById('tracks').offsetParent ? '#tracks' : '#line'`)
	p.focus(line)
	p.press(kb.Home)
	p.until(`document.body.dataset.at === '0'`)
	now := 0
	for ; now+10_000_000_000 <= at; now += 10_000_000_000 {
		p.press(kb.PageUp)
		p.until(`document.body.dataset.at === '` + itoa(now+10_000_000_000) + `'`)
	}
	for ; now+1_000_000_000 <= at; now += 1_000_000_000 {
		p.press(kb.ArrowRight)
		p.until(`document.body.dataset.at === '` + itoa(now+1_000_000_000) + `'`)
	}
	p.until(shell + `.asleep`)
}

// composed is the stage as it must look now: the page's story at the page's
// position, with the card that is open and the node that is selected.
func (p *tab) composed() *scene.Scene {
	p.t.Helper()
	s := bridge.NewSession(func(string) {})
	story := eval[string](p, `document.getElementById('story').textContent`)
	s.Handle("load", eval[string](p, `document.body.dataset.at + ' ' + document.body.dataset.seq`)+"\n"+story)
	s.Handle("why", eval[string](p, `document.body.dataset.record`))
	s.Handle("select", eval[string](p, `document.body.dataset.selected`))
	size := eval[[]float64](p, `(box => [box.width, box.height])(document.querySelector('iframe').getBoundingClientRect())`)
	var l layout.Layout
	layout.Place(&l, s.View(), s.Stage(float32(size[0]), float32(size[1])))
	words, sc := s.Words().Stage(), &scene.Scene{}
	scene.Compose(sc, &l, s.View(), &words, &scene.UI{})
	return sc
}

// place is where a node's card stands on the page.
func (p *tab) place(name string) (x, y float64) {
	p.t.Helper()
	p.until(shell + `.asleep`)
	sc, sim := p.composed(), p.engine()
	for _, t := range sc.Targets {
		if t.Kind != scene.OnNode || sim.Name(t.Node) != name {
			continue
		}
		cx, cy := (t.Rect.X+12)*sc.Zoom, (t.Rect.Y+10)*sc.Zoom
		if hit, ok := sc.Hit(cx, cy); ok && hit.Node == t.Node {
			return p.onPage(cx, cy)
		}
	}
	require.Fail(p.t, name+" is not on the stage")
	return 0, 0
}

// empty is a place on the stage where nothing is.
func (p *tab) empty() (x, y float64) {
	p.t.Helper()
	sc := p.composed()
	for y := float32(4); y < sc.H*sc.Zoom; y += 8 {
		for x := float32(4); x < sc.W*sc.Zoom; x += 8 {
			if _, ok := sc.Hit(x, y); !ok {
				return p.onPage(x, y)
			}
		}
	}
	require.Fail(p.t, "the stage is full")
	return 0, 0
}

func (p *tab) onPage(x, y float32) (float64, float64) {
	p.t.Helper()
	at := eval[[]float64](p, `(box => [box.left, box.top])(document.querySelector('iframe').getBoundingClientRect())`)
	return at[0] + float64(x), at[1] + float64(y)
}

// outside lists the parts of a figure that leave it or stand on each other.
const outside = `(() => {
  const seen = [...document.querySelectorAll('#stage, #cap, .bar > *')].filter(e => e.getClientRects().length > 0 && e.getBoundingClientRect().width > 0);
  const boxes = seen.map(e => [e.id || e.className || e.tagName, e.getBoundingClientRect()]), wrong = [];
  boxes.forEach(([name, b], i) => {
    if (b.left < -1 || b.right > innerWidth + 1 || b.top < -1 || b.bottom > innerHeight + 1) wrong.push(name + ' leaves');
    for (const [other, o] of boxes.slice(0, i)) if (b.left < o.right - 1 && o.left < b.right - 1 && b.top < o.bottom - 1 && o.top < b.bottom - 1) wrong.push(name + ' on ' + other);
  });
  return document.documentElement.scrollWidth > innerWidth ? [...wrong, 'scrolls'] : wrong;
})()`

func TestAFigureFits(t *testing.T) {
	p := open(t, 800, 450, "?story=host-lost&at=26s&ui=min&lang=en").started()
	for _, size := range [][2]int64{{800, 450}, {390, 844}, {320, 450}, {1400, 450}, {3840, 2160}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.until(`innerWidth === ` + itoa(int(size[0])) + ` && document.querySelector('iframe').clientWidth === innerWidth && ` + shell + `.asleep`)
		require.Empty(t, eval[[]string](p, outside), size)
		sc := p.composed()
		var cards []layout.Rect
		for _, target := range sc.Targets {
			if target.Kind != scene.OnNode {
				continue
			}
			r := target.Rect
			require.True(t, r.X >= 0 && r.Y >= 0 && r.Right() <= sc.W+1 && r.Bottom() <= sc.H+1, "%v: %v leaves the stage", size, r)
			for _, o := range cards {
				require.True(t, r.X >= o.Right() || o.X >= r.Right() || r.Y >= o.Bottom() || o.Y >= r.Bottom(), "%v: %v stands on %v", size, r, o)
			}
			cards = append(cards, r)
		}
		require.NotEmpty(t, cards)
	}
	p.quiet()
}
