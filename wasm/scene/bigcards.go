package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// isolated returns the longest penalty that a producer has given to a broker.
func (s *Scene) isolated(n *view.Node) *view.Fault {
	var worst *view.Fault
	for i := range s.v.Faults {
		f := &s.v.Faults[i]
		if f.Producer == n.ID && f.Until > s.v.At && (worst == nil || f.Until > worst.Until) {
			worst = f
		}
	}
	return worst
}

func (s *Scene) producerBig(c *layout.Card, n *view.Node) {
	m, r := &s.l.M, c.Rect
	s.card(c, n)
	s.fit(r.X+18, r.Y+36, n.Name, ink{m.Name, text.Heavy, theme.Ink}, start, r.W-30)
	if n.State != view.Up {
		s.downPill(n, r.X+16, r.Y+86)
		return
	}
	f := s.isolated(n)
	if f == nil {
		k := ink{m.Label, text.Regular, theme.Ink2}
		s.say(r.X+18, r.Y+70, s.perSecond(n), k, start, count(s.perCount(n)))
		x := s.text(r.X+18, r.Y+99, s.w.Sent, k, start)
		s.number(max(x+10, r.X+86), r.Y+99, count(n.Sent), ink{m.Label, text.Semi, theme.Ink}, start)
		return
	}
	s.fit(r.X+18, r.Y+66, f.Broker, ink{m.Label + 1, text.Semi, theme.Ink}, start, r.W-30)
	left := f.Until.Sub(s.v.At)
	s.arc(r.X+32, r.Y+92, 12, 5.5, isolation(f, left), theme.Down)
	k := ink{m.Label - 0.5, text.Bold, theme.Down}
	if s.width(s.w.Isolated, k, span(left)) < r.W-62 {
		s.say(r.X+54, r.Y+99, s.w.Isolated, k, start, span(left))
	} else {
		s.number(r.X+54, r.Y+99, span(left), k, start)
	}
}

func (s *Scene) perSecond(n *view.Node) string {
	if n.Rate%60 != 0 {
		return s.w.PerMinute
	}
	return s.w.PerSecond
}

func (s *Scene) perCount(n *view.Node) int64 {
	if n.Rate%60 != 0 {
		return int64(n.Rate)
	}
	return int64(n.Rate / 60)
}

func (s *Scene) producerChip(c *layout.Card, n *view.Node) {
	r := c.Rect
	s.card(c, n)
	x := s.fit(r.X+12, r.Y+25.5, n.Name, ink{15, text.Heavy, theme.Ink}, start, r.W*0.4)
	if n.State != view.Up {
		s.downPill(n, x+4, r.Y+24.5)
		return
	}
	f := s.isolated(n)
	if f == nil {
		s.rate(n, r.Right()-12, r.Y+24.5, r.Right()-18-x)
		return
	}
	left := f.Until.Sub(s.v.At)
	k := ink{12.5, text.Bold, theme.Down}
	w := s.width("{0}", k, span(left))
	s.number(r.Right()-10, r.Y+24.5, span(left), k, end)
	s.arc(r.Right()-22-w, r.Y+20, 7, 3.2, isolation(f, left), theme.Down)
	if room := r.Right() - 36 - w - x; room > 40 {
		s.fit(x+6, r.Y+24.5, f.Broker, ink{12, text.Regular, theme.Ink2}, start, room)
	}
}

func (s *Scene) consumerBig(c *layout.Card, n *view.Node) {
	m, r := &s.l.M, c.Rect
	s.card(c, n)
	s.nameTag(n, c.Slot, r.X+16, r.Y+14, 36, 24)
	if n.State != view.Up {
		if c.Small {
			s.downPill(n, r.X+84, r.Y+40)
		} else {
			s.downPill(n, r.X+18, r.Y+84)
		}
		return
	}
	x, y := r.X+32, r.Y+76
	if c.Small {
		x, y = r.X+116, r.Y+32
	}
	if t := s.timer(n, view.TimerRebalance); t != nil {
		s.arcOf(t, x, y, 12, 5.5)
		at := s.number(x+22, y+7, span(t.At.Sub(s.v.At)), ink{m.Label, text.Heavy, theme.Ink}, start)
		if k := (ink{m.Label, text.Regular, theme.Ink2}); at+text.Width(s.w.Rebalance, k.size, k.weight)+12 < r.Right() {
			s.text(at+text.Width(" ", k.size, k.weight), y+7, s.w.Rebalance, k, start)
		}
	}
	if c.Open && c.Count > 0 {
		s.bigRows(c, r)
	}
}

// bigRows shows the queue that the decision is about, or else the first, and
// the others in one row: as many rows as the card has room for.
func (s *Scene) bigRows(c *layout.Card, r layout.Rect) {
	m, lead := &s.l.M, c.First
	for i := range c.Count {
		if s.isSpot(&s.l.Cables[c.First+i]) {
			lead = c.First + i
		}
	}
	size := min(m.Label, 20)
	y := r.Y + 113
	cable := &s.l.Cables[lead]
	if s.isSpot(cable) {
		s.fill(layout.Rect{X: r.X + 14, Y: y - 15, W: r.W - 28, H: 30}, 8, theme.Changed)
	}
	s.queueName(&s.v.Owners[cable.Owner], r.X+26, y, m.R, ink{size, text.Heavy, theme.Ink})
	s.text(r.Right()-26, y+7, s.readsFrom(cable), ink{size, text.Semi, theme.Ink}, end)
	if c.Rows > 1 {
		s.rest(c, lead, r, y+33, size)
	}
}

// rest lists the queues of a card but for the one that leads, in one row.
func (s *Scene) rest(c *layout.Card, lead int32, r layout.Rect, y, size float32) {
	x, shown := r.X+26, 0
	last := s.w.ShortMain
	k := ink{size, text.Semi, theme.Ink}
	for i := range c.Count {
		if c.First+i == lead {
			continue
		}
		cable := &s.l.Cables[c.First+i]
		if shown == 3 {
			x = s.text(x, y+7, " "+text.Ellipsis, k, start)
			break
		}
		if shown > 0 {
			x = s.text(x, y+7, " · ", k, start)
		}
		o := &s.v.Owners[cable.Owner]
		x = s.queueName(o, x, y, s.l.M.R, k)
		last = s.readsFrom(cable)
		shown++
	}
	quiet := ink{size, text.Regular, theme.Ink2}
	if text.Width(last, size, text.Regular) < r.Right()-26-x-8 {
		s.text(r.Right()-26, y+7, last, quiet, end)
	}
}

func (s *Scene) readsFrom(c *layout.Cable) string {
	if s.v.Nodes[s.l.Replicas[c.Replica].Node].BrokerID != 0 {
		return s.w.ShortSlave
	}
	return s.w.ShortMain
}

func (s *Scene) consumerChip(c *layout.Card, n *view.Node) {
	r := c.Rect
	s.card(c, n)
	x := s.nameTag(n, c.Slot, r.X+10, r.Y+11, 22, 14)
	if n.State != view.Up {
		if n.State != view.Stopped {
			s.cross(x+14, r.Y+22, 5, theme.Down, 2.6)
			x += 18
		}
		s.number(x+6, r.Y+26.5, span(s.v.At.Sub(n.Since)), ink{12, text.Bold, gone(n)}, start)
		return
	}
	if t := s.timer(n, view.TimerRebalance); t != nil && x+60 < r.Right() {
		s.arcOf(t, x+16, r.Y+22, 8, 3.4)
		s.number(x+30, r.Y+26.5, bare(t.At.Sub(s.v.At)), ink{13, text.Bold, theme.Ink}, start)
	}
}
