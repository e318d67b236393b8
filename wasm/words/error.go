package words

import (
	"errors"
	"strconv"

	"rocketscope/engine/explain"
)

// Error writes a refusal that a person reads. An explain.Error has words of its
// own, also inside other errors; any other error stays as it is.
func (c *Catalogue) Error(err error) string {
	var e *explain.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	var line Line
	for _, p := range parseParts(c.format(e)) {
		if i, err := strconv.Atoi(p.slot); err == nil && i < len(e.Args) {
			p.text = c.argument(e.Args[i])
		}
		line = c.join(line, Span{Text: p.text})
	}
	return line.String()
}

// format is the refusal's text with places for its arguments; English is the
// engine's own.
func (c *Catalogue) format(e *explain.Error) string {
	if key := "err." + e.Key; c.has(key) {
		return c.word(key)
	}
	return e.Format
}

// argument is an error's argument: a name or number as it is, or one of the
// engine's phrases in the reader's language.
func (c *Catalogue) argument(arg string) string {
	if key := "arg." + arg; c.has(key) {
		return c.word(key)
	}
	return arg
}

// ErrorAt writes a refusal of a story's line, counted from 1.
func (c *Catalogue) ErrorAt(line int, err error) string {
	s := &scope{c: c}
	s.setNum("line", int64(line))
	s.setText("error", c.Error(err))
	text, _ := c.fill("error.line", s)
	return text.String()
}
