package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/lesson"
	stage "rocketscope/wasm/words"
)

//go:embed words.en.json words.zh.json
var labels embed.FS

// words are those of one language: the pack's own labels, and the page's for
// answers and goals.
type words struct {
	lang  string
	stage *stage.Catalogue
	own   map[string]string
	page  map[string]string
}

func wordsOf(root, lang string) (*words, error) {
	w := &words{lang: lang, stage: stage.For(lang), own: map[string]string{}, page: map[string]string{}}
	own, err := labels.ReadFile("words." + lang + ".json")
	if err != nil {
		return nil, err
	}
	page, err := os.ReadFile(filepath.Join(root, locales, lang+".lesson.json"))
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		text []byte
		into *map[string]string
	}{{own, &w.own}, {page, &w.page}} {
		if err := json.Unmarshal(f.text, f.into); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *words) other() string {
	if w.lang == "en" {
		return "zh"
	}
	return "en"
}

// label is one of the pack's own labels with its slots filled.
func (w *words) label(key string, slots ...any) (string, error) {
	text, ok := w.own[key]
	if !ok {
		return "", fmt.Errorf("words.%s.json has no %s", w.lang, key)
	}
	return fill(text, slots...), nil
}

func fill(text string, slots ...any) string {
	for i, s := range slots {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", fmt.Sprint(s))
	}
	return text
}

// answer puts a guess of an exercise into words, a line for each of its parts.
func (w *words) answer(kind lesson.Kind, guess string) []string {
	switch kind {
	case lesson.Owners:
		return w.owners(guess)
	case lesson.Order:
		return []string{strings.ReplaceAll(guess, " ", " → ")}
	}
	if d, err := time.ParseDuration(guess); kind == lesson.Time && err == nil {
		return []string{strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"}
	}
	if text, ok := w.page["lesson.value."+guess]; ok {
		return []string{text}
	}
	return []string{guess}
}

// owners gathers the queues of each owner: "c1: broker-a/0, broker-a/1".
func (w *words) owners(guess string) (lines []string) {
	var order []string
	queues := map[string][]string{}
	for pair := range strings.FieldsSeq(guess) {
		queue, owner, _ := strings.Cut(pair, "=")
		if queues[owner] == nil {
			order = append(order, owner)
		}
		queues[owner] = append(queues[owner], queue)
	}
	for _, o := range order {
		name := strings.ReplaceAll(o, "+", " + ")
		if o == "-" {
			name = w.page["lesson.value.nobody"]
		}
		lines = append(lines, fill(w.own["owns"], name, strings.Join(queues[o], w.own["comma"])))
	}
	return lines
}

// goal puts a condition into words, as the page does.
func (w *words) goal(condition string) string {
	f := strings.Fields(condition)
	n := len(f)
	sign := strings.NewReplacer(">=", "≥", "<=", "≤").Replace(f[n-2])
	args := append(append([]string{}, f[1:n-2]...), "", "")
	key, slots := "lesson.goal."+f[0], []any{args[0], strings.TrimSpace(strings.Join(args[1:], " "))}
	if f[0] == "happened" {
		slots[0] = w.stage.Rule(args[0])
		if args[1] != "" {
			key += ".at"
		}
	}
	return fmt.Sprintf("%s %s %s", fill(w.page[key], slots...), sign, f[n-1])
}
