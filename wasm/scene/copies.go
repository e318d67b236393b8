package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// copies draws the ways on which slaves copy their master.
func (s *Scene) copies() {
	for i := range s.l.Groups {
		g := &s.l.Groups[i]
		master := s.master(g)
		for r := g.First; r < g.Last && master >= 0; r++ {
			if r != master {
				s.copyWay(g, &s.l.Replicas[master], &s.l.Replicas[r])
			}
		}
	}
}

// master is the replica of a group that the slaves copy, -1 if it has none.
func (s *Scene) master(g *layout.Group) int32 {
	for r := g.First; r < g.Last; r++ {
		if s.v.Nodes[s.l.Replicas[r].Node].BrokerID == 0 {
			return r
		}
	}
	return -1
}

// copyWay draws one: left of replicas that stand one under the other, else
// between the boxes.
func (s *Scene) copyWay(g *layout.Group, from, to *layout.Replica) {
	m := &s.l.M
	a, b := &s.v.Nodes[from.Node], &s.v.Nodes[to.Node]
	dead := !from.Up || !to.Up || s.cutBetween(a, b)
	if m.Bus > 0 && !g.Folded && !from.InHead && !to.InHead {
		x := g.Frame.X + 12
		way := bent(from.Rect.X, from.Rect.Y+min(from.Rect.H/2, 40), x, to.Rect.Y+to.Rect.H/2, to.Rect.X, to.Rect.Y+to.Rect.H/2)
		s.wires = append(s.wires, wire{from: a.ID, to: b.ID, card: -1, queue: -1, curve: way})
		if dead {
			s.polyline(s.way(way), theme.Line, m.Dead).dash(2, 5)
			s.deadEnd(x, (from.Rect.Bottom()+to.Rect.Y)/2)
			return
		}
		s.polyline(s.way(way), theme.Line, m.Dead)
		at, y := len(s.Points), to.Rect.Y+to.Rect.H/2
		s.Points = append(s.Points, Point{to.Rect.X - 7, y - 4}, Point{to.Rect.X - 2, y}, Point{to.Rect.X - 7, y + 4})
		s.polyline(at, theme.Line, m.Dead)
		return
	}
	way := s.gap(from, to)
	s.wires = append(s.wires, wire{from: a.ID, to: b.ID, card: -1, queue: -1, curve: way})
	if from.Up && to.Up && dead { // a box that is down says so itself
		s.severed = append(s.severed, way)
	}
}

// severances draws the ways between boxes that are cut, above the boxes.
func (s *Scene) severances() {
	for i := range s.severed {
		way := &s.severed[i]
		s.polyline(s.way(*way), theme.Line, s.l.M.Dead).dash(2, 5)
		p := way.at(0.5)
		s.deadEnd(p.X-s.l.M.R*2.6, p.Y)
	}
}

// gap is the way between two boxes of a group without room of its own.
func (s *Scene) gap(from, to *layout.Replica) curve {
	a, b := from.Rect, to.Rect
	if g := &s.l.Groups[from.Group]; g.Folded {
		if a.X < b.X {
			return cubic(a.Right()-30, a.Y+a.H/2, b.X+30, b.Y+b.H/2)
		}
		return cubic(a.X+30, a.Y+a.H/2, b.Right()-30, b.Y+b.H/2)
	}
	in := min(s.l.M.RoleH, a.H, b.H) / 2
	x := min(a.Right(), b.Right()) - 40
	if a.Y < b.Y {
		return upright(x, a.Bottom()-in, x, b.Y+in)
	}
	return upright(x, a.Y+in, x, b.Bottom()-in)
}

func (s *Scene) cutBetween(a, b *view.Node) bool {
	for i := range s.v.Links {
		k := &s.v.Links[i]
		if k.Cut && (k.From == a.ID && k.To == b.ID || k.From == b.ID && k.To == a.ID) {
			return true
		}
	}
	return false
}

// behind counts the messages of a queue that its master has and this slave has
// not; 0 for a master.
func (s *Scene) behind(r *layout.Replica, q int32) int64 {
	m := s.master(&s.l.Groups[r.Group])
	if m < 0 || s.v.Nodes[r.Node].BrokerID == 0 {
		return 0
	}
	own := &s.v.Queues[q]
	for i := s.l.Replicas[m].QueueFirst; i < s.l.Replicas[m].QueueLast; i++ {
		if s.v.Queues[i].ID == own.ID {
			return max(0, s.v.Queues[i].Max-own.Max)
		}
	}
	return 0
}

