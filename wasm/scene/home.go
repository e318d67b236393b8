package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/theme"
)

// homeTime is how long a message that has waited is on its way back, wall ms.
const homeTime = 900

// waiter is a message that waits, and where it is drawn.
type waiter struct {
	broker kernel.NodeID
	id     int64
	kind   layout.LaneKind // of the queue that it comes back to
	at     Point
}

// home is a message on its way from where it waited to a queue of its broker.
type home struct {
	broker   kernel.NodeID
	id       int64
	offset   int64 // in the queue that it comes back to
	shape    uint8
	from, to Point
	p        float32 // how far it is
}

// waits notes a message that waits.
func (m *motion) waits(t *view.Token, broker kernel.NodeID, at Point) {
	kind := layout.TopicLane
	if t.Count > 0 {
		kind = layout.RetryLane
	}
	m.waiting = append(m.waiting, waiter{broker: broker, id: t.ID, kind: kind, at: at})
}

// leave finds which of the messages that waited do not wait any more and are in
// a queue that is drawn: they set out.
func (m *motion) leave(s *Scene) {
	m.waited, m.waiting = m.waiting, m.waited[:0]
	kept := m.homes[:0]
	for _, h := range m.homes {
		if h.p += m.dt / homeTime; h.p < 1 {
			kept = append(kept, h)
		}
	}
	m.homes = kept
	if s.ui.Reduced {
		m.homes = m.homes[:0]
		return
	}
	for i := range m.waited {
		w := &m.waited[i]
		if t := s.back(w); t != nil && len(m.homes) < maxMoving {
			m.homes = append(m.homes, home{broker: w.broker, id: w.id, offset: t.Offset, shape: t.Shape, from: w.at, to: w.at})
		}
	}
}

// back is the newest copy of a message in a queue of its broker, nil while it
// waits.
func (s *Scene) back(w *waiter) (newest *view.Token) {
	for i := range s.v.Tokens {
		t := &s.v.Tokens[i]
		if t.ID != w.id || s.v.Queues[t.Queue].Broker != w.broker {
			continue
		}
		if t.State == view.Delayed {
			return nil
		}
		if s.hasLane(t.Queue, w.kind) && (newest == nil || t.Offset > newest.Offset) {
			newest = t
		}
	}
	return newest
}

// hasLane reports whether a queue has a lane of a kind.
func (s *Scene) hasLane(q int32, kind layout.LaneKind) bool {
	for i := range s.l.Lanes {
		if l := &s.l.Lanes[i]; l.Queue == q {
			return l.Kind == kind
		}
	}
	return false
}

// homing reports whether a message is on its way to the place at, where it is
// not drawn before it has come there.
func (m *motion) homing(t *view.Token, q *view.Queue, at Point) bool {
	for i := range m.homes {
		if h := &m.homes[i]; h.id == t.ID && h.offset == t.Offset && h.broker == q.Broker {
			h.to = at
			return true
		}
	}
	return false
}

// landing counts the messages that the newest end of a queue has got already,
// but that are still drawn on their way to it.
func (m *motion) landing(q *view.Queue) (n int64) {
	for _, i := range m.late {
		f := &m.moving[i].f
		if f.Kind == view.FlightSend && f.To == q.Broker && f.QueueID == q.ID && f.Topic == q.Topic {
			n += int64(f.Messages)
		}
	}
	return n
}

// lates lists the messages to brokers that have arrived, but are still drawn on
// their way: those that their queues got, and those that were put aside.
func (m *motion) lates(s *Scene) {
	m.late, m.aside = m.late[:0], m.aside[:0]
	for i := range m.moving {
		f := &m.moving[i].f
		switch {
		case f.Kind != view.FlightSend && f.Kind != view.FlightBack || f.Arrive > m.at || f.Lost:
		case s.parked(f):
			m.aside = append(m.aside, i)
		case s.answersAsUsual(f.To):
			m.late = append(m.late, i)
		}
	}
}

// parked reports whether what a flight brought was put aside.
func (s *Scene) parked(f *view.Flight) bool {
	for i := range s.v.Tokens {
		if t := &s.v.Tokens[i]; t.State == view.Delayed && t.Since == f.Arrive && s.v.Queues[t.Queue].Broker == f.To {
			return true
		}
	}
	return false
}

// answersAsUsual reports whether a broker stores what arrives at once.
func (s *Scene) answersAsUsual(broker kernel.NodeID) bool {
	n := layout.NodeAt(s.v, broker)
	return n >= 0 && usual(&s.v.Nodes[n])
}

// homeward draws the ways back and the messages on them.
func (s *Scene) homeward() {
	m := &s.l.M
	for i := range s.motion.homes {
		h := &s.motion.homes[i]
		if h.from == h.to {
			continue
		}
		way := upright(h.from.X, h.from.Y, h.to.X, h.to.Y)
		s.polyline(s.way(way), theme.Surface, m.Link+3)
		s.polyline(s.way(way), theme.Ink2, m.Link).dash(1.5, 6)
		p := way.at(ease(h.p))
		s.token(h.shape, Core, p.X, p.Y, m.R+0.3, theme.None)
		s.Moving = true
	}
}
