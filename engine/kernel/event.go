package kernel

import "time"

// Time is a moment of simulated time in nanoseconds since the run began.
type Time int64

// Never is later than every moment of a run.
const Never = Time(1<<63 - 1)

// Add returns t moved by d.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Sub returns the time from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Millis returns t in whole milliseconds, as RocketMQ's clocks do.
func (t Time) Millis() int64 { return int64(t) / int64(time.Millisecond) }

// String writes t in seconds with a precision of 1 ms: "30.214s".
func (t Time) String() string {
	ms := t.Millis()
	b := appendInt(make([]byte, 0, 16), ms/1000, 0)
	b = append(b, '.')
	b = appendInt(b, ms%1000, 3)
	return string(append(b, 's'))
}

func appendInt(b []byte, n int64, width int) []byte {
	var digits [20]byte
	i := len(digits)
	for n > 0 || len(digits)-i < max(width, 1) {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	return append(b, digits[i:]...)
}

// NodeID names a process of the simulated cluster; it is also its address.
// Zero is the world: the person who acts, or nobody.
type NodeID int32

// Cause is the number of the record that led to an event: an act, a decision
// or an occurrence. Zero means that nothing but time did.
type Cause uint64

// Message is what one process says to another. It is immutable once sent.
type Message interface {
	// Name is RocketMQ's own name for it: "PULL_MESSAGE".
	Name() string
}

// Kind tells a process what an event is. The packages above give it meaning:
// a kind of timer or a kind of packet.
type Kind uint16

// Event is something that happens to process To at time At. A timer has no
// Msg; Gen, A and B are its own plain arguments, so that arming one allocates
// nothing and a clone of the state carries it. A packet uses A for its channel
// and B for its opaque number.
type Event struct {
	At       Time
	Seq      uint64 // unique in a run; the order among events of one moment
	Cause    Cause
	Sent     Time // when it was scheduled or departed: a packet in flight is [Sent, At]
	From, To NodeID
	Kind     Kind
	Gen      uint32 // generation of a timer; a process ignores one that it has re-armed since
	Life     uint32 // which life of the process armed it: timers die with their process
	A, B     int64
	Msg      Message
}