// alone counts the messages of a queue that no other replica has.
func alone(q *view.Queue) int64 { return max(0, q.Max-max(q.Copied, q.Min)) }

// totals sums up what a replica has not and what it has alone.
func (s *Scene) totals(r *layout.Replica) (behind, only int64) {
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		behind += s.behind(r, q)
		only += alone(&s.v.Queues[q])
	}
	return behind, only
}

// risk marks the messages of a lane that no other replica has: x0 is the left
// end of the newest, x1 the right end of the first of them.
func (s *Scene) risk(l *layout.Lane, n int64, x0, x1 float32) {
	m := &s.l.M
	s.ring(layout.Rect{X: x0, Y: l.Rect.Y + 1, W: x1 - x0, H: l.Rect.H - 2}, l.Rect.H/2, theme.Down, 1.5).dash(3, 3)
	k := ink{m.Label, text.Semi, theme.Down}
	if s.width(s.w.OnlyHere, k, count(n)) < x0-l.Rect.X-14 {
		s.say(x0-6, l.Rect.Y+l.Rect.H/2+m.Label*0.36, s.w.OnlyHere, k, end, count(n))
	}
}

// bars draws one thin bar a queue: what waits left of the marks, which stand
// below one another. What is missing is dotted, what is here alone red.
func (s *Scene) bars(r *layout.Replica, x0, x1 float32, down bool) {
	rows := min(r.QueueLast-r.QueueFirst, int32((r.Rect.H-8)/3.4))
	if rows == 0 {
		return
	}
	x0 = max(x0, x1-222)
	w := x1 - x0
	step, top, thick := float32(0), r.Rect.H/2, float32(5)
	if rows > 1 {
		pad := min(9, r.Rect.H*0.25)
		step, top = (r.Rect.H-2*pad)/float32(rows-1), pad
		thick = min(5, max(2, step*0.6))
	}
	mark, unit := x0+w*0.74, w*0.035
	for i := range rows {
		q := &s.v.Queues[r.QueueFirst+i]
		y := r.Rect.Y + top + float32(i)*step
		com := max(s.l.Committed[r.QueueFirst+i], q.Min)
		length := func(n int64) float32 { return min(float32(n)*unit, mark-x0) }
		left, whole := mark-length(q.Max-com), mark-length(q.Max-com+s.behind(r, r.QueueFirst+i))
		if !down {
			s.line(x0, y, x1, y, theme.Lane, thick)
		}
		safe := mark - length(max(0, q.Max-alone(q)-com))
		s.line(safe, y, x1, y, theme.Line, thick)
		if safe-left > 1 {
			s.line(left, y, safe-2, y, theme.Down, 1.6).dash(2, 3)
		}
		if left-whole > 1 {
			s.line(whole, y, left-2, y, theme.Line, 1.6).dash(2, 3)
		}
		s.line(mark, y-min(3.6, thick*0.72), mark, y+min(3.6, thick*0.72), theme.Ink, 1.6)
	}
}

// onlyHere counts what a replica has alone, between x0 and x1, and returns
// where the words end.
func (s *Scene) onlyHere(n int64, shape uint8, x0, x1, y float32) float32 {
	size := max(s.l.M.Label, s.l.M.Least)
	k := ink{size, text.Semi, theme.Down}
	w := s.width(s.w.OnlyHere, k, count(n))
	if x0+w+size*2 > x1 {
		return x0
	}
	s.fill(layout.Rect{X: x0, Y: y - size*0.85, W: w + size*2.2, H: size * 1.7}, size*0.85, theme.Surface)
	s.say(x0+size*0.5, y+size*0.36, s.w.OnlyHere, k, start, count(n))
	s.token(shape, Dashed, x0+w+size*1.25, y, size*0.48, theme.None)
	return x0 + w + size*2.2
}

// newest is the shape of the newest message that a replica has alone.
func (s *Scene) newest(r *layout.Replica) uint8 {
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		if t := s.l.Tokens[q]; alone(&s.v.Queues[q]) > 0 && t < s.l.Tokens[q+1] {
			return s.v.Tokens[t].Shape
		}
	}
	return 0
}
