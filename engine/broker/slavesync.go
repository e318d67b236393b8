package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// syncTimeout is how long a slave waits for each of its master's answers
// [BrokerOuterAPI.getAllTopicConfig].
const syncTimeout = 3 * time.Second

// What the calls of a slave to its master are for, in the order in which they
// are made.
const (
	forTopics remoting.Purpose = 32 + iota
	forOffsets
	forDelayOffsets
	forNothing
)

// slaveSync is a slave's thread that copies what its master knows beside the
// log [SlaveSynchronize].
type slaveSync struct {
	master wire.Addr        // as the last registration's answer had it, 0 none
	step   remoting.Purpose // the call it waits for, 0 none
	last   kernel.Time      // when it last copied, or found no master
	next   kernel.Time      // when it looks next
	due    bool             // a look fell into the copying: scheduleAtFixedRate makes up for it
	facts  syncFacts
}

// syncFacts sums up one copying.
type syncFacts struct{ topics, moved, back int64 }

// startSync arms the slave's first look.
func (b *Broker) startSync(env *kernel.Env) {
	b.sync = slaveSync{last: env.Now()}
	b.armSync(env)
}

// armSync arms the first look at which it will be time, on the grid of its looks.
func (b *Broker) armSync(env *kernel.Env) {
	r := b.rules()
	b.sync.next = b.gridAfter(max(env.Now(), b.sync.last.Add(b.syncPause())), r.SyncFirst, r.SyncTick)
	env.Every(b.sync.next.Sub(env.Now()), timerSlaveSync, 0, 0, 0)
}

// syncPause is how old the copy must be before the slave takes another.
func (b *Broker) syncPause() time.Duration {
	if b.config.Controller {
		return controlledSync
	}
	return b.rules().SyncPause
}

// syncDue copies the master's topics, its groups' offsets and those of its delay
// levels, one after another. Without a master nothing happens
// [BrokerController.handleSlaveSynchronize, SlaveSynchronize.syncAll].
func (b *Broker) syncDue(env *kernel.Env) {
	if b.rules().SyncPause == 0 {
		b.armSync(env)
	}
	if b.sync.step != 0 {
		b.sync.due = true
		return
	}
	b.sync.facts = syncFacts{}
	if b.sync.master == 0 {
		b.syncOver(env)
		return
	}
	b.syncAsk(env, forTopics)
}

// syncAsk makes one of the calls; the master's address may have gone meanwhile.
func (b *Broker) syncAsk(env *kernel.Env, p remoting.Purpose) {
	if b.sync.master == 0 {
		p = forNothing
	}
	b.sync.step = p
	var m kernel.Message
	switch p {
	case forTopics:
		m = &wire.GetAllTopicConfig{}
	case forOffsets:
		m = &wire.GetAllConsumerOffset{}
	case forDelayOffsets:
		m = &wire.GetAllDelayOffset{}
	default:
		b.explainSynced(env)
		b.syncOver(env)
		return
	}
	b.endpoint.Call(env, remoting.Call{To: b.sync.master, Purpose: p, Msg: m, Timeout: syncTimeout})
}

// synced takes in one of the master's answers; a call that failed is passed over.
func (b *Broker) synced(env *kernel.Env, d *remoting.Delivery) {
	if d.Call.Purpose != b.sync.step {
		return
	}
	switch m := d.Msg.(type) {
	case *wire.AllTopicConfig:
		b.copyTopics(m.Topics)
	case *wire.AllConsumerOffset:
		b.copyOffsets(env, d.Call.To, m)
	case *wire.AllDelayOffset:
		b.copyDelayOffsets(m)
	}
	b.syncAsk(env, d.Call.Purpose+1)
}

// syncOver ends a copying.
func (b *Broker) syncOver(env *kernel.Env) {
	b.sync.step, b.sync.last = 0, env.Now()
	if b.rules().SyncPause > 0 {
		b.armSync(env)
	}
	if b.sync.due {
		b.sync.due = false
		b.syncDue(env)
	}
}

// copyTopics replaces the slave's topics by the master's.
func (b *Broker) copyTopics(topics []wire.TopicConfig) {
	for _, t := range topics {
		if i, ok := b.findTopic(t.Topic); !ok || b.topics[i] != t {
			b.sync.facts.topics++
		}
	}
	b.topics = topics
}

