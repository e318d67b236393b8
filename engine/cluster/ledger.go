package cluster

import (
	"cmp"
	"slices"
	"strings"

	"rocketscope/engine/broker"
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
	held      [][]holding // by node id-1, sorted
	now       []holding
	acked     map[account]bool
	committed map[lane]int64
	first     map[lane]int64   // the lowest offset that a group's members ever held
	passed    map[string]bool  // groups of which a record says that they went past messages
	taken     map[tenure]int64 // the highest offset that a process queue ever took
}

func newLedger() ledger {
	return ledger{acked: map[account]bool{}, committed: map[lane]int64{}, first: map[lane]int64{}, passed: map[string]bool{}, taken: map[tenure]int64{}}
}

// holding is a message in a consumer's process queue.
type holding struct {
	queue   wire.MessageQueue
	offset  int64
	dropped bool
	since   kernel.Time
}

// tenure is the time for which a consumer has a queue: the life of a process queue.
type tenure struct {
	node  kernel.NodeID
	queue wire.MessageQueue
	since kernel.Time
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

// take brings the account of a consumer up to date: what it holds now, and what
// it has let go.
func (l *ledger) take(n *node, p *consumer.Consumer, owners []view.Owner) error {
	for len(l.held) < int(n.id) {
		l.held = append(l.held, nil)
	}
	l.now = l.now[:0]
	if n.state == view.Up {
		l.gather(n, p, owners)
	}
	l.settle(n, owners)
	err := l.once(n)
	l.held[n.id-1], l.now = l.now, l.held[n.id-1]
	return err
}

// once tests that a process queue takes no message a second time. What comes
// again to a group comes with another life of the queue, which has a record.
func (l *ledger) once(n *node) error {
	held := l.held[n.id-1]
	for _, h := range l.now {
		for len(held) > 0 && compareHoldings(held[0], h) < 0 {
			held = held[1:]
		}
		if len(held) > 0 && held[0].since == h.since && compareHoldings(held[0], h) == 0 {
			continue
		}
		key := tenure{n.id, h.queue, h.since}
		if top, ok := l.taken[key]; ok && h.offset <= top {
			return explain.Err("check.again", "{0} took message {1} of {2} again, and no record says why", n.name, explain.Int(h.offset), h.queue.String())
		}
		l.taken[key] = h.offset
	}
	return nil
}

// gather lists what a running consumer holds, queue by queue.
func (l *ledger) gather(n *node, p *consumer.Consumer, owners []view.Owner) {
	var h holding
	var o *view.Owner
	p.Held(func(q wire.MessageQueue, m *wire.MessageExt) {
		if o == nil || q != h.queue {
			h = holding{queue: q}
			if o = ownerOf(owners, q); o != nil {
				h.dropped, h.since = o.Dropped, o.Since
			}
		}
		h.offset = m.QueueOffset
		if k := len(l.now); k == 0 || l.now[k-1].queue != q || h.offset < l.now[k-1].offset {
			l.begin(lane{n.group, q}, h.offset)
		}
		l.now = append(l.now, h)
	})
	if !slices.IsSortedFunc(l.now, compareHoldings) {
		slices.SortFunc(l.now, compareHoldings)
	}
}

// begin notes the lowest offset that a group has held of a queue.
func (l *ledger) begin(key lane, offset int64) {
	if f, ok := l.first[key]; !ok || offset < f {
		l.first[key] = offset
	}
}

// settle takes what has left a process queue that is still the consumer's own
// as acknowledged; what left with its queue is unread again.
func (l *ledger) settle(n *node, owners []view.Owner) {
	now := l.now
	for _, h := range l.held[n.id-1] {
		for len(now) > 0 && compareHoldings(now[0], h) < 0 {
			now = now[1:]
		}
		if len(now) > 0 && compareHoldings(now[0], h) == 0 {
			continue
		}
		if o := ownerOf(owners, h.queue); o != nil && !o.Dropped && o.Since == h.since {
			l.acked[account{lane{n.group, h.queue}, h.offset}] = true
		}
	}
}

// commits tests what each group has newly passed by its offset at a broker.
func (l *ledger) commits(c *Cluster, n *node, b *broker.Broker) (err error) {
	if n.state != view.Up {
		return nil
	}
	b.EachOffset(func(group string, q wire.MessageQueue, offset, oldest, _ int64) {
		key := lane{group, q}
		before, known := l.committed[key]
		l.committed[key] = offset
		if !known {
			before = offset
			if f, ok := l.first[key]; ok {
				before = min(f, offset)
			}
		}
		for at := max(before, oldest); at < offset && err == nil; at++ {
			if !l.acked[account{key, at}] && !l.passedOver(c, group) {
				err = explain.Err("check.account", "{0} committed {1} in {2}, but message {3} was neither acknowledged nor passed over for a recorded reason",
					group, explain.Int(offset), q.String(), explain.Int(at))
			}
		}
	})
	return err
}

// passedOver tells whether a group may have gone past messages for a reason.
func (l *ledger) passedOver(c *Cluster, group string) bool {
	if !l.passed[group] {
		l.passed[group] = c.passedOver(group)
	}
	return l.passed[group]
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
	return slices.ContainsFunc(c.nodes, func(n node) bool {
		p, ok := n.proc.(*consumer.Consumer)
		return ok && n.group == group && p.Filters()
	})
}

func ownerOf(owners []view.Owner, q wire.MessageQueue) *view.Owner {
	for i := range owners {
		if o := &owners[i]; o.ID == q.QueueID && o.Broker == q.Broker && o.Topic == q.Topic {
			return o
		}
	}
	return nil
}

func compareHoldings(a, b holding) int {
	if a.queue == b.queue {
		return cmp.Compare(a.offset, b.offset)
	}
	return cmp.Or(strings.Compare(a.queue.Topic, b.queue.Topic), strings.Compare(a.queue.Broker, b.queue.Broker),
		cmp.Compare(a.queue.QueueID, b.queue.QueueID))
}
