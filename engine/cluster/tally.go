package cluster

import (
	"math/bits"
	"slices"
	"sort"
	"strings"

	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// tally counts, for a group and a queue, what its listeners were given: the
// account that no RocketMQ process keeps. In a broadcasting group every member
// has a tally of its own.
type tally struct {
	group    string
	member   kernel.NodeID // broadcasting: the member; 0 for the group
	queue    wire.MessageQueue
	from     int64    // the lowest offset that it was ever taken at; -1: not yet
	seen     []uint64 // a bit an offset: given to a listener at least once
	given    int64
	repeated int64
}

// compare orders a queue of a group, or of its member, against t.
func (t *tally) compare(group string, member kernel.NodeID, q *wire.MessageQueue) int {
	if c := strings.Compare(group, t.group); c != 0 {
		return c
	}
	if member != t.member {
		return int(member - t.member)
	}
	if c := strings.Compare(q.Topic, t.queue.Topic); c != 0 {
		return c
	}
	if c := strings.Compare(q.Broker, t.queue.Broker); c != 0 {
		return c
	}
	return int(q.QueueID - t.queue.QueueID)
}

// add counts a message and reports whether the group's listeners had it before.
func (t *tally) add(offset int64) (again bool) {
	for int(offset/64) >= len(t.seen) {
		t.seen = append(t.seen, 0)
	}
	bit := uint64(1) << (offset % 64)
	again = t.seen[offset/64]&bit != 0
	t.seen[offset/64] |= bit
	t.given++
	if again {
		t.repeated++
	}
	return again
}

// skipped counts the messages that a committed offset has passed and that no
// listener was ever given.
func (t *tally) skipped(committed int64) int64 {
	given := t.given - t.repeated
	for at := committed / 64; int(at) < len(t.seen); at++ {
		word := t.seen[at]
		if at == committed/64 {
			word &^= 1<<(committed%64) - 1
		}
		given -= int64(bits.OnesCount64(word))
	}
	return max(0, committed-t.from-given)
}

func (c *Cluster) tallyOf(group string, member kernel.NodeID, q wire.MessageQueue) *tally {
	i, ok := sort.Find(len(c.tallies), func(i int) int { return c.tallies[i].compare(group, member, &q) })
	if !ok {
		c.tallies = slices.Insert(c.tallies, i, tally{group: group, member: member, queue: q, from: -1})
	}
	return &c.tallies[i]
}

// count takes in what a consumer's listener was given during this event. A
// message that comes a second time is a record: nobody in the cluster knows.
func (c *Cluster) count(n *node, p *consumer.Consumer, env *kernel.Env) {
	member := kernel.NodeID(0)
	if n.model == wire.Broadcasting {
		member = n.id
	}
	for _, s := range p.Taken() {
		if t := c.tallyOf(n.group, member, s.Queue); t.from < 0 || s.Offset < t.from {
			t.from = s.Offset
		}
	}
	for _, m := range p.Given() {
		if !c.tallyOf(n.group, member, m.Queue).add(m.QueueOffset) {
			continue
		}
		cause := env.Cause()
		d := explain.Decision{Rule: explain.ObserveRepeated}
		if env.Explaining() {
			d.Saw = []explain.Fact{explain.Text("group", n.group), explain.Text("queue", m.Queue.String()), explain.Num("offset", m.QueueOffset)}
			d.Chose = []string{n.name}
		}
		env.Explain(d)
		env.SetCause(cause)
	}
	p.ForgetGiven()
}

// showTallies adds up each group's rows.
func (c *Cluster) showTallies(v *view.View) {
	for i := range v.Groups {
		g := &v.Groups[i]
		for j := range c.tallies {
			if t := &c.tallies[j]; t.group == g.Name {
				g.Delivered += t.given - t.repeated
				g.Repeated += t.repeated
				g.Skipped += c.skippedBy(v, t)
			}
		}
	}
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

func cloneTallies(tallies []tally) []tally {
	c := slices.Clone(tallies)
	for i := range c {
		c[i].seen = slices.Clone(c[i].seen)
	}
	return c
}
