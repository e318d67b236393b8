package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rocketscope/engine/kernel"
	"rocketscope/wasm/text"
)

// Span is a stretch of text. Node is the process that it names, 0 for none: a
// page draws such a name as the stage draws its owner.
type Span struct {
	Text string
	Node kernel.NodeID
}

// Line is a sentence with the names in it marked.
type Line []Span

// String is the plain text.
func (l Line) String() string {
	if len(l) == 1 {
		return l[0].Text
	}
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// text appends plain text.
func (l Line) text(s string) Line {
	if n := len(l); n > 0 && l[n-1].Node == 0 {
		l[n-1].Text += s
		return l
	}
	return append(l, Span{Text: s})
}

func plain(s string) Line { return Line{{Text: s}} }

// join appends a span. Chinese stands apart from letters and figures by one
// space, and from Chinese by none, whatever filled the slot.
func (c *Catalogue) join(l Line, s Span) Line {
	n := len(l) - 1
	if c.lang == "zh" && n >= 0 {
		before, after := strings.TrimRight(l[n].Text, " "), strings.TrimLeft(s.Text, " ")
		a, _ := utf8.DecodeLastRuneInString(before)
		b, _ := utf8.DecodeRuneInString(after)
		switch {
		case isHan(a) && isHan(b):
			l[n].Text, s.Text = before, after
		case isHan(a) && isWord(b) && s.Node != 0, isWord(a) && isHan(b) && l[n].Node == 0:
			l[n].Text, s.Text = before+" ", after
		case isHan(a) && isWord(b), isWord(a) && isHan(b):
			l[n].Text, s.Text = before, " "+after
		}
	}
	if s.Node != 0 {
		return append(l, s)
	}
	return l.text(s.Text)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func isWord(r rune) bool { return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// typeface is the type that a line is set in and the room it has, in CSS px.
type typeface struct {
	size   float32
	weight uint16
	room   float32
}

// The caption of an embedded page of 640 px, the narrowest there is in one
// line: 18 px on either side are left free (design tokens, section 3).
var (
	firstLine  = typeface{18, text.Bold, 640 - 2*18}
	secondLine = typeface{14.5, text.Regular, 640 - 2*18}
	anyWidth   = typeface{}
)

// tagPad is what an owner's tag adds to its name.
const tagPad = 16

// fits tells whether a line has room.
func (t typeface) fits(l Line) bool { return t.room == 0 || t.width(l) <= t.room }

func (t typeface) width(l Line) float32 {
	var w float32
	for _, s := range l {
		w += text.Width(s.Text, t.size, t.weight)
		if s.Node != 0 {
			w += tagPad
		}
	}
	return w
}
