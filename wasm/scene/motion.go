package scene

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/theme"
)

// Limits of motion, in wall ms.
const (
	maxMoving  = 1000 // messages that move at once; more would be noise
	shortest   = 300
	longest    = 600
	attachTime = 260 // a cable reaches its card
	moveTime   = 320 // a cable's start follows its lane to another replica
)

// moving is a message on its way on the stage. The flight is kept, as the view
// may forget it before its stretched time is over.
type moving struct {
	f view.Flight
	p float32 // how far it is drawn
}

// cord is an ownership cable that is drawn or was, until the next step.
type cord struct {
	consumer   kernel.NodeID
	topic      string
	broker     string
	queue      int32
	at         curve   // as it was drawn last
	from       Point   // where its start was before its lane moved
	grown      float32 // 0 to 1: it reaches its card
	slid       float32 // 0 to 1: its start has followed its lane
	seen, gone bool
}

// motion is what the stage remembers between two frames.
type motion struct {
	started bool
	now     float64
	dt      float32
	at      kernel.Time
	step    uint64
	last    uint64 // number of the newest flight seen
	moving  []moving
	spare   []moving
	cords   []cord
	aside   []int    // likewise: put aside there
	late    []int    // of moving: messages that a broker has, but that are drawn on their way
	homes   []home   // on their way back to a queue
	waited  []waiter // what waited in the frame before
	waiting []waiter // what waits now
	mode    layout.Mode
	zoom    float32
}

// begin advances the wall clock. A jump of simulated time ends every motion.
func (m *motion) begin(s *Scene) {
	ui := s.ui
	m.dt = float32(min(max(ui.Now-m.now, 0), 100))
	jumped := !m.started || s.v.At < m.at || m.mode != s.l.Mode || m.zoom != s.l.Zoom
	if jumped {
		m.dt, m.moving, m.cords, m.last = 0, m.moving[:0], m.cords[:0], 0
		m.homes, m.waiting = m.homes[:0], m.waiting[:0]
	}
	if ui.Step != m.step {
		m.step = ui.Step
		m.forget()
	}
	for i := range m.cords {
		m.cords[i].seen = false
	}
	m.now, m.at, m.mode, m.zoom = ui.Now, s.v.At, s.l.Mode, s.l.Zoom
	m.fly(s, jumped)
	m.lates(s)
	m.leave(s)
	m.started = true
}

// forget drops the ghosts of former cables.
func (m *motion) forget() {
	kept := m.cords[:0]
	for _, c := range m.cords {
		if !c.gone {
			kept = append(kept, c)
		}
	}
	m.cords = kept
}

// fly merges the flights of the view with those that are drawn, both sorted by
// number, and moves each one on.
func (m *motion) fly(s *Scene, jumped bool) {
	out, old := m.spare[:0], m.moving
	for i := range s.v.Flights {
		f := &s.v.Flights[i]
		for len(old) > 0 && old[0].f.Number < f.Number {
			out = m.keep(out, old[0], s)
			old = old[1:]
		}
		switch {
		case len(old) > 0 && old[0].f.Number == f.Number:
			mv := old[0]
			mv.f = *f
			out, old = m.keep(out, mv, s), old[1:]
		case f.Number > m.last && len(out) < maxMoving:
			out = m.keep(out, m.born(f, s, jumped), s)
		}
	}
	for _, mv := range old {
		out = m.keep(out, mv, s)
	}
	if n := len(s.v.Flights); n > 0 {
		m.last = max(m.last, s.v.Flights[n-1].Number)
	}
	m.moving, m.spare = out, m.moving[:0]
}

// born starts a flight at its departure, or in the middle of its way when the
// stage has just been set up.
func (m *motion) born(f *view.Flight, s *Scene, jumped bool) moving {
	mv := moving{f: *f}
	if jumped || s.ui.Reduced {
		mv.p = fraction(f, s.v.At)
	}
	return mv
}

