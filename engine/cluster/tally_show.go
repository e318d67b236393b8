package cluster

import (
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// showTallies adds up each group's rows.
func (c *Cluster) showTallies(v *view.View) {
	for i := range v.Groups {
		g := &v.Groups[i]
		for j := range c.tallies {
			if t := &c.tallies[j]; t.group == g.Name {
				g.Delivered += t.given - t.repeated
				g.Repeated += t.repeated
				g.Skipped += c.skippedBy(v, t)
				g.Lost += int64(len(t.lost))
			}
		}
		c.showQueues(v, g)
	}
}

// showQueues appends the numbers of each queue that a group has to do with, as
// its master has it, and adds up those that only queues have.
func (c *Cluster) showQueues(v *view.View, g *view.Group) {
	first, shown := len(v.Tallies), 0
	var n *view.Node
	for i := range v.Queues {
		q := &v.Queues[i]
		if n == nil || n.ID != q.Broker {
			n = nodeRow(v, q.Broker)
		}
		if n.BrokerID == wire.MasterID {
			shown += c.showTally(v, g, n, int32(i))
		}
	}
	if shown < c.talliesOf(g.Name) {
		c.showFormer(v, g.Name, first)
	}
	for _, t := range v.Tallies[first:] {
		g.Retrying += t.Retrying.N
		g.Dead += t.Dead.N
	}
}

// talliesOf counts a group's tallies.
func (c *Cluster) talliesOf(group string) (n int) {
	for i := range c.tallies {
		if c.tallies[i].group == group {
			n++
		}
	}
	return n
}

// showFormer appends the numbers of queues that no master has any more; the rows
// of those that one has begin at first.
func (c *Cluster) showFormer(v *view.View, group string, first int) {
	for i := range c.tallies {
		t := &c.tallies[i]
		if t.group != group || hasRow(v.Tallies[first:], t.queue) {
			continue
		}
		row := view.Tally{Group: group, Topic: t.queue.Topic, Broker: t.queue.Broker, Queue: t.queue.QueueID}
		c.addTallies(&row, group, t.queue)
		v.Tallies = append(v.Tallies, row)
	}
}

func hasRow(rows []view.Tally, q wire.MessageQueue) bool {
	for i := range rows {
		if r := &rows[i]; r.Queue == q.QueueID && r.Topic == q.Topic && r.Broker == q.Broker {
			return true
		}
	}
	return false
}

// showTally appends a group's numbers of a lane, if it has any, and returns how
// many tallies they come from.
func (c *Cluster) showTally(v *view.View, g *view.Group, n *view.Node, lane int32) (tallies int) {
	q := &v.Queues[lane]
	queue := wire.MessageQueue{Topic: q.Topic, Broker: n.Broker, QueueID: q.ID}
	row := view.Tally{Group: g.Name, Topic: q.Topic, Broker: n.Broker, Queue: q.ID}
	b := c.nodes[n.ID-1].proc.(*broker.Broker)
	moved, tallies := c.addTallies(&row, g.Name, queue)
	switch {
	case of(q.Topic, wire.RetryTopic(""), g.Name):
		row.Retrying = waiting(b, q.Topic)
		row.Retrying.Add(c.unsettled(v, lane, g.Name, queue), max(newest(b, queue), row.Delivered.At))
	case of(q.Topic, wire.DLQTopic(""), g.Name):
		row.Dead = view.Number{N: q.Max - q.Min, At: newest(b, queue)}
	case tallies == 0 && q.Topic != g.Topic:
		return 0
	case q.Readable && q.Max > 0:
		row.Lag = view.Number{N: q.Max - committed(v, lane, g.Name, q.Min), At: max(newest(b, queue), moved)}
	}
	if t := c.findTally(g.Name, 0, &queue); t != nil {
		row.Skipped = view.Number{N: c.skippedBy(v, t), At: t.last.passed}
	}
	v.Tallies = append(v.Tallies, row)
	return tallies
}

// addTallies adds up what a group, or each of its members, was given of a queue
// and has lost of it, and returns how many they are; moved is when its offset
// last changed.
func (c *Cluster) addTallies(row *view.Tally, group string, q wire.MessageQueue) (moved kernel.Time, tallies int) {
	add := func(member kernel.NodeID) {
		t := c.findTally(group, member, &q)
		if t == nil {
			return
		}
		tallies, moved = tallies+1, max(moved, t.last.committed)
		row.Delivered.Add(t.given-t.repeated, t.last.given)
		row.Repeated.Add(t.repeated, t.last.repeated)
		row.Lost.Add(int64(len(t.lost)), t.last.lost)
	}
	add(0)
	for i := range c.nodes {
		if n := &c.nodes[i]; n.group == group && n.model == wire.Broadcasting {
			add(n.id)
		}
	}
	return moved, tallies
}

// unsettled counts the messages of a group's retry queue that no listener has
// settled: it was not given them, or has not answered. The group's offset at the
// broker follows only some seconds later.
func (c *Cluster) unsettled(v *view.View, lane int32, group string, q wire.MessageQueue) (n int64) {
	t, first := c.findTally(group, 0, &q), committed(v, lane, group, v.Queues[lane].Min)
	if first == v.Queues[lane].Max {
		return 0
	}
	for o := first; o < v.Queues[lane].Max; o++ {
		if t == nil || !t.saw(o) {
			n++
		}
	}
	for i := range c.nodes {
		m := &c.nodes[i]
		if p, ok := m.proc.(*consumer.Consumer); ok && m.group == group && m.state == view.Up {
			p.Held(func(in wire.MessageQueue, x *wire.MessageExt) {
				if in == q && t != nil && t.saw(x.QueueOffset) {
					n++
				}
			})
		}
	}
	return n
}

// of tells whether a topic is a group's own of some kind.
func of(topic, kind, group string) bool {
	name, ok := strings.CutPrefix(topic, kind)
	return ok && name == group
}

// newest is when a queue's newest message was stored, 0 if it has none.
func newest(b *broker.Broker, q wire.MessageQueue) kernel.Time {
	if m := b.Newest(q); m != nil {
		return m.StoredAt
	}
	return 0
}

// waiting counts the messages of a topic that wait in the delay levels.
func waiting(b *broker.Broker, topic string) (n view.Number) {
	b.EachWaiting(func(m *wire.MessageExt) {
		if m.RealTopic == topic {
			n.Add(1, m.StoredAt)
		}
	})
	return n
}

// skippedBy is what a group has gone past in one queue, by its offset at the
// master.
func (c *Cluster) skippedBy(v *view.View, t *tally) int64 {
	for i := range v.Offsets {
		o := &v.Offsets[i]
		q := &v.Queues[o.Queue]
		if o.Group != t.group || q.ID != t.queue.QueueID || q.Topic != t.queue.Topic || t.member != 0 || t.from < 0 {
			continue
		}
		if n := nodeRow(v, q.Broker); n.Broker == t.queue.Broker && n.BrokerID == wire.MasterID {
			return t.skipped(o.Offset)
		}
	}
	return 0
}
