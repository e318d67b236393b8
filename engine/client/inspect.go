package client

import (
	"strconv"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Inspect appends the instance's routes and the brokers' addresses.
func (c *Instance) Inspect(i *view.Inspection, self kernel.NodeID) {
	for k := range c.topics {
		t := &c.topics[k]
		for _, q := range t.route.Queues {
			s := view.Subject{Topic: t.name, Queue: -1}
			i.Add(self, view.ClientRoutes, s, q.Broker, view.Text(t.name), view.Text(q.Broker), reads(q), writes(q))
		}
	}
	for _, b := range c.brokers {
		for _, a := range b.addrs {
			s := view.Subject{Broker: b.name, Queue: -1}
			i.Add(self, view.ClientAddresses, s, strconv.FormatInt(a.ID, 10), view.Text(b.name), view.Num(a.ID), view.Num(int64(a.Addr)))
		}
	}
}

func reads(q wire.QueueData) view.Cell  { return allowed(q.ReadQueues, q.Perm&wire.PermRead != 0) }
func writes(q wire.QueueData) view.Cell { return allowed(q.WriteQueues, q.Perm&wire.PermWrite != 0) }

// allowed is a number of queues, 0 where the permission is missing.
func allowed(n int32, yes bool) view.Cell {
	if !yes {
		return view.Cell{}
	}
	return view.Num(n)
}
