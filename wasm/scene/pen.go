package scene

import (
	"math"

	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

func (s *Scene) add(sh Shape) *Shape {
	s.Shapes = append(s.Shapes, sh)
	return &s.Shapes[len(s.Shapes)-1]
}

func (s *Scene) fill(r layout.Rect, radius float32, c theme.Color) {
	s.add(Shape{Kind: Box, X: r.X, Y: r.Y, W: r.W, H: r.H, R: radius, Fill: c})
}

func (s *Scene) ring(r layout.Rect, radius float32, c theme.Color, sw float32) *Shape {
	return s.add(Shape{Kind: Box, X: r.X, Y: r.Y, W: r.W, H: r.H, R: radius, Stroke: c, SW: sw})
}

func (s *Scene) box(r layout.Rect, radius float32, fill, stroke theme.Color, sw float32) *Shape {
	return s.add(Shape{Kind: Box, X: r.X, Y: r.Y, W: r.W, H: r.H, R: radius, Fill: fill, Stroke: stroke, SW: sw})
}

func (s *Scene) circle(x, y, r float32, fill, stroke theme.Color, sw float32) {
	s.add(Shape{Kind: Box, X: x - r, Y: y - r, W: 2 * r, H: 2 * r, R: r, Fill: fill, Stroke: stroke, SW: sw})
}

// token draws a message; own is the owner's colour for one being consumed.
func (s *Scene) token(shape uint8, p Pattern, x, y, r float32, own theme.Color) {
	sw := float32(1.7)
	switch {
	case r < 6:
		sw = 1.3
	case r > 9:
		sw = 2
	}
	sh := Shape{Kind: Token, Sub: shape & 3, Pattern: p, X: x, Y: y, W: r, Fill: theme.Ink, Stroke: theme.Ink, SW: sw}
	switch p {
	case Hollow:
		sh.Fill, sh.Stroke, sh.SW, sh.W = theme.None, theme.Line, sw-0.2, r-0.4
	case Stripes:
		sh.Fill, sh.Stroke = own, own
		if own == theme.None {
			sh.Fill, sh.Stroke = theme.Ink2, theme.Ink2
		}
	case Core:
		sh.SW = sw + 0.6
	case Cross:
		sh.Fill, sh.Stroke = theme.Down, theme.Down
	case Dashed:
		sh.Fill, sh.Stroke, sh.W, sh.Dash, sh.Gap = theme.None, theme.Down, r-0.4, 2.4, 2.2
	}
	s.add(sh)
}

// arc draws a timer of which a fraction is left.
func (s *Scene) arc(x, y, r, width, left float32, c theme.Color) {
	s.add(Shape{Kind: Arc, X: x, Y: y, W: r, H: width, R: min(max(left, 0.0001), 0.9999), Fill: theme.Hair, Stroke: c})
}

func (s *Scene) line(x1, y1, x2, y2 float32, c theme.Color, sw float32) *Shape {
	at := int32(len(s.Points))
	s.Points = append(s.Points, Point{x1, y1}, Point{x2, y2})
	return s.add(Shape{Kind: Path, At: at, N: 2, Stroke: c, SW: sw})
}

// polyline draws the points appended since at.
func (s *Scene) polyline(at int, c theme.Color, sw float32) *Shape {
	return s.add(Shape{Kind: Path, At: int32(at), N: int32(len(s.Points) - at), Stroke: c, SW: sw})
}

func (sh *Shape) dash(on, off float32) *Shape {
	sh.Dash, sh.Gap = on, off
	return sh
}

func (s *Scene) cross(x, y, r float32, c theme.Color, sw float32) {
	s.line(x-r, y-r, x+r, y+r, c, sw)
	s.line(x+r, y-r, x-r, y+r, c, sw)
}

// more draws the three dots of a ⋮ handle.
func (s *Scene) more(x, y float32) {
	k := float32(1)
	if s.l.M.Big {
		k = 1.5
	}
	for d := float32(-5); d <= 5; d += 5 {
		s.circle(x, y+d*k, 1.5*k, theme.Ink2, theme.None, 0)
	}
}

// tag draws an owner's name on its colour.
func (s *Scene) tag(name string, slot uint8, r layout.Rect, size float32) {
	s.fill(r, min(6, r.H*0.3), theme.Owner(slot))
	s.fit(r.X+r.W/2, r.Y+r.H/2+size*0.36, name, ink{size, text.Heavy, theme.OnOwner}, middle, r.W-4)
}

// pill draws text on a lozenge.
func (s *Scene) pill(r layout.Rect, bg, fg theme.Color, size float32, words string, args ...arg) {
	s.fill(r, r.H/2, bg)
	s.say(r.X+r.W/2, r.Y+r.H/2+size*0.36, words, ink{size, text.Bold, fg}, middle, args...)
}

// flatten appends a cubic to Points.
func (s *Scene) flatten(c curve) int {
	at := len(s.Points)
	n := c.segments()
	for i := range n + 1 {
		s.Points = append(s.Points, c.at(float32(i)/float32(n)))
	}
	return at
}

// curve is a cubic, or the bent line of a phone's gutter.
type curve struct {
	p    [5]Point
	bent bool
}

// cubic is horizontal at both ends.
func cubic(x1, y1, x2, y2 float32) curve {
	m := (x2 - x1) * 0.5
	return curve{p: [5]Point{{x1, y1}, {x1 + m, y1}, {x2 - m, y2}, {x2, y2}}}
}

// upright is a cubic that is vertical at both ends.
func upright(x1, y1, x2, y2 float32) curve {
	m := (y2 - y1) * 0.5
	return curve{p: [5]Point{{x1, y1}, {x1, y1 + m}, {x2, y2 - m}, {x2, y2}}}
}

func bent(x1, y1, gx, gy, x2, y2 float32) curve {
	return curve{p: [5]Point{{x1, y1}, {gx, y1}, {gx, gy}, {x2, gy}, {x2, y2}}, bent: true}
}

// back is the same way from its end.
func (c curve) back() curve {
	n := 4
	if c.bent {
		n = 5
	}
	for i := range n / 2 {
		c.p[i], c.p[n-1-i] = c.p[n-1-i], c.p[i]
	}
	return c
}

func (c *curve) segments() int {
	dy, dx := abs(c.p[3].Y-c.p[0].Y), abs(c.p[3].X-c.p[0].X)
	if dy < 0.5 || dx < 0.5 {
		return 1
	}
	return 10 + int(min(dx+dy, 300)/20)
}

func (c *curve) at(t float32) Point {
	if c.bent {
		return c.corner(t)
	}
	a := 1 - t
	k0, k1, k2, k3 := a*a*a, 3*a*a*t, 3*a*t*t, t*t*t
	return Point{k0*c.p[0].X + k1*c.p[1].X + k2*c.p[2].X + k3*c.p[3].X,
		k0*c.p[0].Y + k1*c.p[1].Y + k2*c.p[2].Y + k3*c.p[3].Y}
}

// corner walks the bent line by its length.
func (c *curve) corner(t float32) Point {
	var total float32
	for i := range 4 {
		total += abs(c.p[i+1].X-c.p[i].X) + abs(c.p[i+1].Y-c.p[i].Y)
	}
	left := t * total
	for i := range 4 {
		d := abs(c.p[i+1].X-c.p[i].X) + abs(c.p[i+1].Y-c.p[i].Y)
		if left <= d && d > 0 {
			f := left / d
			return Point{c.p[i].X + (c.p[i+1].X-c.p[i].X)*f, c.p[i].Y + (c.p[i+1].Y-c.p[i].Y)*f}
		}
		left -= d
	}
	return c.p[4]
}

// way appends a curve's points, with rounded corners if it is bent.
func (s *Scene) way(c curve) int {
	if !c.bent {
		return s.flatten(c)
	}
	at := len(s.Points)
	s.Points = append(s.Points, c.p[0])
	for i := 1; i < 4; i++ {
		s.turn(c.p[i-1], c.p[i], c.p[i+1], 6)
	}
	s.Points = append(s.Points, c.p[4])
	return at
}

// turn appends a rounded corner at b.
func (s *Scene) turn(a, b, c Point, r float32) {
	in := float32(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
	out := float32(math.Hypot(float64(c.X-b.X), float64(c.Y-b.Y)))
	r = min(r, in/2, out/2)
	if r < 0.5 {
		s.Points = append(s.Points, b)
		return
	}
	p := Point{b.X + (a.X-b.X)*r/in, b.Y + (a.Y-b.Y)*r/in}
	q := Point{b.X + (c.X-b.X)*r/out, b.Y + (c.Y-b.Y)*r/out}
	for i := range 7 {
		t := float32(i) / 6
		u := 1 - t
		s.Points = append(s.Points, Point{u*u*p.X + 2*u*t*b.X + t*t*q.X, u*u*p.Y + 2*u*t*b.Y + t*t*q.Y})
	}
}

func abs(x float32) float32 { return max(x, -x) }
