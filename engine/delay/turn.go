package delay

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Next is the next moment at which the wheel does something, Never if nothing
// until the timer topic changes. It is to be asked again after each call of
// another verb and whenever the timer topic has changed, at that moment.
func (w *Wheel) Next(now kernel.Time, q TimerQueue) kernel.Time {
	if !w.running {
		return kernel.Never
	}
	next := min(w.nextEnqueue(now, q), w.nextDequeue(now), w.nextFlush())
	for i := range w.writes[:min(len(w.writes), wheelWrites)] {
		if p := &w.writes[i]; !p.writing {
			next = min(next, max(p.at, now))
		}
	}
	return next
}

func (w *Wheel) nextEnqueue(now kernel.Time, q TimerQueue) kernel.Time {
	if w.next < w.end {
		return now
	}
	if _, end := q.Timers(); end <= w.next || w.batching() {
		return kernel.Never
	}
	return grid(w.enqueue, now, while)
}

func (w *Wheel) nextDequeue(now kernel.Time) kernel.Time {
	if len(w.slots) == 0 || w.reading() {
		return kernel.Never
	}
	slot := w.slots[0].slot
	switch {
	case w.write > slot:
		return grid(w.dequeue, now, while)
	case w.batching():
		return kernel.Never
	}
	return grid(w.dequeue, max(now, w.clock.when(slot+precision)), while)
}

// Look does what is due up to the next step; it is to be called until it reports
// false. A step with Deliver is a message to write back: restored, or with Roll
// as it is, into the timer topic again.
func (w *Wheel) Look(now kernel.Time, q TimerQueue) (Step, bool) {
	w.checkpoint(now)
	for w.running {
		if step, ok := w.try(now); ok {
			return step, true
		}
		switch {
		case w.nextEnqueue(now, q) <= now:
			if step, ok := w.put(now, q); ok {
				return step, true
			}
		case w.nextDequeue(now) <= now:
			w.read(now)
		default:
			return Step{}, false
		}
	}
	return Step{}, false
}

// try begins to write the next message
// [TimerMessageStore.TimerDequeuePutMessageService].
func (w *Wheel) try(now kernel.Time) (Step, bool) {
	for i := range w.writes[:min(len(w.writes), wheelWrites)] {
		p := &w.writes[i]
		if p.writing || p.at > now {
			continue
		}
		p.writing = true
		step := Step{Rule: explain.TimerDue, Deliver: true, Offset: p.offset, Roll: p.roll}
		step.facts[0] = explain.Num("slot.ns", int64(w.clock.when(p.slot)))
		step.facts[1] = explain.Bool("timer.late", p.expired)
		return step, true
	}
	return Step{}, false
}

// put moves one message of the timer topic into the wheel. One whose slot is
// over already is delivered at once, one that is further ahead than the window
// is parked on its way [TimerMessageStore.putMessageToTimerWheel, doEnqueue].
func (w *Wheel) put(now kernel.Time, q TimerQueue) (Step, bool) {
	low, high := q.Timers()
	if w.next == w.end { // a new batch
		w.moveWrite(now)
		w.next, w.end = max(w.next, low), high
	}
	t, ahead := w.place(w.next, q)
	w.next++
	if t.slot < w.write {
		w.writes = append(w.writes, write{timer: t, expired: true, at: now})
		return Step{}, false
	}
	w.insert(t)
	w.commit()
	if !t.roll {
		return Step{}, false
	}
	step := Step{Rule: explain.TimerRolled, Offset: t.offset}
	step.facts[0] = explain.Num("ahead.ns", ahead*millisecond)
	step.facts[1] = explain.Num("window.ns", rollWindow*millisecond)
	step.facts[2] = explain.Num("parked.ns", (t.slot-w.write)*millisecond)
	return step, true
}

// commit takes note that a batch is in the wheel.
func (w *Wheel) commit() {
	if !w.batching() {
		w.committed = w.next
	}
}

// read takes the messages of the first slot out [TimerMessageStore.dequeue].
func (w *Wheel) read(now kernel.Time) {
	w.dequeue = grid(w.dequeue, now, while)
	w.moveWrite(now)
	n := 0
	for ; n < len(w.slots) && w.slots[n].slot == w.slots[0].slot; n++ {
		w.writes = append(w.writes, write{timer: w.slots[n], at: now})
	}
	w.slots = slices.Delete(w.slots, 0, n)
}

// Answer tells what came of a message that the wheel was to write back. A
// refused one is tried again, then discarded, which it reports as a step.
func (w *Wheel) Answer(now kernel.Time, offset int64, r Result) (Step, bool) {
	i := slices.IndexFunc(w.writes, func(p write) bool { return p.writing && p.offset == offset })
	p := &w.writes[i]
	p.writing = false
	if r != Refused {
		w.finish(i, now)
		return Step{}, false
	}
	p.tries++
	step := Step{Rule: explain.TimerRefused, Offset: offset}
	step.facts[0] = explain.Num("try", int64(p.tries))
	step.facts[1] = explain.Num("tries", wheelTries)
	if p.tries < wheelTries {
		p.at = now.Add(wheelRetry)
		return step, true
	}
	step.Rule = explain.TimerDiscarded
	w.finish(i, now)
	return step, true
}

// finish is the end of a message; with its last one a batch or a slot is done.
func (w *Wheel) finish(i int, now kernel.Time) {
	p := w.writes[i]
	w.writes = slices.Delete(w.writes, i, i+1)
	if p.expired {
		w.commit()
		return
	}
	w.done = append(w.done, p.timer)
	if w.reading() {
		return
	}
	w.dequeue = now // and looks for the next slot at once
	for j := range w.done {
		w.done[j].done = min(w.done[j].done, now)
	}
	w.checkpoint(now)
}
