package delay

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Step is something that a look did. One with Deliver is a message to restore
// and write back; the service goes on with that level once it gets the Answer.
type Step struct {
	Rule    explain.Rule
	Deliver bool
	Level   int32 // 0 for a message of the timer wheel
	Offset  int64 // in the level's queue or the timer topic: of the message, or the one that was reset
	Roll    bool  // the wheel's message goes into the timer topic again

	facts [3]explain.Fact
}

// Decision is the reason for a step.
func (s Step) Decision() explain.Decision {
	var saw []explain.Fact
	if s.Level > 0 {
		saw = append(saw, explain.Num("delay.level", int64(s.Level)))
	}
	saw = append(saw, explain.Num("queue.offset", s.Offset))
	for _, f := range s.facts {
		if f.Key != "" {
			saw = append(saw, f)
		}
	}
	return explain.Decision{Rule: s.Rule, Saw: saw}
}

// Result is what came of writing a message back.
type Result uint8

// The results of writing a message back.
const (
	Stored       Result = iota // PUT_OK
	Refused                    // any other status of the store
	Missing                    // it is no longer in the commit log: skipped
	Unrestorable               // restoring it threw
)

// Next is the next moment at which a look does something, Never if none will
// until the queues change. It is to be asked again after each call of another
// verb and whenever a queue of the delay topic has changed, at that moment.
func (s *Service) Next(now kernel.Time, q Queues) kernel.Time {
	if !s.running || s.blocked() {
		return kernel.Never
	}
	next := kernel.Never
	if s.dirty {
		next = max(s.save.due, s.floor())
	}
	for i := range s.tasks {
		next = min(next, s.nextLook(i, now, q))
	}
	return next
}

// Look makes the looks of an instant up to the next step; it is to be called
// until it reports false.
func (s *Service) Look(now kernel.Time, q Queues) (Step, bool) {
	for {
		i := s.pick(now, q)
		switch i {
		case none:
			return Step{}, false
		case saving:
			s.persist(now)
			continue
		}
		if step, ok := s.run(i, now, q); ok {
			return step, true
		}
	}
}

// blocked tells whether the only thread waits for a message to be written.
func (s *Service) blocked() bool {
	if s.rules.OneTimer {
		for i := range s.tasks {
			if s.tasks[i].phase == writing {
				return true
			}
		}
	}
	return false
}

// floor is the moment before which no task runs.
func (s *Service) floor() kernel.Time {
	if s.rules.OneTimer {
		return s.free
	}
	return 0
}

// HeadDue is the moment at which the head of a level is due by its stamp; ok is
// false for a level that nothing waits in.
func (s *Service) HeadDue(level int32, q Queues) (due kernel.Time, ok bool) {
	_, high := q.Range(level)
	offset := s.Head(level, q)
	if offset >= high {
		return 0, false
	}
	return s.clock.when(q.DeliverAt(level, offset)), true
}

// Head is the offset of the message of a level that comes next, or after its last.
func (s *Service) Head(level int32, q Queues) int64 {
	low, _ := q.Range(level)
	offset, _ := s.Offset(level)
	if s.running && int(level) <= len(s.tasks) {
		offset = s.tasks[level-1].offset
	}
	return max(offset, low)
}

// pick finds the task that runs next at this instant: a level, saving, or none.
func (s *Service) pick(now kernel.Time, q Queues) int {
	if !s.running || s.blocked() {
		return none
	}
	for i := range s.tasks {
		if s.tasks[i].phase == walking {
			return i
		}
	}
	best, first := none, look{}
	if s.dirty && max(s.save.due, s.floor()) <= now {
		best, first = saving, s.save
	}
	for i := range s.tasks {
		if s.nextLook(i, now, q) > now {
			continue
		}
		l := s.tasks[i].look
		if !l.exact {
			l.due = now
		}
		if best == none || l.before(&first) {
			best, first = i, l
		}
	}
	return best
}

// nextLook is the moment of a level's next look that finds something.
func (s *Service) nextLook(i int, now kernel.Time, q Queues) kernel.Time {
	t := &s.tasks[i]
	switch t.phase {
	case walking:
		return now
	case writing:
		return kernel.Never
	}
	if t.look.exact {
		return max(t.look.due, s.floor())
	}
	next := grid(t.look.due, now, while)
	low, high := q.Range(int32(i) + 1)
	switch {
	case t.offset < low, t.offset > high && s.rules.ClampsOffsets:
		return next
	case t.offset >= high:
		return kernel.Never
	case !s.rules.Polls: // it finds an entry, and begins to count down
		return next
	}
	at := q.DeliverAt(int32(i)+1, t.offset)
	if due, _ := s.correct(i, next, at); due {
		return next
	}
	return grid(next, s.clock.when(at), while)
}

