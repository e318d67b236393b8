package producer

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// MaxTiming bounds how far ahead a person may time a message; a broker has a
// lower limit of its own.
const MaxTiming = 30 * 24 * time.Hour

// Timing is when the messages of a burst ask to be delivered. Several of its
// fields may be set: it is the broker that chooses among them.
type Timing struct {
	Level     int32         // DELAY; 0: as the producer's own messages
	Delay     time.Duration // whole seconds as TIMER_DELAY_SEC, else TIMER_DELAY_MS (5.0.0); 0: none
	DeliverAt time.Duration // TIMER_DELIVER_MS, since the run began by the broker's clock (5.0.0); 0: none
}

func (t Timing) check(batch int32) error {
	switch {
	case t == Timing{}:
		return nil
	case batch > 1:
		return explain.Err("batch.delay", "a batch cannot be delayed")
	case t.Level < 0 || t.Level > MaxDelayLevel:
		return explain.Err("delaylevel.range", "a delay level is 0 to {0}, not {1}", explain.Int(MaxDelayLevel), explain.Int(t.Level))
	case t.Delay < 0 || t.DeliverAt < 0 || t.Delay > MaxTiming:
		return explain.Err("timing.range", "a message is timed by up to {0} ahead, not {1}", MaxTiming.String(), max(t.Delay, t.DeliverAt).String())
	}
	return nil
}

// put gives a message the properties that ask for its timing.
func (t Timing) put(m *wire.Message) {
	if t.Level > 0 {
		m.DelayLevel = t.Level
	}
	if t.Delay%time.Second == 0 {
		m.TimerDelaySec = int64(t.Delay / time.Second)
	} else {
		m.TimerDelayMs = t.Delay.Milliseconds()
	}
	m.DeliverAt = t.DeliverAt.Milliseconds()
}
