package embed

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// TestParametersAreDocumented compares the table of the code with the one that
// an author reads: names, kinds, defaults, and the values of those that have a list.
func TestParametersAreDocumented(t *testing.T) {
	code := text(t, "../site/js/params.js")
	_, table, found := strings.Cut(code, "PARAMS = {\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n};")
	type parameter struct{ name, kind, fallback string }
	var want, got []parameter
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): \['(\w+)', '?([^'\]]*)'?\],$`).FindAllStringSubmatch(table, -1) {
		want = append(want, parameter{m[1], m[2], m[3]})
	}
	require.Len(t, want, strings.Count(table, "\n")+1)
	manual := text(t, "../EMBED.md")
	about := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (\\w+) \\| (?:`([^`]*)`)? ?\\| (.*) \\|$").FindAllStringSubmatch(manual, -1) {
		got = append(got, parameter{m[1], m[2], m[3]})
		about[m[2]] = m[4]
	}
	require.Equal(t, want, got)
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): oneOf\((.*)\),$`).FindAllStringSubmatch(code, -1) {
		for _, value := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(m[2], -1) {
			require.Contains(t, about[m[1]], "`"+value[1]+"`", m[1])
		}
	}
}

// TestVerbsAndMessagesAreDocumented compares the protocol with its manual.
func TestVerbsAndMessagesAreDocumented(t *testing.T) {
	code, manual := text(t, "../site/js/guest.js"), text(t, "../EMBED.md")
	out, in, found := strings.Cut(manual, "### In:")
	require.True(t, found)
	_, verbs, found := strings.Cut(code, "const asks = {\n")
	require.True(t, found)
	verbs, _, _ = strings.Cut(verbs, "\n};")
	for _, m := range regexp.MustCompile(`(?m)^  (\w+)\(`).FindAllStringSubmatch(verbs, -1) {
		require.Contains(t, in, "`"+m[1]+"`", "a verb")
	}
	for _, m := range regexp.MustCompile(`tell\('(\w+)'`).FindAllStringSubmatch(code, -1) {
		require.Contains(t, out, "| `"+m[1]+"` |", "a message")
	}
}

// TestBeforeAClickThePageLoadsLittle holds the budget of the script.
func TestBeforeAClickThePageLoadsLittle(t *testing.T) {
	const limit = 8_000
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../site")))
	require.NoError(t, bundle(dir))
	n := packed(t, []byte(text(t, filepath.Join(dir, "embed.js"))))
	t.Logf("the script of a figure has %d bytes, compressed", n)
	require.LessOrEqual(t, n, limit)
}

// TestTheExampleUsesTheWholeProtocol looks for every verb and message of the
// manual in the page that shows them.
func TestTheExampleUsesTheWholeProtocol(t *testing.T) {
	page, code, manual := text(t, "../site/example/index.html"), text(t, "../site/example/example.js"), text(t, "../EMBED.md")
	_, manual, found := strings.Cut(manual, "### Out:")
	require.True(t, found)
	out, in, found := strings.Cut(manual, "### In:")
	require.True(t, found)
	in, _, _ = strings.Cut(in, "\n## ")
	first := regexp.MustCompile("(?m)^\\| (`[^|]+`) \\|")
	_, types, _ := strings.Cut(code, "const TYPES = [")
	types, _, _ = strings.Cut(types, "]")
	for _, m := range first.FindAllStringSubmatch(out, -1) {
		require.Contains(t, types, strings.ReplaceAll(m[1], "`", "'"))
		require.Contains(t, code, "\n  "+strings.Trim(m[1], "`")+"(", "what is done about it")
	}
	for _, m := range first.FindAllStringSubmatch(in, -1) {
		for verb := range strings.SplitSeq(m[1], ", ") {
			verb = strings.Trim(verb, "`")
			require.True(t, strings.Contains(page, `data-verb="`+verb+`"`) || strings.Contains(code, "ask('"+verb+"'"), verb)
		}
	}
}
