package browser

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// patience is how long a state may take to come on a machine under load.
const patience = 3 * time.Minute

// tab is an open page.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu      sync.Mutex
	console []string // warnings, errors and exceptions
}

// open opens the page at an address below the site, in a tab of its own.
func open(t testing.TB, width, height int64, address string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chrome)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	go p.listen(chromedp.Console(ctx))
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(site+address)))
	return p
}

func (p *tab) listen(messages func(yield func(chromedp.ConsoleMessage, error) bool)) {
	for m, err := range messages {
		if err != nil {
			return
		}
		switch m.Type {
		case chromedp.ConsoleLog, chromedp.ConsoleDebug, chromedp.ConsoleInfo:
			continue
		}
		p.mu.Lock()
		p.console = append(p.console, fmt.Sprintf("%s: %s", m.Type, m.Text))
		p.mu.Unlock()
	}
}

// quiet requires that the console has shown no warning, error or violation of
// the Content-Security-Policy.
func (p *tab) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(p.t, p.console)
}

// started waits for the first frame and the first state.
func (p *tab) started() *tab {
	p.t.Helper()
	p.until(`document.body.dataset.ready === 'true' && document.querySelector('iframe').contentWindow.rocketscope.frames > 0`)
	return p
}

// until waits for a JavaScript condition.
func (p *tab) until(condition string) {
	p.t.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Poll[bool](condition, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience)))
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.NoError(p.t, err, "waiting for %s; the console says %q", condition, p.console)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	require.NoError(p.t, err, expression)
	return v
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, steps...))
}

// click presses the middle of an element as a mouse does.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// press types keys into whatever has the focus.
func (p *tab) press(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}
