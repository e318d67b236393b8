package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/embed"
)

// fromDisk opens the site as one file, from a folder and without a server.
func fromDisk(t *testing.T, width, height int64, address string) *tab {
	t.Helper()
	page, err := embed.Offline(dist)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "rocketscope.html")
	require.NoError(t, os.WriteFile(file, page, 0o644))
	ctx, cancel := chromedp.NewContext(chrome)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	go p.listen(chromedp.Console(ctx))
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("file://"+file+address)))
	return p
}

func TestOneFileFromADisk(t *testing.T) {
	p := fromDisk(t, 1280, 800, "?story=scale-out&lang=zh&theme=dark").started()
	p.settle()
	p.act("c1", "k")
	require.Equal(t, "dark", eval[string](p, `document.documentElement.dataset.theme`))
	require.True(t, eval[bool](p, `document.fonts.check('12px Inter')`))
	require.Empty(t, eval[[]string](p, `performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith('data:'))`), "it asks for nothing")
	p.quiet()
}

func TestALinkOfAFileOnADisk(t *testing.T) {
	p := fromDisk(t, 640, 360, "#v=1&story=host-lost&at=26s").started()
	p.until(`document.body.dataset.at === '26000000000'`)
	p.quiet()
}
