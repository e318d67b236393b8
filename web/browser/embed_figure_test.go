package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

func TestAFigureIsAPictureUntilItIsPressed(t *testing.T) {
	p := host{body: figure}.open(t)
	p.until(poster("one", "img") + `.complete && ` + poster("one", "img") + `.naturalWidth > 0`)
	require.Equal(t, "A consumer joins", eval[string](p, poster("one", "b")+`.textContent`))
	require.Contains(t, eval[string](p, poster("one", "img")+`.alt`), "c3 takes over")
	require.Contains(t, eval[string](p, poster("one", "img")+`.src`), "/25022.en.svg#light")
	require.Equal(t, "Play this figure: A consumer joins", eval[string](p, poster("one", "button")+`.getAttribute('aria-label')`))
	require.Empty(t, eval[[]string](p, `performance.getEntriesByType('resource').map(r => r.name).filter(n => /wasm|frame|index/.test(n))`), "nothing of the program is asked for")
	p.play("one")
	require.Equal(t, "25000000000", eval[string](p, inside("one", `document.body.dataset.at`)))
	require.Equal(t, "min", eval[string](p, inside("one", `document.body.dataset.ui`)))
	require.Equal(t, "false", eval[string](p, inside("one", `document.body.dataset.running`)), "nothing plays by itself")
	require.InDelta(t, 450, eval[float64](p, `document.getElementById('one').getBoundingClientRect().height`), 3)
	p.quiet()
}

func TestTabGoesThroughAFigureAndEscapeGivesBack(t *testing.T) {
	p := host{body: figure}.open(t)
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	p.focus("#before")
	p.press(kb.Tab)
	p.until(`document.activeElement.id === 'one' && document.activeElement.shadowRoot.activeElement.tagName === 'BUTTON'`)
	p.press(kb.Enter)
	p.until(poster("one", ".live") + ` !== null`)
	p.until(inside("one", `document?.body?.dataset.ready === 'true'`))
	p.until(`document.activeElement.shadowRoot?.activeElement?.tagName === 'IFRAME'`)
	p.press(kb.Escape)
	p.until(`document.activeElement.shadowRoot?.activeElement?.tagName === 'FIGURE'`)
	for range 60 {
		p.press(kb.Tab)
		if eval[bool](p, `document.activeElement.id === 'after'`) {
			p.press(kb.Shift + kb.Tab)
			p.quiet()
			return
		}
	}
	require.Fail(t, "Tab never leaves the figure")
}

func TestWheelAndSwipeScrollThePage(t *testing.T) {
	p := host{body: figure}.open(t)
	p.until(poster("one", "b") + `.textContent !== 'RocketScope'`)
	p.wheel(400, 200, 60)
	p.until(`window.scrollY > 0`)
	p.do(chromedp.Evaluate[chromedp.Void](`window.scrollTo(0, 0)`))
	p.play("one")
	p.wheel(400, 200, 60)
	p.until(`window.scrollY > 0`)
	p.do(chromedp.Evaluate[chromedp.Void](`window.scrollTo(0, 0)`))
	p.until(`window.scrollY === 0`)
	p.swipe(400, 300, 150)
	p.until(`window.scrollY > 0`)
	p.quiet()
}

func TestAFigureFollowsItsHost(t *testing.T) {
	p := host{body: figure}.open(t)
	p.until(poster("one", "img") + `.src.endsWith('.en.svg#light')`)
	p.click("#switch")
	p.until(poster("one", "img") + `.src.endsWith('.en.svg#dark')`)
	p.play("one")
	require.Equal(t, "dark", eval[string](p, inside("one", `document.documentElement.dataset.theme`)))
	p.click("#switch")
	p.until(inside("one", `document.documentElement.dataset.theme === 'light'`))
	eval[string](p, `document.documentElement.lang = 'zh-CN'`)
	p.until(inside("one", `document.documentElement.lang === 'zh-CN'`))
	p.until(poster("one", "b") + `.textContent === '一个消费者加入'`)
	eval[bool](p, `(document.getElementById('one').setAttribute('theme', 'projector'), true)`)
	p.until(inside("one", `document.documentElement.dataset.theme === 'projector'`))
	p.quiet()
}

