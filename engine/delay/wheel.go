package delay

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

const (
	rollWindow  = int64(2 * 24 * 60 * 60 * 1000)   // timerRollWindowSlot, in ms
	wheelSpan   = int64(7*24*60*60*1000) - 60*1000 // TIMER_WHEEL_TTL_DAY less TIMER_BLANK_SLOTS, in ms
	wheelFlush  = time.Second                      // timerFlushIntervalMs
	wheelRetry  = 500 * time.Millisecond           // of a refused write back
	wheelTries  = 3                                // before it is discarded
	wheelWrites = 3                                // timerPutMessageThreadNum
)

// TimerQueue is the timer topic's queue as its wheel sees it.
type TimerQueue interface {
	// Timers is the queue's oldest offset and that after its last.
	Timers() (min, max int64)
	// TimerOut is the TIMER_OUT_MS of a message, in ms of the broker's clock.
	TimerOut(offset int64) int64
}

// Wheel is a broker's TimerMessageStore: it reads the timer topic into slots of
// one second, and reads a slot when the clock has passed it. It lives across
// crashes.
type Wheel struct {
	rules     *profile.Delay
	clock     clock
	running   bool
	started   kernel.Time
	next      int64       // of the timer topic: the message to put into the wheel next
	end       int64       // of the batch that is being put in
	committed int64       // commitQueueOffset: before it all is in the wheel or delivered
	write     int64       // currWriteTimeMs; stands still while a batch waits for its writes
	skip      int64       // the slots before it were read by a wheel that this one has followed
	enqueue   kernel.Time // a look into the timer topic, every 100 ms
	dequeue   kernel.Time // a look at the wheel, every 100 ms
	slots     []timer     // in order of slot, then of arrival
	writes    []write     // what is to be written back, in order; the first three at once
	done      []timer     // read since the last checkpoint, and of the slot being read
}

// timer is a message in the wheel.
type timer struct {
	slot   int64 // ms
	offset int64 // in the timer topic
	roll   bool
	done   kernel.Time // when its slot was finished, Never while it is not
}

// write is a message on its way out of the wheel.
type write struct {
	timer
	expired bool // came too late for its slot, so its batch waits for it; otherwise its slot does
	tries   int8
	writing bool
	at      kernel.Time // the next try
}

// NewWheel makes the timer wheel of a broker; it stands until Start.
func NewWheel(rules *profile.Delay) Wheel { return Wheel{rules: rules} }

// Clone returns an independent copy.
func (w *Wheel) Clone() Wheel {
	c := *w
	c.slots, c.writes, c.done = slices.Clone(w.slots), slices.Clone(w.writes), slices.Clone(w.done)
	return c
}

// Start begins to read. Slots that are more than the wheel's seven days old are
// lost, and so is what the log has lost [TimerMessageStore.start, recover].
// Versions without the wheel do nothing.
func (w *Wheel) Start(now kernel.Time, q TimerQueue) {
	w.running, w.started = w.rules.TimerWheel, now
	w.enqueue, w.dequeue = now, now
	w.moveWrite(now)
	w.Cut(q)
	oldest := max(floorSecond(w.clock.read(now))-wheelSpan, w.skip)
	w.slots = slices.DeleteFunc(w.slots, func(t timer) bool { return t.slot < oldest })
}

// Stop ends the wheel in an orderly way [TimerMessageStore.shutdown].
func (w *Wheel) Stop() {
	w.done = slices.DeleteFunc(w.done, func(t timer) bool { return t.done != kernel.Never })
	w.halt()
}

// Crash ends the wheel with its process: what it read since the last checkpoint,
// up to 1 s ago, is read again.
func (w *Wheel) Crash() { w.halt() }

func (w *Wheel) halt() {
	w.running = false
	w.next, w.end = w.committed, w.committed
	for _, t := range w.done {
		w.insert(t)
	}
	for _, p := range w.writes {
		if !p.expired {
			w.insert(p.timer)
		}
	}
	w.done, w.writes = w.done[:0], w.writes[:0]
	w.slots = slices.DeleteFunc(w.slots, func(t timer) bool { return t.offset >= w.committed })
}

// Running tells whether the wheel turns.
func (w *Wheel) Running() bool { return w.running }

// StepClock moves the broker's wall clock by d. What the wheel has passed stays
// passed.
func (w *Wheel) StepClock(now kernel.Time, d time.Duration) {
	w.moveWrite(now)
	w.clock += clock(d)
}

// Len is the number of messages in the wheel.
func (w *Wheel) Len() int { return len(w.slots) }

// Waiting is the i-th message of the wheel in order of its slots: its offset in
// the timer topic, and the moment at which its slot is over.
func (w *Wheel) Waiting(i int) (offset int64, due kernel.Time) {
	return w.slots[i].offset, w.clock.when(w.slots[i].slot + precision)
}

// Due is the moment at which the wheel delivers or rolls on a message of the timer
// topic; ok is false for one that waits no more.
func (w *Wheel) Due(offset int64, q TimerQueue) (due kernel.Time, ok bool) {
	if offset >= w.next {
		return w.clock.when(q.TimerOut(offset) + precision), true
	}
	for i := range w.slots {
		if t := &w.slots[i]; t.offset == offset {
			return w.clock.when(t.slot + precision), true
		}
	}
	for i := range w.writes {
		if p := &w.writes[i]; p.offset == offset {
			return p.at, true
		}
	}
	return 0, false
}

// First is the offset of the oldest message of the timer topic that still waits.
func (w *Wheel) First() int64 {
	first := w.next
	for i := range w.slots {
		first = min(first, w.slots[i].offset)
	}
	for i := range w.writes {
		first = min(first, w.writes[i].offset)
	}
	return first
}

func floorSecond(ms int64) int64 { return ms / precision * precision }

// moveWrite lets the write time follow the clock, never back
// [TimerMessageStore.maybeMoveWriteTime].
func (w *Wheel) moveWrite(now kernel.Time) {
	if !w.batching() {
		w.write = max(w.write, floorSecond(w.clock.read(now)))
	}
}

// batching tells whether the reader of the timer topic waits for messages of its
// batch that came too late for the wheel.
func (w *Wheel) batching() bool {
	return w.next < w.end || slices.ContainsFunc(w.writes, func(p write) bool { return p.expired })
}

// reading tells whether a slot is being read.
func (w *Wheel) reading() bool {
	return slices.ContainsFunc(w.writes, func(p write) bool { return !p.expired })
}

// insert puts a message behind those of its slot.
func (w *Wheel) insert(t timer) {
	t.done = kernel.Never
	i, _ := slices.BinarySearchFunc(w.slots, t, func(a, b timer) int {
		if a.slot < b.slot || a.slot == b.slot && a.offset < b.offset {
			return -1
		}
		return 1
	})
	w.slots = kernel.Insert(w.slots, i, t)
}

// nextFlush is the first flush that writes down that a slot was read.
func (w *Wheel) nextFlush() kernel.Time {
	first := kernel.Never
	for i := range w.done {
		first = min(first, w.done[i].done)
	}
	if first == kernel.Never {
		return first
	}
	return grid(w.started, first, wheelFlush)
}

// checkpoint forgets what was read before the last flush
// [TimerMessageStore.TimerFlushService].
func (w *Wheel) checkpoint(now kernel.Time) {
	if w.nextFlush() > now {
		return
	}
	flushed := now - (now-w.started)%kernel.Time(wheelFlush)
	w.done = slices.DeleteFunc(w.done, func(t timer) bool { return t.done <= flushed })
}
