package engine

import (
	"math"
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// MaxLog is the greatest number of acts in a run.
const MaxLog = 10000

// Behaviour is the version of what the engine does with a story, for links that
// are kept for long: it goes up with a release in which a story that both know
// gives another digest.
const Behaviour = 1

// Entry is an act and its moment.
type Entry struct {
	At      kernel.Time
	Command Command
}

// Log is the history of a run: its head and every act. Its text is a story.
type Log struct {
	Head    Head
	Entries []Entry
}

// Pos is a position in a run: the state after everything up to the event or act
// with number Seq at moment At.
type Pos struct {
	At  kernel.Time
	Seq uint64
}

// EndOf is the position after all that happens at t, acts included.
func EndOf(t kernel.Time) Pos { return Pos{At: t, Seq: math.MaxUint64} }

// Replay returns a run at its beginning whose acts, those of the log, lie ahead.
// The log must be one that a run has given: an act in it that cannot be panics
// when its moment comes.
func Replay(l Log) (*Sim, error) {
	s, err := New(l.Head)
	if err != nil {
		return nil, err
	}
	s.log.Entries = l.Entries
	return s, nil
}

// Pos is the present position.
func (s *Sim) Pos() Pos { return s.pos }

// Log is the history so far, acts in the future included when the run has gone back.
func (s *Sim) Log() Log {
	return Log{Head: s.head, Entries: s.log.Entries}
}

// Past is the history up to the present position.
func (s *Sim) Past() Log {
	return Log{Head: s.head, Entries: s.log.Entries[:s.next]}
}

// Seek goes to a position: by replay from the last mark before it, or from
// where the run is if that is nearer.
func (s *Sim) Seek(p Pos) error {
	_, err := s.SeekSome(p, 0)
	return err
}

// SeekSome is Seek for those who draw in between: at most limit events happen,
// limit 0 sets none. Called again, it goes on, until it is done.
func (s *Sim) SeekSome(p Pos, limit int) (done bool, err error) {
	if p.At < 0 || p.At > MaxTime {
		return false, explain.Err("seek.range", "a run lasts at most {0}", MaxTime.String())
	}
	if i := s.marks.after(p); p.compare(s.pos) < 0 || i > 0 && s.marks.kept[i-1].pos.compare(s.pos) > 0 {
		s.restore(p)
	}
	for n := 0; s.advance(p.At, p.Seq); n++ {
		if limit > 0 && n == limit {
			return false, nil
		}
	}
	s.cluster.Advance(p.At)
	s.pos.At = max(s.pos.At, p.At)
	return true, nil
}

// MaxTime is the longest run.
const MaxTime = kernel.Time(30 * 24 * time.Hour)

// String writes the log as a story: parsing it gives it back.
func (l Log) String() string { return l.StringUntil(0) }

// StringUntil writes the log as a story that ends at moment t.
func (l Log) StringUntil(t kernel.Time) string {
	var b strings.Builder
	b.WriteString("rocketmq " + l.Head.Version + "\nseed " + strconv.FormatUint(l.Head.Seed, 10) + "\n")
	now := kernel.Time(0)
	for _, e := range l.Entries {
		now = writeRun(&b, now, e.At)
		b.WriteString(e.Command.String() + "\n")
	}
	writeRun(&b, now, t)
	return b.String()
}

func writeRun(b *strings.Builder, now, t kernel.Time) kernel.Time {
	if t <= now {
		return now
	}
	b.WriteString("run " + Duration(t.Sub(now)) + "\n")
	return t
}

// Duration writes a duration as stories do: "25s", "1m30s", "250ms".
func Duration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}