// keep moves a flight on and keeps it until it has arrived on the stage.
func (m *motion) keep(out []moving, mv moving, s *Scene) []moving {
	target := fraction(&mv.f, s.v.At)
	wall := float32(shortest)
	if s.ui.Speed > 0 && mv.f.Arrive != kernel.Never {
		wall = max(float32(mv.f.Arrive.Sub(mv.f.Depart))/float32(time.Millisecond)/s.ui.Speed, shortest)
	}
	switch {
	case s.ui.Reduced:
		mv.p = target
	case wall > longest: // slow enough to be seen as it is
		mv.p = max(target, min(mv.p, target+0.2))
	default:
		mv.p = min(mv.p+m.dt/min(max(wall, shortest), longest), max(target, mv.p))
	}
	if mv.p >= 1 || len(out) >= maxMoving {
		return out
	}
	if mv.p < target || s.ui.Speed > 0 {
		s.Moving = true
	}
	return append(out, mv)
}

// fraction is how far a flight really is.
func fraction(f *view.Flight, at kernel.Time) float32 {
	switch {
	case f.Arrive == kernel.Never:
		return 0.5
	case at >= f.Arrive:
		return 1
	case at <= f.Depart:
		return 0
	}
	return float32(at.Sub(f.Depart)) / float32(f.Arrive.Sub(f.Depart))
}

// cable returns a cable as it is drawn now: it grows towards its card when it
// is new, and its start slides when its lane moves.
func (m *motion) cable(s *Scene, c *layout.Cable, way curve) curve {
	o := &s.v.Owners[c.Owner]
	k := m.find(o)
	if k == nil {
		m.cords = append(m.cords, cord{consumer: o.Consumer, topic: o.Topic, broker: o.Broker, queue: o.ID, at: way, slid: 1})
		k = &m.cords[len(m.cords)-1]
		if !m.animates(s) {
			k.grown = 1
		}
	}
	if k.gone {
		k.gone, k.grown = false, 0
	}
	if d := way.p[0]; abs(d.Y-k.at.p[0].Y) > 8 && k.slid == 1 && m.animates(s) {
		k.from, k.slid = k.at.p[0], 0
	}
	k.seen = true
	k.grown = min(1, k.grown+m.dt/attachTime)
	k.slid = min(1, k.slid+m.dt/moveTime)
	if !m.animates(s) {
		k.grown, k.slid = 1, 1
	}
	if k.grown < 1 || k.slid < 1 {
		s.Moving = true
	}
	k.at = way
	return k.drawn(way)
}

func (m *motion) animates(s *Scene) bool { return m.started && !s.ui.Reduced && m.dt > 0 }

// drawn bends a way by what is left of its motion.
func (k *cord) drawn(way curve) curve {
	if way.bent {
		return way
	}
	a, b := way.p[0], way.p[3]
	if k.slid < 1 {
		e := ease(k.slid)
		a = Point{k.from.X + (a.X-k.from.X)*e, k.from.Y + (a.Y-k.from.Y)*e}
	}
	if k.grown < 1 {
		e := ease(k.grown)
		b = Point{a.X + (b.X-a.X)*e, a.Y + (b.Y-a.Y)*e}
	}
	return cubic(a.X, a.Y, b.X, b.Y)
}

// ease is a cubic that starts fast and ends gently.
func ease(t float32) float32 {
	u := 1 - t
	return 1 - u*u*u
}

func (m *motion) find(o *view.Owner) *cord {
	for i := range m.cords {
		if k := &m.cords[i]; k.consumer == o.Consumer && k.queue == o.ID && k.broker == o.Broker && k.topic == o.Topic {
			return k
		}
	}
	return nil
}

// ghosts draws former cables, dashed, until the next step.
func (m *motion) ghosts(s *Scene) {
	for i := range m.cords {
		if k := &m.cords[i]; k.gone && s.l.Mode == layout.Page {
			s.polyline(s.way(k.at), theme.Line, s.l.M.Dead).dash(2, 5)
		}
	}
}

// end turns the cables that were not drawn into ghosts.
func (m *motion) end(s *Scene) {
	for i := range m.cords {
		if k := &m.cords[i]; !k.seen && !k.gone {
			k.gone = true
		}
	}
	if len(m.cords) > 64 {
		m.forget()
	}
	if len(m.cords) > 64 {
		m.cords = m.cords[:0]
	}
}
