package fault

import (
	"time"

	"rocketscope/engine/wire"
)

// Reason says why a queue was passed over.
type Reason uint8

// The reasons.
const (
	Isolated    Reason = iota // its broker is isolated for Left more
	LastBroker                // its broker has just failed this send
	Unreachable               // its broker did not answer
)

// Look is a queue that was looked at and passed over.
type Look struct {
	Queue wire.MessageQueue
	Why   Reason
	Left  time.Duration
}

// Trace keeps the queues that a choice passed over, in the order in which they
// were looked at. A nil Trace keeps nothing.
type Trace struct{ Passed []Look }

// Reset empties the trace and keeps its buffer.
func (t *Trace) Reset() {
	if t != nil {
		t.Passed = t.Passed[:0]
	}
}

func (t *Trace) pass(q wire.MessageQueue, why Reason, left time.Duration) {
	if t != nil {
		t.Passed = append(t.Passed, Look{Queue: q, Why: why, Left: left})
	}
}