// copyOffsets puts the master's offsets over the slave's, on disk too: what the
// slave has of the same group and topic is gone [ConsumerOffsetManager.putAll].
func (b *Broker) copyOffsets(env *kernel.Env, from wire.Addr, m *wire.AllConsumerOffset) {
	for _, e := range m.Offsets {
		known := len(e.Queues)
		if i, ok := b.offsets.find(e.Group, e.Topic); ok {
			known = max(known, len(b.offsets[i].queues))
		}
		for id := range known {
			offset := int64(none)
			if id < len(e.Queues) {
				offset = e.Queues[id]
			}
			old := b.offsets.set(e.Group, e.Topic, int32(id), offset)
			if offset != old {
				b.sync.facts.moved++
			}
			if offset < old {
				b.sync.facts.back++
				b.explainOverwritten(env, from, e.Group, e.Topic, int32(id), offset, old)
			}
		}
	}
	b.version.DataVersion = m.Version
	b.persistOffsets()
}

// getAllOffsets serves a slave that copies the groups' offsets.
func (b *Broker) getAllOffsets() *wire.AllConsumerOffset {
	m := &wire.AllConsumerOffset{Version: b.version.DataVersion, Offsets: make([]wire.GroupOffsets, len(b.offsets))}
	for i, e := range b.offsets {
		m.Offsets[i] = wire.GroupOffsets{Group: e.group, Topic: e.topic, Queues: slices.Clone(e.queues)}
	}
	return m
}

func (b *Broker) explainSynced(env *kernel.Env) {
	rule := explain.BrokerSynced
	if b.sync.facts == (syncFacts{}) {
		return
	}
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		f := &b.sync.facts
		d.Saw = []explain.Fact{
			explain.Num("node", int64(b.sync.master)), explain.Num("topics.changed", f.topics),
			explain.Num("offsets.moved", f.moved), explain.Num("offsets.back", f.back),
		}
	}
	env.Explain(d)
}

func (b *Broker) explainOverwritten(env *kernel.Env, from wire.Addr, group, topic string, id int32, offset, old int64) {
	cause := env.Cause()
	d := explain.Decision{Rule: explain.BrokerOffsetOverwritten}
	if !b.slave() {
		d.Rule = explain.BrokerOffsetFromSlave
	}
	if env.Explaining() {
		q := wire.MessageQueue{Topic: topic, Broker: b.config.Broker, QueueID: id}
		d.Saw = []explain.Fact{
			explain.Text("group", group), explain.Text("topic", topic), explain.Text("queue", q.String()), explain.Num("node", int64(from)),
			explain.Num("offset.old", old), explain.Num("offset.new", offset),
		}
	}
	env.Explain(d)
	env.SetCause(cause)
}

// getAllDelayOffsets serves a slave that copies the offsets of the delay levels.
func (b *Broker) getAllDelayOffsets() *wire.AllDelayOffset {
	s := &b.schedule.service
	m := &wire.AllDelayOffset{Version: b.schedule.version.DataVersion}
	for level := int32(1); level <= s.Levels().Max; level++ {
		offset, ok := s.Offset(level)
		if !s.Running() {
			offset, ok = s.Saved(level)
		}
		if !ok {
			offset = none
		}
		m.Offsets = append(m.Offsets, offset)
	}
	return m
}

// copyDelayOffsets writes the master's file of delay offsets; a slave's service
// stands still, and starts from it if the slave ever becomes a master
// [SlaveSynchronize.syncDelayOffset].
func (b *Broker) copyDelayOffsets(m *wire.AllDelayOffset) {
	b.schedule.version.DataVersion = m.Version
	for i, offset := range m.Offsets {
		if offset != none {
			b.schedule.service.Load(int32(i+1), offset)
		}
	}
}

// armCheckpoint makes sure that a slave which holds timed messages looks every 3 s
// how far its master's timer wheel has turned.
func (b *Broker) armCheckpoint(env *kernel.Env) {
	if !b.config.Profile.Delay.TimerWheel || b.checkpointArmed || !b.slave() || b.store.Max(wire.TimerTopic, 0) == 0 {
		return
	}
	b.checkpointArmed = true
	r := b.rules()
	env.Every(b.gridAfter(env.Now(), r.SyncFirst, r.SyncTick).Sub(env.Now()), timerCheckpoint, 0, 0, 0)
}

// checkpointDue asks the master, unless the slave's own wheel turns
// [SlaveSynchronize.syncTimerCheckPoint].
func (b *Broker) checkpointDue(env *kernel.Env) {
	b.checkpointArmed = false
	b.armCheckpoint(env)
	if b.slave() && b.sync.master != 0 && !b.schedule.wheel.Running() {
		b.endpoint.Call(env, remoting.Call{To: b.sync.master, Purpose: forCheckpoint, Timeout: syncTimeout, Msg: &wire.GetTimerCheckpoint{}})
	}
}

// followTimers takes in how far another broker's timer wheel has turned. A broker
// whose own wheel turns has no use for it.
func (b *Broker) followTimers(env *kernel.Env, m *wire.TimerCheckpoint) {
	if w := &b.schedule.wheel; !w.Running() {
		w.Follow(env.Now(), m.LastReadTime, timerQueue{&b.store})
	}
}
