// Package web tests the files of the page without a browser.
package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/theme"
	"rocketscope/web/server"
)

// read returns the texts of the page's files that end in one of the suffixes.
func read(t *testing.T, suffixes ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	require.NoError(t, filepath.WalkDir("site", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains(suffixes, filepath.Ext(path)) {
			return err
		}
		b, err := os.ReadFile(path)
		texts[path] = string(b)
		return err
	}))
	require.NotEmpty(t, texts)
	return texts
}

func locale(t *testing.T, lang string) map[string]string {
	t.Helper()
	words, files := map[string]string{}, read(t, ".json")
	for _, part := range []string{"", ".explain", ".travel", ".embed", ".lesson", ".save"} {
		require.NoError(t, json.Unmarshal([]byte(files["site/locale/"+lang+part+".json"]), &words))
	}
	return words
}

var slot = regexp.MustCompile(`\{\d\}`)

func slots(text string) []string {
	found := slot.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestBothLanguagesAreComplete(t *testing.T) {
	en, zh := locale(t, "en"), locale(t, "zh")
	for key, text := range en {
		require.Contains(t, zh, key)
		require.Equal(t, slots(text), slots(zh[key]), "slots of %s", key)
		require.NotEmpty(t, strings.TrimSpace(text), key)
		require.NotEmpty(t, strings.TrimSpace(zh[key]), key)
	}
	for key := range zh {
		require.Contains(t, en, key)
	}
}

// families are the keys that scripts put together from a family and a name.
var families = regexp.MustCompile(`^(scenario|topic|theme|add|act|role|state|nogl|exit|inspect|table|column|lens|whatif|measure|compare|share|params|proof|limits|lesson\.value|lesson\.goal|lesson\.score|present\.key)\.`)

func TestEveryWordIsUsedAndKnown(t *testing.T) {
	words := locale(t, "en")
	used := regexp.MustCompile(`data-(?:t|label|title)="([^"]+)"|\bt\('([^']+)'|titled\([^,]+, '([^']+)'|trouble\('([^']+)'|key: '([^']+)'`)
	known := map[string]bool{}
	all := ""
	for path, text := range read(t, ".html", ".js") {
		all += text
		for _, m := range used.FindAllStringSubmatch(text, -1) {
			key := strings.Join(m[1:], "")
			require.Contains(t, words, key, "in %s", path)
			known[key] = true
		}
	}
	for key := range words {
		quoted := strings.Contains(all, "'"+key+"'") || strings.Contains(all, `"`+key+`"`)
		require.True(t, known[key] || quoted || families.MatchString(key), "%s is used nowhere", key)
	}
}

func TestPagesObeyTheirPolicy(t *testing.T) {
	inline := regexp.MustCompile(`(?i)<script(?:>| [^>]*>[^<])|<style|\sstyle=|\son\w+=|javascript:`)
	absolute := regexp.MustCompile(`(?:src|href)="(?:/|https?:)`)
	for path, text := range read(t, ".html") {
		require.Contains(t, text, `content="`+server.Policy+`"`, path)
		require.Empty(t, inline.FindAllString(text, -1), path)
		require.Empty(t, absolute.FindAllString(text, -1), path)
	}
	for path, text := range read(t, ".js") {
		require.NotRegexp(t, `\beval\(|new Function|setAttribute\('style'|https?://(?:[^w]|w[^w])`, text, path)
	}
	for path, text := range read(t, ".css") {
		require.NotRegexp(t, `@import|url\((?:/|https?:)`, text, path)
	}
}

func TestEveryScenarioIsOffered(t *testing.T) {
	files, err := filepath.Glob("../assets/scenarios/*.txt")
	require.NoError(t, err)
	words, list := locale(t, "en"), read(t, ".js")["site/js/scenarios.js"]
	require.NotEmpty(t, files)
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		require.Contains(t, list, "'"+name+"'")
		require.Contains(t, words, "scenario."+name)
	}
	_, list, _ = strings.Cut(list, "TOPICS = {")
	list, _, _ = strings.Cut(list, "};")
	require.Equal(t, len(files), strings.Count(list, "'")/2, "every scenario of the picker has its file")
}

// TestColoursAreTheStages compares tokens.css with the themes of the drawing.
func TestColoursAreTheStages(t *testing.T) {
	css := read(t, ".css")["site/css/tokens.css"]
	names := []string{"", "page", "stage", "surface", "lane", "hair", "ink", "ink2", "line", "accent", "on-accent", "wash", "changed", "down", "down-wash", "offset", "c1", "c2", "c3", "c4", "c5", "c6", "on-owner"}
	require.Len(t, names, int(theme.Count))
	for name, head := range map[string]string{"light": ":root {", "dark": ":root[data-theme=dark] {", "projector": ":root[data-theme=projector] {"} {
		_, block, found := strings.Cut(css, head)
		require.True(t, found, name)
		block, _, _ = strings.Cut(block, "}")
		for i, color := range names[1:] {
			require.Contains(t, block, fmt.Sprintf("--%s: #%06X;", color, theme.Named(name).Colors[i+1]), name)
		}
	}
}
