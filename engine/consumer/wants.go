package consumer

import (
	"rocketscope/engine/filter"
	"rocketscope/engine/wire"
)

// Wants tells whether the application subscribes to a topic and to a message's
// tag in it; every group wants the messages of its own retry topic.
func (c *Consumer) Wants(topic, tag string) bool {
	if topic == wire.RetryTopic(c.config.Group) {
		return true
	}
	for i := range c.config.Subscriptions {
		if s := &c.config.Subscriptions[i]; s.Topic == topic {
			return filter.ByTag(s, tag)
		}
	}
	return false
}
