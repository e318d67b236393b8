package scene

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// level draws a lane of messages that wait: the one that is due first stands at
// the mark, each has an arc of the time that is left, and the first says it.
func (s *Scene) level(l *layout.Lane, r *layout.Replica) {
	m, q := &s.l.M, &s.v.Queues[l.Queue]
	y := l.Rect.Y + l.Rect.H/2
	if l.Head {
		s.text(r.Rect.X+14, l.Rect.Y-(m.AsidePitch-m.LaneH)/2-4, q.Topic, ink{m.Label, text.Regular, theme.Ink2}, start)
	}
	waits := l.Offset < q.Max
	k := ink{m.Label, text.Semi, theme.Ink}
	bar := l.Rect
	if !waits { // nothing waits: a thin line
		k = ink{m.Label, text.Regular, theme.Ink2}
		bar = layout.Rect{X: bar.X, Y: y - 1.5, W: bar.W, H: 3}
	}
	s.fill(bar, bar.H/2, theme.Lane)
	s.target(Target{Kind: OnLane, Node: q.Broker, Queue: l.Queue, Rect: l.Rect})
	first := s.first(l)
	s.levelName(r, q, first, y, k)
	if !waits {
		return
	}
	s.line(l.Mark, l.Rect.Y-1, l.Mark, l.Rect.Bottom()+1, theme.Ink, m.Stroke)
	s.waiters(l, q, y)
	if first != nil {
		s.timeLeft(first.Due.Sub(s.v.At), l.Mark+8, y+m.Label*0.36, m.Label)
	}
}

// levelName names a lane of messages that wait: the level, and its delay by what
// waits in it.
func (s *Scene) levelName(r *layout.Replica, q *view.Queue, first *view.Token, y float32, k ink) {
	m := &s.l.M
	x, base := r.Rect.X+14, y+m.Label*0.36
	level := count(int64(q.ID + 1))
	switch {
	case q.Topic == layout.TimerTopic:
		s.text(x, base, s.w.Wheel, k, start)
	case first == nil:
		s.say(x, base, s.w.Level, k, start, level)
	default:
		delay := whole(first.Due.Sub(first.Since))
		if s.width(s.w.LevelOf, k, level, delay) <= m.AsideW-18 {
			s.say(x, base, s.w.LevelOf, k, start, level, delay)
		} else {
			s.say(x, base, s.w.Level, k, start, level)
		}
	}
}

// whole is a delay in its largest whole unit.
func whole(d time.Duration) arg {
	d = d.Round(time.Second)
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return arg{n: int64(d / time.Hour), unit: " h", number: true}
	case d >= time.Minute && d%time.Minute == 0:
		return arg{n: int64(d / time.Minute), unit: " min", number: true}
	}
	return arg{n: int64(d / time.Second), unit: " s", number: true}
}

// timeLeft writes when a message is due, or that it is.
func (s *Scene) timeLeft(left time.Duration, x, y, size float32) {
	if left <= 0 {
		s.text(x, y, s.w.Due, ink{size, text.Bold, theme.Ink}, start)
		return
	}
	s.number(x, y, span(left), ink{size, text.Bold, theme.Ink}, start)
}

// first is the message of a level that is due first, nil if the view does not
// show it.
func (s *Scene) first(l *layout.Lane) *view.Token { return s.after(l, nil) }

// after is the message of a level that is due next after another, nil behind the
// last. A delay level keeps its order; only the timer's messages overtake.
func (s *Scene) after(l *layout.Lane, last *view.Token) (next *view.Token) {
	timer := s.v.Queues[l.Queue].Topic == layout.TimerTopic
	for i := s.l.Tokens[l.Queue]; i < s.l.Tokens[l.Queue+1]; i++ {
		t := &s.v.Tokens[i]
		if t.State == view.Delayed && (last == nil || sooner(last, t, timer)) && (next == nil || sooner(t, next, timer)) {
			next = t
		}
	}
	return next
}

// sooner orders messages by offset, those of the timer by when they are due.
func sooner(a, b *view.Token, timer bool) bool {
	if timer && a.Due != b.Due {
		return a.Due < b.Due
	}
	return a.Offset < b.Offset
}

// waiters draws the messages of a level from the mark on, and counts those that
// do not fit.
func (s *Scene) waiters(l *layout.Lane, q *view.Queue, y float32) {
	m := &s.l.M
	r, step := m.R*0.95, m.R*4.2
	places := max(int64((l.Mark-l.Rect.X-4)/step), 1)
	waiting, drawn := q.Max-l.Offset, int64(0)
	if waiting > places {
		places = max(places-2, 1)
	}
	for tok := s.first(l); tok != nil && drawn < places; tok = s.after(l, tok) {
		if s.onItsWay(tok.Queue, tok.Since) {
			continue
		}
		x := l.Mark - step*(float32(drawn)+0.72)
		left := float32(tok.Due.Sub(s.v.At)) / float32(max(tok.Due.Sub(tok.Since), 1))
		s.arc(x, y, m.R*1.5, m.R*0.36, left, theme.Ink)
		s.delayed(tok, x, y, r)
		s.motion.waits(tok, q.Broker, Point{x, y})
		drawn++
	}
	if rest := waiting - drawn; rest > 0 && waiting > places {
		s.say(l.Mark-step*(float32(drawn)+0.2), y+m.Label*0.36, "+{0}", ink{m.Label, text.Semi, theme.Ink}, end, count(rest))
	}
}

// delayed draws a message that waits: half full, or as the retry that it is.
func (s *Scene) delayed(t *view.Token, x, y, r float32) {
	if t.Count == 0 {
		s.token(t.Shape, Half, x, y, r, theme.None)
		return
	}
	s.token(t.Shape, Dots, x, y, r, theme.None)
	s.badge(t.Count, x+r*1.8, y-r, r)
}

// badge writes how often a message was retried, in a disc.
func (s *Scene) badge(n uint8, x, y, r float32) {
	if n == 0 {
		return
	}
	size := max(r*1.1, s.l.M.Least)
	s.circle(x, y, size*0.55, theme.Ink, theme.None, 0)
	s.text(x, y+size*0.36, small(int32(n)), ink{size, text.Heavy, theme.Surface}, middle)
}

// foldedLevels draws the row that stands for levels without a lane; where none
// has one it names their topic.
func (s *Scene) foldedLevels(r *layout.Replica) {
	m, f := &s.l.M, r.LevelFold
	s.fill(f, f.H/2, theme.Lane)
	k := ink{m.Label, text.Regular, theme.Ink2}
	x, y := f.X+10, f.Y+f.H/2+m.Label*0.36
	if r.LevelsMore == r.Levels {
		x = s.say(x, y, "{0} · ", k, start, name(s.v.Queues[r.FirstLevel].Topic))
	}
	s.say(x, y, s.w.MoreLevels, k, start, count(int64(r.LevelsMore)))
}

// onItsWay reports whether a message that was put aside at a moment is still
// drawn on its way to the broker.
func (s *Scene) onItsWay(queue int32, stored kernel.Time) bool {
	broker := s.v.Queues[queue].Broker
	for _, i := range s.motion.aside {
		if f := &s.motion.moving[i].f; f.To == broker && f.Arrive == stored {
			return true
		}
	}
	return false
}
