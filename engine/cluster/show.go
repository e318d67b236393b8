package cluster

import (
	"cmp"
	"slices"

	"rocketscope/engine/view"
)

// Show fills a view with the present moment; v is empty but for its buffers.
func (c *Cluster) Show(v *view.View) {
	c.showState(v)
	c.showFlights(v)
}

func (c *Cluster) showState(v *view.View) {
	v.At = c.Now()
	v.Records = uint64(c.loop.Notes())
	for _, i := range c.order {
		c.showNode(v, &c.nodes[i])
	}
	for i := range c.links {
		l := &c.links[i]
		v.Links = append(v.Links, view.Link{From: l.a, To: l.b, Cut: l.cut, Latency: l.latency})
	}
	c.showLanes(v)
	showReplicas(v)
	c.showGroups(v)
	c.showTallies(v)
}

func (c *Cluster) showNode(v *view.View, n *node) {
	if n.removed {
		return
	}
	row := len(v.Nodes)
	n.proc.Show(v)
	r := &v.Nodes[row]
	r.State, r.Since, r.Slow, r.Late, r.Topic, r.Stopping = n.state, n.since, n.slow, n.delay, n.topic, n.stopping
	if v.Topic == "" && n.topic != "" {
		v.Topic = n.topic
	}
}

// showLanes points each owner to the lane it reads and marks the messages that
// its listener runs.
func (c *Cluster) showLanes(v *view.View) {
	for i := range v.Owners {
		o := &v.Owners[i]
		o.Queue = laneOf(v, o)
	}
	for i := range v.Runs {
		r := &v.Runs[i]
		o := &v.Owners[r.Owner]
		for j := range v.Tokens {
			if t := &v.Tokens[j]; t.Queue == o.Queue && t.Offset == r.Offset {
				t.State, t.Owner = view.Running, o.Consumer
			}
		}
	}
}

// laneOf is the lane of the replica that an owner pulls from, or of the master
// while it knows none; -1 if there is no such lane.
func laneOf(v *view.View, o *view.Owner) int32 {
	lane := int32(-1)
	for i := range v.Queues {
		q := &v.Queues[i]
		if q.ID != o.ID || q.Topic != o.Topic {
			continue
		}
		if q.Broker == o.From {
			return int32(i)
		}
		if n := nodeRow(v, q.Broker); n != nil && n.Broker == o.Broker && (lane < 0 || n.BrokerID == 0) {
			lane = int32(i)
		}
	}
	return lane
}

// showGroups sums up the consumer groups: their rows follow the consumers,
// which are ordered by group.
func (c *Cluster) showGroups(v *view.View) {
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Role != view.Consumer {
			continue
		}
		if k := len(v.Groups); k == 0 || v.Groups[k-1].Name != n.Group {
			v.Groups = append(v.Groups, view.Group{Name: n.Group, Topic: n.Topic, Strategy: n.Strategy, Lag: lag(v, n.Group, n.Topic)})
		}
		if n.State == view.Up {
			v.Groups[len(v.Groups)-1].Members++
		}
	}
}

// lag is what a group has not yet committed of a topic, over its masters.
func lag(v *view.View, group, topic string) int64 {
	sum := int64(0)
	for i := range v.Queues {
		q := &v.Queues[i]
		if n := nodeRow(v, q.Broker); q.Topic == topic && q.Readable && n.BrokerID == 0 {
			sum += q.Max - committed(v, int32(i), group, q.Min)
		}
	}
	return sum
}

func committed(v *view.View, lane int32, group string, none int64) int64 {
	i, _ := slices.BinarySearchFunc(v.Offsets, lane, func(o view.Offset, lane int32) int { return cmp.Compare(o.Queue, lane) })
	for ; i < len(v.Offsets) && v.Offsets[i].Queue == lane; i++ {
		if v.Offsets[i].Group == group {
			return v.Offsets[i].Offset
		}
	}
	return none
}
