package main

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/lesson"
)

const root = "../../.."

func TestLabelsAreCompleteAndUsed(t *testing.T) {
	all := map[string]map[string]string{}
	for _, lang := range languages {
		text, err := labels.ReadFile("words." + lang + ".json")
		require.NoError(t, err)
		all[lang] = map[string]string{}
		into := all[lang]
		require.NoError(t, json.Unmarshal(text, &into))
	}
	require.Len(t, all["zh"], len(all["en"]))
	words, err := os.ReadFile("words.go")
	require.NoError(t, err)
	books, err := os.ReadFile("book.go")
	require.NoError(t, err)
	code := string(words) + string(books)
	for key, text := range all["en"] {
		require.Contains(t, all["zh"], key)
		require.Equal(t, strings.Count(text, "{"), strings.Count(all["zh"][key], "{"), "slots of %s", key)
		used := strings.Contains(pageText+indexText, `t "`+key+`"`) || strings.Contains(code, `own["`+key+`"]`)
		require.True(t, used, "%s is used nowhere", key)
	}
}

// The pages of a lesson say what the lesson does, and no more than the engine.
func TestAStoryboard(t *testing.T) {
	w, err := wordsOf(root, "en")
	require.NoError(t, err)
	books, err := newBooks([]*words{w}, root, "join")
	require.NoError(t, err)
	b := books[0]
	require.Len(t, b.Steps, 3)
	ask := b.Steps[1]
	require.Equal(t, []string{"c1: broker-a/0, broker-a/1, broker-a/2", "c2: broker-a/3, broker-b/0, broker-b/1", "c3: broker-b/2, broker-b/3"}, ask.Answer)
	require.Equal(t, []string{"c1: broker-a/3"}, ask.Wrong[0].Guess)
	require.Equal(t, []string{"25.000 s  consumer c3 group=g topic=orders strategy=AVG listen=400ms"}, ask.Acts)
	require.Equal(t, "AVG gives c2 broker-a/3, broker-b/0–1. Its index is 1 of 3 members, so it takes 3 queues from 3 on.", ask.Picture.Caption)
	require.Contains(t, ask.Note, "by show of hands")
	require.Equal(t, []string{"yes"}, b.Steps[2].Answer)
	require.Equal(t, "yes · no", b.Steps[2].Choices)
	require.Nil(t, b.Begin, "the first step shows the beginning")

	books, err = newBooks([]*words{w}, root, "idle")
	require.NoError(t, err)
	b = books[0]
	require.Equal(t, []string{"members of g without a queue = 0", "times of “kill” = 0", "queues of c5 ≥ 1"}, b.Steps[2].Goals)
	require.Len(t, b.Steps[2].Solution, 1)
	require.Empty(t, b.Steps[2].Acts)
}

var linked = regexp.MustCompile(`(?:src|href)="([^"?]*)`)

// The whole pack: a page for each lesson and language, whose pictures and
// neighbours are there, without a script or a style of its own.
func TestThePack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	require.NoError(t, write(root, dir))
	files, err := filepath.Glob(filepath.Join(root, lessons, "*.txt"))
	require.NoError(t, err)
	size := 0
	for _, lang := range languages {
		pages, err := filepath.Glob(filepath.Join(dir, "*."+lang+".html"))
		require.NoError(t, err)
		require.Len(t, pages, len(files)-2+1, "each lesson, and the list; courses and glossary are none")
		for _, p := range pages {
			text, err := os.ReadFile(p)
			require.NoError(t, err)
			require.NotRegexp(t, `<script|<style|\sstyle=|\son\w+=|no value|\{\d\}`, string(text), p)
			for _, m := range linked.FindAllStringSubmatch(string(text), -1) {
				if strings.HasPrefix(m[1], "../") {
					if m[1] != "../" {
						require.FileExists(t, filepath.Join(root, "web/site", m[1][3:]))
					}
					continue
				}
				require.FileExists(t, filepath.Join(dir, m[1]))
			}
		}
	}
	all, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range all {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		size += len(text)
		if strings.HasSuffix(f.Name(), ".svg") {
			d := xml.NewDecoder(strings.NewReader(string(text)))
			for err = nil; err == nil; _, err = d.Token() {
			}
			require.ErrorIs(t, err, io.EOF, f.Name())
		}
	}
	require.Less(t, size, 9_000_000, "bytes in all")
}

func TestAnswersInWords(t *testing.T) {
	w, err := wordsOf(root, "zh")
	require.NoError(t, err)
	require.Equal(t, []string{"c1 + c2：broker-a/1", "无人：broker-a/2、broker-a/3"}, w.answer(lesson.Owners, "broker-a/1=c1+c2 broker-a/2=- broker-a/3=-"))
	require.Equal(t, []string{"2 → 1 → 3"}, w.answer(lesson.Order, "2 1 3"))
	require.Equal(t, []string{"100.5 s"}, w.answer(lesson.Time, "1m40s500ms"))
	require.Equal(t, []string{"41"}, w.answer(lesson.Number, "41"))
	require.Equal(t, "broker-a 上“重启”的次数 ≥ 1", w.goal("happened act.restart broker-a >= 1"))
	_, err = w.label("nowhere")
	require.Error(t, err)
}

func TestTimes(t *testing.T) {
	require.Equal(t, seconds(60), reading("en", strings.Repeat("word ", wordsAMinute)))
	require.Equal(t, seconds(60), reading("zh", strings.Repeat("字，", runesAMinute)))
	require.Equal(t, "2:05", seconds(125).String())
}
