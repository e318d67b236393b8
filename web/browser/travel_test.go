package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const (
	rested   = `document.body.dataset.ready === 'true' && document.body.dataset.running === 'false' && ` + shell + `.asleep`
	position = `document.body.dataset.at + ' ' + document.body.dataset.seq`
)

// moved does something and waits until the run stands elsewhere.
func (p *tab) moved(do func()) {
	p.t.Helper()
	before := eval[string](p, position)
	do()
	p.until(position + ` !== ` + quote(before) + ` && document.body.dataset.running === 'false'`)
}

// act does what a letter stands for in the menu of a node of the list.
func (p *tab) act(node, letter string) {
	p.t.Helper()
	before, from := eval[string](p, `document.getElementById('story').textContent`), eval[string](p, position)
	p.click("#tab-cluster")
	p.click(`#nodes .more[data-node="` + node + `"]`)
	p.until(menuOpen)
	p.press(letter)
	p.until(`document.getElementById('story').textContent !== ` + quote(before) + ` && ` + position + ` !== ` + quote(from))
	p.until(rested)
}

// key presses a letter as a keyboard does: without the character that chromedp
// sends after it even where the page has taken the key.
func (p *tab) key(letter string) {
	p.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: letter, Code: "Key" + strings.ToUpper(letter)})
		require.NoError(p.t, err)
	}
}

func TestStepsAndDecisionsGoBack(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out").started()
	p.settle()
	var stops []string
	for range 3 {
		p.moved(func() { p.click("#next") })
		stops = append(stops, eval[string](p, position))
	}
	digest := p.engine().Digest()
	for range 4 {
		p.moved(func() { p.press(kb.ArrowLeft) })
	}
	for range 4 {
		p.moved(func() { p.press(kb.ArrowRight) })
	}
	require.Equal(t, stops[2], eval[string](p, position))
	require.Equal(t, digest, p.engine().Digest())
	p.moved(func() { p.click("#previous") })
	require.Equal(t, stops[1], eval[string](p, position))
	p.moved(func() { p.press(kb.Backspace) })
	require.Equal(t, stops[0], eval[string](p, position))
	p.quiet()
}

// mouse is one movement of the mouse with its left button.
func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	require.NoError(p.t, err)
}

func TestTheTimelineScrubsAndItsMarksAreJumpedTo(t *testing.T) {
	p := open(t, 1280, 800, "?story=consumer-killed").started()
	p.seek(30_000_000_000)
	box := eval[[]float64](p, `(b => [b.left, b.top, b.width, b.height])(document.getElementById('tracks').getBoundingClientRect())`)
	y := box[1] + box[3] - 3
	p.mouse(input.DispatchMouseEventTypeMousePressed, box[0]+300, y)
	for x := 300.; x <= 420; x += 4 {
		p.mouse(input.DispatchMouseEventTypeMouseMoved, box[0]+x, y)
	}
	for x := 420.; x >= 200; x -= 4 {
		p.mouse(input.DispatchMouseEventTypeMouseMoved, box[0]+x, y)
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, box[0]+200, y)
	p.until(rested + ` && document.body.dataset.at > 0 && document.body.dataset.at < 8e9`)
	p.quiet()

	p.seek(30_000_000_000)
	mark := eval[[]float64](p, `(() => { const marks = [...document.querySelectorAll('#tracks .t-full')].map(m => m.getBoundingClientRect()); const m = marks.at(-3); return [m.left + m.width / 2, m.top + m.height / 2]; })()`)
	p.moved(func() { p.do(chromedp.MouseClickXY(mark[0], mark[1])) })
	record := eval[string](p, `document.body.dataset.record`)
	n, err := strconv.ParseUint(record, 10, 64)
	require.NoError(t, err)
	r, ok := p.engine().RecordOf(n)
	require.True(t, ok, "the record whose card is open is the last of the present")
	require.Equal(t, strconv.FormatInt(int64(r.At), 10)+" "+strconv.FormatUint(r.Seq, 10), eval[string](p, position))
	p.click("#tab-events")
	p.moved(func() { p.click("#events li:nth-child(2) .jump") })
	p.quiet()
}

