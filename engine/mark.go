package engine

import (
	"cmp"
	"math"
	"slices"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/kernel"
)

// Replay from zero is the definition of going back; marks only make it quick.
const (
	maxMarks   = 512
	firstSpace = 4 * time.Second // simulated time between marks, doubled whenever they are full
)

// mark is a copy of the state at a position.
type mark struct {
	pos     Pos
	next    int // the entry of the log that comes next
	cluster *cluster.Cluster
}

// marks are kept in the order of their positions.
type marks struct {
	kept  []mark
	space time.Duration
	due   kernel.Time // when the next one is taken
}

func newMarks() marks { return marks{space: firstSpace, due: kernel.Time(firstSpace)} }

// Unmarked lets a run take no more marks: for one that only goes on.
func (s *Sim) Unmarked() { s.marks.space, s.marks.due = math.MaxInt64, math.MaxInt64 }

func (p Pos) compare(q Pos) int { return cmp.Or(cmp.Compare(p.At, q.At), cmp.Compare(p.Seq, q.Seq)) }

// take keeps the present state if a mark is due before what happens at next.
func (s *Sim) takeMark(next kernel.Time) {
	m := &s.marks
	if next < m.due {
		return
	}
	m.due = s.pos.At.Add(m.space)
	if n := len(m.kept); n > 0 && m.kept[n-1].pos.compare(s.pos) >= 0 {
		return
	}
	m.kept = append(m.kept, mark{pos: s.pos, next: s.next, cluster: s.cluster.Clone()})
	if len(m.kept) == maxMarks {
		m.thin()
	}
}

// thin lets every second mark go.
func (m *marks) thin() {
	for i := 1; 2*i < len(m.kept); i++ {
		m.kept[i] = m.kept[2*i]
	}
	half := (len(m.kept) + 1) / 2
	clear(m.kept[half:])
	m.kept = m.kept[:half]
	m.space *= 2
}

// cut drops the marks after a position: their future is another one now.
func (m *marks) cut(p Pos) {
	i := m.after(p)
	clear(m.kept[i:])
	m.kept = m.kept[:i]
	if i == 0 {
		m.due = kernel.Time(m.space)
		return
	}
	m.due = min(m.due, m.kept[i-1].pos.At.Add(m.space))
}

// after is the place of the first mark beyond a position.
func (m *marks) after(p Pos) int {
	i, _ := slices.BinarySearchFunc(m.kept, p, func(k mark, p Pos) int {
		if k.pos.compare(p) <= 0 {
			return -1
		}
		return 1
	})
	return i
}

// restore goes back to the last mark at or before a position, or to the beginning.
func (s *Sim) restore(p Pos) { s.restoreMark(s.marks.after(p)) }

// restoreEarlier goes back to the last mark before a position.
func (s *Sim) restoreEarlier(p Pos) {
	i := s.marks.after(p)
	for i > 0 && s.marks.kept[i-1].pos == p {
		i--
	}
	s.restoreMark(i)
}

// restoreBefore goes back to the last mark before act k of the log.
func (s *Sim) restoreBefore(k int) {
	i := len(s.marks.kept)
	for i > 0 && (s.marks.kept[i-1].next > k || s.marks.kept[i-1].pos.At > s.log.Entries[k].At) {
		i--
	}
	s.restoreMark(i)
}

// restoreMark goes back to the mark before place i, or to the beginning.
func (s *Sim) restoreMark(i int) {
	if i == 0 {
		s.cluster = cluster.New(s.head.Seed, s.profile)
		s.next, s.pos = 0, Pos{}
	} else {
		k := &s.marks.kept[i-1]
		s.cluster, s.next, s.pos = k.cluster.Clone(), k.next, k.pos
		s.cluster.Rewind()
	}
	s.cluster.Record(s.record)
}
