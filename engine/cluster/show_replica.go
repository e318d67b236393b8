package cluster

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// showReplicas says of each lane how far another replica of its group has it,
// and marks the messages that nothing but a dead replica's disk holds.
func showReplicas(v *view.View) {
	row := -1 // of the lane's node: lanes are listed by node
	for i := range v.Queues {
		q := &v.Queues[i]
		if row < 0 || v.Nodes[row].ID != q.Broker {
			row = rowOf(v, q.Broker)
		}
		n := &v.Nodes[row]
		copied, others := copiedOf(v, n, q)
		q.Copied = copied
		if !others {
			q.Copied = q.Max
		}
		if n.State != view.Up {
			markOnlyHere(v, int32(i), copied)
		}
	}
}

// copiedOf is the offset up to which another replica of the group has a lane;
// others tells whether there is another.
func copiedOf(v *view.View, n *view.Node, q *view.Queue) (copied int64, others bool) {
	for i := range v.Nodes {
		o := &v.Nodes[i]
		if o.Role != view.Broker || o.Broker != n.Broker || o.ID == n.ID {
			continue
		}
		others = true
		if r := laneAt(v, o.ID, q.Topic, q.ID); r != nil {
			copied = max(copied, min(r.Max, q.Max))
		}
	}
	return copied, others
}

func laneAt(v *view.View, broker kernel.NodeID, topic string, id int32) *view.Queue {
	for i := range v.Queues {
		if q := &v.Queues[i]; q.Broker == broker && q.ID == id && q.Topic == topic {
			return q
		}
	}
	return nil
}

// markOnlyHere marks what a dead replica's lane holds from an offset on.
func markOnlyHere(v *view.View, lane int32, from int64) {
	for i := range v.Tokens {
		if t := &v.Tokens[i]; t.Queue == lane && t.Offset >= from && t.State == view.Stored {
			t.State = view.OnlyHere
		}
	}
}

func rowOf(v *view.View, id kernel.NodeID) int {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return i
		}
	}
	return -1
}
