package profile

import "time"

// OffsetTarget is the replica that offsets are read from and committed to.
type OffsetTarget uint8

// The three ways to choose it [RemoteBrokerOffsetStore].
const (
	OffsetsAtFirstEntry    OffsetTarget = iota // whatever comes first in the broker's table (to 4.9.2)
	OffsetsAtMasterRefresh                     // the master, else the route is asked for, else the first entry (4.9.3)
	OffsetsAtMaster                            // as before, but a commit takes the first entry at once (5.0.0)
)

// Consumer is what differs between push consumers.
type Consumer struct {
	// PullDelayOnGain: a queue just gained is pulled this much later (5.0.0).
	PullDelayOnGain time.Duration
	// RebalanceWhileUnbalanced: the rebalance thread looks again after 1 s until
	// all is balanced, and never sooner than 1 s after its last run (5.2.0).
	RebalanceWhileUnbalanced bool
	// StartNeedsHeartbeat: the rebalance at start happens only when the first
	// heartbeat could be sent (5.2.0).
	StartNeedsHeartbeat bool
	// RoomChecks: AllocateMessageQueueByMachineRoom checks its arguments like the
	// others (4.9.4).
	RoomChecks bool
	// DropsAllFirst: a rebalance marks every lost queue as dropped before it
	// releases the first (5.0.0).
	DropsAllFirst bool
	// LockFailureWakes: a queue whose lock was denied wakes the rebalance 500 ms
	// later (5.0.0).
	LockFailureWakes bool
	// UnknownRouteChanges: a topic without a route counts as changed queues (5.0.0).
	UnknownRouteChanges bool
	// GainMarksLocked: a queue gained under the broker's lock may be pulled at
	// once, not only after the next lock renewal (4.9.5).
	GainMarksLocked bool
	// BroadcastingLocks: an orderly broadcasting consumer asks for the broker's
	// lock (to 5.3.1).
	BroadcastingLocks bool
	// RenewsDropped: the lock renewal includes queues that are already dropped (to 4.9.x).
	RenewsDropped bool
	// ReleasesByWriteLock: an orderly queue is released under the write lock
	// (500 ms) or by force, and unlocked at once (5.2.0); before, under the
	// consume lock (1 s), unlocked 20 s later while messages are cached.
	ReleasesByWriteLock bool
	// OffsetErrorIsNone: any error code to an offset query means that there is no
	// offset (to 4.9.x).
	OffsetErrorIsNone bool
	// Offsets is the replica that offsets are kept at.
	Offsets OffsetTarget
	// IllegalOffsetAtOnce: an illegal pull offset is repaired at once and not
	// after 10 s (5.2.0).
	IllegalOffsetAtOnce bool
	// MergesLocalOffsets: the offset file of a broadcasting consumer keeps queues
	// that are not held at the moment, and is written at release (4.9.8, 5.2.0).
	MergesLocalOffsets bool
	// FlowControlDelay is the pause after a broker's FLOW_CONTROL answer.
	FlowControlDelay time.Duration
}

var (
	consumer48 = Consumer{
		BroadcastingLocks: true, RenewsDropped: true, OffsetErrorIsNone: true,
		Offsets: OffsetsAtFirstEntry, FlowControlDelay: time.Second,
	}
	consumer49 = Consumer{
		RoomChecks: true, GainMarksLocked: true, BroadcastingLocks: true, RenewsDropped: true, OffsetErrorIsNone: true,
		Offsets: OffsetsAtMasterRefresh, MergesLocalOffsets: true, FlowControlDelay: 20 * time.Millisecond,
	}
	consumer53 = Consumer{
		PullDelayOnGain: 500 * time.Millisecond, RebalanceWhileUnbalanced: true, StartNeedsHeartbeat: true, RoomChecks: true,
		DropsAllFirst: true, LockFailureWakes: true, UnknownRouteChanges: true, GainMarksLocked: true, ReleasesByWriteLock: true,
		Offsets: OffsetsAtMaster, IllegalOffsetAtOnce: true, MergesLocalOffsets: true, FlowControlDelay: 20 * time.Millisecond,
	}
)
