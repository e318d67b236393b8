package broker

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

const (
	persistFirst = 10 * time.Second
	persistEvery = 5 * time.Second // flushConsumerOffsetInterval

	commitStep = 500 // consumerOffsetUpdateVersionStep
	delayStep  = 200 // delayOffsetUpdateVersionStep
)

// version is the version of a table, and how often that has changed in this life.
type version struct {
	wire.DataVersion
	changes int64
}

// changed counts a change; every step-th makes a new version.
func (v *version) changed(now kernel.Time, step int64) {
	if v.changes++; v.changes%step == 0 {
		v.Count++
		v.Stamp = now
	}
}

// loaded begins a life with what the file had; a table that has none is made now.
func (v *version) loaded(saved wire.DataVersion, now kernel.Time) {
	*v = version{DataVersion: saved}
	if saved == (wire.DataVersion{}) {
		v.Stamp = max(now, 1) // a table made at 0 is not one that never was
	}
}

// commit stores a group's offset, even one that goes backwards
// [ConsumerOffsetManager.commitOffset].
func (b *Broker) commit(env *kernel.Env, group, topic string, id int32, offset int64) {
	old := b.offsets.set(group, topic, id, offset)
	b.version.changed(env.Now(), commitStep)
	if offset != old {
		b.account.moved = append(b.account.moved, Moved{group, wire.MessageQueue{Topic: topic, Broker: b.config.Broker, QueueID: id}, offset})
	}
	if offset < old {
		b.explainBack(env, group, wire.MessageQueue{Topic: topic, Broker: b.config.Broker, QueueID: id}, offset, old)
	}
	if b.armedPersist == 0 {
		b.armedPersist = b.gridAfter(env.Now(), persistFirst, persistEvery)
		env.Every(b.armedPersist.Sub(env.Now()), timerPersist, 0, 0, 0)
	}
}

// persistOffsets writes the offset file [ConfigManager.persist].
func (b *Broker) persistOffsets() {
	b.armedPersist = 0
	b.saved.copyFrom(b.offsets)
	b.savedVersion = b.version.DataVersion
}

// updateOffset serves a consumer's commit. While an operator's reset waits for
// the group's next pull, commits are ignored [ConsumerManageProcessor.updateConsumerOffset].
func (b *Broker) updateOffset(env *kernel.Env, m *wire.UpdateConsumerOffset) kernel.Message {
	if b.resets.get(m.Group, m.Queue.Topic, m.Queue.QueueID) < 0 {
		b.commit(env, m.Group, m.Queue.Topic, m.Queue.QueueID, m.Offset)
	}
	return &wire.Answer{}
}

// queryOffset answers where a group is in a queue. A group it does not know is
// told 0 rather than "not found" while the queue is so young that its first
// message is still in memory [ConsumerManageProcessor.queryConsumerOffset].
func (b *Broker) queryOffset(env *kernel.Env, m *wire.QueryConsumerOffset) kernel.Message {
	topic, id := m.Queue.Topic, m.Queue.QueueID
	if offset := b.resets.get(m.Group, topic, id); offset >= 0 {
		return &wire.Offset{Offset: offset}
	}
	if offset := b.offsets.get(m.Group, topic, id); offset >= 0 {
		return &wire.Offset{Offset: offset}
	}
	zero := b.store.Min(topic, id) == 0 && b.firstInMemory(topic, id)
	cause := env.Cause()
	b.explainUnknown(env, m, zero)
	env.SetCause(cause)
	if zero {
		return &wire.Offset{}
	}
	return &wire.Answer{Code: wire.QueryNotFound, Remark: "Not found, V3_0_6_SNAPSHOT maybe this group consumer boot first"}
}

// firstInMemory tells whether a queue's message at offset 0 counts as being in
// memory. To 5.0.0 anything not known to be on disk does, so an empty queue too;
// from 5.1.0 on its page must be resident, which it is taken to be while it is
// within the size of the RAM of the log's end.
func (b *Broker) firstInMemory(topic string, id int32) bool {
	lag, ok := b.store.Lag(topic, id, 0)
	if b.config.Profile.Broker.ZeroIfResident {
		return ok && lag <= b.config.Memory
	}
	return !ok || lag <= b.store.MemoryLimit()
}

func (b *Broker) explainUnknown(env *kernel.Env, m *wire.QueryConsumerOffset, zero bool) {
	d := explain.Decision{Rule: explain.BrokerOffsetUnknown}
	if env.Explaining() {
		topic, id := m.Queue.Topic, m.Queue.QueueID
		lag, _ := b.store.Lag(topic, id, 0)
		limit := b.store.MemoryLimit()
		if b.config.Profile.Broker.ZeroIfResident {
			limit = b.config.Memory
		}
		d.Saw = []explain.Fact{
			explain.Text("group", m.Group), explain.Text("topic", topic), explain.Text("queue", m.Queue.String()),
			explain.Num("offset.min", b.store.Min(topic, id)), explain.Num("offset.max", b.store.Max(topic, id)),
			explain.Num("lag.bytes", lag), explain.Num("memory.bytes", limit), explain.Bool("told.zero", zero),
		}
	}
	env.Explain(d)
}

func (b *Broker) explainBack(env *kernel.Env, group string, q wire.MessageQueue, offset, old int64) {
	cause := env.Cause()
	d := explain.Decision{Rule: explain.BrokerOffsetBack}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("group", group), explain.Text("topic", q.Topic), explain.Text("queue", q.String()),
			explain.Num("offset.old", old), explain.Num("offset.new", offset),
		}
	}
	env.Explain(d)
	env.SetCause(cause)
}
