package profile

import "time"

// Consumer is what differs between push consumers.
type Consumer struct {
	// PullDelayOnGain: a queue just gained is pulled this much later (5.0.0).
	PullDelayOnGain time.Duration
	// RebalanceWhileUnbalanced: the rebalance thread looks again after 1 s until
	// all is balanced, and never sooner than 1 s after its last run (5.2.0).
	RebalanceWhileUnbalanced bool
	// RoomChecks: AllocateMessageQueueByMachineRoom checks its arguments like the
	// others (4.9.4).
	RoomChecks bool
}

var (
	consumer48 = Consumer{}
	consumer49 = Consumer{RoomChecks: true}
	consumer53 = Consumer{PullDelayOnGain: 500 * time.Millisecond, RebalanceWhileUnbalanced: true, RoomChecks: true}
)
