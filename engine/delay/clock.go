package delay

import (
	"time"

	"rocketscope/engine/kernel"
)

// millisecond is RocketMQ's unit of time, in the engine's.
const millisecond = int64(time.Millisecond)

// clock is how far a broker's wall clock is ahead of simulated time.
type clock time.Duration

// read is the wall clock at a moment, in ms.
func (c clock) read(now kernel.Time) int64 { return now.Add(time.Duration(c)).Millis() }

// when is the moment at which the wall clock reaches ms.
func (c clock) when(ms int64) kernel.Time {
	const limit = int64(kernel.Never) / 4 / millisecond
	return kernel.Time(max(min(ms, limit), -limit)*millisecond) - kernel.Time(c)
}

// grid is the first moment of due, due+period, due+2*period, ... that is not
// before from.
func grid(due, from kernel.Time, period time.Duration) kernel.Time {
	if from <= due {
		return due
	}
	p := kernel.Time(period)
	return due + (from-due+p-1)/p*p
}

// look is a planned look of one task, and what is needed to tell which of two
// looks of one instant comes first: the one that was planned earlier. A look
// that follows 100 ms after the one before belongs to its chain, so that
// looks which were computed away still keep their order.
type look struct {
	due   kernel.Time
	exact bool        // made at due; otherwise due is the first of the looks every 100 ms of which only one that finds something is made
	first kernel.Time // the first look of the chain
	set   kernel.Time // when that was planned
	rank  uint64      // and the how manieth it was
}

// plannedAt is when the chain's look at j was planned.
func (l *look) plannedAt(j kernel.Time) kernel.Time {
	if j == l.first {
		return l.set
	}
	return j.Add(-while)
}

// before orders looks by due, then by the order in which they were planned. At
// equal due it goes back to the first instant that both chains share: before
// it one of them did not look, and after it their order stays.
func (l *look) before(o *look) bool {
	if l.due != o.due {
		return l.due < o.due
	}
	shared := max(l.first, o.first)
	if a, b := l.plannedAt(shared), o.plannedAt(shared); a != b {
		return a < b
	}
	return l.rank < o.rank
}

// restart makes the look the first of a chain.
func (l *look) restart(set kernel.Time, rank uint64) { l.first, l.set, l.rank = l.due, set, rank }

// move sets the save task on to a later run; it keeps no chain, its period is
// long.
func (l *look) move(due kernel.Time) {
	if due != l.due {
		l.due = due
		l.restart(due.Add(-savePeriod), l.rank)
	}
}
