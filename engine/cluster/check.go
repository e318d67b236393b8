package cluster

import (
	"slices"

	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Check tests what must hold at every moment: the order of each log, and that
// no group has come further than its queue's end at its master unless a record
// says that a tail of the log was lost.
func (c *Cluster) Check() error {
	for i := range c.nodes {
		if b, ok := c.nodes[i].proc.(*broker.Broker); ok && !c.nodes[i].removed {
			if err := b.Check(); err != nil {
				return err
			}
		}
	}
	for i := range c.nodes {
		if err := c.checkOffsets(&c.nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkOffsets tests the offsets that a running master holds. One that is down
// tells at its next start what its disk has lost, and a slave is told of offsets
// before it has the messages.
func (c *Cluster) checkOffsets(n *node) (err error) {
	b, ok := n.proc.(*broker.Broker)
	if !ok || n.state != view.Up || b.ID() != wire.MasterID {
		return nil
	}
	b.EachOffset(func(group string, q wire.MessageQueue, offset, _, newest int64) {
		if offset > newest && err == nil && !c.hasRecord(n.id, explain.BrokerLogLost) && !c.hasRecord(n.id, explain.BrokerDiskLost) && !c.hasRecord(n.id, explain.BrokerBecomesMaster) {
			err = explain.Err("check.offset", "{0} has committed {1} in {2}/{3}, which ends at {4}, and no record says that a log was lost",
				group, explain.Int(offset), n.name, explain.Int(q.QueueID), explain.Int(newest))
		}
	})
	return err
}

func (c *Cluster) hasRecord(node kernel.NodeID, rule explain.Rule) bool {
	return slices.ContainsFunc(c.notes.kept, func(n kernel.Note) bool { return n.Node == node && n.Rule == rule })
}

// watcher tests the invariants after every event and keeps what it needs of
// the moment before. Only the process that the event reached, or that a person
// acted on, can have changed: it alone is looked at.
type watcher struct {
	touched []kernel.NodeID // by a person since the last event
	owned   [][]view.Owner  // by node id-1: the queues of each running consumer
	now     view.View
	notes   kernel.Cause
	ledger  ledger
	logs    []logEnds // by node id-1
	story   func() string
}

// Watch tests the invariants after every event from now on and panics where
// one is broken; story gives the log that reproduces it.
func (c *Cluster) Watch(story func() string) {
	c.watch = &watcher{story: story, notes: c.loop.Notes(), ledger: newLedger()}
	for i := range c.nodes {
		c.watch.touched = append(c.watch.touched, c.nodes[i].id)
	}
}

func (w *watcher) look(c *Cluster, at kernel.NodeID) error {
	w.touched = append(w.touched, at)
	for _, id := range w.touched {
		if err := w.lookAt(c, &c.nodes[id-1]); err != nil {
			return err
		}
	}
	w.touched, w.notes = w.touched[:0], c.loop.Notes()
	return nil
}

func (w *watcher) lookAt(c *Cluster, n *node) error {
	switch p := n.proc.(type) {
	case *broker.Broker:
		if err := c.checkOffsets(n); err != nil {
			return err
		}
		if err := w.losses(c, n, p); err != nil {
			return err
		}
		return w.ledger.commits(c, n, p)
	case *consumer.Consumer:
		w.now.Reset()
		p.Show(&w.now)
		if err := w.owners(c, n); err != nil {
			return err
		}
		return w.ledger.take(n, p, w.now.Owners)
	}
	return nil
}

// logEnds are the places of the oldest message of a broker's log and after the
// newest, as they were when it last ran.
type logEnds struct{ oldest, next int64 }

// losses tests that no message is gone from the end of a running broker's log but
// those that its records of this moment count.
func (w *watcher) losses(c *Cluster, n *node, b *broker.Broker) error {
	for len(w.logs) < len(c.nodes) {
		w.logs = append(w.logs, logEnds{})
	}
	if n.state != view.Up || n.removed {
		return nil
	}
	was := w.logs[n.id-1]
	oldest, next := b.Log()
	w.logs[n.id-1] = logEnds{oldest, next}
	if lost := was.next - max(next, was.oldest); lost > 0 && c.explain {
		if told := c.lostSince(n.id, w.notes); told != lost {
			return explain.Err("check.lost", "{0} messages are gone from the log of {1}, and its records tell of {2}", explain.Int(lost), n.name, explain.Int(told))
		}
	}
	return nil
}

// lostSince adds up the messages that a broker's records after one say are lost.
func (c *Cluster) lostSince(node kernel.NodeID, after kernel.Cause) (messages int64) {
	for _, r := range c.notes.after(nil, after) {
		switch r.Rule {
		case explain.BrokerLogLost, explain.BrokerDiskLost, explain.BrokerLogTruncated:
			if r.Node != node {
				continue
			}
			for _, f := range r.Decision.Saw {
				if f.Key == "messages.lost" {
					messages += f.Num
				}
			}
		}
	}
	return messages
}

// owners tests that no queue of a running consumer changes hands without a
// record that says why. Those of one that shuts down go with it.
func (w *watcher) owners(c *Cluster, n *node) error {
	for len(w.owned) < len(c.nodes) {
		w.owned = append(w.owned, nil)
	}
	before := w.owned[n.id-1]
	said := c.loop.Notes() > w.notes || n.state != view.Up || n.stopping
	if !said && !slices.EqualFunc(before, w.now.Owners, sameQueue) {
		return explain.Err("check.owners", "a queue of {0} has changed hands and no record says why", n.name)
	}
	w.owned[n.id-1] = append(before[:0], w.now.Owners...)
	return nil
}

func sameQueue(a, b view.Owner) bool {
	return a.Topic == b.Topic && a.Broker == b.Broker && a.ID == b.ID
}
