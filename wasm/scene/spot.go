package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// spot marks the decision under discussion: ring, verb on the cable, thread.
func (s *Scene) spot() {
	sp := &s.ui.Spot
	r, ok := s.nodeRect(sp.Node)
	if !ok {
		return
	}
	if c, found := s.spotCable(); found && sp.Verb != "" {
		s.verb(c, sp.Verb)
	}
	if s.roleOf(sp.Node) != view.Broker { // its box has it, below the tags
		s.spotRing(r)
	}
	grow, _ := s.spotSize()
	s.thread(sp, r.Grow(grow))
}

// spotRing rings the process that decided.
func (s *Scene) spotRing(r layout.Rect) {
	grow, sw := s.spotSize()
	s.ring(r.Grow(grow), s.l.M.CardRadius+grow*0.8, theme.Accent, sw)
}

func (s *Scene) spotSize() (grow, stroke float32) {
	switch {
	case s.l.Mode == layout.Phone:
		return 0, 3
	case s.l.M.Big:
		return 7, 4
	}
	return 5, 2.2
}

func (s *Scene) spotCable() (*wire, bool) {
	sp := &s.ui.Spot
	for i := range s.wires {
		if w := &s.wires[i]; sp.Broker != "" && w.to == sp.Node && w.topic == s.l.Topic && w.broker == sp.Broker && w.queue == sp.Queue {
			return w, true
		}
	}
	return nil, false
}

// verb draws a request's name on its cable, with an arrow in its direction.
func (s *Scene) verb(w *wire, verb string) {
	m := &s.l.M
	size := min(m.Label, 21)
	p := w.curve.at(0.52)
	if w.curve.bent { // below the corner, where no other cable leaves
		p = Point{w.curve.p[1].X, w.curve.p[1].Y + 36}
	}
	width := text.Width(verb, size, text.Heavy) + size*2
	h := size * 1.72
	if w.curve.bent {
		p.X = min(p.X, s.W-width/2-5)
	}
	s.fill(layout.Rect{X: p.X - width/2, Y: p.Y - h/2, W: width, H: h}, h/2, theme.Accent)
	s.text(p.X, p.Y+size*0.36, verb, ink{size, text.Heavy, theme.OnAccent}, middle)
	if s.l.Mode == layout.Page {
		at := len(s.Points)
		x := p.X - width/2 - 5
		s.Points = append(s.Points, Point{x, p.Y - 5}, Point{x - 5, p.Y}, Point{x, p.Y + 5})
		s.polyline(at, theme.Accent, 2.4)
	}
}

// thread draws the way of the news that led to the decision.
func (s *Scene) thread(sp *Spot, to layout.Rect) {
	from, ok := s.nodeRect(sp.From)
	n := layout.NodeAt(s.v, sp.From)
	if !ok || s.l.Mode != layout.Page || s.v.Nodes[n].Role != view.NameServer {
		return
	}
	if to.X < from.X {
		s.threadLeft(sp, from, to)
		return
	}
	x, y := to.Right()+12, from.Y+from.H/2-1
	end := to.Y + min(61, to.H/2)
	at := len(s.Points)
	s.Points = append(s.Points, Point{from.Right() + 6, y})
	s.turn(Point{from.Right(), y}, Point{x, y}, Point{x, end}, 27)
	s.Points = append(s.Points, Point{x, end})
	s.polyline(at, theme.Accent, 2.2).dash(1.5, 6)
	at = len(s.Points)
	s.Points = append(s.Points, Point{x, end}, Point{to.Right() + 3, end})
	s.polyline(at, theme.Accent, 2.4)
	at = len(s.Points)
	s.Points = append(s.Points, Point{to.Right() + 8, end - 4.5}, Point{to.Right() + 3, end}, Point{to.Right() + 8, end + 4.5})
	s.polyline(at, theme.Accent, 2.4)
	s.threadLabel(sp, (from.Right()+x)/2, y)
}

// threadLeft is the way to a process on the name server's left.
func (s *Scene) threadLeft(sp *Spot, from, to layout.Rect) {
	x, y := to.X+to.W/2, from.Y+from.H/2-1
	end := to.Y - 3
	at := len(s.Points)
	s.Points = append(s.Points, Point{from.X - 6, y})
	s.turn(Point{from.X, y}, Point{x, y}, Point{x, end}, 27)
	s.Points = append(s.Points, Point{x, end})
	s.polyline(at, theme.Accent, 2.2).dash(1.5, 6)
	at = len(s.Points)
	s.Points = append(s.Points, Point{x - 4.5, end - 5}, Point{x, end}, Point{x + 4.5, end - 5})
	s.polyline(at, theme.Accent, 2.4)
	s.threadLabel(sp, (from.X+x)/2, y)
}

func (s *Scene) threadLabel(sp *Spot, x, y float32) {
	if sp.Label == "" {
		return
	}
	w := text.Width(sp.Label, 11.5, text.Bold) + 28
	s.fill(layout.Rect{X: x - w/2, Y: y - 12, W: w, H: 24}, 12, theme.Wash)
	s.text(x, y+4, sp.Label, ink{11.5, text.Bold, theme.Accent}, middle)
}
