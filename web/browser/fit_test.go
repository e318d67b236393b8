package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// cutOff lists what can be seen of the page's texts but not whole: an element
// whose own text is wider than it, or sticks out of the window. Labels for a
// screen reader, and lists that scroll on purpose, are not looked at.
const cutOff = `(() => {
  const shown = e => { const r = e.getBoundingClientRect(); return r.width > 2 && r.height > 2 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true }); };
  const own = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
  const bad = [];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.quiet, svg, option, select, textarea, #story, [data-scrolls]') || !own(e) || !shown(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(e);
    const text = range.getBoundingClientRect(), style = getComputedStyle(e);
    const wide = style.display !== 'inline' && e.scrollWidth > e.clientWidth + 1;
    const high = style.display !== 'inline' && style.overflowY !== 'visible' && style.overflowY !== 'auto' && e.scrollHeight > e.clientHeight + 1;
    let out = text.left < -1 || text.right > innerWidth + 1;
    for (let a = e; a && a !== document.body && !out; a = a.parentElement) {
      const box = a.getBoundingClientRect(), look = getComputedStyle(a);
      if (look.display !== 'contents' && look.display !== 'inline' && look.overflowX !== 'auto') out = text.left < box.left - 1 || text.right > box.right + 1;
      if (look.position === 'absolute' || look.position === 'fixed' || look.overflowX === 'auto') break;
    }
    if (wide || high || out) bad.push(e.tagName.toLowerCase() + (e.id && '#' + e.id) + '.' + e.className + ' ' + (wide ? 'wide' : high ? 'high' : 'out') + ': ' + e.textContent.trim().slice(0, 60));
  }
  return bad;
})()`

// fits requires that nothing on the page is cut off.
func (p *tab) fits(what string) {
	p.t.Helper()
	require.Empty(p.t, eval[[]string](p, cutOff), what)
}

// Texts fit at 640 px and on a phone, in both languages: the bar, the header, the
// panel with each tab, menus and dialogs.
func TestTextsFit(t *testing.T) {
	for _, size := range [][2]int64{{640, 450}, {390, 844}} {
		for _, lang := range []string{"en", "zh"} {
			p := open(t, size[0], size[1], "?story=scale-out&lang="+lang).started()
			p.settle()
			if lang == "en" {
				require.NotEmpty(t, eval[[]string](p, `(e => { e.style.width = '30px'; const bad = `+cutOff+`; e.style.width = ''; return bad; })(document.getElementById('next'))`), "what does not fit is seen")
			}
			what := strings.Join([]string{itoa(int(size[0])), lang, ""}, " ")
			p.fits(what + "start")
			p.openHeader()
			p.fits(what + "header")
			p.openHeader()
			p.openPanel()
			for _, tab := range []string{"why", "events", "cluster"} {
				p.click("#tab-" + tab)
				p.fits(what + tab)
			}
			p.chosen("scenario", "+")
			p.until(`/kill/.test(document.getElementById('own-lines')?.textContent)`)
			p.click(".own summary")
			p.fits(what + "a story of one's own")
			p.click(".own [value=close]")
			for _, node := range []string{"p1", "broker-a", "c1"} {
				p.openMenu(node)
				p.fits(what + "menu of " + node)
				p.eachGroup(node, func(group string) { p.fits(what + group + " of " + node) })
			}
			chromedp.Cancel(p.ctx)
		}
	}
}
