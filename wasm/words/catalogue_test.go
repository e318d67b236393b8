package words

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
)

var both = []string{"en", "zh"}

func keys(c *Catalogue) []string { return slices.Sorted(maps.Keys(c.lines)) }

// refusal tells the keys that only Chinese has: English refusals are the
// engine's own.
func refusal(key string) bool {
	return strings.HasPrefix(key, "err.") || strings.HasPrefix(key, "arg.")
}

func TestBothLanguagesHaveTheSameKeys(t *testing.T) {
	zh := slices.DeleteFunc(keys(For("zh")), refusal)
	require.Equal(t, keys(For("en")), zh)
}

func TestEveryLineIsRead(t *testing.T) {
	for lang, text := range map[string]string{"en": english, "zh": chinese} {
		lines := 0
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' {
				require.Contains(t, line, " = ", "%s: %s", lang, line)
				lines++
			}
		}
		c := For(lang)
		for key := range c.lines {
			lines -= len(c.entries(key))
		}
		require.Zero(t, lines, "%s: the lines of a key stand together", lang)
	}
}

// A rule has its name, the caption and the rule itself in both languages, and
// nothing that no code asks for.
func TestEveryRuleHasItsWords(t *testing.T) {
	for _, lang := range both {
		c := For(lang)
		for _, info := range explain.Rules() {
			for _, part := range []string{".name", ".1", ".2", ".rule"} {
				require.True(t, c.has(info.Name+part), "%s: %s", lang, info.Name+part)
				last := c.entries(info.Name + part)[len(c.entries(info.Name+part))-1]
				require.Empty(t, last.when, "%s: %s needs a line that always holds", lang, info.Name+part)
			}
			require.Len(t, c.entries(info.Name+".name"), 1, info.Name)
			require.Len(t, c.entries(info.Name+".rule"), 1, info.Name)
		}
	}
}

// Conditions are about something that the line's rule knows in both languages,
// and the two languages tell the same cases apart, but for English plurals.
func TestTheSameCasesInBothLanguages(t *testing.T) {
	cases := func(c *Catalogue, key string) []string {
		var all []string
		for _, e := range c.entries(key) {
			var names []string
			for _, w := range e.when {
				if w.op != "=" || w.other != "1" { // an English singular
					names = append(names, w.slot+w.op+w.other)
				}
			}
			all = append(all, strings.Join(names, ","))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	for _, key := range keys(For("en")) {
		require.Equal(t, cases(For("en"), key), cases(For("zh"), key), key)
	}
}

func TestUnknownLanguageIsEnglish(t *testing.T) {
	require.Equal(t, "en", For("fr").Lang())
	require.Equal(t, "zh", For("zh").Lang())
}

func TestConditions(t *testing.T) {
	c := open("en", "k [a<b] = less\nk [a=3, !b] = three\nk [word=x] = x\nk = {a} else\nk = nothing known\n")
	line := func(facts ...explain.Fact) string {
		l, ok := c.fill("k", &scope{c: c, facts: facts})
		require.True(t, ok)
		return l.String()
	}
	require.Equal(t, "less", line(explain.Num("a", 1), explain.Num("b", 2)))
	require.Equal(t, "three", line(explain.Num("a", 3), explain.Num("b", 0)))
	require.Equal(t, "3 else", line(explain.Num("a", 3)), "no condition holds of what is not known")
	require.Equal(t, "x", line(explain.Text("word", "x")))
	require.Equal(t, "nothing known", line())
}
