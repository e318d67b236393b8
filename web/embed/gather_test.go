package embed

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// site is small, but has everything that is gathered.
func site(frame string) map[string]string {
	return map[string]string{
		"embed.js": "import { a } from './js/a.js';\nconsole.log(a);\n",
		"js/a.js":  "export const a = '图';\n", "js/main.js": "import * as a from './a.js';\nexport * as all from './a.js';\nawait a;\n", "js/present_notes.js": "1;\n",
		"index.html": "<script src=\"program.js\"></script>\n<script src=\"two.js\"></script>\n<link rel=\"stylesheet\" href=\"css/a.css\">\n<link rel=\"stylesheet\" href=\"css/b.css\">\n<script type=\"module\" src=\"js/main.js\"></script>\n",
		"frame.html": frame + "<link rel=\"stylesheet\" href=\"css/a.css\">\n", "notes.html": "<link rel=\"stylesheet\" href=\"css/b.css\">\n",
		"css/a.css": "a {}\n", "css/b.css": "b {}\n",
		"program.js": "class One {}\n", "wasm_exec.js": "", "two.js": "new One();\n",
		"locale/en.json": `{"a":"A"}`, "locale/en.more.json": `{"b":"B"}`,
	}
}

func TestAPageAsksForLittle(t *testing.T) {
	dir := write(t, site("<p>\n"))
	require.NoError(t, Gather(dir))
	read := func(name string) string { return text(t, filepath.Join(dir, name)) }
	require.Equal(t, "<script src=\"two.js\"></script>\n<link rel=\"stylesheet\" href=\"css/index.css\">\n<script type=\"module\" src=\"js/main.js\"></script>\n", read("index.html"))
	require.Equal(t, "a {}\nb {}\n", read("css/index.css"))
	require.Equal(t, "class One{}\nnew One;\n", read("two.js"))
	require.Equal(t, "<p>\n<link rel=\"stylesheet\" href=\"css/frame.css\">\n", read("frame.html"))
	require.Equal(t, "b {}\n", read("css/notes.css"))
	require.Equal(t, "console.log(\"图\");\n", read("embed.js"))
	require.NotContains(t, read("js/main.js"), "import")
	require.NoFileExists(t, filepath.Join(dir, "js", "a.js"))
	require.NoFileExists(t, filepath.Join(dir, "program.js"))
	require.JSONEq(t, `{"a":"A","b":"B"}`, read("locale/en.json"))
	require.NoFileExists(t, filepath.Join(dir, "locale", "en.more.json"))
}

// A fault names the page, or the file and the line.
func TestWhatCannotBeGathered(t *testing.T) {
	require.ErrorContains(t, Gather(write(t, site("<script src=\"none.js\"></script>\n"))), "frame.html: open ")
	files := site("")
	files["js/main.js"] = "\nimport './none.js';\n"
	require.ErrorContains(t, Gather(write(t, files)), `js/main.js:2: Could not resolve "./none.js"`)
	files = site("")
	files["two.js"] = "let 1;\n"
	require.ErrorContains(t, Gather(write(t, files)), "index.html: two.js:1: ")
}
