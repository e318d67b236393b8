package delay

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

const (
	precision = int64(1000)                    // timerPrecisionMs
	maxDelay  = int64(3 * 24 * 60 * 60 * 1000) // timerMaxDelaySec, in ms
)

// Timing is what the timer properties of a message come to. Rule is zero for a
// message that has none.
type Timing struct {
	Rule    explain.Rule
	Parked  bool // it now belongs into the timer topic
	Illegal bool // it is refused: WHEEL_TIMER_MSG_ILLEGAL, which clients see as MESSAGE_ILLEGAL

	deliverAt, out, clock int64 // ms
}

// Decision is the reason for a timing.
func (t Timing) Decision() explain.Decision {
	return explain.Decision{Rule: t.Rule, Saw: []explain.Fact{
		explain.Num("due.ns", t.deliverAt*millisecond),
		explain.Num("clock.ns", t.clock*millisecond),
		explain.Num("limit.ns", maxDelay*millisecond),
		explain.Num("slot.ns", t.out*millisecond),
	}}
}

// Park puts a message with timer properties aside for the wheel; a message with
// a delay level loses them, one whose moment has come stays what it is
// [HookUtils.handleScheduleMessage]. To be called before the Park of levels,
// for what clients send.
func (w *Wheel) Park(now kernel.Time, m *wire.Message) Timing {
	if !w.rules.TimerWheel || m.TimerOut != 0 || m.TimerDelaySec == 0 && m.TimerDelayMs == 0 && m.DeliverAt == 0 {
		return Timing{}
	}
	t := Timing{clock: w.clock.read(now)}
	t.deliverAt = deliverAt(m, t.clock)
	switch {
	case m.DelayLevel > 0:
		t.Rule = explain.TimerLevelWins
		m.TimerDelaySec, m.TimerDelayMs, m.DeliverAt = 0, 0, 0
	case t.deliverAt <= t.clock:
		t.Rule = explain.TimerPast
	case t.deliverAt-t.clock > maxDelay:
		t.Rule, t.Illegal = explain.TimerTooFar, true
	default:
		t.Rule, t.Parked = explain.TimerParked, true
		t.out = slotOf(t.deliverAt)
		m.TimerOut = t.out
		putAside(m, wire.TimerTopic, 0)
	}
	return t
}

// deliverAt reads the three properties in the order in which they win.
func deliverAt(m *wire.Message, clock int64) int64 {
	switch {
	case m.TimerDelaySec != 0:
		return clock + m.TimerDelaySec*1000
	case m.TimerDelayMs != 0:
		return clock + m.TimerDelayMs
	}
	return m.DeliverAt
}

// slotOf is the second of the wheel for a moment: its own, but the one before for
// a whole second. A slot is read once its second is over, so both are delivered
// at the next whole second [HookUtils.transformTimerMessage].
func slotOf(deliverAt int64) int64 {
	if deliverAt%precision == 0 {
		return deliverAt - precision
	}
	return floorSecond(deliverAt)
}
