package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const lit = `document.body.dataset.lit`

// What is lit: the hole in the dark, in the page's CSS px, or null.
const hole = `(e => e && JSON.stringify((b => [b.x, b.y, b.width, b.height].map(Math.round))(e.getBoundingClientRect())))(document.querySelector('#present-light > div'))`

// A presenter lights an object and the next one, comes near it, presses on
// another one, and is back with one key.
func TestAPresenterPoints(t *testing.T) {
	p := inLesson(t, 1024, 768, "first-offsets", "&present&lang=en")
	p.until(presented + ` === 'true'`)
	p.press("l")
	p.until(lit + ` === 'broker-a/0' && document.querySelector('#present-light.dim') !== null`)
	queue := eval[string](p, hole)
	p.press("l")
	p.until(lit + ` !== 'broker-a/0' && ` + hole + ` !== ` + quote(queue))
	p.press("z")
	p.until(`document.querySelector('#stage iframe').style.width !== ''`)
	require.True(t, eval[bool](p, `(b => b.x >= -9 && b.y >= -9 && b.right <= innerWidth + 9 && b.bottom <= innerHeight + 9)(document.querySelector('#present-light > div').getBoundingClientRect())`), "it is in sight")
	p.press(kb.Escape)
	p.until(lit + ` === '' && document.getElementById('present-light') === null && document.querySelector('#stage iframe').style.width === ''`)
	require.Equal(t, "true", eval[string](p, presented))
	p.press("l")
	p.until(`document.querySelector('#present-light.dim') !== null`)
	p.press("l")
	p.until(lit + ` !== 'broker-a/0' && ` + hole + ` !== ` + quote(queue))
	p.pressAt(queue)
	p.until(lit + ` === 'broker-a/0'`)
	p.press(kb.PageDown)
	p.until(step + ` === '1' && ` + lit + ` === ''`)
	p.quiet()
}

// pressAt presses the middle of what hole said.
func (p *tab) pressAt(box string) {
	p.t.Helper()
	p.until(`(b => (document.elementFromPoint(b[0] + b[2] / 2, b[1] + b[3] / 2).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: b[0] + b[2] / 2, clientY: b[1] + b[3] / 2 })), true))(` + box + `)`)
}

// The link to what is shown is short, and its code is drawn; it opens there.
func TestALinkForTheRoom(t *testing.T) {
	p := inLesson(t, 1024, 768, "join", "&present&lang=en")
	p.until(presented + ` === 'true'`)
	p.press("2")
	p.until(step + ` === '1'`)
	p.press("q")
	p.until(`document.querySelector('#present-qr svg path') !== null`)
	href := eval[string](p, `document.querySelector('#present-qr a').href`)
	require.True(t, strings.HasSuffix(href, "/?lesson=join&step=2"), href)
	p.press("q")
	p.until(`document.getElementById('present-qr') === null`)
	p.quiet()

	p = open(t, 1024, 768, "?present#v=1&story=consumer-killed&lang=en&act=60s+kill+c1&at=60.5s").started()
	p.until(presented + ` === 'true' && document.body.dataset.at === '60500000000'`)
	p.press("q")
	p.until(`document.querySelector('#present-qr svg path') !== null`)
	href = eval[string](p, `document.querySelector('#present-qr a').href`)
	require.Less(t, len(href), 120, href)
	moment := `document.body.dataset.at + document.body.dataset.seq + document.getElementById('story').textContent`
	want := eval[string](p, moment)
	p.quiet()
	p = open(t, 1024, 768, strings.TrimPrefix(href, site)).started()
	p.until(moment + ` === ` + quote(want))
	p.quiet()
}