func TestAFigureOutOfSightRests(t *testing.T) {
	p := host{body: figure}.open(t)
	p.play("one")
	running, rests := inside("one", `document.body.dataset.running === 'true'`), inside("one", `document.body.dataset.running === 'false' && document.querySelector('iframe').contentWindow.rocketscope.asleep`)
	eval[bool](p, `(document.getElementById('one').send('play'), true)`)
	p.until(running)
	eval[bool](p, `(window.scrollTo(0, 1500), true)`)
	p.until(rests)
	eval[bool](p, `(window.scrollTo(0, 0), true)`)
	p.until(running)
	eval[bool](p, `(document.getElementById('cover').setAttribute('open', ''), true)`)
	p.until(rests)
	eval[bool](p, `(document.getElementById('cover').removeAttribute('open'), true)`)
	p.until(running)
	eval[bool](p, `(document.getElementById('one').style.display = 'none', true)`)
	p.until(inside("one", `document.body.dataset.away === 'true'`))
	frames := inside("one", `document.querySelector('iframe').contentWindow.rocketscope.frames`)
	p.until(`new Promise(done => { const before = ` + frames + `; let left = 30; const frame = () => --left ? requestAnimationFrame(frame) : done(` + frames + ` === before); frame(); })`)
	p.quiet()
}

func TestOneOfTwoFiguresIsLive(t *testing.T) {
	p := host{body: figure + `<rocket-scope id="two" story="host-lost" height="300"></rocket-scope>`, height: 1000, width: 800}.open(t)
	p.play("one")
	eval[bool](p, `(document.getElementById('one').send('seek', '26s'), true)`)
	p.until(`heard.state?.at === 26e9`)
	p.play("two")
	require.True(t, eval[bool](p, poster("one", "iframe")+` === null`), "the first figure is a poster again")
	require.Equal(t, "Paused at 26 s; the picture shows 25.022 s.", eval[string](p, poster("one", "p")+`.textContent`))
	p.play("one")
	p.until(inside("one", `document.body.dataset.at === '26000000000'`))
	require.True(t, eval[bool](p, poster("two", "iframe")+` === null`))
	p.quiet()
}

func TestARemovedFigureIsGone(t *testing.T) {
	p := host{body: figure}.open(t)
	p.play("one")
	eval[bool](p, `(window.figure = document.getElementById('one'), window.inner = `+poster("one", "iframe")+`.contentWindow, figure.remove(), true)`)
	require.True(t, eval[bool](p, `inner.closed`))
	p.click("#switch") // nobody listens any more
	require.Equal(t, "light", eval[string](p, `figure.dataset.look`))
	eval[bool](p, `(document.getElementById('after').before(figure), true)`)
	p.until(`document.getElementById('one').dataset.look === 'dark'`)
	p.play("one")
	require.Equal(t, "25000000000", eval[string](p, inside("one", `document.body.dataset.at`)), "a figure placed anew begins anew")
	p.quiet()
}

func TestAWrongParameterIsNamed(t *testing.T) {
	p := host{body: `<rocket-scope id="one" story="scale-out" at="soon" speed="7" them="dark"></rocket-scope><rocket-scope id="two" story="no-such"></rocket-scope>`}.open(t)
	p.until(poster("one", "p") + `.classList.contains('bad')`)
	said := eval[string](p, poster("one", "p")+`.textContent`)
	require.Contains(t, said, `at="soon" is wrong: a time such as 25s or 1m30s is expected.`)
	require.Contains(t, said, `speed="7" is wrong: 1/20, 1/10, 1/5, 1/2, 1, 2, 5, 10, 50, 100 or 1000 is expected.`)
	require.Contains(t, said, `them="dark" is wrong: there is no such parameter.`)
	require.Equal(t, "none", eval[string](p, `getComputedStyle(`+poster("one", "button")+`).display`), "nothing can be played")
	p.until(poster("two", "p") + `.textContent === 'story="no-such" is wrong: there is no such scenario.'`)
	eval[bool](p, `(document.getElementById('one').setAttribute('at', '26s'), document.getElementById('one').setAttribute('speed', '2'), document.getElementById('one').removeAttribute('them'), document.getElementById('one').setAttribute('story', 'host-lost'), true)`)
	p.until(`!` + poster("one", "p") + `.classList.contains('bad')`)
}
