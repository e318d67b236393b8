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
	c.inspectTallies(i)
}

// inspectTallies appends what each group's listeners were given of a queue.
func (c *Cluster) inspectTallies(i *view.Inspection) {
	committed := i.Rows
	for k := range c.tallies {
		t := &c.tallies[k]
		s := view.Subject{Group: t.group, Topic: t.queue.Topic, Broker: t.queue.Broker, Queue: t.queue.QueueID}
		skipped := int64(0)
		for j := range committed {
			if r := &committed[j]; r.Table == view.BrokerOffsets && r.Subject == s && t.member == 0 && t.from >= 0 {
				skipped = max(skipped, t.skipped(r.Cells[3].Num))
			}
		}
		i.Add(0, view.Deliveries, s, c.Name(t.member), view.Text(t.group), view.Text(t.queue.Topic), view.Text(t.queue.String()), view.Num(t.given-t.repeated), view.Num(t.repeated), view.Num(skipped))
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