func TestUndoRedoAndAFutureToReturnTo(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	p.act("c1", "k")
	killed := eval[string](p, `document.getElementById('story').textContent`)
	p.until(`!document.getElementById('undo').disabled && document.getElementById('redo').disabled`)
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until(`!document.getElementById('story').textContent.includes('kill c1') && !document.getElementById('redo').disabled`)
	p.do(chromedp.KeyEvent("Z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift)))
	p.until(`document.getElementById('story').textContent === ` + quote(killed))
	p.click("#undo")
	p.until(`!document.getElementById('story').textContent.includes('kill c1')`)
	p.click("#redo")
	p.until(`document.getElementById('story').textContent === ` + quote(killed))

	p.seek(2_000_000_000)
	p.act("c2", "k")
	p.until(`document.querySelectorAll('#tracks .t-stub').length === 1`)
	other := eval[string](p, `document.getElementById('story').textContent`)
	p.click("#tab-events")
	p.click("#branches [data-branch]")
	p.until(`document.getElementById('story').textContent === ` + quote(killed))
	p.until(`document.querySelectorAll('#tracks .t-stub').length === 1`)
	stub := eval[[]float64](p, `(b => [b.left + 18, b.top + b.height / 2])(document.querySelector('#tracks .t-stub').getBoundingClientRect())`)
	p.do(chromedp.MouseClickXY(stub[0], stub[1]))
	p.until(`document.getElementById('story').textContent === ` + quote(other))
	p.quiet()
}

func TestBookmarksAreKept(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	p.key("b")
	p.until(`document.activeElement.id === 'bookmark-name'`)
	p.press("before it dies")
	p.press(kb.Enter)
	p.until(`document.querySelectorAll('#bookmarks li').length === 1 && document.querySelector('dialog') === null`)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll('#tracks .t-flag').length`))
	marked := eval[string](p, position)
	p.act("c1", "k")
	p.moved(func() { p.click("#next") })
	p.until(`location.hash.includes('kill+c1') && location.hash.includes('at=` + "3" + `')`)
	p.do(chromedp.Reload())
	p.started()
	p.until(`document.querySelectorAll('#bookmarks li').length === 1`)
	p.until(`document.getElementById('story').textContent.includes('kill c1')`)
	p.click("#tab-events")
	require.Equal(t, "before it dies", eval[string](p, `document.querySelector('#bookmarks b').textContent`))
	p.click("#bookmarks .to")
	p.until(position + ` === ` + quote(marked))
	p.click("#bookmarks .act:last-child")
	p.until(`document.querySelectorAll('#bookmarks li').length === 0`)
	p.quiet()
}

func TestTheVersionChipReplaysTheSameActs(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	p.act("c1", "k")
	acts := func() string {
		_, text, _ := strings.Cut(eval[string](p, `document.getElementById('story').textContent`), "\n")
		return text
	}
	before, at := acts(), eval[string](p, `document.body.dataset.at`)
	p.click("#version-chip")
	p.until(menuOpen)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll('.menu [aria-disabled]').length`), "the version that runs cannot be chosen")
	p.press("3")
	p.until(`document.getElementById('version').textContent === '5.3'`)
	require.Equal(t, before, acts())
	require.Equal(t, at, eval[string](p, `document.body.dataset.at`))
	require.Equal(t, "5.3", p.engine().Head().Version)
	p.until(`location.hash.includes('rocketmq=5.3')`)

	p.until(`!document.getElementById('proof').hidden`)
	p.click("#proof")
	p.until(`document.querySelector('dialog.proof[open]') !== null`)
	require.GreaterOrEqual(t, eval[int](p, `document.querySelectorAll('dialog [data-family]').length`), 20)
	require.Contains(t, eval[string](p, `document.querySelector('dialog').textContent`), "5.3.3")
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.quiet()
}

