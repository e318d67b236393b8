package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// frames draws the frames and heads of the broker groups.
func (s *Scene) frames() {
	for i := range s.l.Groups {
		g := &s.l.Groups[i]
		m := &s.l.M
		switch {
		case s.l.Mode == layout.Page:
			s.ring(g.Frame, 14, theme.Hair, 2)
			s.text(g.Title.X, g.Frame.Y+22, g.Name, ink{m.Name, text.Heavy, theme.Ink}, start)
			if !s.inHead(g) {
				s.say(g.Frame.Right()-28, g.Frame.Y+22, "{0} · {1}", ink{m.Label, text.Regular, theme.Ink2}, end, name(s.l.Topic), count(int64(g.Queues)))
			}
			s.more(g.Frame.Right()-16, g.Frame.Y+18)
			s.target(Target{Kind: OnGroup, Name: g.Name, Rect: layout.Rect{X: g.Frame.Right() - 38, Y: g.Frame.Y - 4, W: 44, H: 36}})
		case s.l.Mode == layout.Phone:
			s.text(g.Title.X, g.Title.Y+16, g.Name, ink{14, text.Heavy, theme.Ink}, start)
			s.target(Target{Kind: OnGroup, Name: g.Name, Rect: g.Title})
		default:
			s.text(g.Title.X+2, g.Title.Y+29, g.Name, ink{m.Name - 2, text.Heavy, theme.Ink}, start)
			s.target(Target{Kind: OnGroup, Name: g.Name, Rect: g.Title})
		}
	}
	if last := len(s.l.Groups) - 1; s.l.MoreGroups > 0 {
		f := s.l.Groups[last].Frame
		s.say(f.Right(), f.Bottom()+14, s.w.More, ink{s.l.M.Label, text.Regular, theme.Ink2}, end, count(int64(s.l.MoreGroups)))
	}
}

// replicas draws every replica: the one that serves with its lanes, the others
// with one bar a queue.
func (s *Scene) replicas() {
	for i := range s.l.Replicas {
		r := &s.l.Replicas[i]
		n := &s.v.Nodes[r.Node]
		if r.Full {
			s.fullReplica(r, n)
		} else {
			s.miniReplica(r, n)
		}
	}
}

// shell draws the box of a replica: solid, dashed or down.
func (s *Scene) shell(r layout.Rect, n *view.Node) {
	m := &s.l.M
	sh := s.box(r, m.Radius, theme.Surface, theme.Line, m.Stroke)
	switch {
	case n.State != view.Up:
		sh.Stroke, sh.Pattern, sh.Fill = gone(n), Hatch, theme.Stage
		sh.dash(2, 5)
	case n.BrokerID != 0 && m.Big:
		sh.dash(12, 7)
	case n.BrokerID != 0:
		sh.dash(7, 5)
	}
	switch n.ID {
	case s.ui.Spot.Node:
		s.spotRing(r)
	case s.ui.Picked:
		s.ring(r, m.Radius, theme.Accent, 2.4)
	}
}

func (s *Scene) role(n *view.Node) string {
	if n.BrokerID == 0 {
		return s.w.Master
	}
	return s.w.Slave
}

func (s *Scene) fullReplica(r *layout.Replica, n *view.Node) {
	m := &s.l.M
	s.shell(r.Rect, n)
	s.target(Target{Kind: OnNode, Node: n.ID, Rect: r.Rect})
	y := r.Rect.Y + m.RoleH - 7
	if m.Big {
		y -= 3
	}
	s.head = s.say(r.Rect.X+14, y, s.role(n), ink{m.Label + 0.5, text.Bold, theme.Ink}, start, count(n.BrokerID))
	if n.State != view.Up {
		s.downPill(n, s.head+10, y)
	} else {
		s.health(r, n, y)
	}
	if s.l.Mode == layout.Page {
		s.more(r.Rect.Right()-12-m.TagW/2, r.Rect.Y+13)
		s.target(Target{Kind: OnMenu, Node: n.ID, Rect: layout.Rect{X: r.Rect.Right() - 32 - m.TagW/2, Y: r.Rect.Y - 6, W: 40, H: 34}})
	}
	if t := s.timer(n, view.TimerExpiry); t != nil && n.State == view.Up {
		s.expiry(t, r, s.head, y)
	}
	for i := r.First; i < r.Last; i++ {
		if l := &s.l.Lanes[i]; l.Kind == layout.LevelLane {
			s.level(l, r)
		} else {
			s.lane(l, r, i == r.First)
		}
	}
	if r.LevelsMore > 0 {
		s.foldedLevels(r)
	}
	if r.Hidden > 0 {
		s.fold(r)
	}
}

