package embed

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageAsksForAllAtOnce(t *testing.T) {
	dir := write(t, map[string]string{
		"index.html": "<link rel=\"stylesheet\" href=\"css/a.css\">\n<link rel=\"stylesheet\" href=\"css/b.css\">\n" + preload + "<p>",
		"css/a.css":  "a {}\n", "css/b.css": "b {}\n",
		"js/main.js": "import { $ } from './dom.js';\nimport * as bar from './bar.js';\n", "js/dom.js": "", "js/other.js": "",
		"js/bar.js": "import { $,\n  h } from './dom.js';\nimport('./other.js');\n",
	})
	require.NoError(t, Gather(dir))
	link := func(name string) string {
		return `<link rel="modulepreload" fetchpriority="low" href="js/` + name + `">` + "\n"
	}
	require.Equal(t, "<link rel=\"stylesheet\" href=\"css/index.css\">\n"+link("main.js")+link("dom.js")+link("bar.js")+"<p>", text(t, filepath.Join(dir, "index.html")))
	require.Equal(t, "a {}\nb {}\n", text(t, filepath.Join(dir, gather)))
	require.ErrorContains(t, Gather(dir), "0 times, not once")
}
