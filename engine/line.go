package engine

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
)

// MaxLine is the greatest length of a line of a story, in bytes.
const MaxLine = 2000

// Line is a line of a story taken apart: a verb, words, and options key=value.
// What holds spaces or symbols is quoted. Each word and option that a parser
// takes is crossed off; Done refuses what is left.
type Line struct {
	Verb    string
	words   []string
	options []option
}

type option struct {
	key, value string
	taken      bool
}

// ParseLine takes a line apart.
func ParseLine(text string) (*Line, error) {
	if len(text) > MaxLine {
		return nil, explain.Err("line.long", "a line has at most {0} bytes", explain.Int(MaxLine))
	}
	l := &Line{}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimLeft(rest, " \t") {
		key, value, isOption, after, err := nextToken(rest)
		if err != nil {
			return nil, err
		}
		rest = after
		switch {
		case isOption:
			if l.has(key) {
				return nil, explain.Err("option.twice", "{0}= is given twice", key)
			}
			l.options = append(l.options, option{key: key, value: value})
		case l.Verb == "":
			l.Verb = value
		default:
			l.words = append(l.words, value)
		}
	}
	return l, nil
}

// nextToken reads a word, a quoted text, or key=word or key="text".
func nextToken(s string) (key, value string, isOption bool, rest string, err error) {
	if s[0] != '"' {
		end := strings.IndexAny(s, " \t\"")
		if end < 0 {
			end = len(s)
		}
		eq := strings.IndexByte(s[:end], '=')
		if eq <= 0 {
			if end < len(s) && s[end] == '"' {
				return "", "", false, "", explain.Err("quote.stray", "a quote stands in the middle of {0}", s[:end])
			}
			return "", s[:end], false, s[end:], nil
		}
		key, s, isOption = s[:eq], s[eq+1:], true
		if s == "" || s[0] != '"' {
			end = strings.IndexAny(s, " \t")
			if end < 0 {
				end = len(s)
			}
			if strings.IndexByte(s[:end], '"') >= 0 {
				return "", "", false, "", explain.Err("quote.stray", "a quote stands in the middle of {0}", key+"="+s[:end])
			}
			return key, s[:end], true, s[end:], nil
		}
	}
	end := strings.IndexByte(s[1:], '"')
	if end < 0 {
		return "", "", false, "", explain.Err("quote.open", "a quote is not closed")
	}
	value, rest = s[1:end+1], s[end+2:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", "", false, "", explain.Err("quote.tail", "a space is wanted after the quote that closes {0}", value)
	}
	return key, value, isOption, rest, nil
}

func (l *Line) has(key string) bool {
	for i := range l.options {
		if l.options[i].key == key {
			return true
		}
	}
	return false
}

// Word takes the next word; what says what it should be.
func (l *Line) Word(what string) (string, error) {
	if len(l.words) == 0 {
		return "", explain.Err("word.missing", "{0} wants {1}", l.Verb, what)
	}
	w := l.words[0]
	l.words = l.words[1:]
	return w, nil
}

// Name takes the next word, which must be able to name a node.
func (l *Line) Name(what string) (string, error) {
	name, err := l.Word(what)
	if err != nil {
		return "", err
	}
	return name, cluster.CheckName(name)
}

// Rule takes the name of a rule of the engine.
func (l *Line) Rule() (string, error) {
	name, err := l.Word("a rule")
	if err != nil {
		return "", err
	}
	for _, info := range explain.Rules() {
		if info.Name == name {
			return name, nil
		}
	}
	return "", explain.Err("rule.unknown", "there is no rule {0}", name)
}

// Words is how many words are left.
func (l *Line) Words() int { return len(l.words) }

// Flag takes the word if it is among those left.
func (l *Line) Flag(word string) bool {
	for i, w := range l.words {
		if w == word {
			l.words = append(l.words[:i:i], l.words[i+1:]...)
			return true
		}
	}
	return false
}

// Option takes an option's text; def if it is not given.
func (l *Line) Option(key, def string) string {
	for i := range l.options {
		if l.options[i].key == key {
			l.options[i].taken = true
			return l.options[i].value
		}
	}
	return def
}

// Duration takes an option that is a duration.
func (l *Line) Duration(key string, def time.Duration) (time.Duration, error) {
	s := l.Option(key, "")
	if s == "" {
		return def, nil
	}
	return ParseDuration(s)
}

// Int takes an option that is a whole number in [lo, hi].
func (l *Line) Int(key string, def, lo, hi int64) (int64, error) {
	s := l.Option(key, "")
	if s == "" {
		return def, nil
	}
	return parseInt(key, s, lo, hi)
}

// intOption is an option that is a whole number in [lo, hi], and where it goes.
type intOption struct {
	key         string
	def, lo, hi int64
	to          *int32
}

func (l *Line) ints(options ...intOption) error {
	for _, o := range options {
		n, err := l.Int(o.key, o.def, o.lo, o.hi)
		if err != nil {
			return err
		}
		*o.to = int32(n)
	}
	return nil
}

// durationOption is an option that is a duration, and where it goes.
type durationOption struct {
	key string
	def time.Duration
	to  *time.Duration
}

func (l *Line) durations(options ...durationOption) (err error) {
	for _, o := range options {
		if *o.to, err = l.Duration(o.key, o.def); err != nil {
			return err
		}
	}
	return nil
}

// Index takes an option that is one of a few words, of which the first is the
// default, and returns its place among them.
func (l *Line) Index(key string, of []string) (int, error) {
	s, err := l.Choice(key, of[0], of...)
	return slices.Index(of, s), err
}

// Choice takes an option that is one of a few words.
func (l *Line) Choice(key, def string, of ...string) (string, error) {
	s := l.Option(key, def)
	for _, o := range of {
		if s == o {
			return s, nil
		}
	}
	return "", explain.Err("option.choice", "{0} is one of {1}, not {2}", key, strings.Join(of, " "), s)
}

// Done refuses whatever no parser has taken.
func (l *Line) Done() error {
	if len(l.words) > 0 {
		return explain.Err("word.extra", "{0} does not know what to do with {1}", l.Verb, l.words[0])
	}
	for _, o := range l.options {
		if !o.taken {
			return explain.Err("option.unknown", "{0} has no option {1}", l.Verb, o.key)
		}
	}
	return nil
}

// ParseDuration reads "25s", "1m30s" or "250ms".
func ParseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, explain.Err("duration.bad", "{0} is no duration: write 250ms, 25s or 1m30s", s)
	}
	return d, nil
}

// ParseNumber reads a whole number of at least 0.
func ParseNumber(s string) (int64, error) { return parseInt("a number", s, 0, 1<<53) }

func parseInt(what, s string, lo, hi int64) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < lo || n > hi {
		return 0, explain.Err("number.bad", "{0} is a whole number from {1} to {2}, not {3}", what, explain.Int(lo), explain.Int(hi), s)
	}
	return n, nil
}

// Quote writes a text so that ParseLine reads it as one.
func Quote(s string) string {
	if s == "" || strings.ContainsAny(s, " \t=|#") {
		return `"` + s + `"`
	}
	return s
}
