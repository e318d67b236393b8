package bridge

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
)

// storyboard draws moments of the history one after another, in a session of its
// own: the present one stays where it is.
type storyboard struct {
	run      *Session // nil when none is being drawn
	look     look
	even     bool
	most     int
	from, to kernel.Time
	stops    []engine.Pos // nil until the run has come to its end once
	next     int
}

// mostPanels of a storyboard.
const mostPanels = 48

// Drawing reports whether panels of a storyboard are still to be drawn: a frame each.
func (s *Session) Drawing() bool { return s.storyboard.run != nil }

// panels begins a storyboard: a look, then "decisions N FROM TO" or "even N FROM
// TO", in nanoseconds; an empty argument ends it.
func (s *Session) panels(arg string) error {
	s.storyboard = storyboard{}
	if arg == "" {
		return nil
	}
	l, rest, err := parseLook(strings.Fields(arg))
	if err != nil {
		return err
	}
	b := storyboard{look: l}
	if len(rest) != 4 || rest[0] != "decisions" && rest[0] != "even" {
		return badPicture(arg)
	}
	var n [3]int64
	for i := range n {
		if n[i], err = strconv.ParseInt(rest[1+i], 10, 64); err != nil {
			return badPicture(rest[1+i])
		}
	}
	b.even, b.most, b.from, b.to = rest[0] == "even", int(n[0]), kernel.Time(n[1]), kernel.Time(n[2])
	if n[0] < 1 || n[0] > mostPanels || b.from < 0 || b.to < b.from || b.to > engine.MaxTime {
		return badPicture(strings.Join(rest, " "))
	}
	log := s.sim.Log()
	log.Entries = slices.Clone(log.Entries) // a person may act before the last panel is drawn
	sim, err := engine.Replay(log)
	if err != nil {
		return err
	}
	s.stop()
	b.run = NewSession(func(string) {})
	b.run.words, b.run.Selected, b.run.sim = s.words, s.Selected, sim
	s.storyboard = b
	return nil
}

// drawOn goes on with a storyboard: first to its end, to know what there is,
// then a panel a frame.
func (s *Session) drawOn() {
	b := &s.storyboard
	if b.run == nil {
		return
	}
	if b.stops == nil {
		done, err := b.run.sim.SeekSome(engine.EndOf(b.to), eventsSeeking)
		if err != nil {
			panic(err) // the end was tested
		}
		if !done {
			return
		}
		b.stops = b.choose()
	}
	s.tellPanel()
	if b.next == len(b.stops) {
		s.storyboard = storyboard{}
	}
}

// tellPanel draws the next moment and tells the page.
func (s *Session) tellPanel() {
	b := &s.storyboard
	run, p := b.run, b.stops[b.next]
	if err := run.sim.Seek(p); err != nil {
		panic(err) // the moment is one of the run
	}
	run.moved()
	run.discussed = run.lastNews()
	o := newObject("panel")
	o.num("number", int64(b.next))
	o.num("count", int64(len(b.stops)))
	run.draw(o, b.look)
	s.post(o.end())
	run.before, run.steps = p.At, run.steps+1 // what changes by the next panel is marked in it
	b.next++
}

// choose names the moments of the panels, at least one.
func (b *storyboard) choose() (stops []engine.Pos) {
	if b.even {
		for i := range b.most {
			at := b.to
			if b.most > 1 {
				at = b.from + (b.to-b.from)*kernel.Time(i)/kernel.Time(b.most-1)
			}
			stops = append(stops, engine.EndOf(at))
		}
		return stops
	}
	acts, others := b.decisions()
	if len(acts) >= b.most {
		return evenly(acts, b.most)
	}
	stops = inOrder(acts, evenly(others, b.most-len(acts)))
	if len(stops) == 0 {
		stops = append(stops, engine.EndOf(b.to))
	}
	return stops
}

// decisions are the moments in which something was decided that is no routine:
// those with an act of a person, and the others. A moment stands for all in it.
func (b *storyboard) decisions() (acts, others []engine.Pos) {
	var moment engine.Pos
	act, any := false, false
	put := func() {
		switch {
		case any && act:
			acts = append(acts, moment)
		case any:
			others = append(others, moment)
		}
	}
	all := b.run.sim.Records(0)
	for i, r := range all {
		if r.At < b.from || quiet(r) || repeats(r, all[max(0, i-recordsBefore):i]) {
			continue
		}
		if r.At != moment.At {
			put()
			act = false
		}
		moment, any, act = engine.Pos{At: r.At, Seq: r.Seq}, true, act || isAct(r)
	}
	put()
	return acts, others
}

// evenly keeps at most n of some moments, first and last included.
func evenly(all []engine.Pos, n int) []engine.Pos {
	if len(all) <= n {
		return all
	}
	if n == 1 {
		return all[len(all)-1:]
	}
	var kept []engine.Pos
	for i := range n {
		kept = append(kept, all[i*(len(all)-1)/(n-1)])
	}
	return kept
}

// inOrder merges moments that are in order.
func inOrder(a, b []engine.Pos) (all []engine.Pos) {
	for len(a) > 0 && len(b) > 0 {
		if isBefore(a[0], b[0]) {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}
