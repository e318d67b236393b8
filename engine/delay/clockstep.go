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
		if s.alarm < now {
			s.alarm = s.earliest()
		}
		if d > 0 {
			s.free = max(s.free, s.alarm)
		}
	}
	order := append(make([]*look, 0, len(s.tasks)+1), &s.save)
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
	s.dirty = true // whatever runs late is really run
}

// earliest is the moment of the timer's first task, for which its thread has set
// its alarm unless the clock stepped since.
func (s *Service) earliest() kernel.Time {
	next := s.save.due
	for i := range s.tasks {
		next = min(next, s.tasks[i].look.due)
	}
	return next
}

// settle moves the save and polls on to the first look that is not before from, and past one
// at from that comes before the look o: those before found nothing.
func (s *Service) settle(from kernel.Time, o *look) {
	s.settleSave(from, o)
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
	s.dirty = s.dirty || s.save.due <= now
	s.free = now
}
