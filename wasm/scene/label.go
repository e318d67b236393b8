package scene

import (
	"strings"
	"time"

	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// ink is the size, weight and colour of a label.
type ink struct {
	size   float32
	weight uint16
	color  theme.Color
}

type align uint8

const (
	start align = iota
	middle
	end
)

// arg fills a slot {0} or {1} of a phrase: a name, or a number that is drawn
// figure by figure, as it changes all the time.
type arg struct {
	text     string
	n        int64
	decimals int8
	unit     string
	number   bool
}

func name(s string) arg { return arg{text: s} }
func count(n int64) arg { return arg{n: n, number: true} }

// span is a length of time: one decimal below 100 s, whole seconds from there,
// minutes from one hour.
func span(d time.Duration) arg {
	a := bare(d)
	a.unit = " s"
	if d >= time.Hour {
		a.unit = " min"
	}
	return a
}

// bare is span without its unit.
func bare(d time.Duration) arg {
	switch {
	case d >= time.Hour:
		return count(int64(d / time.Minute))
	case d >= 100*time.Second:
		return count(int64(d / time.Second))
	}
	return arg{n: int64((d + 50*time.Millisecond) / (100 * time.Millisecond)), decimals: 1, number: true}
}

// run is a piece of a label that is rasterised as one.
type run struct {
	text string
	w    float32
}

const figures = "0123456789"

// say draws a phrase whose slots {0}, {1} are filled with args.
func (s *Scene) say(x, y float32, phrase string, k ink, a align, args ...arg) float32 {
	k.size = max(k.size, s.l.M.Least)
	s.runs = s.runs[:0]
	for phrase != "" {
		i := strings.IndexByte(phrase, '{')
		if i < 0 || i+2 >= len(phrase) || phrase[i+2] != '}' {
			s.piece(phrase, k)
			break
		}
		s.piece(phrase[:i], k)
		if n := int(phrase[i+1] - '0'); n < len(args) {
			s.fillIn(&args[n], k)
		}
		phrase = phrase[i+3:]
	}
	return s.flush(x, y, k, a)
}

// number draws an argument by itself.
func (s *Scene) number(x, y float32, n arg, k ink, a align) float32 {
	k.size = max(k.size, s.l.M.Least)
	s.runs = s.runs[:0]
	s.fillIn(&n, k)
	return s.flush(x, y, k, a)
}

// text draws words as they are and returns where they end.
func (s *Scene) text(x, y float32, words string, k ink, a align) float32 {
	k.size = max(k.size, s.l.M.Least)
	s.runs = s.runs[:0]
	s.piece(words, k)
	return s.flush(x, y, k, a)
}

// fit draws words, cut off with an ellipsis where they are too long.
func (s *Scene) fit(x, y float32, words string, k ink, a align, width float32) float32 {
	k.size = max(k.size, s.l.M.Least)
	s.runs = s.runs[:0]
	n := text.Cut(words, k.size, k.weight, width)
	s.piece(words[:n], k)
	if n < len(words) {
		s.piece(text.Ellipsis, k)
	}
	return s.flush(x, y, k, a)
}

func (s *Scene) piece(t string, k ink) {
	if t != "" {
		s.runs = append(s.runs, run{t, text.Width(t, k.size, k.weight)})
	}
}

func (s *Scene) fillIn(a *arg, k ink) {
	if !a.number {
		s.piece(a.text, k)
		return
	}
	n := a.n
	if n < 0 {
		s.piece("-", k)
		n = -n
	}
	digits, unit := int8(1), int64(1)
	for n/unit >= 10 || digits <= a.decimals {
		unit *= 10
		digits++
	}
	w := text.Digit(k.size, k.weight)
	for ; digits > 0; digits-- {
		d := n / unit % 10
		s.runs = append(s.runs, run{figures[d : d+1], w})
		if digits-1 == a.decimals && a.decimals > 0 {
			s.piece(".", k)
		}
		unit /= 10
	}
	s.piece(a.unit, k)
}

func (s *Scene) flush(x, y float32, k ink, a align) float32 {
	var total float32
	for i := range s.runs {
		total += s.runs[i].w
	}
	switch a {
	case middle:
		x -= total / 2
	case end:
		x -= total
	}
	for i := range s.runs {
		r := &s.runs[i]
		s.add(Shape{Kind: Text, X: x, Y: y, W: r.w, H: k.size, Weight: k.weight, Fill: k.color, Text: r.text})
		x += r.w
	}
	return x
}

// width measures a phrase with its slots filled.
func (s *Scene) width(phrase string, k ink, args ...arg) float32 {
	n := len(s.Shapes)
	x := s.say(0, 0, phrase, k, start, args...)
	s.Shapes = s.Shapes[:n]
	return x
}
