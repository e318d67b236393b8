package explain

// The rules by which a consumer works out its own queues.
const (
	AllocateAvg Rule = allocateRules + iota
	AllocateAveragelyByCircle
	AllocateConfig
	AllocateMachineRoom
	AllocateConsistentHash
	AllocateMachineRoomNearby
	AllocateNotMember // the current id is not in the list: nothing is mine
)

// adminOwners shows who holds which queue, by address. The six are quiet: each
// rebalance works them out, mostly to the same end.
const adminOwners = "consumerProgress"

var allocateInfos = []Info{
	{Rule: AllocateAvg, Name: "allocate.avg", Source: "AllocateMessageQueueAveragely.allocate", Admin: adminOwners, Quiet: true},
	{Rule: AllocateAveragelyByCircle, Name: "allocate.averagely-by-circle", Source: "AllocateMessageQueueAveragelyByCircle.allocate", Admin: adminOwners, Quiet: true},
	{Rule: AllocateConfig, Name: "allocate.config", Source: "AllocateMessageQueueByConfig.allocate", Admin: adminOwners, Quiet: true},
	{Rule: AllocateMachineRoom, Name: "allocate.machine-room", Source: "AllocateMessageQueueByMachineRoom.allocate", Admin: adminOwners, Quiet: true},
	{Rule: AllocateConsistentHash, Name: "allocate.consistent-hash", Source: "AllocateMessageQueueConsistentHash.allocate", Admin: adminOwners, Quiet: true},
	{Rule: AllocateMachineRoomNearby, Name: "allocate.machine-room-nearby", Source: "AllocateMachineRoomNearby.allocate", Admin: adminOwners, Quiet: true},
	{
		Rule: AllocateNotMember, Name: "allocate.not-member", Source: "AbstractAllocateMessageQueueStrategy.check",
		Log:   "[BUG] ConsumerGroup: {} The consumerId: {} not in cidAll: {}",
		Admin: "consumerConnection",
	},
}
