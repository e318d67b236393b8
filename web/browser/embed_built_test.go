//go:build hosts

package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// switches are the hosts' own buttons for another theme, "" where it has none.
var switches = map[string]string{
	"docusaurus": `button[class*=toggleButton]`,
	"vitepress":  `.VPNavBarAppearance .VPSwitchAppearance`,
	"mkdocs":     `.md-header__option label:not([hidden])`,
	"hugo":       "",
}

// TestBuiltHosts drives the figure in sites that ./build.sh hosts has made with
// the hosts' real tools, in the folder that HOSTS names.
func TestBuiltHosts(t *testing.T) {
	root := os.Getenv("HOSTS")
	for name, button := range switches {
		t.Run(name, func(t *testing.T) {
			require.FileExists(t, filepath.Join(root, name, "index.html"), "./build.sh hosts builds it")
			mux := http.NewServeMux()
			mux.Handle("/", http.FileServer(http.Dir(filepath.Join(root, name))))
			mux.Handle("/rocketscope/", http.StripPrefix("/rocketscope", server.New(dist)))
			mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
			s := httptest.NewServer(mux)
			t.Cleanup(s.Close)
			ctx, cancel := chromedp.NewContext(chrome)
			t.Cleanup(cancel)
			p := &tab{t: t, ctx: ctx}
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800)))
			go p.listen(chromedp.Console(ctx))
			require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/")))
			p.until(`document.querySelector('rocket-scope')?.shadowRoot !== null`)
			eval[bool](p, `(document.querySelector('rocket-scope').id = 'one', document.querySelector('rocket-scope').scrollIntoView({ block: 'center', behavior: 'instant' }), true)`)
			p.play("one")
			require.Equal(t, "25000000000", eval[string](p, inside("one", `document.body.dataset.at`)))
			if button != "" {
				before := eval[string](p, inside("one", `document.documentElement.dataset.theme`))
				p.click(button)
				p.until(inside("one", `document.documentElement.dataset.theme !== `+quote(before)))
			}
			p.quiet()
		})
	}
}
