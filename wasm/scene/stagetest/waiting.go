package stagetest

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Waiting is a broker in which messages wait: at six delay levels, two of which
// are idle, one of a retry; with the retries and the dead letters of a group.
// The broker answers sends with a code.
func Waiting() *view.View {
	v := &view.View{At: Sec(60000), Topic: "orders"}
	for i, n := range []struct {
		name string
		role view.Role
	}{{"ns1", view.NameServer}, {"broker-a", view.Broker}, {"p1", view.Producer}, {"c1", view.Consumer}} {
		v.Nodes = append(v.Nodes, view.Node{ID: kernel.NodeID(i + 1), Name: n.name, Role: n.role, Slow: 10})
	}
	v.Nodes[1].Broker, v.Nodes[1].AnswersSends = "broker-a", "SYSTEM_BUSY"
	v.Nodes[3].Group, v.Nodes[3].Strategy = "g", "AVG"
	queue := func(topic string, id int32, committed, end int64, states ...view.TokenState) {
		q := int32(len(v.Queues))
		v.Queues = append(v.Queues, view.Queue{Broker: 2, Topic: topic, ID: id, Max: end, Copied: end, Readable: true, Writable: true})
		if committed >= 0 {
			v.Offsets = append(v.Offsets, view.Offset{Queue: q, Group: "g", Offset: committed})
		}
		for i, st := range states { // the newest first
			offset := end - 1 - int64(i)
			t := view.Token{Queue: q, Offset: offset, ID: int64(q)*100 + offset, Shape: uint8(offset % 4), State: st}
			if st == view.Delayed {
				wait := int64(id+1) * 10_000
				t.Since = v.At - Sec(wait/2) - Sec(int64(len(states)-1-i)*-1000)
				t.Due = t.Since + Sec(wait)
			}
			v.Tokens = append(v.Tokens, t)
		}
	}
	queue("%DLQ%g", 0, -1, 1, view.Dead)
	queue("%RETRY%g", 0, 1, 2, view.Retried, view.Consumed)
	v.Tokens[len(v.Tokens)-2].Count = 2
	queue("SCHEDULE_TOPIC_XXXX", 0, -1, 3, view.Consumed, view.Consumed, view.Consumed)
	queue("SCHEDULE_TOPIC_XXXX", 1, -1, 2, view.Consumed, view.Consumed)
	for id := int32(2); id < 6; id++ {
		queue("SCHEDULE_TOPIC_XXXX", id, -1, 4, view.Delayed, view.Delayed, view.Consumed)
	}
	v.Tokens[len(v.Tokens)-2].Count = 1
	queue("orders", 0, 4, 6, view.Stored, view.Stored, view.Consumed, view.Consumed)
	queue("orders", 1, 3, 4, view.Stored, view.Consumed)
	for i := range int32(3) {
		topic, id, lane := "orders", i, int32(7)+i
		if i == 2 {
			topic, id, lane = "%RETRY%g", 0, 1
		}
		v.Owners = append(v.Owners, view.Owner{Consumer: 4, Topic: topic, Broker: "broker-a", ID: id, Queue: lane, From: 2})
	}
	v.Owners[0].Queue, v.Owners[1].Queue = 8, 9
	v.Groups = []view.Group{{Name: "g", Topic: "orders", Strategy: "AVG", Members: 1}}
	return v
}
