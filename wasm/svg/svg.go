// Package svg writes a scene as a picture: the posters that the build makes and
// the stills that a person saves come from here, out of the very shapes that
// draw paints. Fonts differ from machine to machine, so each label carries its
// width and keeps its place.
package svg

import (
	"math"
	"strconv"
	"strings"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

const fonts = `Inter,'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif`

// pen writes elements; neighbours of one style become one element.
type pen struct {
	out      []byte
	theme    *theme.Theme
	scene    *scene.Scene
	style    string // of the path that is open, "" for none
	patterns []pattern
	used     [theme.Count]bool
}

// Append writes the scene in a theme's colours, with a title for those who
// cannot see it, and returns the extended buffer.
func Append(dst []byte, s *scene.Scene, th *theme.Theme, title string) []byte {
	p := &pen{out: dst, theme: th, scene: s}
	p.head(title)
	p.shapes()
	p.defs()
	return append(p.out, "</svg>\n"...)
}

func (p *pen) head(title string) {
	s := p.scene
	p.root(s.W*s.Zoom, s.H*s.Zoom, s.W, s.H, title)
}

// root begins a picture of w x h CSS px, in which across x down units are drawn.
func (p *pen) root(w, h, across, down float32, title string) {
	p.str(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="`).num(w).str(`" height="`).num(h)
	p.str(`" viewBox="0 0 `).num(across).str(" ").num(down).str(`" font-family="`).str(fonts).str(`" stroke-linecap="round" stroke-linejoin="round" xml:space="preserve"><title>`).text(title).str("</title>")
}

func (p *pen) shapes() {
	s := p.scene
	p.str(`<path fill="`).color(theme.Stage).str(`" d="M0 0H`).num(s.W).str("V").num(s.H).str(`H0z"/>`)
	for i := 0; i < len(s.Shapes); i++ {
		sh := s.Shapes[i]
		for i+1 < len(s.Shapes) && follows(&sh, &s.Shapes[i+1]) {
			i++
			sh.Text += s.Shapes[i].Text
			sh.W += s.Shapes[i].W
		}
		p.shape(&sh)
	}
	p.shut()
}

// follows reports whether b goes on with the label a: changing numbers are drawn
// figure by figure, but are one word.
func follows(a, b *scene.Shape) bool {
	return a.Kind == scene.Text && b.Kind == scene.Text && a.Fill == b.Fill && a.H == b.H && a.Weight == b.Weight &&
		a.Y == b.Y && math.Abs(float64(a.X+a.W-b.X)) < 0.1
}

func (p *pen) shape(sh *scene.Shape) {
	switch sh.Kind {
	case scene.Box:
		p.box(sh)
	case scene.Token:
		p.token(sh)
	case scene.Arc:
		p.arc(sh)
	case scene.Path:
		p.polyline(sh, p.scene.Points[sh.At:sh.At+sh.N])
	case scene.Text:
		p.label(sh)
	}
}

func (p *pen) str(s string) *pen {
	p.out = append(p.out, s...)
	return p
}

// num writes to a tenth, which is less than can be seen.
func (p *pen) num(x float32) *pen {
	tenths := int64(math.Round(float64(x) * 10))
	if tenths < 0 {
		p.out, tenths = append(p.out, '-'), -tenths
	}
	if tenths < 10 && tenths > 0 {
		p.out = append(p.out, '.', byte('0'+tenths))
		return p
	}
	p.out = strconv.AppendInt(p.out, tenths/10, 10)
	if tenths%10 != 0 {
		p.out = append(p.out, '.', byte('0'+tenths%10))
	}
	return p
}

// to writes a command of a path with its point.
func (p *pen) to(command string, x, y float32) *pen {
	return p.str(command).num(x).str(" ").num(y)
}

func (p *pen) color(c theme.Color) *pen {
	p.used[c] = true
	return p.str(spelling(p.theme, c))
}

func (p *pen) text(s string) *pen {
	for i := range len(s) {
		switch s[i] {
		case '&':
			p.str("&amp;")
		case '<':
			p.str("&lt;")
		case '"':
			p.str("&quot;")
		default:
			p.out = append(p.out, s[i])
		}
	}
	return p
}

// open begins a path of a style, or goes on with the one that is open.
func (p *pen) open(style string) {
	if style == p.style {
		return
	}
	p.shut()
	p.style = style
	p.str("<path").str(style).str(` d="`)
}

func (p *pen) shut() {
	if p.style != "" {
		p.str(`"/>`)
		p.style = ""
	}
}

// styled is what selects the look of a path. Fill is a colour or a pattern's name.
func (p *pen) styled(fill string, stroke theme.Color, sw, dash, gap float32, butt bool) string {
	q := pen{}
	q.str(` fill="`).str(fill).str(`"`)
	if stroke != theme.None && sw > 0 {
		q.str(` stroke="`).str(p.named(stroke)).str(`"`)
		if sw != 1 {
			q.str(` stroke-width="`).num(sw).str(`"`)
		}
		if gap > 0 {
			q.str(` stroke-dasharray="`).num(dash).str(" ").num(gap).str(`"`)
			if butt {
				q.str(` stroke-linecap="butt"`)
			}
		}
	}
	return string(q.out)
}

func (p *pen) named(c theme.Color) string {
	if c == theme.None {
		return "none"
	}
	p.used[c] = true
	return spelling(p.theme, c)
}

func (p *pen) box(sh *scene.Shape) {
	p.open(p.styled(p.named(sh.Fill), sh.Stroke, sh.SW, sh.Dash, sh.Gap, true))
	p.rounded(sh.X, sh.Y, sh.W, sh.H, sh.R)
	if sh.Pattern == scene.Hatch {
		p.open(p.styled(p.pattern(pattern{scene.Hatch, theme.Hair, theme.None}), theme.None, 0, 0, 0, false))
		p.rounded(sh.X, sh.Y, sh.W, sh.H, sh.R)
	}
}

func (p *pen) rounded(x, y, w, h, r float32) {
	r = min(r, w/2, h/2)
	if r < 0.05 {
		p.to("M", x, y).str("h").num(w).str("v").num(h).str("h").num(-w).str("z")
		return
	}
	p.to("M", x+r, y).str("h").num(w - 2*r)
	p.corner(r, r, r).str("v").num(h - 2*r)
	p.corner(r, -r, r).str("h").num(2*r - w)
	p.corner(r, -r, -r).str("v").num(2*r - h)
	p.corner(r, r, -r).str("z")
}

func (p *pen) corner(r, dx, dy float32) *pen {
	return p.str("a").num(r).str(" ").num(r).str(" 0 0 1 ").num(dx).str(" ").num(dy)
}

func (p *pen) circle(x, y, r float32) {
	p.to("M", x-r, y).str("a").num(r).str(" ").num(r).str(" 0 1 1 ").num(2 * r).str(" 0a").num(r).str(" ").num(r).str(" 0 1 1 ").num(-2 * r).str(" 0z")
}

// geo is a message's outline: circle, triangle, square or diamond of equal area.
func (p *pen) geo(sub uint8, x, y, r float32) {
	switch sub {
	case 0:
		p.circle(x, y, r)
	case 2:
		p.rounded(x-r*0.89, y-r*0.89, 2*r*0.89, 2*r*0.89, r*0.16)
	case 3:
		h := r * 1.22
		p.to("M", x, y-h).to("L", x+h, y).to("L", x, y+h).to("L", x-h, y).str("z")
	default:
		h := r * 1.22
		p.to("M", x, y-0.98*h).to("L", x+1.02*h, y+0.76*h).to("L", x-1.02*h, y+0.76*h).str("z")
	}
}

func (p *pen) token(sh *scene.Shape) {
	x, y, r := sh.X, sh.Y, sh.W
	fill := "none"
	switch sh.Pattern {
	case scene.Solid:
		p.open(p.styled(p.named(sh.Fill), theme.None, 0, 0, 0, false))
		p.geo(sh.Sub, x, y, r)
		return
	case scene.Stripes, scene.Dots, scene.Cross:
		fill = p.pattern(pattern{sh.Pattern, sh.Fill, theme.Surface})
	case scene.Core, scene.Half:
		fill = p.named(theme.Surface)
	}
	p.open(p.styled(fill, sh.Stroke, sh.SW, sh.Dash, sh.Gap, true))
	p.geo(sh.Sub, x, y, r)
	switch sh.Pattern {
	case scene.Core:
		if sh.Sub == 1 {
			y += r * 0.06
		}
		p.open(p.styled(p.named(sh.Fill), theme.None, 0, 0, 0, false))
		p.geo(sh.Sub, x, y, r*0.36)
	case scene.Half:
		p.open(p.styled(p.named(sh.Fill), theme.None, 0, 0, 0, false))
		p.lower(sh.Sub, x, y, r)
	}
}

// lower is the lower half of a message's outline.
func (p *pen) lower(sub uint8, x, y, r float32) {
	switch sub {
	case 0:
		p.to("M", x-r, y).str("a").num(r).str(" ").num(r).str(" 0 0 0 ").num(2 * r).str(" 0z")
	case 2:
		p.rounded(x-r*0.89, y, 2*r*0.89, r*0.89, 0)
	case 3:
		h := r * 1.22
		p.to("M", x-h, y).to("L", x+h, y).to("L", x, y+h).str("z")
	default:
		h, cut := r*1.22, -0.134*r
		half := (cut + 0.98*h) * 1.02 / 1.74
		p.to("M", x-half, y+cut).to("L", x+half, y+cut).to("L", x+1.02*h, y+0.76*h).to("L", x-1.02*h, y+0.76*h).str("z")
	}
}

// arc is a timer: the track, what is left of it clockwise from twelve, and the dot.
func (p *pen) arc(sh *scene.Shape) {
	x, y, r := sh.X, sh.Y, sh.W
	p.open(p.styled("none", sh.Fill, sh.H, 0, 0, false))
	p.circle(x, y, r)
	angle := 2 * math.Pi * float64(sh.R)
	large := " 0 0 1 "
	if sh.R > 0.5 {
		large = " 0 1 1 "
	}
	p.open(p.styled("none", sh.Stroke, sh.H, 0, 0, false) + ` stroke-linecap="butt"`)
	p.to("M", x, y-r).str("A").num(r).str(" ").num(r).str(large).num(x + r*float32(math.Sin(angle))).str(" ").num(y - r*float32(math.Cos(angle)))
	p.open(p.styled(p.named(sh.Stroke), theme.None, 0, 0, 0, false))
	p.circle(x, y-r, sh.H*0.62)
}

func (p *pen) polyline(sh *scene.Shape, points []scene.Point) {
	if len(points) < 2 {
		return
	}
	p.open(p.styled("none", sh.Stroke, sh.SW, sh.Dash, sh.Gap, false))
	for i, at := range points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		p.to(command, at.X, at.Y)
	}
}

func (p *pen) label(sh *scene.Shape) {
	if strings.TrimSpace(sh.Text) == "" || sh.Fill == theme.None {
		return
	}
	p.shut()
	p.str(`<text x="`).num(sh.X).str(`" y="`).num(sh.Y).str(`" font-size="`).num(sh.H).str(`" fill="`).color(sh.Fill).str(`"`)
	if sh.Weight != text.Regular {
		p.str(` font-weight="`).str(strconv.Itoa(int(sh.Weight))).str(`"`)
	}
	if sh.W > 0 && len(sh.Text) > 1 {
		p.str(` textLength="`).num(sh.W).str(`" lengthAdjust="spacingAndGlyphs"`)
	}
	p.str(">").text(sh.Text).str("</text>")
}