// headEnd is where the room for a replica's role and note ends.
func (s *Scene) headEnd(r *layout.Replica) float32 {
	if s.l.M.Offsets && r.First < r.Last {
		return s.l.Lanes[r.First].Mark - s.width(s.w.Committed, ink{s.l.M.Label, text.Regular, theme.Ink2}, name(s.l.Group))/2
	}
	return r.Rect.Right() - 40
}

// expiry shows how long a broker still waits for a client that is silent.
func (s *Scene) expiry(t *view.Timer, r *layout.Replica, x, y float32) {
	m := &s.l.M
	k := ink{m.Label, text.Bold, theme.Ink}
	left := span(t.At.Sub(s.v.At))
	w := s.width(s.w.Expiry, k) + s.width("{0}", k, left) + m.ArcR*2 + 22
	if x+w > s.headEnd(r) {
		return
	}
	x += 14 + m.ArcR
	s.arcOf(t, x, y-m.Label*0.36, m.ArcR*0.9, m.ArcW*0.9)
	x = s.number(x+m.ArcR+5, y, left, k, start)
	k.weight, k.color = text.Regular, theme.Ink2
	s.text(x+5, y, s.w.Expiry, k, start)
}

// health says in the head of a replica that runs how it answers, whether it
// serves reads, how slow it is and how far behind its master.
func (s *Scene) health(r *layout.Replica, n *view.Node, y float32) {
	limit := r.Rect.Right() - 12
	if s.l.Mode == layout.Page { // before the handle
		limit -= 34
	}
	s.head = s.answers(n, s.head, y, limit)
	behind, _ := s.totals(r)
	if n.BrokerID != 0 && r.Readers > 0 {
		s.note(r, y, s.w.Serves, arg{})
	}
	if n.Slow > 10 {
		s.note(r, y, s.w.Slow, count(int64(n.Slow/10)))
	}
	if behind > 0 {
		s.note(r, y, s.w.Behind, count(behind))
	}
}

// note adds words to the head of a replica, where they fit.
func (s *Scene) note(r *layout.Replica, y float32, words string, a arg) {
	k := ink{s.l.M.Label + 0.5, text.Regular, theme.Ink2}
	if s.width(words, k, a)+24 < s.headEnd(r)-s.head {
		s.head = s.text(s.head, y, " · ", k, start)
		s.head = s.say(s.head, y, words, k, start, a)
	}
}

// inHead reports whether copies stand in a group's head.
func (s *Scene) inHead(g *layout.Group) bool {
	for r := g.First; r < g.Last; r++ {
		if s.l.Replicas[r].InHead {
			return true
		}
	}
	return false
}

// gone is the colour of a process that does not run: red for a failure, plain
// for an orderly stop.
func gone(n *view.Node) theme.Color {
	if n.State == view.Stopped {
		return theme.Ink2
	}
	return theme.Down
}

// goneWords says how a process went, {0} is for how long.
func (s *Scene) goneWords(n *view.Node) string {
	switch n.State {
	case view.Stopped:
		return s.w.StoppedFor
	case view.Lost:
		return s.w.LostFor
	}
	return s.w.DownFor
}

// downPill writes DOWN and since when, after a cross.
func (s *Scene) downPill(n *view.Node, x, y float32) {
	size := s.l.M.Label
	if n.State != view.Stopped {
		s.cross(x+size*0.5, y-size*0.36, size*0.42, theme.Down, 2.6)
		x += size + 8
	}
	since := span(s.v.At.Sub(n.Since))
	w := s.width(s.goneWords(n), ink{size, text.Bold, theme.Surface}, since) + size*1.4
	s.pill(layout.Rect{X: x, Y: y - size*1.28, W: w, H: size * 1.85}, gone(n), theme.Surface, size, s.goneWords(n), since)
}

