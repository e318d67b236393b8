package delay

import (
	"testing"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

func benchService(b *testing.B, name string) (Service, *shelf) {
	p, _ := profile.ByName(name)
	s, q := NewService(&p.Delay, defaultLevels(b)), newShelf(18)
	s.Start(0, q)
	return s, q
}

// The whole way of a poison message by levels: 16 messages in 4 h 45 min, all
// levels watched.
func BenchmarkPoison(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, q := benchService(b, "4.9")
		now := kernel.Time(0)
		for level := int32(3); level <= 18; level++ {
			q.add(level, s.levels.DeliverAt(level, now.Millis()))
			for delivered := false; !delivered; {
				now = s.Next(now, q)
				for step, ok := s.Look(now, q); ok; step, ok = s.Look(now, q) {
					s.Answer(now, step.Level, Stored)
					delivered = true
				}
			}
		}
	}
}

// A thousand messages that are due together, with the question for the next
// look that a broker asks after each.
func benchDeliver(b *testing.B, name string) {
	const messages = 1000
	s, q := benchService(b, name)
	for range messages {
		q.add(1, 1000)
	}
	fresh := s.Clone()
	b.ReportAllocs()
	for b.Loop() {
		s.tasks = append(s.tasks[:0], fresh.tasks...)
		now := s.Next(0, q)
		for step, ok := s.Look(now, q); ok; step, ok = s.Look(now, q) {
			s.Answer(now, step.Level, Stored)
			s.Next(now, q)
		}
	}
}

func BenchmarkDeliver48(b *testing.B) { benchDeliver(b, "4.8") }
func BenchmarkDeliver49(b *testing.B) { benchDeliver(b, "4.9") }

// A thousand messages through the wheel.
func BenchmarkWheel(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		w := newTurning(b)
		for i := range int64(1000) {
			w.topic = append(w.topic, i%60*1000+2000)
		}
		w.to(100_000)
		if len(w.puts) != 1000 {
			b.Fatal(len(w.puts))
		}
	}
}
