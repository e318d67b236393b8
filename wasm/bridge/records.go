package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/wasm/words"
)

// recordsAtOnce bounds a message: the newest of what the page does not know.
const recordsAtOnce = 1000

// tellRecords tells the page what was recorded since the last time, and which
// of those that it knows still hold.
func (s *Session) tellRecords() {
	last := s.sim.LastRecord()
	reset := s.again || last > s.told+recordsAtOnce || s.turned && s.told <= s.from && s.from > 0
	if !reset && !s.turned && last == s.told {
		return
	}
	if reset {
		s.from = uint64(max(last, recordsAtOnce) - recordsAtOnce)
		s.told = s.from
	}
	o := newObject("records")
	o.bool("reset", reset)
	o.num("keep", int64(s.told))
	o.list("list", func() {
		for _, r := range s.sim.Records(s.told) {
			o.record(s, r)
		}
	})
	s.told, s.turned, s.again = last, false, false
	s.post(o.end())
}

func (o *object) record(s *Session, r engine.Record) {
	first, second := s.Words().Caption(r, s.sim.Name)
	o.open('{')
	o.num("n", int64(r.ID))
	o.num("at", int64(r.At))
	o.num("seq", int64(r.Seq))
	o.num("node", int64(r.Node))
	o.str("rule", r.Rule.String())
	o.bool("act", isAct(r))
	o.bool("quiet", quiet(r))
	o.line("first", first)
	o.line("second", second)
	o.shut('}')
}

// line writes a sentence: its plain stretches as texts, the names of processes
// with their number.
func (o *object) line(name string, line words.Line) {
	o.list(name, func() {
		for _, span := range line {
			if span.Node == 0 {
				o.text(span.Text)
				continue
			}
			o.open('{')
			o.str("name", span.Text)
			o.num("node", int64(span.Node))
			o.shut('}')
		}
	})
}

// isAct reports whether a person did it.
func isAct(r engine.Record) bool { return strings.HasPrefix(r.Rule.String(), "act.") }

// why answers a request for the card of a record.
func (s *Session) why(arg string) error {
	n, err := strconv.ParseUint(arg, 10, 64)
	if err != nil {
		return explain.Err("record.bad", "{0} is no number of a record", arg)
	}
	r, ok := s.sim.RecordOf(n)
	if !ok {
		return explain.Err("record.gone", "record {0} is not kept any more", arg)
	}
	s.discussed = n
	card := s.Words().Card(r, s.sim.Name, s.note)
	o := newObject("card")
	o.num("n", int64(r.ID))
	o.num("at", int64(r.At))
	o.num("node", int64(r.Node))
	o.line("lead", card.Lead)
	o.line("cause", card.Because)
	o.list("saw", func() {
		for _, row := range card.Saw {
			o.open('{')
			o.str("label", row.Label)
			o.line("value", row.Value)
			o.shut('}')
		}
	})
	o.str("rule", card.Rule)
	o.lines("working", card.Working)
	o.list("passed", func() {
		for _, loser := range card.Passed {
			o.open('{')
			o.line("what", loser.What)
			o.line("why", loser.Why)
			o.shut('}')
		}
	})
	o.line("result", card.Result)
	o.str("source", card.Source)
	o.str("version", s.version(r))
	o.str("log", card.Log)
	o.str("admin", card.Admin)
	o.list("because", func() {
		for _, cause := range card.Causes {
			o.open('{')
			o.num("n", int64(cause.ID))
			o.num("at", int64(cause.At))
			o.line("text", cause.Text)
			o.shut('}')
		}
	})
	s.post(o.end())
	return nil
}

func (o *object) lines(name string, lines []words.Line) {
	o.list(name, func() {
		for _, line := range lines {
			o.open('{')
			o.line("line", line)
			o.shut('}')
		}
	})
}

func (s *Session) note(id kernel.Cause) (kernel.Note, bool) { return s.sim.RecordOf(uint64(id)) }

// version is the release whose source a record's node follows.
func (s *Session) version(r engine.Record) string {
	name := s.sim.Head().Version
	if n := nodeOf(s.View(), r.Node); n != nil {
		name = n.Version
	}
	if p, ok := profile.ByName(name); ok {
		return p.Release
	}
	return name
}
