package cluster

import (
	"cmp"
	"slices"
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/kernel"
	"rocketscope/engine/producer"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// message is what the copies of one message have in common: the topic that it is
// read from, the message that its producer made, and how often it was given back.
// A retry is thus another message than the one that failed.
type message struct {
	topic  string
	origin wire.MessageID
	times  int32
}

func (m message) compare(o message) int {
	return cmp.Or(strings.Compare(m.topic, o.topic), cmp.Compare(m.origin, o.origin), cmp.Compare(m.times, o.times))
}

// duplicate is a copy of a message on some disk.
type duplicate struct {
	message
	queue  wire.MessageQueue // that it is in, or waits for
	offset int64             // there; -1 while it waits
	tag    string
	kept   bool // another disk has one too
}

func duplicateOf(m *wire.MessageExt) duplicate {
	d := duplicate{message: message{m.Queue.Topic, m.OriginID, m.ReconsumeTimes}, queue: m.Queue, offset: m.QueueOffset, tag: m.Tags}
	if d.origin == 0 {
		d.origin = m.ID
	}
	if m.RealTopic != "" && (m.Queue.Topic == wire.ScheduleTopic || m.Queue.Topic == wire.TimerTopic) {
		d.topic = m.RealTopic
		d.queue.Topic, d.queue.QueueID, d.offset = m.RealTopic, m.RealQueueID, -1
	}
	return d
}

// countLost counts what messages that have gone from a disk mean to the groups.
// A message is lost for a group when its last copy goes, if
//   - its producer was told by a broker that it is stored (whatever was said of
//     slaves; a one-way send is told nothing),
//   - the group wants it by its subscription, and had begun to read its queue at
//     or before it,
//   - no listener of the group was ever given it, nor has the group's offset
//     passed it, and
//   - nothing holds a copy that may still come to the group: no disk of a broker
//     that has not been removed, running or not, in a queue of the topic or
//     waiting for its time, and no packet on its way to a replica (one that a
//     cut link keeps back is not on its way).
//
// A copy that a consumer had fetched, or that arrives after all, may still come to
// the listener: then it is no longer lost. In a broadcasting group each member counts for itself.
func (c *Cluster) countLost(gone []*wire.MessageExt) {
	if len(gone) == 0 {
		return
	}
	all := make([]duplicate, 0, len(gone))
	for _, m := range gone {
		all = append(all, duplicateOf(m))
	}
	sortDuplicates(all)
	missed := all[:0]
	eachMessage(all, func(same []duplicate) {
		if c.told(same[0].origin) && c.losers(same, nil) {
			missed = append(missed, same...)
		}
	})
	if len(missed) == 0 {
		return
	}
	c.findKept(missed)
	eachMessage(missed, func(same []duplicate) {
		if !slices.ContainsFunc(same, func(d duplicate) bool { return d.kept }) {
			c.losers(same, func(t *tally) { t.lose(same[0].message, c.Now()) })
		}
	})
}

// sortDuplicates brings the copies of a message together, those in a queue before
// those that waited for it.
func sortDuplicates(all []duplicate) {
	slices.SortStableFunc(all, func(a, b duplicate) int { return cmp.Or(a.compare(b.message), cmp.Compare(b.offset, a.offset)) })
}

// eachMessage calls f for the copies of each message.
func eachMessage(sorted []duplicate, f func(same []duplicate)) {
	for first := 0; first < len(sorted); {
		end := first + 1
		for end < len(sorted) && sorted[end].message == sorted[first].message {
			end++
		}
		f(sorted[first:end])
		first = end
	}
}

// told tells whether the producer of a message knows that it was stored.
func (c *Cluster) told(id wire.MessageID) bool {
	p, ok := c.nodes[id.Producer()-1].proc.(*producer.Producer)
	return ok && p.Told(id)
}

// losers calls f, if there is one, for the tally of everyone who misses a message
// of which these were copies, and reports whether anyone does.
func (c *Cluster) losers(same []duplicate, f func(*tally)) (any bool) {
	d := &same[0]
	group, retry := strings.CutPrefix(d.topic, wire.RetryTopic(""))
	if retry {
		c.tallyOf(group, 0, d.queue)
	}
	for i := range c.tallies {
		t := &c.tallies[i]
		if t.queue != d.queue || t.from < 0 && !retry || !c.wants(t, d) || c.had(t, same) {
			continue
		}
		any = true
		if f != nil {
			f(t)
		}
	}
	return any
}

// wants tells whether a group, or its member, subscribes to a message.
func (c *Cluster) wants(t *tally, d *duplicate) bool {
	return slices.ContainsFunc(c.nodes, func(n node) bool {
		p, ok := n.proc.(*consumer.Consumer)
		return ok && !n.removed && n.group == t.group && (t.member == 0 || t.member == n.id) && p.Wants(d.topic, d.tag)
	})
}

// had tells whether a group is past a message in one of the queues that had it.
func (c *Cluster) had(t *tally, same []duplicate) bool {
	return slices.ContainsFunc(same, func(d duplicate) bool {
		in := c.findTally(t.group, t.member, &d.queue)
		return in != nil && d.offset >= 0 && (d.offset < max(in.from, in.committed) || in.saw(d.offset))
	})
}

// findKept marks the messages of which a copy is left somewhere.
func (c *Cluster) findKept(missed []duplicate) {
	mark := func(m *wire.MessageExt, waits func(*wire.MessageExt) bool) {
		d := duplicateOf(m)
		i, ok := slices.BinarySearchFunc(missed, d, func(a, b duplicate) int { return a.compare(b.message) })
		if ok && (d.offset >= 0 || waits(m)) {
			missed[i].kept = true
		}
	}
	for i := range c.nodes {
		if b, ok := c.nodes[i].proc.(*broker.Broker); ok && !c.nodes[i].removed {
			b.EachKept(func(m *wire.MessageExt) { mark(m, b.Waits) })
		}
	}
	onItsWay := func(*wire.MessageExt) bool { return true }
	q := c.loop.Queue()
	for i := range q.Len() {
		e := q.At(i)
		if t, ok := e.Msg.(*wire.HATransfer); ok && e.At != kernel.Never && c.nodes[e.To-1].state == view.Up {
			for _, m := range t.Messages {
				mark(m, onItsWay)
			}
		}
	}
}

// forgetLost forgets what was given of the messages that a master's disk has
// lost: their offsets will be given out again.
func (c *Cluster) forgetLost(n *node) {
	b, ok := n.proc.(*broker.Broker)
	if !ok {
		return
	}
	c.countLost(b.Gone())
	b.ForgetAccount()
	if b.ID() != wire.MasterID {
		return
	}
	for i := range c.tallies {
		if t := &c.tallies[i]; t.queue.Broker == n.group {
			t.truncate(b.End(t.queue))
		}
	}
}

// vanish takes a node away that is down, with its disk.
func (c *Cluster) vanish(n *node) {
	n.removed = true
	if b, ok := n.proc.(*broker.Broker); ok {
		var gone []*wire.MessageExt
		b.EachKept(func(m *wire.MessageExt) { gone = append(gone, m) })
		c.countLost(gone)
	}
}

// truncate forgets what was given from an offset on, and that the group was
// beyond it: it will be another message's.
func (t *tally) truncate(offset int64) {
	t.from, t.committed = min(t.from, offset), min(t.committed, offset)
	if int(offset/64) >= len(t.seen) {
		return
	}
	t.seen = t.seen[:offset/64+1]
	t.seen[offset/64] &= 1<<(offset%64) - 1
}
