package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rocketscope/wasm/scene"
)

// The list opens the inspector; a step marks what it changed.
func TestInspectFromTheList(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.settle()
	p.click("#tab-cluster")
	p.click(`#nodes [data-look="node c1"]`)
	p.until(`document.querySelector('#pane-inspect [data-table=process-queues] li') !== null`)
	require.Equal(t, "true", eval[string](p, `document.getElementById('tab-inspect').getAttribute('aria-selected')`))
	require.Equal(t, "c1", eval[string](p, `document.querySelector('#pane-inspect h2').textContent`))
	p.focus("#tracks")
	p.press(kb.PageUp)
	p.until(`document.querySelectorAll('#pane-inspect .changed').length > 0`)
	p.quiet()
}

// A name within the inspector opens what it names, by the keyboard as well.
func TestInspectFollowsNames(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(9_000_000_000)
	p.click("#tab-cluster")
	p.click(`#groups [data-look="group g"]`)
	p.until(`document.querySelector('#pane-inspect [data-table=members] .name') !== null`)
	require.Contains(t, eval[[]string](p, `[...document.querySelectorAll('#pane-inspect .facts dd')].map(d => d.dataset.fact)`), "lag")
	require.True(t, eval[bool](p, `(document.querySelector('#pane-inspect [data-table=offsets] [data-names="broker-a/0"]').focus(), true)`))
	p.press(kb.Enter)
	p.until(`document.querySelector('#pane-inspect h2')?.textContent === 'broker-a/0'`)
	require.Equal(t, "stored", eval[string](p, `document.querySelector('#pane-inspect .facts dd').dataset.fact`))
	p.quiet()
}

// The stage opens the inspector on what is pressed: a process, and a queue.
func TestInspectFromTheStage(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=first-look").started()
	p.settle()
	p.do(chromedp.MouseClickXY(p.place("c1")))
	p.until(`document.querySelector('#pane-inspect h2')?.textContent === 'c1'`)
	p.press(kb.Escape)
	p.do(chromedp.MouseClickXY(p.lane()))
	p.until(`document.querySelector('#pane-inspect [data-fact=stored]') !== null`)
	require.Regexp(t, `^broker-\w/\d$`, eval[string](p, `document.querySelector('#pane-inspect h2').textContent`))
	p.quiet()
}

// lane is where the first lane of the stage stands on the page.
func (p *tab) lane() (x, y float64) {
	p.t.Helper()
	p.until(shell + `.asleep`)
	sc := p.composed()
	for _, t := range sc.Targets {
		if t.Kind == scene.OnLane {
			return p.onPage((t.Rect.X+t.Rect.W/3)*sc.Zoom, (t.Rect.Y+t.Rect.H/2)*sc.Zoom)
		}
	}
	require.Fail(p.t, "no lane is on the stage")
	return 0, 0
}

// A route that a client has not fetched anew yet is shown beside the newer one.
func TestInspectShowsWhatOthersSay(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=stale-route").started()
	p.click("#tab-cluster")
	p.click(`#nodes [data-look="node p1"]`)
	found := false
	for at := 1; at <= 40 && !found; at++ {
		p.seek(at * 1_000_000_000)
		found = eval[bool](p, `document.querySelector('#pane-inspect .differs') !== null`)
	}
	require.True(t, found, "p1's route is stale for a while")
	p.quiet()
}
