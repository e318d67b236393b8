package delay

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
)

// StepClock moves the broker's wall clock by d. java.util.Timer counts by that
// clock, so in OneTimer all that is planned moves with it: it comes later by a
// step back. A step ahead is noticed when the thread wakes, which it does when
// its next task would have run.
func (s *Service) StepClock(now kernel.Time, d time.Duration) {
	if s.running && s.rules.OneTimer {
		s.shift(now, d)
	}
	s.clock += clock(d)
}

func (s *Service) shift(now kernel.Time, d time.Duration) {
	if i := slices.IndexFunc(s.tasks, func(t task) bool { return t.phase == writing }); i >= 0 {
		s.settle(s.since, &s.tasks[i].look)
	} else {
		s.settle(now, nil)
		if !s.dirty {
			s.save.move(grid(s.save.due, now, savePeriod))
		}
		if d > 0 {
			s.free = max(s.free, s.wakes())
		}
	}
	order := make([]*look, 0, len(s.tasks))
	for i := range s.tasks {
		order = append(order, &s.tasks[i].look)
	}
	slices.SortFunc(order, func(a, b *look) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for _, l := range order {
		set := l.plannedAt(l.due)
		l.due, l.exact = l.due.Add(-d), true
		s.rank++
		l.restart(set, s.rank)
	}
	s.save.due, s.save.first = s.save.due.Add(-d), s.save.due.Add(-d)
}

// wakes is the moment for which the timer's thread has set its alarm.
func (s *Service) wakes() kernel.Time {
	next := s.save.due
	for i := range s.tasks {
		next = min(next, s.tasks[i].look.due)
	}
	return next
}

// settle moves polls on to the first look that is not before from, and past one
// at from that comes before the look o: those before have found nothing.
func (s *Service) settle(from kernel.Time, o *look) {
	for i := range s.tasks {
		t := &s.tasks[i]
		if t.phase != idle || t.look.exact {
			continue
		}
		l := &t.look
		l.due = grid(l.due, from, while)
		if o != nil && l.due == from && l.before(o) {
			l.due = l.due.Add(while)
		}
	}
}

// late makes the timer's thread free at now: the looks that were due while it
// wrote are made now.
func (s *Service) late(now kernel.Time) {
	for i := range s.tasks {
		l := &s.tasks[i].look
		l.exact = l.exact || l.due <= now
	}
	s.free = now
}
