package allocate

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// byConfig returns the configured list, whoever asks and whatever there is
// [AllocateMessageQueueByConfig.allocate].
func byConfig(dst []wire.MessageQueue, c *call) []wire.MessageQueue {
	configured := c.strategy.Configured
	if c.reasons != nil {
		c.say(explain.Num(keyQueues, int64(c.len())), explain.Num(keyConfigured, int64(len(configured))))
		for k := range c.len() {
			if !slices.Contains(configured, c.queue(k)) {
				c.pass(k, whyNotConfigured, 0)
			}
		}
	}
	return append(dst, configured...)
}
