package bridge

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/view"
)

// Addition writes the line of a story that adds what a person asked for with
// one press: a "producer", "consumer", "broker" or "queue", like those that are
// there. "queue broker-a" says where.
func Addition(v *view.View, what string) (line string, err error) {
	kind, where, _ := strings.Cut(what, " ")
	topic := v.Topic
	if topic == "" && len(v.Queues) > 0 {
		topic = v.Queues[0].Topic
	}
	if topic == "" {
		topic = "orders"
	}
	switch kind {
	case "producer":
		return "producer " + free(v, "p") + " topic=" + engine.Quote(topic) + " rate=20/s", nil
	case "consumer":
		group, strategy := "g", "AVG"
		if i := slices.IndexFunc(v.Nodes, func(n view.Node) bool { return n.Role == view.Consumer }); i >= 0 {
			group, strategy = v.Nodes[i].Group, v.Nodes[i].Strategy
		}
		return "consumer " + free(v, "c") + " group=" + engine.Quote(group) + " topic=" + engine.Quote(topic) + " strategy=" + strategy, nil
	case "broker":
		return "broker " + freeLetter(v) + " topics=" + engine.Quote(topic+":4"), nil
	case "queue":
		return moreQueues(v, topic, where)
	}
	return "", explain.Err("add.unknown", "{0} cannot be added", kind)
}

func named(v *view.View, name string) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].Name == name {
			return &v.Nodes[i]
		}
	}
	return nil
}

// free returns the first of c1, c2, ... that is no node's name.
func free(v *view.View, prefix string) string {
	for i := 1; ; i++ {
		if name := prefix + strconv.Itoa(i); named(v, name) == nil {
			return name
		}
	}
}

// freeLetter returns the first of broker-a, broker-b, ... that is no node's
// name, and counts on when the letters are used up.
func freeLetter(v *view.View) string {
	for c := 'a'; c <= 'z'; c++ {
		if name := "broker-" + string(c); named(v, name) == nil {
			return name
		}
	}
	return free(v, "broker-")
}

// moreQueues gives a broker one more queue of the topic, to read and to write.
func moreQueues(v *view.View, topic, broker string) (string, error) {
	i := slices.IndexFunc(v.Nodes, func(n view.Node) bool {
		return n.Role == view.Broker && n.BrokerID == 0 && n.State == view.Up && (broker == "" || n.Name == broker)
	})
	if i < 0 {
		return "", explain.Err("add.nowhere", "no broker is running that could hold one more queue")
	}
	count := 0
	for _, q := range v.Queues {
		if q.Broker == v.Nodes[i].ID && q.Topic == topic {
			count++
		}
	}
	n := strconv.Itoa(count + 1)
	return "queues " + v.Nodes[i].Name + " " + engine.Quote(topic) + " read=" + n + " write=" + n, nil
}
