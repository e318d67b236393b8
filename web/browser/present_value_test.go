package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// now is what the row of an act says of the present value.
func (p *tab) now(act string) string {
	p.t.Helper()
	return eval[string](p, `document.querySelector('[data-act="`+act+`"] h3 small')?.textContent ?? ''`)
}

// A row of a node's menu shows the present value beside what may be set instead.
func TestRowsShowThePresentValue(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en&theme=light").started()
	p.settle()
	p.click("#tab-cluster")
	for _, c := range []struct{ node, group, act, before, line, value, after string }{
		{"p1", "e", "rate", "now 10/s", "set p1 rate=90/m", "90/m", "now 90/m"},
		{"c1", "b", "strategy", "now AVG", "set c1 strategy=AVG_BY_CIRCLE", "AVG_BY_CIRCLE", "now AVG_BY_CIRCLE"},
		{"broker-a", "w", "factor", "now x1", "slow broker-a x2.5", "2.5", "now x2.5"},
	} {
		p.openGroup(c.node, c.group)
		require.Equal(t, c.before, p.now(c.act))
		p.does(c.act, c.line, c.value)
		p.until(`document.body.dataset.ready === 'true' && ` + shell + `.asleep`)
		p.openGroup(c.node, c.group)
		require.Equal(t, c.after, p.now(c.act))
		p.press(kb.Escape)
		p.until(noDialog)
	}
	p.openGroup("c1", "v")
	require.Equal(t, "now 4.9", p.now("upgrade"))
	p.quiet()
}
