package broker

import (
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// EachOffset calls f for every offset that a group has committed in one of the
// broker's topics, with the ends of its queue: for those who check them.
func (b *Broker) EachOffset(f func(group string, q wire.MessageQueue, offset, oldest, newest int64)) {
	for i := range b.offsets {
		e := &b.offsets[i]
		if _, known := b.topic(e.topic); !known {
			continue
		}
		for id, offset := range e.queues {
			if q := (wire.MessageQueue{Topic: e.topic, Broker: b.config.Broker, QueueID: int32(id)}); offset != none {
				f(e.group, q, offset, b.store.Min(q.Topic, q.QueueID), b.store.Max(q.Topic, q.QueueID))
			}
		}
	}
}

// Log is the place of the oldest message that the broker's log keeps, and the one
// after the newest: for those who check that none goes missing.
func (b *Broker) Log() (oldest, next int64) { return b.store.Log() }

// IsMasterOf tells whether the broker is the master of queues of a topic.
func (b *Broker) IsMasterOf(topic string) bool {
	_, known := b.topic(topic)
	return known && !b.slave()
}

// showGroups appends what the broker knows of each group: its members and what
// they subscribe to. Other brokers may know something else for a while.
func (b *Broker) showGroups(v *view.View) {
	for i := range b.groups {
		g := &b.groups[i]
		for _, m := range g.members {
			v.Members = append(v.Members, view.Member{Broker: b.config.Self, Group: g.name, ClientID: m.clientID, Heard: m.heard})
		}
		for j := range g.subscriptions {
			s := &g.subscriptions[j]
			v.Subscriptions = append(v.Subscriptions, view.Subscription{
				Broker: b.config.Self, Group: g.name, Topic: s.Topic, Expression: s.Expression, Version: s.SubVersion,
			})
		}
	}
}
