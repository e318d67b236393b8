package lesson

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/view"
)

// nobody stands for the owner of a queue that has none.
const nobody = "-"

func queueName(broker string, id int32) string { return broker + "/" + strconv.Itoa(int(id)) }

// queuesOf lists the readable queues of a topic's masters, in the view's order.
func queuesOf(v *view.View, topic string) []string {
	var all []string
	for i := range v.Queues {
		q := &v.Queues[i]
		if n := nodeOf(v, q.Broker); q.Topic == topic && q.Readable && n.BrokerID == 0 {
			all = append(all, queueName(n.Broker, q.ID))
		}
	}
	return all
}

// members lists a group's running consumers by name.
func members(v *view.View, group string) []string {
	var all []string
	for i := range v.Nodes {
		if n := &v.Nodes[i]; n.Role == view.Consumer && n.Group == group && n.State == view.Up {
			all = append(all, n.Name)
		}
	}
	slices.Sort(all)
	return all
}

// ownersOf names the running members of a group that own a queue: "c1", "c1+c2", "-".
func ownersOf(v *view.View, group, topic, queue string) string {
	var all []string
	for i := range v.Owners {
		o := &v.Owners[i]
		if n := nodeOf(v, o.Consumer); o.Topic == topic && !o.Dropped && n.Group == group && n.State == view.Up && queueName(o.Broker, o.ID) == queue {
			all = append(all, n.Name)
		}
	}
	if len(all) == 0 {
		return nobody
	}
	slices.Sort(all)
	return strings.Join(all, "+")
}

// owners counts the queues whose owners are as wanted.
func (a *account) owners(group, topic string, wanted func(string) bool) int64 {
	n := int64(0)
	for _, q := range queuesOf(&a.now, topic) {
		if wanted(ownersOf(&a.now, group, topic, q)) {
			n++
		}
	}
	return n
}
