package cluster

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Inspect appends the tables of every process that is there: what each knows.
// A process that is down has only what its disk holds.
func (c *Cluster) Inspect(i *view.Inspection) {
	for _, k := range c.order {
		if n := &c.nodes[k]; !n.removed {
			n.proc.Inspect(i)
		}
	}
}

// Packet returns what a message in flight carries; ok is false when there is
// none of that number on its way.
func (c *Cluster) Packet(number uint64) (m kernel.Message, ok bool) {
	q := c.loop.Queue()
	for i := range q.Len() {
		if e := q.At(i); e.Seq == number && e.Kind < wire.FirstTimer {
			return e.Msg, e.Msg != nil
		}
	}
	return nil, false
}
