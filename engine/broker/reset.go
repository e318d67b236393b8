package broker

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// ToEnd, as the time of a reset, means the newest offset.
const ToEnd = kernel.Time(-1)

// ResetOffset sets a group's offsets of a topic on this broker to what was
// stored at a moment: mqadmin resetOffsetByTime. To 5.1.x the broker tells the
// online clients, who stop for 10 s and start anew, and without force only goes
// backwards; with nobody online it answers CONSUMER_NOT_ONLINE. Since 5.2.0 the
// broker sets them and the next pull of each queue is sent there; force is
// ignored [AdminBrokerProcessor.resetOffset, Broker2Client.resetOffset].
func (b *Broker) ResetOffset(env *kernel.Env, group, topic string, at kernel.Time, force bool) error {
	if err := b.run(); err != nil {
		return err
	}
	t, err := b.topicOf(topic)
	if err != nil {
		return err
	}
	if b.config.Profile.Broker.ResetsAtBroker {
		b.resetAtBroker(env, group, t, at)
		return nil
	}
	return b.resetByClients(env, group, t, at, force)
}

func (b *Broker) resetAtBroker(env *kernel.Env, group string, t wire.TopicConfig, at kernel.Time) {
	b.explainReset(env, group, t, at, 0)
	for id := range t.ReadQueues {
		offset := b.offsetAt(t.Topic, id, at)
		b.resets.set(group, t.Topic, id, offset)
		b.commit(env, group, t.Topic, id, offset)
	}
}

func (b *Broker) resetByClients(env *kernel.Env, group string, t wire.TopicConfig, at kernel.Time, force bool) error {
	m, err := b.resetOrder(group, t, at, force)
	if err != nil {
		return err
	}
	i, online := b.findGroup(group)
	if !online {
		return explain.Err("reset.offline", "CONSUMER_NOT_ONLINE: no member of {0} is online, and to 5.1.x only members reset offsets", group)
	}
	b.explainReset(env, group, t, at, len(b.groups[i].members))
	for _, x := range b.groups[i].members {
		b.endpoint.Tell(env, x.channel, m)
	}
	return nil
}

// resetOrder is what the clients of a group are told to do.
func (b *Broker) resetOrder(group string, t wire.TopicConfig, at kernel.Time, force bool) (*wire.ResetConsumerOffset, error) {
	m := &wire.ResetConsumerOffset{Group: group, Topic: t.Topic}
	for id := range t.WriteQueues {
		old := b.offsets.get(group, t.Topic, id)
		if old == none {
			return nil, explain.Err("reset.unknown", "the consumer group {0} has no offset in queue {1} of {2}", group, explain.Int(id), t.Topic)
		}
		offset := b.offsetAt(t.Topic, id, at)
		if !force {
			offset = min(offset, old)
		}
		m.Queues = append(m.Queues, wire.MessageQueue{Topic: t.Topic, Broker: b.config.Broker, QueueID: id})
		m.Offsets = append(m.Offsets, offset)
	}
	return m, nil
}

// WriteOffsets writes a group's offsets at the broker without a word to its
// members, whose next commit overwrites them: what mqadmin does to an offline
// group [ResetOffsetByTimeOldCommand]. Without force it only goes backwards.
func (b *Broker) WriteOffsets(env *kernel.Env, group, topic string, at kernel.Time, force bool) error {
	if err := b.run(); err != nil {
		return err
	}
	t, err := b.topicOf(topic)
	if err != nil {
		return err
	}
	m, err := b.resetOrder(group, t, at, force)
	if err != nil {
		return err
	}
	b.explainReset(env, group, t, at, 0)
	for i, q := range m.Queues {
		b.commit(env, group, topic, q.QueueID, m.Offsets[i])
	}
	return nil
}

// offsetAt is the offset that a reset to a moment leads to.
func (b *Broker) offsetAt(topic string, id int32, at kernel.Time) int64 {
	if at < 0 {
		return b.store.Max(topic, id)
	}
	return b.store.Search(topic, id, at)
}

func (b *Broker) explainReset(env *kernel.Env, group string, t wire.TopicConfig, at kernel.Time, told int) {
	d := explain.Decision{Rule: explain.BrokerOffsetReset}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("group", group), explain.Text("topic", t.Topic), explain.Num("reset.at.ns", int64(at)),
			explain.Num("notified", int64(told)),
		}
	}
	env.Explain(d)
}
