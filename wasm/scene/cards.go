package scene

import (
	"time"

	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// card draws the box of a process with its flat offset and its ⋮ handle.
func (s *Scene) card(c *layout.Card, n *view.Node) {
	m := &s.l.M
	r := c.Rect
	s.fill(layout.Rect{X: r.X + m.Flat, Y: r.Y + m.Flat, W: r.W, H: r.H}, m.CardRadius, theme.Offset)
	stroke := theme.Line
	if m.Big {
		stroke = theme.Ink
	}
	sh := s.box(r, m.CardRadius, theme.Surface, stroke, m.CardStroke)
	if n.State != view.Up {
		sh.Stroke, sh.Pattern, sh.Fill = gone(n), Hatch, theme.Stage
		sh.dash(2, 5)
	}
	s.target(Target{Kind: OnNode, Node: n.ID, Rect: r})
	if s.l.Mode == layout.Page && n.Role != view.NameServer {
		s.more(r.Right()-14, r.Y+22)
		s.target(Target{Kind: OnMenu, Node: n.ID, Rect: layout.Rect{X: r.Right() - 36, Y: r.Y, W: 44, H: 44}})
	}
}

// moreCard draws the grey card that stands for processes that do not fit.
func (s *Scene) moreCard(c *layout.Card) {
	m := &s.l.M
	s.box(c.Rect, m.CardRadius, theme.Lane, theme.Hair, m.CardStroke)
	s.say(c.Rect.X+c.Rect.W/2, c.Rect.Y+c.Rect.H/2+m.Label*0.36, s.w.More, ink{m.Label + 0.5, text.Semi, theme.Ink2}, middle, count(int64(c.More)))
}

// nameServers draws what each name server knows: ids of living brokers, those
// gone struck out.
func (s *Scene) nameServers() {
	for i := range s.l.NameServers {
		c := &s.l.NameServers[i]
		if c.Node < 0 {
			s.moreCard(c)
			continue
		}
		n := &s.v.Nodes[c.Node]
		s.card(c, n)
		r := c.Rect
		title := s.w.NameServer
		if len(s.l.NameServers) > 1 {
			title = n.Name
		}
		if n.State != view.Up {
			s.fit(r.X+14, r.Y+19, title, ink{13, text.Heavy, theme.Ink}, start, 84)
			s.downPill(n, r.X+14, r.Y+38)
			continue
		}
		s.fit(r.X+14, r.Y+28, title, ink{13, text.Heavy, theme.Ink}, start, 84)
		for g := range s.l.Groups {
			y := r.Y + 19 + float32(g%2)*18
			if len(s.l.Groups) == 1 {
				y = r.Y + 28
			}
			s.registered(n, &s.l.Groups[g], r.X+102+float32(g/2)*102, y)
		}
	}
}

// registered writes one line of a name server's table.
func (s *Scene) registered(ns *view.Node, g *layout.Group, x, y float32) {
	s.fit(x, y, g.Name, ink{11.5, text.Regular, theme.Ink2}, start, 52)
	x += 60
	for i := g.First; i < g.Last && i < g.First+2; i++ {
		b := &s.v.Nodes[s.l.Replicas[i].Node]
		if s.knows(ns, b) {
			s.text(x, y, small(int32(b.BrokerID)), ink{12, text.Heavy, theme.Ink}, middle)
		} else {
			s.text(x, y, small(int32(b.BrokerID)), ink{12, text.Regular, theme.Ink2}, middle)
			s.line(x-8, y, x+8, y-9, theme.Down, 2.2)
		}
		x += 20
	}
}

func (s *Scene) knows(ns, b *view.Node) bool {
	for i := range s.v.Routes {
		if r := &s.v.Routes[i]; r.Node == ns.ID && r.Broker == b.Broker && r.BrokerID == b.BrokerID {
			return true
		}
	}
	return false
}

func (s *Scene) producers() {
	for i := range s.l.Producers {
		c := &s.l.Producers[i]
		switch {
		case c.Node < 0:
			s.moreCard(c)
		case s.l.Mode == layout.Page:
			s.producer(c, &s.v.Nodes[c.Node])
		case s.l.Mode == layout.Phone:
			s.producerChip(c, &s.v.Nodes[c.Node])
		default:
			s.producerBig(c, &s.v.Nodes[c.Node])
		}
	}
}

func (s *Scene) producer(c *layout.Card, n *view.Node) {
	r := c.Rect
	s.card(c, n)
	end1 := s.text(r.X+14, r.Y+26, n.Name, ink{14, text.Heavy, theme.Ink}, start)
	if n.State != view.Up {
		s.downPill(n, r.X+14, r.Y+52)
		return
	}
	s.rate(n, r.Right()-26, r.Y+26, r.Right()-32-end1)
	if c.Rows > 0 {
		s.text(r.X+14, r.Y+46, s.w.Faults, ink{11.5, text.Regular, theme.Ink2}, start)
		row := float32(0)
		for i := range s.v.Faults {
			if f := &s.v.Faults[i]; f.Producer == n.ID && row < float32(c.Rows) {
				s.faultRow(f, r, r.Y+64+row*26)
				row++
			}
		}
	} else {
		s.tally(n, r)
	}
	y := r.Bottom() - 26
	s.line(r.X+12, y, r.Right()-12, y, theme.Hair, 1.2)
	t := s.timer(n, view.TimerSend)
	if t == nil {
		t = s.timer(n, view.TimerRoute)
	}
	if t != nil {
		s.timerRow(t, layout.Rect{X: r.X + 7, Y: y + 3, W: r.W - 14, H: 19})
	}
}

// tally is shown where a producer keeps no fault table.
func (s *Scene) tally(n *view.Node, r layout.Rect) {
	k := ink{11.5, text.Regular, theme.Ink2}
	s.text(r.X+14, r.Y+48, s.w.Sent, k, start)
	s.number(r.Right()-12, r.Y+48, count(n.Sent), ink{11.5, text.Semi, theme.Ink}, end)
	s.text(r.X+14, r.Y+67, s.w.Failed, k, start)
	bad := theme.Ink
	if n.Failed > 0 {
		bad = theme.Down
	}
	s.number(r.Right()-12, r.Y+67, count(n.Failed), ink{11.5, text.Semi, bad}, end)
}

// rate writes how many messages a producer sends, or how slow it is.
func (s *Scene) rate(n *view.Node, x, y, room float32) {
	k := ink{11.5, text.Regular, theme.Ink2}
	words, a := s.perSecond(n), count(s.perCount(n))
	switch {
	case n.Slow > 10:
		words, a = s.w.Slow, count(int64(n.Slow/10))
	case n.Late > 0:
		words, a = s.w.LateBy, brief(n.Late)
	}
	if s.width(words, k, a) <= room {
		s.say(x, y, words, k, end, a)
	}
}

func (s *Scene) faultRow(f *view.Fault, r layout.Rect, y float32) {
	s.fit(r.X+14, y+4, f.Broker, ink{12, text.Semi, theme.Ink}, start, 58)
	left := f.Until.Sub(s.v.At)
	if left <= 0 {
		s.say(r.X+76, y+4, "{0} ms", ink{11.5, text.Regular, theme.Ink2}, start, count(int64(f.Latency/time.Millisecond)))
		if f.Unreachable {
			s.fit(r.Right()-12, y+4, s.w.Unreachable, ink{11.5, text.Semi, theme.Down}, end, 70)
			return
		}
		s.text(r.Right()-12, y+4, s.w.OK, ink{11.5, text.Regular, theme.Ink2}, end)
		return
	}
	s.cross(r.X+94, y, 3.2, theme.Down, 2)
	s.arc(r.X+121, y, 7.5, 3, isolation(f, left), theme.Down)
	s.number(r.X+134, y+4, span(left), ink{11.5, text.Bold, theme.Down}, start)
}

// isolation is the fraction of a penalty that is left. Its own length is not
// kept, but follows from RocketMQ's table.
func isolation(f *view.Fault, left time.Duration) float32 {
	whole := 10 * time.Minute
	if !f.Unreachable && f.Latency < 15*time.Second {
		whole = max(left, 30*time.Second)
	}
	return float32(left) / float32(whole)
}

func (s *Scene) consumers() {
	for i := range s.l.Titles {
		t := &s.l.Titles[i]
		k := ink{12.5, text.Bold, theme.Ink}
		x := s.say(t.X, t.Y, s.w.Group, k, start, name(t.Group))
		if strategy := s.strategy(t.Group); strategy != "" {
			s.say(x, t.Y, " · {0}", k, start, name(strategy))
		}
	}
	for i := range s.l.Consumers {
		c := &s.l.Consumers[i]
		switch {
		case c.Node < 0:
			s.moreCard(c)
		case s.l.Mode == layout.Page && c.Small:
			s.consumerSmall(c, &s.v.Nodes[c.Node])
		case s.l.Mode == layout.Page:
			s.consumer(c, &s.v.Nodes[c.Node])
		case s.l.Mode == layout.Phone:
			s.consumerChip(c, &s.v.Nodes[c.Node])
		default:
			s.consumerBig(c, &s.v.Nodes[c.Node])
		}
	}
}

func (s *Scene) strategy(group string) string {
	for i := range s.v.Groups {
		if s.v.Groups[i].Name == group {
			return s.v.Groups[i].Strategy
		}
	}
	return ""
}

// nameTag draws a consumer's tag and returns where it ends.
func (s *Scene) nameTag(n *view.Node, slot uint8, x, y, h, size float32) float32 {
	w := min(max(text.Width(n.Name, size, text.Heavy)+14, h*1.43), 92)
	s.tag(n.Name, slot, layout.Rect{X: x, Y: y, W: w, H: h}, size)
	return x + w
}

func (s *Scene) consumer(c *layout.Card, n *view.Node) {
	r := c.Rect
	s.card(c, n)
	s.nameTag(n, c.Slot, r.X+12, r.Y+11, 21, 13)
	quiet := ink{11.5, text.Regular, theme.Ink2}
	if n.State != view.Up {
		s.downPill(n, r.X+14, r.Y+58)
		return
	}
	words, v := s.w.Cached, count(int64(n.Cached))
	switch {
	case n.Stopping:
		words = s.w.Stopping
	case n.Slow > 10:
		words, v = s.w.Slow, count(int64(n.Slow/10))
	case n.Late > 0:
		words, v = s.w.LateBy, brief(n.Late)
	}
	s.say(r.Right()-26, r.Y+26, words, quiet, end, v)
	s.threeTimers(n, r, r.Y+53)
	if !c.Open {
		s.text(r.X+12, r.Y+100, s.status(c), quiet, start)
		return
	}
	s.line(r.X+12, r.Y+92, r.Right()-12, r.Y+92, theme.Hair, 1.2)
	s.text(r.X+12, r.Y+111, s.w.Queue, quiet, start)
	if c.Count == 0 {
		s.text(r.X+12, r.Y+142, s.w.Idle, quiet, start)
	}
	for i := range c.Rows {
		s.queueRow(&s.l.Cables[c.First+i], r, r.Y+138+28*float32(i))
	}
}

// status says where a consumer reads, or that it has nothing to read.
func (s *Scene) status(c *layout.Card) string {
	master, slave := false, false
	for i := range c.Count {
		cable := &s.l.Cables[c.First+i]
		n := &s.v.Nodes[s.l.Replicas[cable.Replica].Node]
		if cable.Dead {
			return s.w.FromDead
		}
		master, slave = master || n.BrokerID == 0, slave || n.BrokerID != 0
	}
	switch {
	case master && slave:
		return s.w.FromBoth
	case slave:
		return s.w.FromSlave
	case master:
		return s.w.FromMaster
	}
	return s.w.Idle
}

// queueRow is one process queue: its messages, or the pull that is out.
func (s *Scene) queueRow(c *layout.Cable, r layout.Rect, y float32) {
	o := &s.v.Owners[c.Owner]
	bg := theme.Lane
	if s.isSpot(c) || s.ui.Since > 0 && o.Since >= s.ui.Since {
		bg = theme.Changed
	}
	row := layout.Rect{X: r.X + 10, Y: y - 12, W: r.W - 20, H: 24}
	s.fill(row, 8, bg)
	named := s.queueName(o, r.X+20, y, 6, ink{12, text.Bold, theme.Ink})
	if c.Count > 1 {
		s.say(row.Right()-10, y+4, "+{0}", ink{11.5, text.Semi, theme.Ink2}, end, count(int64(c.Count-1)))
		return
	}
	x, shown := max(r.X+66, named+14), 0
	for i := s.firstRun(c.Owner); i < len(s.v.Runs) && s.v.Runs[i].Owner == c.Owner; i++ {
		if shown == 2 {
			s.text(row.Right()-8, y+4, text.Ellipsis, ink{11.5, text.Regular, theme.Ink2}, end)
			break
		}
		offset := s.v.Runs[i].Offset
		s.token(s.shapeAt(o.Queue, offset), Stripes, x, y, 6.6, theme.Owner(c.Slot))
		s.number(x+12, y+4, count(offset), ink{11.5, text.Regular, theme.Ink2}, start)
		x, shown = x+60, shown+1
	}
	if shown == 0 {
		s.say(max(r.X+52, named+8), y+4, s.w.Pulling, ink{11.5, text.Semi, theme.Ink}, start, count(o.Next))
	}
}

// queueName writes a queue as "a/3", after the sign of a retry if it is one of
// the group's retries, and returns where it ends.
func (s *Scene) queueName(o *view.Owner, x, y, radius float32, k ink) float32 {
	if o.Topic != s.l.Topic {
		s.token(0, Dots, x+radius, y, radius, theme.None)
		x += radius*2 + 4
	}
	return s.say(x, y+k.size*0.36, "{0}/{1}", k, start, name(short(o.Broker)), count(int64(o.ID)))
}

// firstRun finds where the runs of an owner begin.
func (s *Scene) firstRun(owner int32) int {
	for i := range s.v.Runs {
		if s.v.Runs[i].Owner >= owner {
			return i
		}
	}
	return len(s.v.Runs)
}

// shapeAt is the shape of a message of a queue; a circle when it is far from
// what the view shows.
func (s *Scene) shapeAt(queue int32, offset int64) uint8 {
	for t := s.l.Tokens[queue]; t < s.l.Tokens[queue+1]; t++ {
		if s.v.Tokens[t].Offset == offset {
			return s.v.Tokens[t].Shape
		}
	}
	return 0
}

// short is what stays of "broker-a" where its neighbours make it plain: "a".
func short(broker string) string {
	for i := len(broker) - 1; i > 0; i-- {
		if broker[i-1] == '-' {
			return broker[i:]
		}
	}
	return broker
}

func (s *Scene) consumerSmall(c *layout.Card, n *view.Node) {
	r := c.Rect
	s.card(c, n)
	x := s.nameTag(n, c.Slot, r.X+12, r.Y+11, 21, 13) + 20
	if n.State != view.Up {
		s.downPill(n, x-10, r.Y+26)
		return
	}
	if t := s.timer(n, view.TimerRebalance); t != nil {
		s.arcOf(t, x, r.Y+22, 7.5, 3.2)
		x = s.number(x+13, r.Y+26, bare(t.At.Sub(s.v.At)), ink{11.5, text.Bold, theme.Ink}, start)
	}
	k := ink{11.5, text.Regular, theme.Ink2}
	words := s.w.Cached
	if c.Count == 0 {
		words = s.w.Idle
	}
	if w := s.width(words, k, count(int64(n.Cached))); x+w+8 < r.Right()-26 {
		s.say(r.Right()-26, r.Y+26, words, k, end, count(int64(n.Cached)))
	}
}