// A link holds the bookmarks of its history; the futures that were left stay with
// the tab, through a reload and through a frame made anew.
func TestBookmarksGoWithLinksAndFuturesStayWithTheTab(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look&lang=en").started()
	p.settle()
	p.act("c1", "k")
	p.seek(2_000_000_000)
	p.act("c2", "k")
	p.key("b")
	p.until(`document.activeElement.id === 'bookmark-name'`)
	p.press("c2 & c3, 5=3")
	p.press(kb.Enter)
	p.until(`document.querySelectorAll('#bookmarks li').length === 1 && document.querySelector('dialog') === null`)
	p.until(`location.hash.includes('&mark=2s+') && history.state.left?.list.length === 1`)
	story := eval[string](p, `document.getElementById('story').textContent`)
	const future = `document.querySelectorAll('#tracks .t-stub').length === 1`
	p.until(future)

	url := p.shared("link")
	p.press(kb.Escape)
	other := open(t, 1280, 800, strings.TrimPrefix(url, site)).started()
	other.until(`document.querySelectorAll('#bookmarks li').length === 1 && document.querySelector('#bookmarks b').textContent === 'c2 & c3, 5=3'`)
	require.Equal(t, 0, eval[int](other, `document.querySelectorAll('#tracks .t-stub').length`), "futures are not part of a link")
	other.moved(func() { other.click("#next") })
	other.click("#tab-events")
	other.moved(func() { other.click("#bookmarks .to") })
	require.Equal(t, eval[string](p, position), eval[string](other, position))
	other.quiet()

	eval[bool](p, `(window.lost = document.querySelector('iframe'), `+canvas+`.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), true)`)
	p.until(`document.querySelector('iframe') !== window.lost && document.querySelector('iframe').contentWindow.rocketscope?.frames > 0 && ` + rested)
	p.until(future)
	p.do(chromedp.Reload())
	p.started()
	p.until(future + ` && document.querySelectorAll('#bookmarks li').length === 1`)
	require.Equal(t, story, eval[string](p, `document.getElementById('story').textContent`))
	p.click("#tab-events")
	p.click("#branches [data-branch]")
	p.until(`document.getElementById('story').textContent.includes('kill c1')`)
	p.until(future)
	p.quiet()
}

// What does not fit beside the moment says so, and what stands in the history
// entry and is not ours is not taken.
func TestWhatTheTabKeepsIsReadStrictly(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look&lang=en").started()
	p.settle()
	p.act("c1", "k")
	const written = `location.hash.includes('kill+c1') && JSON.stringify(history.state?.left?.list) === '[]'`
	p.until(written)
	for _, left := range []string{
		`{ list: 'x' }`, `{ list: [{ keep: -1, undone: false, acts: [] }] }`, `{ list: [{ keep: 1, undone: false, acts: [{ at: 1, text: 'a\nb' }] }] }`,
		`{ list: Array(65).fill({ keep: 1, undone: false, acts: [] }) }`, `{ of: 'another' }`, `{ full: 7 }`,
	} {
		eval[bool](p, `(history.replaceState({ bookmarks: [{ name: 'x' }, 7], left: { ...history.state.left, list: [{ keep: 1, undone: false, acts: [] }], ...`+left+` } }, ''), true)`)
		p.do(chromedp.Reload())
		p.started()
		p.until(`document.getElementById('story').textContent.includes('kill c1')`)
		require.Equal(t, 0, eval[int](p, `document.querySelectorAll('#tracks .t-stub').length + document.querySelectorAll('#bookmarks li').length`), left)
		p.until(written)
	}
	eval[bool](p, `(history.replaceState({ ...history.state, left: { ...history.state.left, list: [{ keep: 9999, undone: false, acts: [] }] } }, ''), true)`)
	p.do(chromedp.Reload())
	p.started()
	p.until(`document.getElementById('cap-1').textContent.includes('futures you left') && document.getElementById('story').textContent.includes('kill c1')`)
	p.quiet()
}

// B and Space are the presenter's in a presentation, and only there.
func TestKeysAreReboundForAPresenterOnly(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en").started()
	p.settle()
	p.key("b")
	p.until(`document.activeElement.id === 'bookmark-name'`)
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.press(" ")
	p.until(`document.body.dataset.running === 'true'`)
	p.press(" ")
	p.until(rested)
	p.key("p")
	p.until(presented + ` === 'true'`)
	p.key("b")
	p.until(`document.getElementById('present-dark') !== null && document.querySelector('dialog') === null`)
	p.key("b")
	p.until(`document.getElementById('present-dark') === null`)
	p.moved(func() { p.press(" ") }) // on to the next decision, where it stops by itself
	require.NotEqual(t, "0", eval[string](p, `document.body.dataset.record`))
	p.key("p")
	p.until(presented + ` === 'false'`)
	p.key("b")
	p.until(`document.activeElement.id === 'bookmark-name'`)
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.quiet()
}
