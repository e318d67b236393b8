package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const (
	revealed  = `document.body.dataset.revealed`
	presented = `document.body.dataset.present`
	seen      = `(e => e !== null && e.getClientRects().length > 0)(document.querySelector('.compare'))`
)

func (p *tab) is(step, phase, revealed string) {
	p.t.Helper()
	p.until(`document.body.dataset.step === ` + quote(step) + ` && document.body.dataset.phase === ` + quote(phase) + ` && document.body.dataset.revealed === ` + quote(revealed))
}

func TestPresenterKeys(t *testing.T) {
	p := inLesson(t, 1024, 768, "join", "&lang=en")
	p.press("p")
	p.until(presented + ` === 'true' && document.documentElement.dataset.theme === 'projector'`)
	p.is("0", "say", "false")
	start := eval[string](p, `document.body.dataset.at`)
	p.press(kb.PageDown)
	p.is("1", "say", "false")
	p.press(" ")
	p.until(phase + ` === 'run'`)
	p.press(kb.PageDown)
	p.is("1", "done", "false")
	require.False(t, eval[bool](p, seen), "the answer is hidden")
	p.press(kb.ArrowRight)
	p.is("1", "done", "true")
	require.True(t, eval[bool](p, seen))
	p.press(kb.ArrowRight)
	p.is("2", "say", "false")

	p.press(kb.PageUp) // really back
	p.is("1", "done", "true")
	p.press(kb.PageUp)
	p.is("1", "done", "false")
	p.press(kb.ArrowLeft)
	p.is("1", "say", "false")
	p.until(`document.body.dataset.at === ` + quote(start))
	p.press("a")
	p.is("1", "say", "true")
	p.press(kb.ArrowLeft)
	p.is("0", "say", "false")

	p.press("3")
	p.is("2", "say", "false")
	p.press(kb.End)
	p.is("3", "say", "false")
	p.press(kb.Home)
	p.is("0", "say", "false")
	p.press(".")
	p.until(`document.getElementById('present-dark') !== null`)
	p.press("b")
	p.until(`document.getElementById('present-dark') === null`)
	p.is("0", "say", "false")
	p.press("c")
	p.until(`document.getElementById('present-count')?.textContent.endsWith(' s')`)
	p.press("c")
	p.until(`document.getElementById('present-count') === null`)
	p.press("?")
	p.until(`document.querySelector('dialog .keylist') !== null`)
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.press("p")
	p.until(presented + ` === 'false' && document.documentElement.dataset.theme === 'light'`)
	p.quiet()
}

// A scenario is presented from decision to decision, and back.
func TestPresentAScenario(t *testing.T) {
	p := open(t, 1920, 1080, "?present#v=1&story=consumer-killed&lang=en&at=24s").started()
	p.until(presented + ` === 'true'`)
	moment := `document.body.dataset.at + ' ' + document.body.dataset.seq`
	before := eval[string](p, moment)
	p.press(kb.PageDown)
	p.until(moment + ` !== ` + quote(before) + ` && document.body.dataset.running === 'false'`)
	first := eval[string](p, moment)
	p.press(kb.PageDown)
	p.until(moment + ` !== ` + quote(first) + ` && document.body.dataset.running === 'false'`)
	p.press(kb.PageUp)
	p.until(moment + ` === ` + quote(first))
	require.GreaterOrEqual(t, eval[float64](p, `parseFloat(getComputedStyle(document.getElementById('cap-2')).fontSize)`), 28.0, "the last row reads it")
	p.quiet()
}

// Two windows in step: what is pressed in one shows in the other.
func TestTwoWindowsInStep(t *testing.T) {
	p := inLesson(t, 1024, 768, "join", "&lang=zh&present")
	p.until(presented + ` === 'true'`)
	n := open(t, 760, 640, released("notes.html#"+eval[string](p, `document.body.dataset.room`)))
	n.is("0", "say", "false")
	require.Equal(t, "加入一个消费者", eval[string](n, `document.getElementById('title').textContent`))
	p.press(kb.PageDown)
	n.is("1", "say", "false")
	require.Contains(t, eval[string](n, `document.getElementById('answer').textContent`), "broker-a/3=c2", "the presenter sees the answer")
	require.Contains(t, eval[string](n, `document.getElementById('next').textContent`), "c3 的进程被杀掉")
	n.press("2")
	p.is("1", "say", "false")
	n.click("#forward")
	p.until(phase + ` === 'run'`)
	n.click("#forward")
	p.is("1", "done", "false")
	n.press("a")
	p.is("1", "done", "true")
	n.is("1", "done", "true")
	p.press("b")
	n.until(`document.body.dataset.blank === 'true'`)
	n.press("b")
	p.until(`document.getElementById('present-dark') === null`)
	p.quiet()
	n.quiet()
}

// What a room reads is large and whole, in both languages.
func TestThePresentationFits(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		for _, size := range [][2]int64{{1024, 768}, {1920, 1080}} {
			p := inLesson(t, size[0], size[1], "join", "&present&lang="+lang)
			p.until(presented + ` === 'true'`)
			for _, key := range []string{"1", "2", "3"} {
				p.press(key)
				small := eval[[]string](p, `[...document.querySelectorAll('#lesson-body *')].filter(e => e.children.length === 0 && e.textContent && e.getClientRects().length && !e.closest('.quiet') && parseFloat(getComputedStyle(e).fontSize) < 20).map(e => e.tagName + e.className + e.textContent)`)
				require.Empty(t, small, "%s at %d", lang, size[0])
				require.True(t, eval[bool](p, `(b => b.scrollHeight <= b.clientHeight + 1 && b.scrollWidth <= b.clientWidth + 1)(document.getElementById('lesson-body'))`), "%s at %d, step %s", lang, size[0], key)
			}
			p.quiet()
		}
	}
}
