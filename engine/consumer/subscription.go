package consumer

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// subscription is one topic that the consumer wants.
type subscription struct {
	data     wire.SubscriptionData
	assigned []wire.MessageQueue // as last explained; never changed in place
	denied   []wire.MessageQueue // their locks were denied, and that was said
}

func (c *Consumer) subscription(topic string) *subscription {
	for i := range c.subs {
		if c.subs[i].data.Topic == topic {
			return &c.subs[i]
		}
	}
	return nil
}

// addSubscription makes a topic part of route polls and heartbeats; its version
// is the moment of its making.
func (c *Consumer) addSubscription(env *kernel.Env, data wire.SubscriptionData) {
	data.SubVersion = env.Now().Millis()
	if s := c.subscription(data.Topic); s != nil {
		s.data = data
	} else {
		c.subs = append(c.subs, subscription{data: data})
		c.client.AddTopic(data.Topic)
	}
	c.tellClient()
}

// tellClient gives the subscriptions as they are now to the next heartbeat.
func (c *Consumer) tellClient() {
	data := wire.ConsumerData{Group: c.config.Group, Model: c.config.Model, FromWhere: c.config.From}
	for i := range c.subs {
		data.Subscriptions = append(data.Subscriptions, c.subs[i].data)
	}
	c.client.SetConsumer(data)
}

// Subscribe adds a topic or changes its tags, now and for later lives: a
// heartbeat tells the brokers at once, the queues follow at the next rebalance
// that knows the topic's route [DefaultMQPushConsumerImpl.subscribe]. The
// expression must parse.
func (c *Consumer) Subscribe(env *kernel.Env, topic, expression string) error {
	data, err := filter.Parse(topic, expression)
	if err != nil {
		return explain.Err("tags.bad", "{0} is no tag expression", expression)
	}
	i := slices.IndexFunc(c.config.Subscriptions, func(s wire.SubscriptionData) bool { return s.Topic == topic })
	if i < 0 {
		c.config.Subscriptions = append(slices.Clip(c.config.Subscriptions), data)
	} else {
		c.config.Subscriptions = slices.Clone(c.config.Subscriptions)
		c.config.Subscriptions[i] = data
	}
	if !c.running() {
		return nil
	}
	c.addSubscription(env, data)
	if c.app.phase == appRunning {
		c.app.phase = appSubscribe
		c.heartbeat(env, threadApp)
	}
	c.drain(env)
	return nil
}

// Unsubscribe gives a topic up, now and for later lives: its queues go at the
// next rebalance, the brokers learn it by the next heartbeat
// [DefaultMQPushConsumerImpl.unsubscribe]. It is an error if the topic is not
// subscribed.
func (c *Consumer) Unsubscribe(env *kernel.Env, topic string) error {
	i := slices.IndexFunc(c.config.Subscriptions, func(s wire.SubscriptionData) bool { return s.Topic == topic })
	if i < 0 {
		return explain.Err("topic.notsubscribed", "{0} is not subscribed to {1}", c.config.Name, topic)
	}
	c.config.Subscriptions = slices.Delete(slices.Clone(c.config.Subscriptions), i, i+1)
	if c.running() {
		c.subs = slices.DeleteFunc(c.subs, func(s subscription) bool { return s.data.Topic == topic })
		c.client.RemoveTopic(topic)
		c.tellClient()
	}
	return nil
}

// Filters reports whether the consumer wants only some tags of a topic.
func (c *Consumer) Filters() bool {
	return slices.ContainsFunc(c.config.Subscriptions, func(s wire.SubscriptionData) bool { return s.Expression != "*" })
}

// running reports whether the process is up and not shutting down.
func (c *Consumer) running() bool {
	return c.app.phase != appDown && c.app.phase != appStopped && !c.app.stopping
}
