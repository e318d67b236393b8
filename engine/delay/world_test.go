package delay

import (
	"time"

	"rocketscope/engine/kernel"
)

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func atMs(n int64) kernel.Time { return kernel.Time(0).Add(ms(n)) }

// shelf is a delay topic: index entries by level.
type shelf struct {
	base    []int64 // oldest offset, by level - 1
	entries [][]int64
}

func newShelf(levels int) *shelf {
	return &shelf{base: make([]int64, levels), entries: make([][]int64, levels)}
}

func (s *shelf) Range(level int32) (int64, int64) {
	base := s.base[level-1]
	return base, base + int64(len(s.entries[level-1]))
}

func (s *shelf) DeliverAt(level int32, offset int64) int64 {
	return s.entries[level-1][offset-s.base[level-1]]
}

func (s *shelf) add(level int32, deliverAt int64) {
	s.entries[level-1] = append(s.entries[level-1], deliverAt)
}

// drop lets the n oldest entries of a level expire.
func (s *shelf) drop(level int32, n int) {
	n = min(n, len(s.entries[level-1]))
	s.entries[level-1] = s.entries[level-1][n:]
	s.base[level-1] += int64(n)
}

// written is an attempt to write a message back.
type written struct {
	at     kernel.Time
	level  int32
	offset int64
}

// lookNow makes the looks of an instant; answer says what each put comes to.
func lookNow(s *Service, now kernel.Time, q Queues, answer func(Step) Result) []written {
	var puts []written
	for step, ok := s.Look(now, q); ok; step, ok = s.Look(now, q) {
		if step.Deliver {
			puts = append(puts, written{now, step.Level, step.Offset})
			s.Answer(now, step.Level, answer(step))
		}
	}
	return puts
}
