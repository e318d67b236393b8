package cluster

import (
	"math/bits"
	"slices"
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
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

	committed int64     // as the group last told a broker
	passed    int64     // skipped when it did
	lost      []message // shared with clones: entries are never changed in place
	last      changes
}

// changes are the moments at which the numbers of a tally have last changed, 0
// for never.
type changes struct{ given, repeated, committed, passed, lost kernel.Time }

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
func (t *tally) add(offset int64, now kernel.Time) (again bool) {
	for int(offset/64) >= len(t.seen) {
		t.seen = append(t.seen, 0)
	}
	bit := uint64(1) << (offset % 64)
	again = t.seen[offset/64]&bit != 0
	t.seen[offset/64] |= bit
	t.given++
	if again {
		t.repeated++
		t.last.repeated = now
	} else {
		t.last.given = now
	}
	return again
}

// saw tells whether a listener was ever given the message at an offset.
func (t *tally) saw(offset int64) bool {
	return int(offset/64) < len(t.seen) && t.seen[offset/64]&(1<<(offset%64)) != 0
}

// commit takes in where the group has come to.
func (t *tally) commit(offset int64, now kernel.Time) {
	t.committed, t.last.committed = offset, now
	if passed := t.skipped(offset); passed != t.passed {
		t.passed, t.last.passed = passed, now
	}
}

// lose counts a message that nothing holds any more.
func (t *tally) lose(m message, now kernel.Time) {
	if !slices.Contains(t.lost, m) {
		t.lost, t.last.lost = append(t.lost, m), now
	}
}

// find takes a message that a listener was given after all off the lost ones.
func (t *tally) find(m *wire.MessageExt, now kernel.Time) {
	if i := slices.Index(t.lost, duplicateOf(m).message); i >= 0 {
		t.lost, t.last.lost = slices.Delete(slices.Clone(t.lost), i, i+1), now
	}
}

// skipped counts the messages that a committed offset has passed and that no
// listener was ever given.
func (t *tally) skipped(committed int64) int64 {
	if t.from < 0 {
		return 0
	}
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

// findTally returns a group's tally of a queue, nil if it has none.
func (c *Cluster) findTally(group string, member kernel.NodeID, q *wire.MessageQueue) *tally {
	i, ok := kernel.Find(len(c.tallies), func(i int) int { return c.tallies[i].compare(group, member, q) })
	if !ok {
		return nil
	}
	return &c.tallies[i]
}

// tallyOf returns a group's tally of a queue, made if there is none.
func (c *Cluster) tallyOf(group string, member kernel.NodeID, q wire.MessageQueue) *tally {
	i, ok := kernel.Find(len(c.tallies), func(i int) int { return c.tallies[i].compare(group, member, &q) })
	if !ok {
		c.tallies = kernel.Insert(c.tallies, i, tally{group: group, member: member, queue: q, from: -1})
	}
	return &c.tallies[i]
}

// account takes in what an event has changed.
func (c *Cluster) account(n *node, env *kernel.Env) {
	switch p := n.proc.(type) {
	case *consumer.Consumer:
		c.count(n, p, env)
	case *broker.Broker:
		c.settle(p)
	}
}

// settle takes in which offsets have moved at a broker, and what its disk has
// ceased to hold.
func (c *Cluster) settle(b *broker.Broker) {
	for _, m := range b.Moved() {
		if t := c.findTally(m.Group, 0, &m.Queue); t != nil {
			t.commit(m.Offset, c.Now())
		}
	}
	c.countLost(b.Gone())
	b.ForgetAccount()
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
		t := c.tallyOf(n.group, member, m.Queue)
		if len(t.lost) > 0 {
			t.find(m, env.Now())
		}
		if !t.add(m.QueueOffset, env.Now()) {
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

func cloneTallies(tallies []tally) []tally {
	c := slices.Clone(tallies)
	for i := range c {
		c[i].seen, c[i].lost = slices.Clone(c[i].seen), slices.Clip(c[i].lost)
	}
	return c
}
