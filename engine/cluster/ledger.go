package cluster

import (
	"cmp"
	"slices"
	"strings"

	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// ledger keeps the account of every message and group: unread, held by some of
// the group's clients, acknowledged, or passed over for a recorded reason. A
// group's commit must never pass a message that is in none of them.
type ledger struct {
	held      []holding
	now       []holding
	acked     map[account]bool
	committed map[lane]int64
	first     map[lane]int64 // the lowest offset that a group's members ever held
}

// holding is a message in a consumer's process queue.
type holding struct {
	node    kernel.NodeID
	group   string
	queue   wire.MessageQueue
	offset  int64
	dropped bool
	since   kernel.Time
}

// lane is a group's progress in a queue; account is one message of it.
type (
	lane struct {
		group string
		queue wire.MessageQueue
	}
	account struct {
		lane
		offset int64
	}
)

// look brings the accounts up to date with the present moment and tests them.
func (l *ledger) look(c *Cluster, v *view.View) error {
	if l.acked == nil {
		l.acked, l.committed, l.first = map[account]bool{}, map[lane]int64{}, map[lane]int64{}
	}
	l.gather(c, v)
	l.settle(v)
	l.held, l.now = l.now, l.held[:0]
	return l.commits(c, v)
}

// gather lists what the running consumers hold.
func (l *ledger) gather(c *Cluster, v *view.View) {
	for i := range c.nodes {
		n := &c.nodes[i]
		p, ok := n.proc.(*consumer.Consumer)
		if !ok || n.state != view.Up {
			continue
		}
		p.Held(func(q wire.MessageQueue, m *wire.MessageExt) {
			h := holding{node: n.id, group: n.group, queue: q, offset: m.QueueOffset}
			if o := ownerOf(v, n.id, q); o != nil {
				h.dropped, h.since = o.Dropped, o.Since
			}
			l.now = append(l.now, h)
			key := lane{n.group, q}
			if f, ok := l.first[key]; !ok || h.offset < f {
				l.first[key] = h.offset
			}
		})
	}
	slices.SortFunc(l.now, compareHoldings)
}

// settle takes what has left a process queue that is still the consumer's own
// as acknowledged; what left with its queue is unread again.
func (l *ledger) settle(v *view.View) {
	for _, h := range l.held {
		if _, still := slices.BinarySearchFunc(l.now, h, compareHoldings); still {
			continue
		}
		if o := ownerOf(v, h.node, h.queue); o != nil && !o.Dropped && o.Since == h.since {
			l.acked[account{lane{h.group, h.queue}, h.offset}] = true
		}
	}
}

// commits tests what each group has newly passed by its committed offset.
func (l *ledger) commits(c *Cluster, v *view.View) error {
	for i := range v.Offsets {
		o := &v.Offsets[i]
		q := &v.Queues[o.Queue]
		key := lane{o.Group, wire.MessageQueue{Topic: q.Topic, Broker: nodeRow(v, q.Broker).Broker, QueueID: q.ID}}
		before, known := l.committed[key]
		l.committed[key] = o.Offset
		if !known {
			before = o.Offset
			if f, ok := l.first[key]; ok {
				before = min(f, o.Offset)
			}
		}
		for at := max(before, q.Min); at < o.Offset; at++ {
			if !l.acked[account{key, at}] && !c.passedOver(o.Group) {
				return explain.Err("check.account", "{0} committed {1} in {2}, but message {3} was neither acknowledged nor passed over for a recorded reason",
					o.Group, explain.Int(o.Offset), key.queue.String(), explain.Int(at))
			}
		}
	}
	return nil
}

// passedOver tells whether a record says that a group went past messages: a
// start at the newest offset, an offset that was corrected or set, a filter.
func (c *Cluster) passedOver(group string) bool {
	return slices.ContainsFunc(c.notes.kept, func(n kernel.Note) bool {
		switch n.Rule {
		case explain.ConsumerStartLast, explain.ConsumerStartTimestamp, explain.ConsumerOffsetIllegal, explain.ConsumerReset,
			explain.ConsumerFiltered, explain.BrokerOffsetIllegal, explain.BrokerOffsetReset:
			return true
		}
		return false
	}) || c.filters(group)
}

// filters tells whether a member of a group subscribes to tags: the broker then
// passes over what does not match.
func (c *Cluster) filters(group string) bool {
	return slices.ContainsFunc(c.nodes, func(n node) bool { return n.group == group && n.tags != "" && n.tags != "*" })
}

func ownerOf(v *view.View, consumer kernel.NodeID, q wire.MessageQueue) *view.Owner {
	for i := range v.Owners {
		if o := &v.Owners[i]; o.Consumer == consumer && o.ID == q.QueueID && o.Broker == q.Broker && o.Topic == q.Topic {
			return o
		}
	}
	return nil
}

func compareHoldings(a, b holding) int {
	return cmp.Or(cmp.Compare(a.node, b.node), strings.Compare(a.queue.Topic, b.queue.Topic), strings.Compare(a.queue.Broker, b.queue.Broker),
		cmp.Compare(a.queue.QueueID, b.queue.QueueID), cmp.Compare(a.offset, b.offset))
}
