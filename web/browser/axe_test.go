package browser

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// axeVersion is the release of axe-core that the page is held to.
const axeVersion = "4.14.1"

// axe is the text of axe-core, fetched once into .cache by npm.
func axe(t *testing.T) string {
	t.Helper()
	cache := filepath.Join("..", "..", ".cache")
	kept := filepath.Join(cache, "axe-core-"+axeVersion+".min.js")
	if text, err := os.ReadFile(kept); err == nil {
		return string(text)
	}
	require.NoError(t, os.MkdirAll(cache, 0o755))
	pack := exec.Command("npm", "pack", "--silent", "axe-core@"+axeVersion)
	pack.Dir = cache
	out, err := pack.CombinedOutput()
	require.NoError(t, err, "npm pack: %s", out)
	archive := filepath.Join(cache, "axe-core-"+axeVersion+".tgz")
	text, err := member(archive, "package/axe.min.js")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(kept, text, 0o644))
	require.NoError(t, os.Remove(archive))
	return string(text)
}

// member reads one file of a .tgz.
func member(archive, name string) ([]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("%s in %s: %w", name, archive, err)
		}
		if h.Name == name {
			return io.ReadAll(r)
		}
	}
}

// violations are what axe-core finds on the page: rule, then what breaks it. The
// frame with the drawing has a document of its own, with one image in it.
const violations = `axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ' ' + (n.any[0]?.message ?? ''))))`

// clean requires that axe-core finds nothing.
func (p *tab) clean(what string) {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err)
	require.Empty(p.t, v, what)
}

func TestAxeFindsNothing(t *testing.T) {
	source := axe(t)
	for _, look := range []string{"theme=light&lang=en", "theme=dark&lang=zh", "theme=projector&lang=en", "theme=light&lang=zh", "theme=dark&lang=en", "theme=projector&lang=zh"} {
		p := open(t, 1440, 900, "?story=scale-out&"+look).started()
		p.settle()
		_, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](source+"; null"))
		require.NoError(t, err)
		p.clean(look + ": reasons")
		for _, tab := range []string{"cluster", "events"} {
			p.click("#tab-" + tab)
			p.clean(look + ": " + tab)
		}
		p.click("#tab-cluster")
		p.click(`#nodes [data-look="node c1"]`)
		p.until(`document.querySelector('#pane-inspect [data-table]') !== null`)
		p.clean(look + ": inspector")
		p.click("#tab-cluster")
		p.click("[data-lens]")
		p.until(`document.querySelector('.strategies') !== null`)
		p.clean(look + ": lens")
		chromedp.Cancel(p.ctx)
	}
}
