package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/theme"
)

// wire is a way between two nodes that messages travel and a person may point at.
type wire struct {
	from, to kernel.NodeID
	card     int32  // of an owner's cable: where it ends, which may stand for several consumers; -1 for other links
	topic    string // its queue's
	broker   string
	queue    int32
	curve    curve
}

// cables draws who owns which queue, and remembers the ways for the flights.
func (s *Scene) cables() {
	for i := range s.l.Cables {
		c := &s.l.Cables[i]
		s.chosen(c, s.cableCurve(c))
	}
	s.motion.ghosts(s)
	for i := range s.l.Cables {
		c := &s.l.Cables[i]
		o := &s.v.Owners[c.Owner]
		way := s.motion.cable(s, c, s.cableCurve(c))
		s.wires = append(s.wires, wire{from: s.v.Nodes[s.l.Replicas[c.Replica].Node].ID, to: o.Consumer, card: c.Card, topic: o.Topic, broker: o.Broker, queue: o.ID, curve: way})
		s.cable(c, way)
	}
}

func (s *Scene) cableCurve(c *layout.Cable) curve {
	x := c.X1
	if c.Gutter > 0 {
		return bent(x, c.Y1, c.Gutter, c.GutterY, c.X2, c.Y2)
	}
	return cubic(x, c.Y1, c.X2, c.Y2)
}

// chosen draws the halo of the cable that the decision is about.
func (s *Scene) chosen(c *layout.Cable, way curve) {
	if s.isSpot(c) {
		s.polyline(s.way(way), theme.Wash, s.l.M.Halo)
	}
}

func (s *Scene) isSpot(c *layout.Cable) bool {
	sp, o := &s.ui.Spot, &s.v.Owners[c.Owner]
	return sp.Node != 0 && c.Lane >= 0 && o.Consumer == sp.Node && o.Topic == s.l.Topic && o.Broker == sp.Broker && o.ID == sp.Queue
}

func (s *Scene) cable(c *layout.Cable, way curve) {
	m := &s.l.M
	color, width := theme.Owner(c.Slot), m.Cable
	switch {
	case c.Dead:
		s.polyline(s.way(way), theme.Line, m.Dead).dash(2, 5)
		s.deadEnd(c.X1+14, c.Y1)
		return
	case s.v.Owners[c.Owner].Dropped: // lost to another member, but not let go yet
		s.polyline(s.way(way), color, m.Dead+0.6).dash(2, 5)
		return
	case s.isSpot(c):
		width = m.Chosen
	case c.Lane < 0: // it stands for several
		width = min(m.Cable+float32(c.Count)*0.15, m.Chosen)
	}
	s.polyline(s.way(way), color, width)
}

func (s *Scene) deadEnd(x, y float32) {
	if s.l.M.Big {
		s.cross(x, y, 8, theme.Down, 4.5)
		return
	}
	s.cross(x, y, 4.5, theme.Down, 2.4)
}

// links draws which broker group each producer sends to.
func (s *Scene) links() {
	m := &s.l.M
	for i := range s.l.Links {
		k := &s.l.Links[i]
		p := &s.l.Producers[k.Producer]
		way := cubic(k.X1, k.Y1, k.X2, k.Y2)
		if s.l.Mode == layout.Phone {
			s.line(k.X1, k.Y1, k.X2, k.Y2, theme.Line, m.Link)
		} else if k.Dead {
			s.polyline(s.way(way), theme.Line, m.Dead).dash(2, 5)
			s.deadEnd(k.X2-10, k.Y2)
		} else {
			s.polyline(s.way(way), theme.Line, m.Link)
		}
		g := &s.l.Groups[k.Group]
		for r := g.First; r < g.Last; r++ {
			n := &s.v.Nodes[s.l.Replicas[r].Node]
			if n.BrokerID == 0 {
				s.wires = append(s.wires, wire{from: s.v.Nodes[p.Node].ID, to: n.ID, card: -1, queue: -1, curve: way})
			}
		}
	}
}

// cuts draws the cut links that no cable or producer's link shows, so that they
// can be seen and healed.
func (s *Scene) cuts() {
	for i := range s.v.Links {
		k := &s.v.Links[i]
		if !k.Cut || s.drawnLink(k.From, k.To) {
			continue
		}
		way, ok := s.between(k.From, k.To)
		if !ok {
			continue
		}
		s.polyline(s.way(way), theme.Line, s.l.M.Dead).dash(2, 5)
		p := way.at(0.5)
		s.deadEnd(p.X, p.Y)
		s.wires = append(s.wires, wire{from: k.From, to: k.To, card: -1, queue: -1, curve: way})
	}
}

func (s *Scene) drawnLink(a, b kernel.NodeID) bool {
	for i := range s.wires {
		if w := &s.wires[i]; w.from == a && w.to == b || w.from == b && w.to == a {
			return true
		}
	}
	return false
}
