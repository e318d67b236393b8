package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// lane draws one queue: newest at the left, oldest at the right, the committed
// mark at the x that all lanes share.
func (s *Scene) lane(l *layout.Lane, r *layout.Replica, first bool) {
	m, q := &s.l.M, &s.v.Queues[l.Queue]
	y := l.Rect.Y + l.Rect.H/2
	if l.Kind == layout.TopicLane {
		s.text(r.Rect.X+14+(m.LabelW-24)/2, y+m.Label*0.36, small(q.ID), ink{m.Label + 1, text.Semi, theme.Ink2}, middle)
	} else {
		s.fit(r.Rect.X+14, y+m.Label*0.36, q.Topic, ink{m.Label, text.Semi, theme.Ink2}, start, m.AsideW-18)
	}
	s.unequal(l, r, y)
	s.fill(l.Rect, l.Rect.H/2, theme.Lane)
	if s.spotted(q) && r.Full {
		ring := l.Rect.Grow(2.5)
		sw := float32(2)
		if m.Big {
			sw = 3
		}
		s.ring(ring, ring.H/2, theme.Accent, sw)
	}
	s.target(Target{Kind: OnLane, Node: q.Broker, Queue: l.Queue, Rect: l.Rect})
	com := max(l.Offset, q.Min)
	s.older(l, q, com)
	s.tokens(l, q, com, y)
	if l.Offset >= 0 {
		over := float32(2.5)
		if m.Offsets {
			over = 0.5
		}
		sw := float32(2)
		if m.Big {
			sw = 3
		}
		s.line(l.Mark, l.Rect.Y-over, l.Mark, l.Rect.Bottom()+over, theme.Ink, sw)
	}
	if m.Offsets && l.Kind == layout.TopicLane {
		s.offsets(l, q, com, r, first)
	}
	if l.Kind != layout.DeadLane {
		s.tags(l, y)
	}
}

// unequal marks a lane that is otherwise in the run beside this one, with the
// sign for it, in front of the lane's number.
func (s *Scene) unequal(l *layout.Lane, r *layout.Replica, y float32) {
	if int(l.Queue) >= len(s.ui.Differs) || !s.ui.Differs[l.Queue] {
		return
	}
	m, left := &s.l.M, r.Rect.X+14 // of the number, or of the topic's name
	if l.Kind == layout.TopicLane {
		left += (m.LabelW-24)/2 - s.width(small(s.v.Queues[l.Queue].ID), ink{m.Label + 1, text.Semi, theme.Ink2})/2
	}
	half := min((left-r.Rect.X-4)/2, m.Label*0.35)
	gap, sw, x := half*0.48, half*0.42, left-half-1.5
	s.line(x-half, y-gap, x+half, y-gap, theme.Accent, sw)
	s.line(x-half, y+gap, x+half, y+gap, theme.Accent, sw)
	s.line(x-half*0.6, y+half*1.2, x+half*0.6, y-half*1.2, theme.Accent, sw)
}

// small names a queue by its number without building a string for the usual ones.
func small(id int32) string {
	if id >= 0 && id < int32(len(numerals)) {
		return numerals[id]
	}
	return "…"
}

var numerals = func() (n [256]string) {
	for i := range n {
		n[i] = string(appendInt(nil, i))
	}
	return
}()

func appendInt(b []byte, n int) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}

// older draws the block of consumed messages that are not drawn one by one.
func (s *Scene) older(l *layout.Lane, q *view.Queue, com int64) {
	m := &s.l.M
	n := com - q.Min - int64(m.Done)
	if m.Older == 0 || n <= 0 {
		return
	}
	r := layout.Rect{X: l.Rect.Right() - m.Older - 2, Y: l.Rect.Y + 2.5, W: m.Older, H: l.Rect.H - 5}
	s.fill(r, r.H/2, theme.Hair)
	s.say(r.X+r.W/2, l.Rect.Y+l.Rect.H/2+m.Label*0.35, "+{0}", ink{m.Label - 0.5, text.Semi, theme.Ink}, middle, count(n))
}

// crowd is how the waiting messages of a lane are drawn: the head one by one,
// then a block for those between, then the newest.
type crowd struct {
	head       int64 // drawn from the mark on
	block      int64 // messages in the block, 0 for none
	tail       int64 // offset of the first one behind it
	first, end int64 // places of the block
}

