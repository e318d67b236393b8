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

// Catalogue is all the words of one language.
type Catalogue struct {
	lang    string
	entries map[string][]entry // the lines of a key, in the order of the file
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

// catalogues are read when they are first asked for.
var catalogues = map[string]func() *Catalogue{
	"en": sync.OnceValue(func() *Catalogue { return parse("en", english) }),
	"zh": sync.OnceValue(func() *Catalogue { return parse("zh", chinese) }),
}

// For returns the catalogue of a language: "zh" is Chinese, all else English.
func For(lang string) *Catalogue {
	if read, ok := catalogues[lang]; ok {
		return read()
	}
	return catalogues["en"]()
}

// Lang is the catalogue's language, "en" or "zh".
func (c *Catalogue) Lang() string { return c.lang }

func parse(lang, text string) *Catalogue {
	c := &Catalogue{lang: lang, entries: map[string][]entry{}}
	for line := range strings.Lines(text) {
		head, body, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || head[0] == '#' {
			continue
		}
		key, conditions, _ := strings.Cut(head, " [")
		c.entries[key] = append(c.entries[key], entry{parseConditions(strings.TrimSuffix(conditions, "]")), parseParts(body)})
	}
	return c
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
func (c *Catalogue) has(key string) bool { return len(c.entries[key]) > 0 }

// word is the text of a key without slots; the key itself if there is none,
// which a test rules out.
func (c *Catalogue) word(key string) string {
	for _, e := range c.entries[key] {
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
	for i := range c.entries[key] {
		line, holds := c.entries[key][i].fill(s)
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