// correct tells whether an entry is due. One that is further ahead than its
// level's delay, because the clock stepped or the level was shortened, is due
// now [DeliverDelayedMessageTimerTask.correctDeliverTimestamp].
func (s *Service) correct(i int, now kernel.Time, deliverAt int64) (due, corrected bool) {
	clock := s.clock.read(now)
	if deliverAt > clock+s.levels.delays[i] {
		return true, true
	}
	return deliverAt <= clock, false
}

// run goes on with a level [DeliverDelayedMessageTimerTask.executeOnTimeup].
func (s *Service) run(i int, now kernel.Time, q Queues) (Step, bool) {
	t := &s.tasks[i]
	if t.phase == idle {
		if step, reset, found := s.begin(i, now, q); !found {
			return step, reset
		}
	}
	low, _ := q.Range(int32(i) + 1)
	t.offset = max(t.offset, min(low, t.end)) // what expired meanwhile is Missing
	if t.offset == t.end {
		s.pause(i, now, while, false)
		return Step{}, false
	}
	level := int32(i) + 1
	at := q.DeliverAt(level, t.offset)
	due, corrected := s.correct(i, now, at)
	if !due {
		rest := time.Duration(at-s.clock.read(now)) * time.Millisecond
		if s.rules.Polls {
			rest = while
		}
		s.pause(i, now, rest, !s.rules.Polls)
		return Step{}, false
	}
	t.phase, s.since = writing, now
	step := Step{Rule: explain.DelayDue, Deliver: true, Level: level, Offset: t.offset, facts: s.dueFacts(i, now, at)}
	if corrected {
		step.Rule = explain.DelayCorrected
	}
	return step, true
}

func (s *Service) dueFacts(i int, now kernel.Time, at int64) [3]explain.Fact {
	return [3]explain.Fact{
		explain.Num("due.ns", at*millisecond),
		explain.Num("clock.ns", s.clock.read(now)*millisecond),
		explain.Num("delay.ns", s.levels.delays[i]*millisecond),
	}
}

// begin looks into a level's queue; found is false where there is nothing to
// walk through, reset where its offset was put into the queue's range.
func (s *Service) begin(i int, now kernel.Time, q Queues) (step Step, reset, found bool) {
	t := &s.tasks[i]
	if !t.look.exact {
		t.look.due = grid(t.look.due, now, while)
	}
	low, high := q.Range(int32(i) + 1)
	was := t.offset
	switch {
	case was < low:
		t.offset = low
	case was > high && s.rules.ClampsOffsets:
		t.offset = high
	case was < high:
		t.phase, t.end = walking, high
		return Step{}, false, true
	}
	s.arm(t, now, while, false)
	return resetStep(int32(i)+1, was, low, high, t.offset), t.offset != was, false
}

// resetStep is that a level's offset was put into its queue's range.
func resetStep(level int32, was, low, high, start int64) Step {
	return Step{
		Rule: explain.DelayOffsetReset, Level: level, Offset: was,
		facts: [3]explain.Fact{explain.Num("offset.min", low), explain.Num("offset.max", high), explain.Num("offset.start", start)},
	}
}

// pause ends a run and plans the next look.
func (s *Service) pause(i int, now kernel.Time, d time.Duration, exact bool) {
	if !s.rules.UpdatesEach {
		s.update(i, now)
	}
	s.tasks[i].phase = idle
	s.arm(&s.tasks[i], now, d, exact)
}

func (s *Service) arm(t *task, now kernel.Time, d time.Duration, exact bool) {
	follows := t.look.due == now && d == while && now > s.floor()
	t.look.due, t.look.exact = now.Add(d), exact
	if !follows {
		s.rank++
		t.look.restart(now, s.rank)
	}
}

// Answer tells what came of the message that a level was to write back, at the
// moment when that is known. It reports a refusal as a step
// [DeliverDelayedMessageTimerTask.syncDeliver].
func (s *Service) Answer(now kernel.Time, level int32, r Result) (Step, bool) {
	i := int(level) - 1
	t := &s.tasks[i]
	t.phase = walking
	if s.rules.OneTimer && now > s.since {
		s.settle(s.since, &t.look)
		s.late(now)
	}
	switch {
	case r == Refused:
		step := Step{Rule: explain.DelayRefused, Level: level, Offset: t.offset}
		step.facts[0] = explain.Num("wait.ns", int64(s.rules.PutRetry))
		s.pause(i, now, s.rules.PutRetry, true)
		return step, true
	case r == Unrestorable && s.rules.Polls:
		if !s.rules.RepeatsUnrestorable {
			t.offset++
		}
		s.pause(i, now, while, true)
		return Step{}, false
	}
	t.offset++
	if r == Stored && s.rules.UpdatesEach {
		s.update(i, now)
	}
	return Step{}, false
}
