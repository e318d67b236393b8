package broker

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// MaxQueues is the most queues that a topic may have on one broker.
const MaxQueues = 1024

// defaultTopicQueueNums is what a producer asks for when its first message
// creates a topic [DefaultMQProducer.defaultTopicQueueNums].
const defaultTopicQueueNums = 4

func (b *Broker) findTopic(name string) (int, bool) {
	return kernel.Find(len(b.topics), func(i int) int { return strings.Compare(name, b.topics[i].Topic) })
}

// topic returns a topic's configuration [TopicConfigManager.selectTopicConfig].
func (b *Broker) topic(name string) (wire.TopicConfig, bool) {
	i, ok := b.findTopic(name)
	if !ok {
		return wire.TopicConfig{}, false
	}
	return b.topics[i], true
}

// putTopic enters a configuration, on disk at once [TopicConfigManager.persist].
func (b *Broker) putTopic(t wire.TopicConfig) {
	if t.Perm == 0 {
		t.Perm = wire.PermRead | wire.PermWrite
	}
	i, ok := b.findTopic(t.Topic)
	topics := slices.Clone(b.topics)
	if ok {
		topics[i] = t
	} else {
		topics = kernel.Insert(topics, i, t)
	}
	b.topics = topics
}

// createInSend makes the topic of a first message from the template, where that
// is allowed [TopicConfigManager.createTopicInSendMessageMethod].
func (b *Broker) createInSend(env *kernel.Env, name string) (wire.TopicConfig, bool) {
	template, ok := b.topic(wire.AutoCreateTopic)
	if !ok {
		return template, false
	}
	n := min(defaultTopicQueueNums, template.WriteQueues)
	t := wire.TopicConfig{Topic: name, ReadQueues: n, WriteQueues: n, Perm: template.Perm}
	b.addTopic(env, explain.BrokerTopicCreated, t)
	return t, true
}

// createRetry makes a group's retry topic when its first member is heard of
// [TopicConfigManager.createTopicInSendMessageBackMethod].
func (b *Broker) createRetry(env *kernel.Env, group string) {
	name := wire.RetryTopic(group)
	if _, ok := b.findTopic(name); ok {
		return
	}
	cause := env.Cause()
	b.addTopic(env, explain.BrokerRetryTopicCreated, wire.TopicConfig{Topic: name, ReadQueues: 1, WriteQueues: 1})
	env.SetCause(cause)
}

// addTopic enters a topic, says so, and lets the name servers know at once.
func (b *Broker) addTopic(env *kernel.Env, rule explain.Rule, t wire.TopicConfig) {
	b.putTopic(t)
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("topic", t.Topic), explain.Num("queues.read", int64(t.ReadQueues)), explain.Num("queues.write", int64(t.WriteQueues)),
		}
	}
	env.Explain(d)
	b.registerAll(env)
}

// SetQueues gives a topic this many read and write queues, and makes it if
// there is none: mqadmin updateTopic. The name servers hear of it at once
// [AdminBrokerProcessor.updateAndCreateTopic].
func (b *Broker) SetQueues(env *kernel.Env, name string, read, write int32) error {
	if err := b.run(); err != nil {
		return err
	}
	switch {
	case name == "":
		return explain.Err("topic.empty", "a topic needs a name")
	case wire.OwnTopic(name):
		return explain.Err("topic.own", "the topic {0} is conflict with system reserved words", name)
	case read < 0 || write < 0 || read > MaxQueues || write > MaxQueues:
		return explain.Err("queues.range", "a topic has 0 to {0} queues on a broker", explain.Int(MaxQueues))
	}
	t, _ := b.topic(name)
	t.Topic, t.ReadQueues, t.WriteQueues = name, read, write
	b.addTopic(env, explain.BrokerTopicUpdated, t)
	return nil
}

// SetPerm says what a topic's queues on this broker allow: mqadmin
// updateTopicPerm. Consumers' pulls are refused by the broker; producers keep
// away once they have polled the route, and the broker itself does not look.
func (b *Broker) SetPerm(env *kernel.Env, name string, perm wire.Perm) error {
	if err := b.run(); err != nil {
		return err
	}
	t, err := b.topicOf(name)
	if err != nil {
		return err
	}
	if perm&^(wire.PermRead|wire.PermWrite) != 0 || perm == 0 {
		return explain.Err("topic.perm", "a topic's permission is 2, 4 or 6, not {0}", explain.Int(int64(perm)))
	}
	t.Perm = perm
	b.addTopic(env, explain.BrokerTopicUpdated, t)
	return nil
}
