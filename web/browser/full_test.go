package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The button of a figure gives it the whole screen and gives that back.
func TestAFigureFillsTheScreen(t *testing.T) {
	p := host{body: figure}.open(t)
	p.play("one")
	full := inside("one", `document.fullscreenElement === document.documentElement`)
	p.pressInside("one", "#fullscreen")
	p.until(full + ` && document.fullscreenElement?.id === 'one'`)
	require.Equal(t, eval[float64](p, `innerWidth`), eval[float64](p, inside("one", `innerWidth`)))
	p.pressInside("one", "#fullscreen")
	p.until(`!` + full + ` && document.fullscreenElement === null`)
	p.quiet()
}

// Where the host does not let a figure fill the screen, there is no button for it.
func TestNoButtonWithoutLeave(t *testing.T) {
	p := host{body: `<iframe id="plain" allow="fullscreen 'none'" src="rs/index.html?story=scale-out&ui=min" width="800" height="450"></iframe>`}.open(t)
	figure := `document.getElementById('plain').contentDocument`
	p.until(figure + `?.body?.dataset.ready === 'true'`)
	p.until(figure + `.getElementById('out') !== null`)
	require.True(t, eval[bool](p, figure+`.getElementById('fullscreen') === null`))
	p.quiet()
}

func TestPresentingFillsTheScreen(t *testing.T) {
	p := open(t, 1024, 768, "?story=scale-out").started()
	const full, none = `document.fullscreenElement === document.documentElement`, `document.fullscreenElement === null`
	p.key("p")
	p.until(presented + ` === 'true'`)
	p.press("f")
	p.until(full)
	p.press("f")
	p.until(none)
	p.press("f")
	p.until(full)
	p.press("p")
	p.until(none + ` && ` + presented + ` !== 'true'`)
	p.quiet()
}

// pressInside presses the middle of an element in a figure, as a mouse does.
func (p *tab) pressInside(id, selector string) {
	p.t.Helper()
	p.until(inside(id, `document.querySelector(`+quote(selector)+`)?.getBoundingClientRect().width > 0`))
	at := eval[[]float64](p, `((frame, box) => [frame.x + box.x + box.width / 2, frame.y + box.y + box.height / 2])(`+poster(id, "iframe")+`.getBoundingClientRect(), `+inside(id, `document.querySelector(`+quote(selector)+`).getBoundingClientRect()`)+`)`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}
