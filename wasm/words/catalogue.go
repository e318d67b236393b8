package words

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed en.txt
var english string

//go:embed zh.txt
var chinese string

// Catalogue is all the words of one language. A key's lines are read when they
// are first asked for: the first frame needs few and waits for them. So it serves
// one goroutine.
type Catalogue struct {
	lang  string
	lines map[string]string  // the stretch of the file that holds a key's lines
	read  map[string][]entry // in the order of the file
}

// entry is one line of a key: its text holds where its conditions do.
type entry struct {
	when  []condition
	parts []part
}

// part is a stretch of text, or a slot when slot is not "".
type part struct{ text, slot string }

// condition compares a slot with another one or with a number. Without an
// operator it asks whether the slot is neither 0 nor "", or with not, whether it
// is. No condition holds of a slot that is not there.
type condition struct {
	slot, op, other string
	not             bool
}

// catalogues are opened when they are first asked for.
var catalogues = map[string]func() *Catalogue{
	"en": sync.OnceValue(func() *Catalogue { return open("en", english) }),
	"zh": sync.OnceValue(func() *Catalogue { return open("zh", chinese) }),
}

// For returns the catalogue of a language: "zh" is Chinese, all else English.
func For(lang string) *Catalogue {
	if catalogue, ok := catalogues[lang]; ok {
		return catalogue()
	}
	return catalogues["en"]()
}

// Lang is the catalogue's language, "en" or "zh".
func (c *Catalogue) Lang() string { return c.lang }

// open finds where each key's lines stand.
func open(lang, text string) *Catalogue {
	c := &Catalogue{lang: lang, lines: make(map[string]string, len(text)/64), read: map[string][]entry{}}
	last, from, to := "", 0, 0
	for line := range strings.Lines(text) {
		head, _, ok := strings.Cut(line, " = ")
		if ok && head[0] != '#' {
			key, _, _ := strings.Cut(head, " [")
			if key != last {
				last, from = key, to
			}
			c.lines[key] = text[from : to+len(line)]
		}
		to += len(line)
	}
	return c
}

// entries are the lines of a key.
func (c *Catalogue) entries(key string) []entry {
	all, ok := c.read[key]
	if !ok {
		all = parse(c.lines[key])
		c.read[key] = all
	}
	return all
}

func parse(text string) []entry {
	var all []entry
	for line := range strings.Lines(text) {
		head, body, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || head[0] == '#' {
			continue
		}
		_, conditions, _ := strings.Cut(head, " [")
		all = append(all, entry{parseConditions(strings.TrimSuffix(conditions, "]")), parseParts(body)})
	}
	return all
}

func parseConditions(text string) []condition {
	var all []condition
	for one := range strings.SplitSeq(text, ", ") {
		if one == "" {
			continue
		}
		var w condition
		if one, w.not = strings.CutPrefix(one, "!"); w.not {
			w.slot = one
			all = append(all, w)
			continue
		}
		w.slot = one
		for _, op := range [...]string{"!=", "<=", ">=", "=", "<", ">"} {
			if a, b, ok := strings.Cut(one, op); ok {
				w = condition{slot: a, op: op, other: b}
				break
			}
		}
		all = append(all, w)
	}
	return all
}

func parseParts(text string) []part {
	var parts []part
	for text != "" {
		open := strings.IndexByte(text, '{')
		end := strings.IndexByte(text, '}')
		if open < 0 || end < open {
			return append(parts, part{text: text})
		}
		if open > 0 {
			parts = append(parts, part{text: text[:open]})
		}
		parts = append(parts, part{slot: text[open+1 : end]})
		text = text[end+1:]
	}
	return parts
}

// has reports whether the catalogue has a key.
func (c *Catalogue) has(key string) bool { return c.lines[key] != "" }

// word is the text of a key without slots; the key itself if there is none,
// which a test rules out.
func (c *Catalogue) word(key string) string {
	for _, e := range c.entries(key) {
		if len(e.when) == 0 {
			return e.raw()
		}
	}
	return key
}

// raw is the text as it stands in the file.
func (e *entry) raw() string {
	var b strings.Builder
	for _, p := range e.parts {
		if p.slot != "" {
			b.WriteString("{" + p.slot + "}")
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// fill is the first line of a key that holds, with its slots filled.
func (c *Catalogue) fill(key string, s *scope) (Line, bool) {
	return c.fillWithin(key, s, anyWidth)
}

// fillWithin is the first line of a key that holds and fits; when none fits it
// is the last one that holds.
func (c *Catalogue) fillWithin(key string, s *scope, t typeface) (last Line, ok bool) {
	all := c.entries(key)
	for i := range all {
		line, holds := all[i].fill(s)
		if !holds {
			continue
		}
		if t.fits(line) {
			return line, true
		}
		last, ok = line, true
	}
	return last, ok
}

func (e *entry) fill(s *scope) (Line, bool) {
	for _, w := range e.when {
		if !w.holds(s) {
			return nil, false
		}
	}
	var line Line
	for _, p := range e.parts {
		if p.slot == "" {
			line = s.c.join(line, Span{Text: p.text})
			continue
		}
		v, ok := s.value(p.slot)
		if !ok {
			return nil, false
		}
		for _, span := range v.line {
			line = s.c.join(line, span)
		}
	}
	return line, true
}

func (w *condition) holds(s *scope) bool {
	v, ok := s.value(w.slot)
	if !ok {
		return false
	}
	if w.op == "" {
		return (v.num != 0 || v.text != "") != w.not
	}
	number, isNumber := w.number(s)
	same := v.num == number
	if !isNumber {
		same = v.text == w.other
	}
	switch w.op {
	case "=":
		return same
	case "!=":
		return !same
	case "<":
		return isNumber && v.num < number
	case "<=":
		return isNumber && v.num <= number
	case ">":
		return isNumber && v.num > number
	default:
		return isNumber && v.num >= number
	}
}

// number is what the condition compares with: a number, or a slot's where order
// matters.
func (w *condition) number(s *scope) (int64, bool) {
	if n, err := strconv.ParseInt(w.other, 10, 64); err == nil {
		return n, true
	}
	if w.op == "=" || w.op == "!=" {
		return 0, false
	}
	v, ok := s.value(w.other)
	return v.num, ok
}