// crowd decides what fits and what the view shows.
func (s *Scene) crowd(queue int32, com, last, places int64) crowd {
	waiting := last - com
	next, tail := com, last
	for t := s.l.Tokens[queue+1] - 1; t >= s.l.Tokens[queue]; t-- { // oldest first
		if o := s.v.Tokens[t].Offset; o == next {
			next++
		} else if o > next {
			tail = o
			break
		}
	}
	c := crowd{head: next - com, tail: tail, first: next - com, end: tail - com}
	if waiting > places {
		const least = 3 // places that a block takes at least
		c.head = max(min(c.head, places-1-least), 0)
		c.tail, c.first, c.end = last-1, c.head, places-1
	}
	c.block = c.tail - com - c.head
	return c
}

// tokens draws the messages of a lane. Where more wait than there are places,
// the block stands at the tail's end, before the newest.
func (s *Scene) tokens(l *layout.Lane, q *view.Queue, com int64, y float32) {
	m, step := &s.l.M, s.l.M.Step
	if l.Kind == layout.RetryLane { // their counts need room
		step *= 1.5
	}
	c := s.crowd(l.Queue, com, q.Max, max(int64((l.Mark-l.Rect.X-m.R)/step), 1))
	if c.block > 0 {
		x0, x1 := l.Mark-step*float32(c.end)-1, l.Mark-step*float32(c.first)-1
		r := layout.Rect{X: x0, Y: l.Rect.Y + 2.5, W: x1 - x0, H: l.Rect.H - 5}
		s.fill(r, r.H/2, theme.Hair)
		s.say(r.X+r.W/2, y+m.Label*0.35, "+{0}", ink{m.Label - 0.5, text.Semi, theme.Ink}, middle, count(c.block))
	}
	landed := q.Max - s.motion.landing(q)
	for t := s.l.Tokens[l.Queue]; t < s.l.Tokens[l.Queue+1]; t++ {
		tok := &s.v.Tokens[t]
		place, ok := c.place(tok.Offset, com)
		x := l.Mark - step*(place+0.62)
		switch k := tok.Offset - com; {
		case k < 0 && -k <= int64(m.Done):
			s.token(tok.Shape, Hollow, l.Mark+m.Step*(float32(-k-1)+0.62), y, m.R, theme.None)
		case !ok || tok.Offset >= landed && tok.State == view.Stored || s.motion.homing(tok, q, Point{x, y}):
		default:
			s.waiting(tok, x, y)
		}
	}
	if n := min(alone(q), q.Max-com); n > 0 && s.v.Nodes[s.l.Replicas[l.Replica].Node].State == view.Up {
		newest, _ := c.place(q.Max-1, com)
		oldest, ok := c.place(q.Max-n, com)
		if !ok { // it is in the block
			oldest = float32(c.first)
		}
		s.risk(l, n, l.Mark-step*(newest+1.12), l.Mark-step*(oldest+0.12))
	}
}

// place is where a message that waits stands, counted from the mark; ok is false
// for one that is consumed or in the block.
func (c *crowd) place(offset, com int64) (place float32, ok bool) {
	switch k := offset - com; {
	case k < 0:
		return 0, false
	case k < c.head:
		return float32(k), true
	case offset >= c.tail:
		return float32(c.end + offset - c.tail), true
	}
	return 0, false
}

// waiting draws a message that the group has not committed.
func (s *Scene) waiting(t *view.Token, x, y float32) {
	m := &s.l.M
	switch t.State {
	case view.Running:
		s.token(t.Shape, Stripes, x, y, m.R, s.ownerColor(t))
	case view.Consumed:
		s.token(t.Shape, Hollow, x, y, m.R, theme.None)
	case view.Delayed:
		s.token(t.Shape, Half, x, y, m.R, theme.None)
	case view.Dead:
		s.token(t.Shape, Cross, x, y, m.R, theme.None)
	case view.OnlyHere:
		s.token(t.Shape, Dashed, x, y, m.R, theme.None)
	case view.Retried:
		s.token(t.Shape, Dots, x, y, m.R, theme.None)
		s.badge(t.Count, x+m.R*0.7, y-m.R, m.R)
	default:
		s.token(t.Shape, Solid, x, y, m.R, theme.None)
	}
}

func (s *Scene) ownerColor(t *view.Token) theme.Color {
	if n := layout.NodeAt(s.v, t.Owner); n >= 0 && s.l.Slots[n] > 0 {
		return theme.Owner(s.l.Slots[n])
	}
	return theme.Ink2
}

