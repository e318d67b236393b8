package scene

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// order lists the timers that a process's card may show, first ones first.
var order = [...]view.TimerKind{view.TimerRebalance, view.TimerRoute, view.TimerHeartbeat, view.TimerPersist, view.TimerLock, view.TimerPull}

// kindOf reports whether a role's card shows a kind of timer.
func kindOf(role view.Role, k view.TimerKind) bool {
	switch role {
	case view.Consumer:
		return k == view.TimerRebalance || k == view.TimerRoute || k == view.TimerHeartbeat
	case view.Producer:
		return k == view.TimerRoute
	}
	return false
}

func (s *Scene) timerWord(k view.TimerKind) string {
	switch k {
	case view.TimerRebalance:
		return s.w.Rebalance
	case view.TimerRoute:
		return s.w.Route
	case view.TimerHeartbeat:
		return s.w.Heartbeat
	case view.TimerPersist:
		return s.w.Persist
	case view.TimerPull:
		return s.w.Pull
	case view.TimerRegister:
		return s.w.Register
	case view.TimerScan:
		return s.w.Scan
	case view.TimerLock:
		return s.w.Lock
	case view.TimerExpiry:
		return s.w.Expiry
	}
	return s.w.NextSend
}

// timer returns the first timer of a kind that a node has armed.
func (s *Scene) timer(n *view.Node, k view.TimerKind) *view.Timer {
	for i := range s.v.Timers {
		if t := &s.v.Timers[i]; t.Node == n.ID && t.Kind == k {
			return t
		}
	}
	return nil
}

// imminent reports whether a timer is the next to fire and nearly empty.
func (s *Scene) imminent(t *view.Timer) bool {
	return t.At == s.next && t.At.Sub(s.v.At)*10 < t.Period
}

func (s *Scene) arcOf(t *view.Timer, x, y, r, width float32) {
	s.arc(x, y, r, width, float32(t.At.Sub(s.v.At))/float32(max(t.Period, 1)), theme.Ink)
}

// threeTimers draws a consumer's arcs side by side, at most three.
func (s *Scene) threeTimers(n *view.Node, r layout.Rect, y float32) {
	columns := [3]float32{12, 76, 137}
	shown := 0
	for _, k := range order {
		t := s.timer(n, k)
		if t == nil {
			continue
		}
		x := r.X + columns[shown]
		if s.imminent(t) {
			s.fill(layout.Rect{X: x - 4, Y: y - 13, W: 58, H: 41}, 6, theme.Changed)
		}
		s.arcOf(t, x+8, y, 7.5, 3.2)
		s.number(x+21, y+4, bare(t.At.Sub(s.v.At)), ink{11.5, text.Bold, theme.Ink}, start)
		s.fit(x, y+23, s.timerWord(k), ink{11.5, text.Regular, theme.Ink2}, start, 62)
		if shown++; shown == len(columns) {
			return
		}
	}
}

// timerRow draws a timer as a row: arc, word, time left.
func (s *Scene) timerRow(t *view.Timer, r layout.Rect) {
	word, value := text.Regular, text.Semi
	color := theme.Ink2
	if s.imminent(t) {
		s.fill(r, 6, theme.Changed)
		word, value, color = text.Semi, text.Heavy, theme.Ink
	}
	y := r.Y + r.H/2
	s.arcOf(t, r.X+14, y, 6.5, 3)
	s.text(r.X+28, y+4, s.timerWord(t.Kind), ink{11.5, word, color}, start)
	s.number(r.Right()-5, y+4, span(t.At.Sub(s.v.At)), ink{11.5, value, theme.Ink}, end)
}

// legend explains the shapes and fills.
func (s *Scene) legend() {
	r, m := s.l.Legend, &s.l.M
	if r.W == 0 {
		return
	}
	if m.Big {
		k := ink{min(m.Label, 22), text.Regular, theme.Ink2}
		s.text(r.X, r.Y+16, s.w.KeyShort, k, start)
		for i := range uint8(4) {
			s.token(i, Solid, r.X+12+float32(i)*36, r.Y+42, m.R, theme.None)
		}
		row := s.telling()
		s.token(0, row.p, r.X+12, r.Y+76, m.R, theme.C2)
		k.color = theme.Ink
		s.text(r.X+32, r.Y+83, row.words, k, start)
		return
	}
	quiet := ink{11.5, text.Regular, theme.Ink2}
	s.text(r.X, r.Y+12, s.w.KeyLegend, quiet, start)
	for i := range uint8(4) {
		s.token(i, Solid, r.X+8+float32(i)*22, r.Y+30, 6.3, theme.None)
	}
	s.text(r.X, r.Y+64, s.w.Fill, quiet, start)
	seen := s.seen()
	y := s.legendRow(r, r.Y+84, Core, s.w.Flight)
	y = s.legendRow(r, y, Solid, s.w.Stored)
	y = s.legendRow(r, y, Stripes, s.w.Running)
	y = s.legendRow(r, y, Hollow, s.w.Done)
	for _, row := range s.rare() { // it is explained while it is there
		if seen[row.state] && y < r.Bottom() {
			y = s.legendRow(r, y, row.p, row.words)
		}
	}
}

// meaning is a fill of the legend.
type meaning struct {
	state view.TokenState
	p     Pattern
	words string
}

// rare lists the fills of messages that not every stage has.
func (s *Scene) rare() [4]meaning {
	return [...]meaning{{view.OnlyHere, Dashed, s.w.Only}, {view.Delayed, Half, s.w.Delayed}, {view.Retried, Dots, s.w.Retried}, {view.Dead, Cross, s.w.Dead}}
}

// telling is the one fill that a short legend explains: a rare one if there is any.
func (s *Scene) telling() meaning {
	for _, row := range s.rare() {
		for i := range s.l.Lanes {
			q := s.l.Lanes[i].Queue
			for t := s.l.Tokens[q]; t < s.l.Tokens[q+1]; t++ {
				if s.v.Tokens[t].State == row.state {
					return row
				}
			}
		}
	}
	return meaning{view.Running, Stripes, s.w.Running}
}

func (s *Scene) legendRow(r layout.Rect, y float32, p Pattern, words string) float32 {
	s.token(0, p, r.X+8, y, 6.3, theme.C2)
	s.text(r.X+24, y+4, words, ink{12, text.Regular, theme.Ink}, start)
	return y + 21
}

// seen reports which states the messages of the view are in.
func (s *Scene) seen() (states [view.OnlyHere + 1]bool) {
	for i := range s.v.Tokens {
		t := &s.v.Tokens[i]
		states[t.State] = true
		states[view.Retried] = states[view.Retried] || t.State == view.Delayed && t.Count > 0
	}
	return states
}
