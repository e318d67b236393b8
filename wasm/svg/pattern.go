package svg

import (
	"strconv"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/theme"
)

// pattern is a filling other than a plain colour. Each is defined once, at the
// end of the picture, when something has used it.
type pattern struct {
	kind        scene.Pattern
	mark, under theme.Color
}

// pattern returns how a fill names a pattern.
func (p *pen) pattern(want pattern) string {
	n := -1
	for i, have := range p.patterns {
		if have == want {
			n = i
		}
	}
	if n < 0 {
		n, p.patterns = len(p.patterns), append(p.patterns, want)
	}
	return "url(#p" + strconv.Itoa(n) + ")"
}

// defs writes the patterns that were used, in the measures of the shader.
func (p *pen) defs() {
	for i, d := range p.patterns {
		size, turned := float32(4.4), true
		switch d.kind {
		case scene.Hatch:
			size = 7
		case scene.Dots:
			size, turned = 4, false
		}
		p.str(`<pattern id="p`).str(strconv.Itoa(i)).str(`" patternUnits="userSpaceOnUse" width="`).num(size).str(`" height="`).num(size).str(`"`)
		if turned {
			p.str(` patternTransform="rotate(45)"`)
		}
		p.str(">")
		if d.under != theme.None {
			p.str(`<path fill="`).color(d.under).str(`" d="M0 0h9v9H0z"/>`)
		}
		p.str(`<path fill="`).color(d.mark).str(`" d="`)
		switch d.kind {
		case scene.Hatch:
			p.str("M2.3 0h2.4v9h-2.4z")
		case scene.Stripes:
			p.str("M1.1 0h2.2v9H1.1z")
		case scene.Dots:
			p.circle(2, 2, 1.15)
		case scene.Cross:
			p.str("M1.5 0h1.3v9H1.5zM0 1.5h9v1.3H0z")
		}
		p.str(`"/></pattern>`)
	}
}