// offsets writes the numbers under a lane: newest, committed, oldest.
func (s *Scene) offsets(l *layout.Lane, q *view.Queue, com int64, r *layout.Replica, first bool) {
	m := &s.l.M
	y := l.Rect.Bottom() + m.Label + 1.2
	quiet := ink{m.Label, text.Regular, theme.Ink2}
	if w := s.width(s.w.Committed, quiet, name(s.l.Group)); first && l.Offset >= 0 && s.head+8 < l.Mark-w/2 {
		s.say(l.Mark, r.Rect.Y+m.RoleH-7, s.w.Committed, quiet, middle, name(s.l.Group))
	}
	if l.Offset >= 0 {
		s.number(l.Mark, y, count(com), ink{m.Label, text.Bold, theme.Ink}, middle)
	}
	s.number(l.Rect.Right()-m.Older/2-2, y, count(q.Min), quiet, middle)
	places := (l.Mark - l.Rect.X - m.R) / m.Step
	if x := l.Mark - m.Step*(min(float32(q.Max-com), float32(int(places)))-0.4); q.Max > com && l.Mark-x > 26 {
		s.number(x, y, count(q.Max-1), quiet, middle)
	}
	s.others(l, q, com, y)
}

// others draws the committed offsets of other groups as ticks with names.
func (s *Scene) others(l *layout.Lane, q *view.Queue, com int64, y float32) {
	m := &s.l.M
	for i := range s.v.Offsets {
		o := &s.v.Offsets[i]
		if o.Queue != l.Queue || o.Group == s.l.Group {
			continue
		}
		x := l.Mark - m.Step*float32(o.Offset-com)
		if x < l.Rect.X+6 || x > l.Mark+m.Step*float32(m.Done) {
			continue
		}
		s.line(x, l.Rect.Y+2, x, l.Rect.Bottom()-2, theme.Ink2, 1.4).dash(2, 3)
		if l.Mark-x > 40 {
			s.fit(x, y, o.Group, ink{m.Label - 0.5, text.Regular, theme.Ink2}, middle, 60)
		}
	}
}

// tags draws the owners of a lane on its right end: one, two at once, or none.
func (s *Scene) tags(l *layout.Lane, y float32) {
	m := &s.l.M
	r := &s.l.Replicas[l.Replica]
	rect := layout.Rect{X: r.Rect.Right() - m.TagW/2, Y: y - m.TagH/2, W: m.TagW, H: m.TagH}
	n := 0
	for i := range s.l.Cables {
		if c := &s.l.Cables[i]; c.Lane >= 0 && &s.l.Lanes[c.Lane] == l {
			n++
		}
	}
	if n == 0 {
		s.nobody(rect)
		return
	}
	step := Point{X: rect.W + 1} // where lanes are close, two stand side by side
	if n > 1 && m.Pitch/2 >= m.Label*1.3 {
		rect.H = min(rect.H, m.Pitch/2)
		rect.Y = y - rect.H - 0.5
		step = Point{Y: rect.H + 1}
	}
	for i, k := 0, 0; i < len(s.l.Cables) && k < 2; i++ {
		c := &s.l.Cables[i]
		if c.Lane < 0 || &s.l.Lanes[c.Lane] != l {
			continue
		}
		o := &s.v.Owners[c.Owner]
		s.tag(s.v.Nodes[s.l.Readers[c.Owner]].Name, s.l.Slots[s.l.Readers[c.Owner]], rect, m.Tag)
		if o.Locked {
			s.ring(rect.Grow(-1.5), min(5, rect.H*0.3), theme.OnOwner, 1)
		}
		rect.X, rect.Y = rect.X+step.X, rect.Y+step.Y
		k++
	}
}

// nobody draws the end of a lane that no consumer owns.
func (s *Scene) nobody(r layout.Rect) {
	sh := s.box(r, min(6, r.H*0.3), theme.Surface, theme.Line, 1.5)
	sh.Pattern = Hatch
	sh.dash(2, 4)
	s.line(r.X+r.W*0.34, r.Y+r.H/2, r.X+r.W*0.66, r.Y+r.H/2, theme.Ink2, 2)
}

// spotted reports whether a queue is the one that the decision is about.
func (s *Scene) spotted(q *view.Queue) bool {
	sp := &s.ui.Spot
	if sp.Broker == "" || sp.Node == 0 || q.ID != sp.Queue || q.Topic != s.l.Topic {
		return false
	}
	n := layout.NodeAt(s.v, q.Broker)
	return n >= 0 && s.v.Nodes[n].Broker == sp.Broker
}
