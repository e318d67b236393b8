package engine

import (
	"slices"
	"strings"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Lens shows how every strategy would share a topic's queues among the members
// of a group, now and before the last change of either list, as the newest
// rebalance that saw other lists tells; without one the lists before are empty.
// The group's own strategy is with its parameters. It is an error if nobody of
// the group is running.
func (s *Sim) Lens(group, topic string) (allocate.Lens, error) {
	own, ok := s.cluster.StrategyOf(group)
	if !ok {
		return allocate.Lens{}, explain.Err("group.nobody", "no member of {0} is running", group)
	}
	strategies := allocate.All()
	strategies[own.Kind] = own
	v := &view.View{}
	s.Show(v)
	now := listsNow(v, group, topic)
	return allocate.NewLens(s.listsBefore(v, group, topic, now), now, strategies, s.profile.Consumer.RoomChecks), nil
}

// listsNow is the running members and the readable queues of brokers in a route.
func listsNow(v *view.View, group, topic string) (l allocate.Lists) {
	for i := range v.Nodes {
		if n := &v.Nodes[i]; n.Role == view.Consumer && n.Group == group && n.State == view.Up {
			l.Members = append(l.Members, n.ClientID)
		}
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		broker := v.Nodes[slices.IndexFunc(v.Nodes, func(n view.Node) bool { return n.ID == q.Broker })].Broker
		routed := slices.ContainsFunc(v.Routes, func(r view.Route) bool { return r.Broker == broker })
		if q.Topic == topic && q.Readable && routed {
			l.Queues = append(l.Queues, wire.MessageQueue{Topic: topic, Broker: broker, QueueID: q.ID})
		}
	}
	return sorted(l)
}

func sorted(l allocate.Lists) allocate.Lists {
	allocate.SortMembers(l.Members)
	allocate.SortQueues(l.Queues)
	l.Queues = slices.Compact(l.Queues) // a slave has the lanes of its master
	return l
}

// listsBefore is what the newest rebalance saw whose lists are not those of now.
func (s *Sim) listsBefore(v *view.View, group, topic string, now allocate.Lists) allocate.Lists {
	records := s.Records(0)
	for _, r := range slices.Backward(records) {
		i := slices.IndexFunc(v.Nodes, func(n view.Node) bool { return n.ID == r.Node })
		if r.Decision == nil || i < 0 || v.Nodes[i].Group != group || !strings.HasPrefix(r.Rule.String(), "allocate.") || r.Rule == explain.AllocateNotMember {
			continue
		}
		if l, ok := listsSeen(r.Decision, topic); ok && !l.Equal(now) {
			return l
		}
	}
	return allocate.Lists{}
}

// listsSeen reads the lists back from the decision of a rebalance: a share
// names the queues it takes and those it leaves.
func listsSeen(d *explain.Decision, topic string) (l allocate.Lists, ok bool) {
	for _, f := range d.Saw {
		switch {
		case f.Key == "topic" && f.Text != topic:
			return l, false
		case f.Key == "ids":
			l.Members = strings.Split(f.Text, ", ")
		}
	}
	names := slices.Clone(d.Chose)
	for _, p := range d.Passed {
		names = append(names, p.What)
	}
	for _, name := range names {
		q, err := parseQueue(name)
		if err != nil {
			return l, false
		}
		l.Queues = append(l.Queues, wire.MessageQueue{Topic: topic, Broker: q.name, QueueID: q.id})
	}
	return sorted(l), true
}
