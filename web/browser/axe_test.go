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
	"github.com/chromedp/chromedp/kb"
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

// axe-core finds nothing in menus and dialogs, on a wide page and on a phone.
func TestAxeFindsNothingInDialogs(t *testing.T) {
	source := axe(t)
	for _, c := range []struct {
		width, height int64
		look          string
	}{{390, 844, "theme=dark&lang=zh"}, {1440, 900, "theme=light&lang=en"}} {
		p := open(t, c.width, c.height, "?story=scale-out&"+c.look).started()
		p.settle()
		_, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](source+"; null"))
		require.NoError(t, err)
		what := itoa(int(c.width)) + " " + c.look + ": "
		p.clean(what + "page")
		if c.width < 640 {
			p.openHeader()
			p.clean(what + "header")
			p.openHeader()
		}
		p.openPanel()
		for _, tab := range []string{"events", "why", "cluster"} {
			p.click("#tab-" + tab)
			p.clean(what + tab)
		}
		p.openMenu("p1")
		p.clean(what + "menu")
		p.eachGroup("p1", func(group string) { p.clean(what + group) })
		p.openGroup("broker-a", "f")
		p.clean(what + "disk")
		p.press(kb.Escape)
		p.until(noDialog)
		if c.width < 640 {
			p.press(kb.Escape)
			p.until(`!document.getElementById('panel').classList.contains('open')`)
		}
		for key, kind := range map[string]string{"b": "small", "s": "share"} {
			p.key(key)
			p.until(`document.querySelector('dialog.` + kind + `[open]') !== null`)
			p.clean(what + kind)
			p.press(kb.Escape)
			p.until(noDialog)
		}
		for _, open := range []string{"import('./js/main.js').then(({ version }) => (version.show.proof(), true))", "import('./js/main.js').then(({ shelf }) => shelf.glossary()).then(() => true)", "(document.getElementById('lessons-open').click(), true)"} {
			p.until(open)
			p.until(`document.querySelector('dialog[open]') !== null`)
			p.clean(what + open)
			p.press(kb.Escape)
			p.until(noDialog)
		}
		p.chosen("scenario", "+")
		p.until(`/kill/.test(document.getElementById('own-lines')?.textContent)`)
		p.clean(what + "a story of one's own")
		p.press(kb.Escape)
		p.until(noDialog)
		p.key("p")
		p.until(presented + ` === 'true'`)
		p.press("?")
		p.until(`document.querySelector('dialog .keylist') !== null`)
		p.clean(what + "keys")
		chromedp.Cancel(p.ctx)
	}
}