// miniReplica draws a replica that does not serve.
func (s *Scene) miniReplica(r *layout.Replica, n *view.Node) {
	m := &s.l.M
	down := n.State != view.Up
	s.shell(r.Rect, n)
	s.target(Target{Kind: OnNode, Node: n.ID, Rect: r.Rect})
	k := ink{m.Label + 0.5, text.Bold, theme.Ink}
	y := r.Rect.Y + r.Rect.H/2
	x := s.say(r.Rect.X+14, y+m.Label*0.36, s.role(n), k, start, count(n.BrokerID))
	right := r.Rect.Right() - 10
	behind, only := s.totals(r)
	quiet := ink{m.Label + 0.5, text.Regular, theme.Ink2}
	switch {
	case down:
		x, right = s.downMini(n, x, y, right)
	case !usual(n):
		x = s.answers(n, x, y+m.Label*0.36, right)
	case behind > 0:
		x = s.beside(x, y+m.Label*0.36, right, s.w.Behind, count(behind), quiet)
	case n.BrokerID != 0:
		x = s.beside(x, y+m.Label*0.36, right, s.w.Mirror, arg{}, quiet)
	}
	if only > 0 {
		x = s.onlyHere(only, s.newest(r), x+10, right, y)
	}
	if s.l.Mode == layout.Page && right-x > 70 {
		s.bars(r, x+10, right-8, down)
	}
}

// beside adds words to a mini replica, where they fit, and returns where they end.
func (s *Scene) beside(x, y, right float32, words string, a arg, k ink) float32 {
	if w := s.width(words, k, a) + 14; x+w < right {
		x = s.text(x, y, " · ", k, start)
		x = s.say(x, y, words, k, start, a)
	}
	return x
}

// downMini draws the cross and the pill of a mini replica that is down, and
// returns what stays free between them. A narrow one drops the time.
func (s *Scene) downMini(n *view.Node, x, y, right float32) (float32, float32) {
	size := s.l.M.Label
	k := ink{size, text.Bold, theme.Surface}
	words, since := s.goneWords(n), span(s.v.At.Sub(n.Since))
	w := s.width(words, k, since) + size*1.6
	if right-w < x+size*1.4 && n.State == view.Killed {
		words = s.w.Down
		w = s.width(words, k) + size*1.6
	}
	s.pill(layout.Rect{X: right - w, Y: y - size, W: w, H: size * 2}, gone(n), theme.Surface, size, words, since)
	if n.State != view.Stopped {
		sw := float32(2.6)
		if s.l.M.Big {
			sw = 3.6
		}
		s.cross(x+size*1.1, y, size*0.48, theme.Down, sw)
	}
	return x + size*1.7, right - w - 18
}

// fold draws the block that stands for queues that do not fit.
func (s *Scene) fold(r *layout.Replica) {
	m := &s.l.M
	f := r.Fold
	s.fill(f, min(f.H/2, 9), theme.Lane)
	lag := int64(0)
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		if !s.drawn(r, q) {
			lag += s.v.Queues[q].Max - max(s.l.Committed[q], s.v.Queues[q].Min)
		}
	}
	k := ink{m.Label, text.Semi, theme.Ink}
	x := s.say(f.X+10, f.Y+f.H/2+m.Label*0.36, s.w.MoreQueues, k, start, count(int64(r.Hidden)), count(lag))
	s.spark(r, x+12, f.Right()-10, f.Y+3, f.H-6)
}

// spark draws the folded queues as upright bars: a bar is a queue, its height
// the lag.
func (s *Scene) spark(r *layout.Replica, x0, x1, y, h float32) {
	step := min((x1-x0)/float32(r.Hidden), 6)
	if step < 1.2 {
		return
	}
	top := int64(1)
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		top = max(top, s.v.Queues[q].Max-max(s.l.Committed[q], s.v.Queues[q].Min))
	}
	x := x1 - step*float32(r.Hidden)
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		if s.drawn(r, q) {
			continue
		}
		lag := s.v.Queues[q].Max - max(s.l.Committed[q], s.v.Queues[q].Min)
		bar := max(1, h*float32(lag)/float32(top))
		s.fill(layout.Rect{X: x, Y: y + h - bar, W: step * 0.66, H: bar}, min(1, step*0.2), theme.Line)
		x += step
	}
}

func (s *Scene) drawn(r *layout.Replica, q int32) bool {
	for i := r.First; i < r.Last; i++ {
		if s.l.Lanes[i].Queue == q {
			return true
		}
	}
	return false
}
