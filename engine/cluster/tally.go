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

// tally counts, for a group and a queue, what its listeners were given: the
// account that no RocketMQ process keeps. In a broadcasting group every member
// has a tally of its own.
type tally struct {
	group    string
	member   kernel.NodeID // broadcasting: the member; 0 for the group
	queue    wire.MessageQueue
	seen     []uint64 // a bit an offset: given to a listener at least once
	given    int64
	repeated int64
}

func (t *tally) compare(group string, member kernel.NodeID, q wire.MessageQueue) int {
	return cmp.Or(strings.Compare(t.group, group), cmp.Compare(t.member, member), strings.Compare(t.queue.Topic, q.Topic),
		strings.Compare(t.queue.Broker, q.Broker), cmp.Compare(t.queue.QueueID, q.QueueID))
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

// truncate forgets what was given from an offset on: it will be another message's.
func (t *tally) truncate(offset int64) {
	if int(offset/64) >= len(t.seen) {
		return
	}
	t.seen = t.seen[:offset/64+1]
	t.seen[offset/64] &= 1<<(offset%64) - 1
}

// forgetLost forgets what was given of the messages that a master's disk has
// lost: their offsets will be given out again.
func (c *Cluster) forgetLost(n *node) {
	b, ok := n.proc.(*broker.Broker)
	if !ok || b.ID() != wire.MasterID {
		return
	}
	for i := range c.tallies {
		if t := &c.tallies[i]; t.queue.Broker == n.group {
			t.truncate(b.End(t.queue))
		}
	}
}

func (c *Cluster) tallyOf(group string, member kernel.NodeID, q wire.MessageQueue) *tally {
	i, ok := slices.BinarySearchFunc(c.tallies, q, func(t tally, q wire.MessageQueue) int { return t.compare(group, member, q) })
	if !ok {
		c.tallies = slices.Insert(c.tallies, i, tally{group: group, member: member, queue: q})
	}
	return &c.tallies[i]
}

// count takes in what a consumer's listener was given during this event. A
// message that comes a second time is a record: nobody in the cluster knows.
func (c *Cluster) count(n *node, p *consumer.Consumer, env *kernel.Env) {
	for _, m := range p.Given() {
		member := kernel.NodeID(0)
		if n.model == wire.Broadcasting {
			member = n.id
		}
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
			}
		}
	}
}

func cloneTallies(tallies []tally) []tally {
	c := slices.Clone(tallies)
	for i := range c {
		c[i].seen = slices.Clone(c[i].seen)
	}
	return c
}
