package cluster

import (
	"slices"

	"rocketscope/engine/broker"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Check tests what must hold at every moment: the order of each log, and that
// no group has come further than its queue's end unless a record says that a
// tail of the log was lost.
func (c *Cluster) Check() error {
	for i := range c.nodes {
		if b, ok := c.nodes[i].proc.(*broker.Broker); ok && !c.nodes[i].removed {
			if err := b.Check(); err != nil {
				return err
			}
		}
	}
	v := &view.View{}
	c.showState(v)
	return c.checkOffsets(v)
}

func (c *Cluster) checkOffsets(v *view.View) error {
	for i := range v.Offsets {
		o := &v.Offsets[i]
		q := &v.Queues[o.Queue]
		if n := nodeRow(v, q.Broker); n.State != view.Up {
			continue // its next start tells what the disk has lost
		}
		if o.Offset > q.Max && !c.hasRecord(q.Broker, explain.BrokerLogLost) {
			return explain.Err("check.offset", "{0} has committed {1} in {2}/{3}, which ends at {4}, and no record says that a log was lost",
				o.Group, explain.Int(o.Offset), c.Name(q.Broker), explain.Int(q.ID), explain.Int(q.Max))
		}
	}
	return nil
}

func (c *Cluster) hasRecord(node kernel.NodeID, rule explain.Rule) bool {
	return slices.ContainsFunc(c.notes.kept, func(n kernel.Note) bool { return n.Node == node && n.Rule == rule })
}

// watcher tests the invariants after every event and keeps what it needs of
// the moment before.
type watcher struct {
	before, now view.View
	notes       kernel.Cause
	ledger      ledger
	story       func() string
}

// Watch tests the invariants after every event from now on and panics where
// one is broken; story gives the log that reproduces it.
func (c *Cluster) Watch(story func() string) {
	c.watch = &watcher{story: story}
	c.showState(&c.watch.before)
	c.watch.notes = c.loop.Notes()
}

func (w *watcher) look(c *Cluster) error {
	w.now.Reset()
	c.showState(&w.now)
	if err := c.checkOffsets(&w.now); err != nil {
		return err
	}
	if err := w.owners(c); err != nil {
		return err
	}
	if err := w.ledger.look(c, &w.now); err != nil {
		return err
	}
	w.before, w.now = w.now, w.before
	w.notes = c.loop.Notes()
	return nil
}

// owners tests that no queue of a running consumer changes hands without a
// record that says why. Those of one that shuts down go with it.
func (w *watcher) owners(c *Cluster) error {
	if c.loop.Notes() > w.notes {
		return nil
	}
	for i := range w.now.Nodes {
		n := &w.now.Nodes[i]
		if n.Role != view.Consumer || n.State != view.Up || n.Stopping {
			continue
		}
		if !slices.EqualFunc(ownedBy(&w.before, n.ID), ownedBy(&w.now, n.ID), sameQueue) {
			return explain.Err("check.owners", "a queue of {0} has changed hands and no record says why", n.Name)
		}
	}
	return nil
}

// ownedBy is a consumer's part of the rows of owners, which are in its order.
func ownedBy(v *view.View, consumer kernel.NodeID) []view.Owner {
	first := slices.IndexFunc(v.Owners, func(o view.Owner) bool { return o.Consumer == consumer })
	if first < 0 {
		return nil
	}
	last := first
	for last < len(v.Owners) && v.Owners[last].Consumer == consumer {
		last++
	}
	return v.Owners[first:last]
}

func sameQueue(a, b view.Owner) bool {
	return a.Topic == b.Topic && a.Broker == b.Broker && a.ID == b.ID
}
