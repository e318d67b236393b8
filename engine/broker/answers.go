package broker

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// answers are the two that a broker gives all the time.
type answers struct {
	sent   kernel.Supply[wire.SendResult]
	pulled kernel.Supply[pullResult]
}

// pullResult is an answer with room for one message, which is what most carry.
type pullResult struct {
	wire.PullResult
	one [1]*wire.MessageExt
}
