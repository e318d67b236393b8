package svg

import (
	"strconv"
	"strings"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// Caption is what stands under a still: two lines of words and the moment.
type Caption struct{ First, Second, Clock string }

// The strip under a still, in CSS px.
const (
	margin    = 18  // on all sides
	gap       = 20  // between the words and the clock
	edge      = 1.5 // of a line between parts
	phone     = 640
	mostFirst = 2 // lines
	mostLines = 4 // of the second
)

// strip is a caption laid out for a width.
type strip struct {
	Caption
	w, h          float32
	first, second float32 // size of the words
	lines, more   []string
}

func (c Caption) strip(w float32) strip {
	s := strip{Caption: c, w: w, first: 20, second: 16}
	if w < phone {
		s.first, s.second = 17, 14.5
	}
	clock := text.Width(c.Clock, s.second, text.Semi)
	s.lines = wrap(c.First, s.first, text.Bold, w-2*margin-gap-clock, mostFirst)
	s.more = wrap(c.Second, s.second, text.Regular, w-2*margin, mostLines)
	s.h = 2*margin*0.75 + float32(max(len(s.lines), 1))*s.first*1.35 + float32(len(s.more))*s.second*1.45
	return s
}

// strip writes a caption below y.
func (p *pen) strip(s *strip, y float32) {
	p.ground(0, y, s.w, s.h, theme.Surface)
	p.ground(0, y-edge/2, s.w, edge, theme.Hair)
	y += margin * 0.75
	top, clock := y, text.Width(s.Clock, s.second, text.Semi)
	for _, line := range s.lines {
		p.words(line, margin, y+s.first, s.first, text.Bold, theme.Ink)
		y += s.first * 1.35
	}
	p.words(s.Clock, s.w-margin-clock, top+s.first, s.second, text.Semi, theme.Ink2)
	for _, line := range s.more {
		p.words(line, margin, y+s.second, s.second, text.Regular, theme.Ink2)
		y += s.second * 1.45
	}
}

// ground is a field of one colour.
func (p *pen) ground(x, y, w, h float32, c theme.Color) {
	p.box(&scene.Shape{X: x, Y: y, W: w, H: h, Fill: c})
}

// Still writes the scene with its caption in a strip below, and returns the
// extended buffer and the height of all in CSS px; the width is the scene's.
func Still(dst []byte, s *scene.Scene, th *theme.Theme, c Caption) (picture []byte, height float32) {
	w, h := s.W*s.Zoom, s.H*s.Zoom
	below := c.strip(w)
	height = h + below.h
	p := &pen{out: dst, theme: th, scene: s}
	p.root(w, height, w, height, strings.TrimSpace(c.First))
	p.str(`<g transform="scale(` + strconv.FormatFloat(float64(s.Zoom), 'g', 6, 32) + `)">`)
	p.shapes()
	p.str("</g>")
	p.strip(&below, h)
	p.shut()
	p.defs()
	return append(p.out, "</svg>\n"...), height
}

func (p *pen) words(line string, x, y, size float32, weight uint16, c theme.Color) {
	p.label(&scene.Shape{Kind: scene.Text, Text: line, X: x, Y: y, W: text.Width(line, size, weight), H: size, Weight: weight, Fill: c})
}

// wrap breaks words into lines of a width, the last of at most most with what
// does not fit cut off: at spaces, and between the characters of a script without.
func wrap(words string, size float32, weight uint16, width float32, most int) (lines []string) {
	for rest := strings.TrimSpace(words); rest != ""; {
		if len(lines) == most-1 {
			if n := text.Cut(rest, size, weight, width); n < len(rest) {
				rest = strings.TrimSpace(rest[:n]) + text.Ellipsis
			}
			return append(lines, rest)
		}
		n := fitting(rest, size, weight, width)
		lines = append(lines, strings.TrimSpace(rest[:n]))
		rest = strings.TrimSpace(rest[n:])
	}
	return lines
}

// fitting is how many bytes of words go into one line, at least one word.
func fitting(words string, size float32, weight uint16, width float32) int {
	last, before := 0, rune(0)
	for i, r := range words {
		if i > 0 && parts(before, r) {
			if last > 0 && text.Width(strings.TrimSpace(words[:i]), size, weight) > width {
				return last
			}
			last = i
		}
		before = r
	}
	if last > 0 && text.Width(words, size, weight) > width {
		return last
	}
	return len(words)
}

// parts tells whether a line may end between two characters.
func parts(a, b rune) bool {
	if a == ' ' || b == ' ' {
		return a == ' '
	}
	return (wide(a) || wide(b)) && !strings.ContainsRune("，。、；：！？）》」』”’%", b) && !strings.ContainsRune("（《「『“‘", a)
}

// wide tells whether a character is of a script without spaces.
func wide(r rune) bool { return r >= 0x2E80 }
