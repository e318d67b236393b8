package cluster

import (
	"rocketscope/engine/broker"
	"rocketscope/engine/wire"
)

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

// truncate forgets what was given from an offset on: it will be another message's.
func (t *tally) truncate(offset int64) {
	if int(offset/64) >= len(t.seen) {
		return
	}
	t.seen = t.seen[:offset/64+1]
	t.seen[offset/64] &= 1<<(offset%64) - 1
}
