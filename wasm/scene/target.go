package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
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
)

// Target is something on the stage that can be acted on. Two targets are the
// same thing when Same says so; Rect is where it was drawn.
type Target struct {
	Kind     TargetKind
	Node     kernel.NodeID
	From, To kernel.NodeID
	Queue    int32
	Flight   uint64
	Name     string
	Rect     layout.Rect
}

// Same reports whether two targets are the same thing, wherever it stands.
func (t Target) Same(o Target) bool {
	t.Rect, o.Rect = layout.Rect{}, layout.Rect{}
	return t == o
}

func (s *Scene) target(t Target) { s.Targets = append(s.Targets, t) }

// Hit returns what lies at a point in CSS px: what is drawn in front of a
// process first, then the process, then a link.
func (s *Scene) Hit(x, y float32) (Target, bool) {
	x, y = x/s.Zoom, y/s.Zoom
	for i := len(s.Targets) - 1; i >= 0; i-- {
		if t := s.Targets[i]; t.Rect.Contains(x, y) && t.Kind != OnNode {
			return t, true
		}
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
	if ui.Hover.Kind == OnLink {
		s.hovered()
	}
	if r, ok := s.nodeRect(ui.Picked); ok && ui.Picked != ui.Spot.Node && s.roleOf(ui.Picked) != view.Broker {
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

// hovered draws the link that is pointed at once more, by every queue that
// uses it.
func (s *Scene) hovered() {
	for i := range s.wires {
		if w := &s.wires[i]; w.from == s.ui.Hover.From && w.to == s.ui.Hover.To {
			s.polyline(s.way(w.curve), theme.Ink2, s.l.M.Link)
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
