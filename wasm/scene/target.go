package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// TargetKind is what a person can point at.
type TargetKind uint8

// The kinds of targets.
const (
	Nothing  TargetKind = iota
	OnNode              // a process: Node
	OnMenu              // its ⋮ handle: Node
	OnGroup             // a broker group: Name
	OnLane              // a queue: Node is its broker, Queue its index in View.Queues
	OnFlight            // a message on its way: Flight
	OnLink              // the link between From and To
	OnItem              // an item of the open menu: Item
	OnShut              // beside the open menu: it closes
)

// Target is something on the stage that can be acted on. Two targets are the
// same thing when Same says so; Rect is where it was drawn.
type Target struct {
	Kind     TargetKind
	Node     kernel.NodeID
	From, To kernel.NodeID
	Queue    int32
	Item     int32
	Flight   uint64
	Name     string
	Rect     layout.Rect
}

// Same reports whether two targets are the same thing, wherever it stands.
func (t Target) Same(o Target) bool {
	t.Rect, o.Rect = layout.Rect{}, layout.Rect{}
	return t == o
}

// MenuItem is one act of a menu. A disabled one says why.
type MenuItem struct {
	Label   string
	Key     string // its letter, "" if it has none
	Enabled bool
	Reason  string
}

// Menu is the short list of what may be done to the thing at Anchor.
type Menu struct {
	Open   bool
	Anchor Target
	Items  []MenuItem
	Focus  int // the item that the keyboard or mouse is on, -1 for none
}

func (s *Scene) target(t Target) { s.Targets = append(s.Targets, t) }

// Hit returns what lies at a point in CSS px: an item of the menu first, then
// what is drawn in front.
func (s *Scene) Hit(x, y float32) (Target, bool) {
	x, y = x/s.Zoom, y/s.Zoom
	for i := len(s.Targets) - 1; i >= 0; i-- {
		if t := s.Targets[i]; t.Rect.Contains(x, y) && t.Kind != OnNode {
			return t, true
		}
	}
	if s.ui != nil && s.ui.Menu.Open {
		return Target{Kind: OnShut}, true
	}
	for i := len(s.Targets) - 1; i >= 0; i-- {
		if t := s.Targets[i]; t.Rect.Contains(x, y) {
			return t, true
		}
	}
	return s.hitLink(x, y)
}

// hitLink finds a cable or link within 6 px.
func (s *Scene) hitLink(x, y float32) (Target, bool) {
	best, at := float32(6*6), -1
	for i := range s.wires {
		w := &s.wires[i]
		for k := range 33 {
			p := w.curve.at(float32(k) / 32)
			if d := (p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y); d < best {
				best, at = d, i
			}
		}
	}
	if at < 0 {
		return Target{}, false
	}
	w := &s.wires[at]
	p := w.curve.at(0.5)
	return Target{Kind: OnLink, From: w.from, To: w.to, Rect: layout.Rect{X: p.X - 6, Y: p.Y - 6, W: 12, H: 12}}, true
}

// Next returns the target that the keyboard visits after t, or before it when
// step is -1. Messages on their way and menu handles are visited through their
// owners, not by themselves.
func (s *Scene) Next(t Target, step int) (Target, bool) {
	n := len(s.Targets)
	if n == 0 {
		return Target{}, false
	}
	at := -1
	for i := range s.Targets {
		if s.Targets[i].Same(t) {
			at = i
		}
	}
	if at < 0 && step < 0 {
		at = 0
	}
	for range n {
		at = (at + step + n) % n
		if k := s.Targets[at].Kind; k == OnNode || k == OnGroup || k == OnLane {
			return s.Targets[at], true
		}
	}
	return Target{}, false
}

// rings draws the rings around what is hovered, picked and focused.
func (s *Scene) rings() {
	ui := s.ui
	if ui.Hover.Kind == OnNode || ui.Hover.Kind == OnMenu {
		if r, ok := s.nodeRect(ui.Hover.Node); ok {
			s.ring(r, s.l.M.CardRadius, theme.Ink2, s.l.M.CardStroke+0.5)
		}
	}
	if r, ok := s.nodeRect(ui.Picked); ok && ui.Picked != ui.Spot.Node {
		s.ring(r, s.l.M.CardRadius, theme.Accent, 2.4)
	}
	for i := range s.Targets {
		if t := &s.Targets[i]; t.Kind == ui.Focus.Kind && t.Kind != Nothing && t.Same(ui.Focus) {
			r := t.Rect.Grow(4)
			s.ring(r, min(s.l.M.CardRadius+3, r.H/2), theme.Accent, 3)
			return
		}
	}
}

