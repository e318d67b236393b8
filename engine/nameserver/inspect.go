package nameserver

import (
	"strconv"

	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Inspect appends the name server's tables.
func (n *NameServer) Inspect(i *view.Inspection) {
	for k := range n.routes.topics {
		t := &n.routes.topics[k]
		for _, q := range t.queues {
			s := view.Subject{Topic: t.name, Queue: -1}
			i.Add(n.config.Self, view.ServerRoutes, s, q.Broker, view.Text(t.name), view.Text(q.Broker), view.Num(allowed(q.ReadQueues, q.Perm&wire.PermRead)), view.Num(allowed(q.WriteQueues, q.Perm&wire.PermWrite)))
		}
	}
	for k := range n.routes.brokers {
		b := &n.routes.brokers[k]
		for _, r := range b.replicas {
			s := view.Subject{Broker: b.name, Queue: -1}
			i.Add(n.config.Self, view.ServerAddresses, s, strconv.FormatInt(r.id, 10), view.Text(b.name), view.Num(r.id), view.Num(r.addr), view.Num(r.heard))
		}
	}
}

// allowed is a number of queues, 0 where the permission is missing.
func allowed(n int32, perm wire.Perm) int32 {
	if perm == 0 {
		return 0
	}
	return n
}
