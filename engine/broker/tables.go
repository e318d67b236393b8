package broker

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Inspect appends the broker's tables. One that is down has those on its disk.
func (b *Broker) Inspect(i *view.Inspection) {
	for _, t := range b.topics {
		if t.Topic != wire.AutoCreateTopic {
			s := view.Subject{Topic: t.Topic, Queue: -1}
			i.Add(b.config.Self, view.BrokerTopics, s, b.config.Broker, view.Text(t.Topic), view.Num(permitted(t.ReadQueues, t.Perm&wire.PermRead)), view.Num(permitted(t.WriteQueues, t.Perm&wire.PermWrite)))
		}
	}
	if b.phase != serving {
		b.inspectOffsets(i, b.saved)
		return
	}
	b.inspectGroups(i)
	b.inspectOffsets(i, b.offsets)
	b.inspectQueues(i)
	b.inspectLevels(i)
	for k := range b.slaves {
		s := &b.slaves[k]
		i.Add(b.config.Self, view.BrokerReplicas, view.Subject{Broker: b.config.Broker, Queue: -1}, "", view.Num(s.peer), view.Num(s.acked), view.Num(b.store.End()-max(s.acked, 0)), view.Num(s.heard))
	}
}

func permitted(n int32, perm wire.Perm) int32 {
	if perm == 0 {
		return 0
	}
	return n
}

func (b *Broker) inspectGroups(i *view.Inspection) {
	for k := range b.groups {
		g := &b.groups[k]
		for _, m := range g.members {
			i.Add(b.config.Self, view.BrokerMembers, view.Subject{Group: g.name, Queue: -1}, m.clientID, view.Text(g.name), view.Text(m.clientID), view.Num(m.heard))
		}
		for _, s := range g.subscriptions {
			i.Add(b.config.Self, view.BrokerSubscriptions, view.Subject{Group: g.name, Topic: s.Topic, Queue: -1}, "", view.Text(g.name), view.Text(s.Topic), view.Text(s.Expression), view.Num(s.SubVersion))
		}
	}
}

func (b *Broker) inspectOffsets(i *view.Inspection, table offsetTable) {
	for _, e := range table {
		for id, offset := range e.queues {
			if offset == none {
				continue
			}
			q := wire.MessageQueue{Topic: e.topic, Broker: b.config.Broker, QueueID: int32(id)}
			i.Add(b.config.Self, view.BrokerOffsets, about(e.group, q), "", view.Text(e.group), view.Text(e.topic), view.Text(q.String()), view.Num(offset),
				view.Num(b.saved.get(e.group, e.topic, int32(id))), view.Num(b.store.Max(e.topic, int32(id))-offset))
		}
	}
}

// inspectQueues appends the locks, and the pulls that wait for messages.
func (b *Broker) inspectQueues(i *view.Inspection) {
	for _, l := range b.locks {
		i.Add(b.config.Self, view.BrokerLocks, about(l.group, l.queue), "", view.Text(l.group), view.Text(l.queue.String()), view.Text(l.clientID), view.Num(l.renewed))
	}
	for k := range b.holds {
		for _, h := range b.holds[k].pulls {
			r := h.request
			i.Add(b.config.Self, view.BrokerHolds, about(r.Group, r.Queue), r.ClientID, view.Text(r.Group), view.Text(r.Queue.String()), view.Text(r.ClientID), view.Num(r.Offset), view.Num(h.until))
		}
	}
}

// inspectLevels appends the delay levels in which something waits.
func (b *Broker) inspectLevels(i *view.Inspection) {
	queues := levelQueues{&b.store}
	for id := range b.store.Queues(wire.ScheduleTopic) {
		waiting := b.store.Max(wire.ScheduleTopic, id) - b.schedule.service.Head(id+1, queues)
		if waiting <= 0 {
			continue
		}
		due, _ := b.HeadDue(id + 1)
		s := view.Subject{Topic: wire.ScheduleTopic, Broker: b.config.Broker, Queue: id}
		i.Add(b.config.Self, view.BrokerLevels, s, "", view.Num(id+1), view.Num(waiting), view.Num(max(due, kernel.Time(0))))
	}
}

func about(group string, q wire.MessageQueue) view.Subject {
	return view.Subject{Group: group, Topic: q.Topic, Broker: q.Broker, Queue: q.QueueID}
}
