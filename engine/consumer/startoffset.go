package consumer

import "rocketscope/engine/wire"

// The answers of an offset query that are no offsets.
const (
	noOffset    = -1 // the broker has none for the group
	queryFailed = -2
)

// question is what the start offset still needs to be known from the broker.
type question uint8

const (
	askNothing   question = iota
	askMax                // the offset after the newest message
	askTimestamp          // the offset at consumeTimestamp
)

// startOffset is where a queue that was just gained starts: a stored offset
// always wins; without one the policy decides, perhaps after one more question.
// -1 means not this time [RebalancePushImpl.computePullFromWhere].
func startOffset(policy wire.ConsumeFromWhere, retryTopic bool, stored int64) (offset int64, ask question) {
	switch {
	case stored >= 0:
		return stored, askNothing
	case stored != noOffset:
		return -1, askNothing
	case policy == wire.FromFirstOffset:
		return 0, askNothing
	case policy == wire.FromTimestamp && retryTopic:
		return -1, askMax
	case policy == wire.FromTimestamp:
		return -1, askTimestamp
	case retryTopic:
		return 0, askNothing
	}
	return -1, askMax
}
