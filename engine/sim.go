package engine

import (
	"math"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
)

// Head is what a run is given before its first moment.
type Head struct {
	Version string // "4.8", "4.9" or "5.3": what nodes run unless they say otherwise
	Seed    uint64
}

// Record is an entry of the log of what happened and why.
type Record = kernel.Note

// Sim is one run. It is not safe for concurrent use.
type Sim struct {
	head     Head
	profile  *profile.Profile
	cluster  *cluster.Cluster
	log      Log
	next     int // the entry of log that comes next; those after it lie in the future
	pos      Pos
	marks    marks
	branches []Branch
	record   bool
}

// New starts a run at 0 with an empty cluster.
func New(head Head) (*Sim, error) {
	p, ok := profile.ByName(head.Version)
	if !ok {
		return nil, explain.Err("version.unknown", "there is no RocketMQ version {0} here: 4.8, 4.9 or 5.3", head.Version)
	}
	s := &Sim{head: head, profile: p, record: true, marks: newMarks()}
	s.restore(Pos{})
	return s, nil
}

// Head is what the run was given.
func (s *Sim) Head() Head { return s.head }

// Now is the present moment.
func (s *Sim) Now() kernel.Time { return s.cluster.Now() }

// Record tells whether decisions are built; the digest does not depend on it.
func (s *Sim) Record(on bool) {
	s.record = on
	s.cluster.Record(on)
}

// Do lets a person act now, after every event of this instant. An act that
// cannot be returns an error that says why and changes nothing. Acts of the log
// that lay in the future become a branch: the act begins a new future.
func (s *Sim) Do(c Command) error {
	if len(s.log.Entries) >= MaxLog {
		return explain.Err("log.full", "a run has at most {0} acts", explain.Int(MaxLog))
	}
	s.finishInstant()
	if err := c.apply(s.cluster); err != nil {
		return err
	}
	s.marks.cut(s.pos)
	if s.next < len(s.log.Entries) {
		s.leave(s.next, false)
	}
	s.log.Entries = append(s.log.Entries, Entry{At: s.Now(), Command: c})
	s.next++
	s.pos = Pos{At: s.Now(), Seq: s.cluster.Seq()}
	return nil
}

// Try tells what an act would come to now and does not do it.
func (s *Sim) Try(c Command) error { return s.cluster.Try(c.apply) }

// finishInstant lets all events of the present moment happen. A moment is
// finite: what causes something else takes time, except for a bounded number
// of hand-overs within one process.
func (s *Sim) finishInstant() {
	for s.advance(s.Now(), math.MaxUint64) {
	}
}

// RunUntil lets everything happen that is due by t, or limit events if that
// comes first; limit 0 sets none. It reports whether t was reached.
func (s *Sim) RunUntil(t kernel.Time, limit int) (done bool) {
	for n := 0; limit == 0 || n < limit; n++ {
		if !s.advance(t, math.MaxUint64) {
			s.cluster.Advance(t)
			s.pos.At = max(s.pos.At, t)
			return true
		}
	}
	return false
}

// Step lets the next event or logged act happen, whenever it is due. It
// reports whether there was one.
func (s *Sim) Step() bool { return s.advance(kernel.Never-1, math.MaxUint64) }

// advance lets the next event or logged act happen if it is not after (t, seq).
// An act runs after every event of its instant.
func (s *Sim) advance(t kernel.Time, seq uint64) bool {
	at, number, ok := s.cluster.Next()
	if s.next < len(s.log.Entries) {
		if e := s.log.Entries[s.next]; !ok || e.At < at {
			return s.replay(e, t, seq)
		}
	}
	if !ok || at > t || at == t && number > seq {
		return false
	}
	s.takeMark(at)
	s.cluster.Step(at)
	s.pos = Pos{At: at, Seq: number}
	return true
}

func (s *Sim) replay(e Entry, t kernel.Time, seq uint64) bool {
	if e.At > t || e.At == t && s.cluster.Seq() >= seq {
		return false
	}
	s.cluster.Advance(e.At)
	if err := e.Command.apply(s.cluster); err != nil {
		// The same log over the same state cannot fail where it did not before.
		panic("replay of " + e.Command.String() + ": " + err.Error())
	}
	s.next++
	s.pos = Pos{At: e.At, Seq: s.cluster.Seq()}
	return true
}

// Show fills v with the present moment.
func (s *Sim) Show(v *view.View) {
	v.Reset()
	v.Seq = s.pos.Seq
	s.cluster.Show(v)
}

// Records returns the kept records with a number above after, oldest first.
func (s *Sim) Records(after uint64) []Record {
	return s.cluster.NotesAfter(nil, kernel.Cause(after))
}

// RecordOf returns one record; ok is false when it is no longer kept.
func (s *Sim) RecordOf(number uint64) (r Record, ok bool) {
	return s.cluster.NoteOf(kernel.Cause(number))
}

// LastRecord is the number of the newest record.
func (s *Sim) LastRecord() uint64 { return uint64(s.cluster.Notes()) }

// Name is the name of a node, present or removed; "" for a number that is none.
func (s *Sim) Name(id kernel.NodeID) string { return s.cluster.Name(id) }

// Check tests the invariants of the present moment.
func (s *Sim) Check() error { return s.cluster.Check() }

// Watch makes the engine test its invariants after every event from now on; a
// broken one panics with seed and log, which is the reproduction.
func (s *Sim) Watch() { s.cluster.Watch(func() string { return s.Past().String() }) }

// Digest sums up all that has happened: the same log gives the same digest on
// every machine.
func (s *Sim) Digest() uint64 { return s.cluster.Digest() }
