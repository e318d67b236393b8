package consumer

import (
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Inspect appends the tables of a running consumer: what it knows of routes and
// brokers, its process queues, its offsets, and the member list that it was
// given last.
func (c *Consumer) Inspect(i *view.Inspection) {
	if c.app.phase == appDown || c.app.phase == appStopped {
		return
	}
	self := c.config.Self
	c.client.Inspect(i, self)
	for _, p := range c.table {
		about := c.about(p.queue)
		i.Add(self, view.ProcessQueues, about, "", view.Text(p.queue.Topic), view.Text(p.queue.String()), view.Num(c.readsFrom(p)), view.Num(p.pull.next),
			view.Num(p.count), view.Num(p.running), view.Bool(p.locked), view.Bool(p.dropped), view.Num(p.since))
		if p.locked {
			i.Add(self, view.ClientLocks, about, "", view.Text(p.queue.String()), view.Text(c.client.ID()), view.Num(p.lastLock))
		}
	}
	if c.config.Model == wire.Clustering {
		for index, id := range c.rebalance.members {
			i.Add(self, view.ClientMembers, view.Subject{Group: c.config.Group, Queue: -1}, id, view.Num(index), view.Text(id))
		}
	}
	for _, o := range c.offsets {
		i.Add(self, view.ClientOffsets, c.about(o.queue), "", view.Text(o.queue.Topic), view.Text(o.queue.String()), view.Num(o.offset))
	}
	for k := range c.subs {
		s := &c.subs[k].data
		i.Add(self, view.ClientSubscriptions, view.Subject{Group: c.config.Group, Topic: s.Topic, Queue: -1}, "", view.Text(s.Topic), view.Text(s.Expression), view.Num(s.SubVersion))
	}
}

func (c *Consumer) about(q wire.MessageQueue) view.Subject {
	return view.Subject{Group: c.config.Group, Topic: q.Topic, Broker: q.Broker, Queue: q.QueueID}
}