// nodeRect returns where a node is drawn.
func (s *Scene) nodeRect(id kernel.NodeID) (layout.Rect, bool) {
	if id == 0 {
		return layout.Rect{}, false
	}
	for i := range s.Targets[:s.still] {
		if t := &s.Targets[i]; t.Kind == OnNode && t.Node == id {
			return t.Rect, true
		}
	}
	if c := s.l.CardOf(s.v, id); c >= 0 { // it is folded into the grey card
		return s.l.Consumers[c].Rect, true
	}
	return layout.Rect{}, false
}

// menu draws the open menu beside its anchor, in front of everything.
func (s *Scene) menu() {
	menu := &s.ui.Menu
	if !menu.Open || len(menu.Items) == 0 {
		return
	}
	k := 1 / s.Zoom // a menu keeps its size in CSS px
	if s.Zoom > 1 {
		k = 1
	}
	w, h := s.menuSize(k)
	a := menu.Anchor.Rect
	x, y := min(a.Right()-8, s.W-w-10*k), min(a.Y+8, s.H-h-10*k)
	x, y = max(x, 6*k), max(y, 6*k)
	r := layout.Rect{X: x, Y: y, W: w, H: h}
	s.fill(layout.Rect{X: x + 4*k, Y: y + 4*k, W: w, H: h}, 12*k, theme.Offset)
	s.box(r, 12*k, theme.Surface, theme.Line, 1.5*k)
	y += 12 * k
	for i := range menu.Items {
		y = s.menuItem(&menu.Items[i], i == menu.Focus, int32(i), x, y, w, k)
	}
}

const itemH, reasonH = 34, 16

func (s *Scene) menuSize(k float32) (w, h float32) {
	w, h = 180, 20
	for i := range s.ui.Menu.Items {
		it := &s.ui.Menu.Items[i]
		w = max(w, text.Width(it.Label, 14.5, text.Bold)+76)
		h += itemH
		if !it.Enabled && it.Reason != "" {
			w = max(w, min(text.Width(it.Reason, 11.5, text.Regular)+32, 300))
			h += reasonH
		}
	}
	return w * k, h * k
}

func (s *Scene) menuItem(it *MenuItem, focus bool, i int32, x, y, w, k float32) float32 {
	h := float32(itemH) * k
	if !it.Enabled && it.Reason != "" {
		h += reasonH * k
	}
	row := layout.Rect{X: x + 6*k, Y: y, W: w - 12*k, H: h}
	label := ink{14.5 * k, 450, theme.Ink}
	if focus {
		s.fill(row, 8*k, theme.Wash)
		label.weight = text.Bold
	}
	if !it.Enabled {
		label.color = theme.Ink2
	}
	s.text(x+16*k, y+22*k, it.Label, label, start)
	if !it.Enabled && it.Reason != "" {
		s.fit(x+16*k, y+40*k, it.Reason, ink{11.5 * k, text.Regular, theme.Ink2}, start, w-32*k)
	}
	if it.Key != "" {
		s.ring(layout.Rect{X: x + w - 38*k, Y: y + 6*k, W: 22 * k, H: 22 * k}, 5*k, theme.Line, 1.3*k)
		s.text(x+w-27*k, y+22*k, it.Key, ink{12.5 * k, text.Regular, theme.Ink2}, middle)
	}
	s.target(Target{Kind: OnItem, Item: i, Rect: row})
	return y + h
}

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
	grow, sw := float32(5), float32(2.2)
	if s.l.Mode == layout.Phone {
		grow, sw = 0, 3
	} else if s.l.M.Big {
		grow, sw = 7, 4
	}
	s.ring(r.Grow(grow), s.l.M.CardRadius+grow*0.8, theme.Accent, sw)
	s.thread(sp, r.Grow(grow))
}

func (s *Scene) spotCable() (*wire, bool) {
	sp := &s.ui.Spot
	for i := range s.wires {
		if w := &s.wires[i]; sp.Broker != "" && w.to == sp.Node && w.broker == sp.Broker && w.queue == sp.Queue {
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
	if sp.Label != "" {
		w := text.Width(sp.Label, 11.5, text.Bold) + 28
		mx := (from.Right() + x) / 2
		s.fill(layout.Rect{X: mx - w/2, Y: y - 12, W: w, H: 24}, 12, theme.Wash)
		s.text(mx, y+4, sp.Label, ink{11.5, text.Bold, theme.Accent}, middle)
	}
}
