package bridge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	l, rest, err := parseLook(arg)
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
	b.run.lang, b.run.Selected, b.run.sim = s.lang, s.Selected, sim
	if s.comparison.sim != nil {
		if err := b.run.compare(s.comparison.key); err != nil {
			return err
		}
	}
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
	all := b.decisions()
	for rank := range ranks {
		var of []engine.Pos
		for _, d := range all {
			if d.rank == rank {
				of = append(of, d.Pos)
			}
		}
		stops = append(stops, evenly(of, b.most-len(stops))...)
	}
	if len(stops) == 0 {
		return append(stops, engine.EndOf(b.to))
	}
	slices.SortFunc(stops, func(p, q engine.Pos) int { return cmp.Compare(p.At, q.At) })
	return stops
}

// decided is a moment in which something was decided that is no routine; it
// stands for all in it.
type decided struct {
	engine.Pos
	rank int
}

// What a storyboard shows first when it has too few panels for all.
const (
	anAct   = iota // of a person
	outcome        // the last decision before it is calm again
	onTheWay
	ranks
)

// calm is how long nothing is decided once all that something has led to is over.
const calm = kernel.Time(time.Second)

// decisions are the moments from which the panels are chosen.
func (b *storyboard) decisions() (all []decided) {
	records := b.run.sim.Records(0)
	for i, r := range records {
		if r.At < b.from || quiet(r) || repeats(r, records[max(0, i-recordsBefore):i]) {
			continue
		}
		d := decided{engine.Pos{At: r.At, Seq: r.Seq}, outcome}
		if isAct(r) {
			d.rank = anAct
		}
		last := len(all) - 1
		switch {
		case last >= 0 && all[last].At == d.At:
			all[last] = decided{d.Pos, min(all[last].rank, d.rank)}
			continue
		case last >= 0 && all[last].rank == outcome && d.rank != anAct && d.At < all[last].At+calm:
			all[last].rank = onTheWay
		}
		all = append(all, d)
	}
	return all
}

// evenly keeps at most n of some moments, first and last included.
func evenly(all []engine.Pos, n int) []engine.Pos {
	switch {
	case len(all) <= n:
		return all
	case n <= 1:
		return all[len(all)-n:]
	}
	var kept []engine.Pos
	for i := range n {
		kept = append(kept, all[i*(len(all)-1)/(n-1)])
	}
	return kept
}
