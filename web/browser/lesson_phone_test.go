package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// checked opens an address at a size with axe-core loaded.
func checked(t *testing.T, width, height int64, address string) *tab {
	t.Helper()
	p := open(t, width, height, address)
	p.until(`document.readyState === 'complete'`)
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](axe(t)+"; null"))
	require.NoError(t, err)
	return p
}

// axe-core finds nothing at 390 px: in a lesson, on the shelf, in a presentation
// with its light and its link, in the notes and in a storyboard; and nothing is
// wider than the screen.
func TestAxeFindsNothingOnAPhone(t *testing.T) {
	narrow := func(p *tab, what string) {
		p.clean(what)
		require.True(t, eval[bool](p, `document.documentElement.scrollWidth <= innerWidth`), what)
	}
	for _, lang := range []string{"en", "zh"} {
		p := checked(t, 390, 844, "?lesson=join&lang="+lang)
		p.started().at("join", 0)
		narrow(p, lang+": words")
		p.enter("#lesson-run")
		p.at("join", 1)
		narrow(p, lang+": owners")
		p.click("#lesson-shelf")
		p.until(`document.querySelector('.shelf a[href="pack/index.` + lang + `.html"]') !== null`)
		narrow(p, lang+": shelf")
		p.until(`(document.querySelector('dialog').close(), true)`)
		p.press("p")
		p.until(presented + ` === 'true'`)
		narrow(p, lang+": presentation")
		p.press("l")
		p.until(`document.querySelector('#present-light.dim') !== null`)
		narrow(p, lang+": light")
		p.press("q")
		p.until(`document.querySelector('#present-qr svg') !== null`)
		narrow(p, lang+": link")
		n := checked(t, 390, 844, released("notes.html#"+eval[string](p, `document.body.dataset.room`)))
		n.until(`document.body.dataset.step === '1' && !document.getElementById('pack').hidden`)
		narrow(n, lang+": notes")
		require.Equal(t, "pack/join."+lang+".html", eval[string](n, `document.getElementById('pack').getAttribute('href')`))
		p.quiet()
		n.quiet()
	}
	for _, page := range []string{"index.zh", "join.zh", "idle.en"} {
		b := checked(t, 390, 844, released("pack/"+page+".html"))
		narrow(b, page)
		b.quiet()
	}
}
