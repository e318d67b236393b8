package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/theme"
)

// flights draws what is on its way: messages as tokens, the rest as small dots.
func (s *Scene) flights() {
	for i := range s.motion.moving {
		mv := &s.motion.moving[i]
		f := &mv.f
		way, ok := s.route(f)
		if !ok {
			continue
		}
		t := mv.p
		if f.Lost {
			t = min(t, 0.6)
		}
		p := way.at(t)
		s.packet(f, p)
	}
}

func (s *Scene) packet(f *view.Flight, p Point) {
	m := &s.l.M
	r := m.R + 0.3
	switch {
	case f.Messages > 0 && (f.Kind == view.FlightSend || f.Kind == view.FlightDeliver || f.Kind == view.FlightBack):
		s.token(f.Shape, Core, p.X, p.Y, r, theme.None)
	case f.Kind == view.FlightReplicate:
		s.token(f.Shape, Core, p.X, p.Y, r*0.72, theme.None)
	default:
		r = m.R * 0.55
		s.circle(p.X, p.Y, r, theme.Ink2, theme.Surface, 1.5)
	}
	if f.Lost {
		s.cross(p.X, p.Y, r*0.9, theme.Down, 2.4)
	} else if f.Arrive == kernel.Never {
		sh := s.ring(layout.Rect{X: p.X - r - 4, Y: p.Y - r - 4, W: 2*r + 8, H: 2*r + 8}, r+4, theme.Down, 1.6)
		sh.dash(2.4, 2.4)
	}
	grab := max(r+4, 11)
	s.target(Target{Kind: OnFlight, Flight: f.Number, From: f.From, To: f.To, Rect: layout.Rect{X: p.X - grab, Y: p.Y - grab, W: 2 * grab, H: 2 * grab}})
}

// route is the way of a flight: the cable of its queue, the link of its ends,
// or a curve between them.
func (s *Scene) route(f *view.Flight) (curve, bool) {
	from, to := s.l.CardOf(s.v, f.From), s.l.CardOf(s.v, f.To)
	best, back := -1, false
	for i := range s.wires {
		w := &s.wires[i]
		if w.from != f.From && w.from != f.To {
			continue
		}
		out := w.from == f.From && (w.to == f.To || w.card >= 0 && w.card == to)
		home := w.from == f.To && (w.to == f.From || w.card >= 0 && w.card == from)
		if !out && !home {
			continue
		}
		exact := w.queue == f.QueueID && f.Broker != "" && w.broker == f.Broker && w.topic == f.Topic
		if best < 0 || exact {
			best, back = i, !out
			if exact {
				break
			}
		}
	}
	switch {
	case best < 0:
		return s.between(f.From, f.To)
	case back:
		return s.wires[best].curve.back(), true
	}
	return s.wires[best].curve, true
}

// between draws a way where no link is drawn. The ways of a name server run
// along the margins, clear of everything else.
func (s *Scene) between(from, to kernel.NodeID) (curve, bool) {
	a, ok := s.nodeRect(from)
	b, ok2 := s.nodeRect(to)
	if !ok || !ok2 {
		return curve{}, false
	}
	switch {
	case s.roleOf(from) == view.NameServer:
		return s.margin(a, b, s.roleOf(to)), true
	case s.roleOf(to) == view.NameServer:
		return s.margin(b, a, s.roleOf(from)).back(), true
	case a.Right() <= b.X:
		return cubic(a.Right(), a.Y+a.H/2, b.X, b.Y+b.H/2), true
	case b.Right() <= a.X:
		return cubic(a.X, a.Y+a.H/2, b.Right(), b.Y+b.H/2), true
	case a.Bottom() <= b.Y:
		x := max(a.X, b.X) + min(a.W, b.W)*0.5
		return upright(x, a.Bottom(), x, b.Y), true
	}
	x := max(a.X, b.X) + min(a.W, b.W)*0.5
	return upright(x, a.Y, x, b.Bottom()), true
}

func (s *Scene) roleOf(id kernel.NodeID) view.Role {
	if n := layout.NodeAt(s.v, id); n >= 0 {
		return s.v.Nodes[n].Role
	}
	return view.Broker
}

// margin is the way from a name server to a client's outer edge, or along the
// left side of the broker groups.
func (s *Scene) margin(ns, to layout.Rect, role view.Role) curve {
	y := ns.Y + ns.H/2
	x, side := to.X-11, to.X
	if role == view.Broker {
		x = to.X - 22
	}
	if role == view.Consumer {
		x, side = to.Right()+12, to.Right()
	}
	edge := ns.X
	if x > ns.X {
		edge = ns.Right()
	}
	end := to.Y + min(61, to.H/2)
	return bent(edge, y, x, end, side, end)
}
