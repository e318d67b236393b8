package broker

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Expire lets the commit log lose its oldest part, as retention does, up to but
// not including the message at an offset of a queue. Since all topics share the
// log, other queues' oldest offsets rise as well [DefaultMessageStore.CleanCommitLogService].
func (b *Broker) Expire(env *kernel.Env, topic string, id int32, offset int64) error {
	if err := b.run(); err != nil {
		return err
	}
	m := b.store.At(topic, id, offset)
	if m == nil || offset == b.store.Min(topic, id) {
		return explain.Err("expire.range", "queue {0} of {1} holds {2} to {3}: name an offset behind the oldest", explain.Int(id), topic,
			explain.Int(b.store.Min(topic, id)), explain.Int(b.store.Max(topic, id)-1))
	}
	deleted := b.store.DeleteBefore(m.PhysicalOffset)
	d := explain.Decision{Rule: explain.BrokerLogDeleted}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Num("messages.deleted", deleted), explain.Text("topic", topic), explain.Text("queue", m.Queue.String()), explain.Num("offset.min", offset),
		}
	}
	env.Explain(d)
	b.armSchedule(env)
	return nil
}
