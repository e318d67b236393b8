package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestColdLoad(t *testing.T) {
	p := open(t, 640, 360, "").started()
	require.Equal(t, "img", eval[string](p, canvas+`.getAttribute('role')`))
	require.NotEmpty(t, eval[string](p, canvas+`.getAttribute('aria-label')`))
	require.Equal(t, "0", eval[string](p, `document.body.dataset.at`))
	require.Equal(t, "false", eval[string](p, `document.body.dataset.running`), "nothing plays by itself")
	p.quiet()
}

func TestAddAConsumerByAClickOnTheStage(t *testing.T) {
	p := open(t, 640, 360, "?story=scale-out").started()
	p.settle()
	before := eval[int](p, consumers)
	x, y := p.empty()
	p.do(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
	p.until(menuOpen)
	p.do(chromedp.Click(chromedp.CSS(`.menu [aria-keyshortcuts=C]`), chromedp.NodeVisible))
	p.joined(before)
}

func TestAddAConsumerByKeyboard(t *testing.T) {
	p := open(t, 640, 360, "?story=scale-out").started()
	p.settle()
	before := eval[int](p, consumers)
	p.focus("#add-open")
	p.press(kb.Enter)
	p.until(menuOpen)
	p.press("c")
	p.joined(before)
}

// joined waits until a new consumer reads, and compares its queues with the engine's.
func (p *tab) joined(before int) {
	p.t.Helper()
	p.untilCount(consumers, before+1)
	name := eval[string](p, `[...document.querySelectorAll('#nodes li[data-owns]')].at(-1).dataset.node`)
	p.runUntil(owned(name) + ` !== ''`)
	engine, page := p.owners("g", "orders")
	require.Equal(p.t, engine, page)
	require.Positive(p.t, queues(page))
	p.quiet()
}

func TestKillAConsumerAndABroker(t *testing.T) {
	p := open(t, 800, 450, "?story=first-look").started()
	p.settle()
	victim := eval[string](p, `[...document.querySelectorAll('#nodes li[data-owns]')].find(li => li.dataset.owns !== '').dataset.node`)
	p.kill(victim)
	p.runUntil(`[...document.querySelectorAll('#nodes li[data-owns]')].every(li => li.dataset.state !== 'up' || li.dataset.owns !== '') && ` + owned(victim) + ` === ''`)
	engine, page := p.owners("g", "orders")
	require.Equal(t, engine, page)
	p.kill("broker-a")
	p.runUntil(`[...document.querySelectorAll('#nodes li[data-owns]')].every(li => li.dataset.state !== 'up' || !li.dataset.owns.includes('broker-a'))`)
	engine, page = p.owners("g", "orders")
	require.Equal(t, engine, page)
	p.quiet()
}

// kill kills a node by the mouse: its card on the stage, then the menu.
func (p *tab) kill(name string) {
	p.t.Helper()
	x, y := p.place(name)
	p.do(chromedp.MouseClickXY(x, y))
	p.until(menuOpen)
	require.Equal(p.t, name, eval[string](p, `document.querySelector('.menu .head').textContent`))
	p.do(chromedp.Click(chromedp.CSS(`.menu [aria-keyshortcuts=K]`), chromedp.NodeVisible))
	p.until(`document.querySelector('#nodes li[data-node="` + name + `"]').dataset.state === 'killed'`)
}

func TestPauseDrawsNoFrame(t *testing.T) {
	p := open(t, 640, 360, "").started()
	p.click("#play")
	p.until(`document.body.dataset.running === 'true' && document.body.dataset.at > 0`)
	require.False(t, eval[bool](p, shell+`.asleep`))
	p.click("#play")
	p.until(shell + `.asleep`)
	frames := eval[int](p, shell+`.frames`)
	p.until(`new Promise(done => { let left = 30; const frame = () => --left ? requestAnimationFrame(frame) : done(true); frame(); })`)
	require.Equal(t, frames, eval[int](p, shell+`.frames`), "while the page itself had 30 frames")
	p.click("#step")
	p.until(shell + `.frames > ` + itoa(frames))
	p.until(shell + `.asleep`)
	p.quiet()
}

func TestContextLossLosesNothing(t *testing.T) {
	p := open(t, 640, 360, "?story=scale-out").started()
	p.settle()
	p.click("#add-open")
	p.until(menuOpen)
	p.press("p")
	p.until(`document.querySelector('#nodes li[data-node=p2], #nodes li[data-node=p3]') !== null`)
	moment := `JSON.stringify([document.body.dataset.at, document.body.dataset.seq, document.getElementById('nodes').textContent, document.getElementById('queues').textContent, document.getElementById('story').textContent])`
	before := eval[string](p, moment)
	eval[bool](p, `(window.lost = document.querySelector('iframe'), `+canvas+`.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), true)`)
	p.until(`document.querySelector('iframe') !== window.lost && document.querySelector('iframe').contentWindow.rocketscope?.frames > 0 && ` + shell + `.asleep`)
	p.until(moment + ` === ` + quote(before))
	p.click("#step")
	p.until(`document.body.dataset.seq !== ` + quote(eval[string](p, `document.body.dataset.seq`)))
	p.quiet()
}

func TestWheelAndTabAreNotTrapped(t *testing.T) {
	p := open(t, 640, 360, "host.html")
	p.until(`document.querySelector('iframe').contentDocument?.body?.dataset.ready === 'true'`)
	_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: 320, Y: 120, DeltaX: 0.001, DeltaY: 120})
	require.NoError(t, err)
	p.until(`window.scrollY > 0`)
	p.focus("#before")
	p.until(`document.activeElement.id === 'before'`)
	for range 60 {
		p.press(kb.Tab)
		if eval[bool](p, `document.activeElement.id === 'after'`) {
			p.quiet()
			return
		}
	}
	require.Fail(t, "Tab never leaves the figure")
}

func TestKeyboardOnTheStage(t *testing.T) {
	p := open(t, 640, 360, "").started()
	p.settle()
	p.do(chromedp.MouseClickXY(2, 2))
	p.until(`document.activeElement === document.querySelector('iframe')`)
	p.press(kb.ArrowRight)
	p.press(kb.Enter)
	p.until(menuOpen)
	require.NotEmpty(t, eval[string](p, `document.querySelector('.menu .head').textContent`))
	p.press(kb.Escape)
	p.until(`document.querySelector('.menu') === null`)
	p.quiet()
}

func TestThePolicyIsInForceAndKept(t *testing.T) {
	p := open(t, 640, 360, "?story=scale-out&lang=zh&theme=dark").started()
	for _, control := range []string{"#step", "#next", "#add-open", "#back"} {
		p.click(control)
	}
	p.until(`document.body.dataset.running === 'false'`)
	p.quiet()
	ran := eval[bool](p, `(() => { const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s); return window.ran === true })()`)
	require.False(t, ran, "an inline script runs: the policy is not in force")
}
