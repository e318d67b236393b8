package svg

import (
	"strings"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// The head of a run, with its name, in CSS px.
const (
	headH    = 36
	headSize = 15
)

// Pair are two runs that are compared, drawn in one size.
type Pair struct {
	Scenes [2]*scene.Scene
	Names  [2]string
	Beside bool // each other; else one below the other
}

// Append writes both runs under their names and, with a caption that says
// something, its strip below both. It returns the extended buffer and the size of
// all in CSS px.
func (d *Pair) Append(dst []byte, th *theme.Theme, c Caption, captioned bool) (picture []byte, w, h float32) {
	runW, runH := d.Scenes[0].W*d.Scenes[0].Zoom, headH+d.Scenes[0].H*d.Scenes[0].Zoom
	x, y := float32(0), runH // of the second run
	if d.Beside {
		x, y = runW, 0
	}
	w, h = x+runW, y+runH
	var below strip
	if captioned {
		below = c.strip(w)
	}
	p := &pen{out: dst, theme: th}
	p.root(w, h+below.h, w, h+below.h, strings.TrimSpace(c.First))
	p.run(d.Scenes[0], d.Names[0], theme.Ink, 0, 0)
	p.run(d.Scenes[1], d.Names[1], theme.Accent, x, y)
	if d.Beside {
		p.ground(x-edge/2, 0, edge, h, theme.Line)
	} else {
		p.ground(0, y-edge/2, w, edge, theme.Line)
	}
	if captioned {
		p.strip(&below, h)
	}
	p.shut()
	p.defs()
	return append(p.out, "</svg>\n"...), w, h + below.h
}

// run writes a scene with its name above, from x and y on.
func (p *pen) run(s *scene.Scene, name string, ink theme.Color, x, y float32) {
	w := s.W * s.Zoom
	p.ground(x, y, w, headH, theme.Surface)
	if n := text.Cut(name, headSize, text.Bold, w-2*margin); n < len(name) {
		name = strings.TrimSpace(name[:n]) + text.Ellipsis
	}
	p.words(name, x+margin, y+headH*0.5+headSize*0.36, headSize, text.Bold, ink)
	p.shut()
	p.str(`<g transform="translate(`).num(x).str(" ").num(y + headH).str(`)">`)
	p.root(w, s.H*s.Zoom, s.W, s.H, name)
	p.scene = s
	p.shapes()
	p.str("</svg></g>")
	p.ground(x, y+headH-edge/2, w, edge, theme.Hair)
}
