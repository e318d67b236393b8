package delay

import (
	"slices"

	"rocketscope/engine/kernel"
)

// Read is the slot, in ms of the broker's clock, before which all are read and
// written down: by this wheel, or by the one that it follows
// [TimerCheckpoint.lastReadTimeMs].
func (w *Wheel) Read(now kernel.Time) int64 {
	if !w.running {
		return w.skip
	}
	w.checkpoint(now)
	read := floorSecond(w.clock.read(now))
	if len(w.slots) > 0 {
		read = min(read, w.slots[0].slot)
	}
	for i := range w.writes {
		if p := &w.writes[i]; !p.expired {
			read = min(read, p.slot)
		}
	}
	for i := range w.done {
		read = min(read, w.done[i].slot)
	}
	return max(read, w.skip)
}

// Follow lets a wheel that stands keep up with another one, whose Read is read:
// what the timer topic has goes into the wheel, and what the other has read goes
// out of it [TimerMessageStore.isRunningEnqueue, SlaveSynchronize.syncTimerCheckPoint].
func (w *Wheel) Follow(now kernel.Time, read int64, q TimerQueue) {
	w.skip = max(w.skip, read)
	w.moveWrite(now)
	w.Cut(q)
	low, high := q.Timers()
	for at := max(w.committed, low); at < high; at++ {
		if t, _ := w.place(at, q); t.slot >= w.skip {
			w.insert(t)
		}
	}
	w.committed, w.next, w.end = high, high, high
	w.slots = slices.DeleteFunc(w.slots, func(t timer) bool { return t.slot < w.skip })
}

// Cut forgets the messages of the timer topic that the log has no longer.
func (w *Wheel) Cut(q TimerQueue) {
	_, end := q.Timers()
	w.committed = min(w.committed, end)
	w.next, w.end = w.committed, w.committed
	w.slots = slices.DeleteFunc(w.slots, func(t timer) bool { return t.offset >= end })
}

// place finds the slot of a message: its own, or if it is further ahead than the
// window one on its way [TimerMessageStore.doEnqueue].
func (w *Wheel) place(offset int64, q TimerQueue) (t timer, ahead int64) {
	t = timer{offset: offset, slot: q.TimerOut(offset), done: kernel.Never}
	ahead = t.slot - w.write
	if t.roll = ahead >= rollWindow; t.roll {
		t.slot = w.write + rollWindow
		if ahead-rollWindow < rollWindow/3 { // leave enough for the next roll
			t.slot = w.write + rollWindow/2
		}
	}
	return t, ahead
}
