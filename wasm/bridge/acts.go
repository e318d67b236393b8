package bridge

import (
	"slices"
	"strconv"

	"rocketscope/engine"
	"rocketscope/engine/allocate"
	"rocketscope/engine/broker"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
)

// Field is a place in an act's line that a person fills.
type Field struct {
	Key     string   // the key of its words
	Before  string   // what stands before it in the line; nothing of both if it is empty
	Value   string   // what it holds at first
	Sample  string   // how one is written
	Options []string // what may be chosen; none: any text
}

// Act is an act with places to be filled; its line is Head, then each field
// that is not empty with what stands before it.
type Act struct {
	Key    string
	Head   string
	Fields []Field
}

// Group is acts that belong together, as one dialog shows them.
type Group struct {
	Key  string
	Acts []Act
}

// Groups lists what may be done to a node beyond its menu: everything that a
// line of a story can do to it.
func Groups(v *view.View, n *view.Node) []Group {
	var groups []Group
	switch n.Role {
	case view.Producer:
		groups = append(groups, sending(v, n), messages(n))
	case view.Consumer:
		groups = append(groups, listener(n), subscription(n), group(n))
	case view.Broker:
		groups = append(groups, answers(n), disk(v, n), topics(v, n))
	}
	groups = append(groups, pace(n))
	if g := links(v, n); len(g.Acts) > 0 {
		groups = append(groups, g)
	}
	return append(groups, versions(n))
}

var onOff = []string{"on", "off"}

// set is a setting of a running process, chosen or written.
func set(n *view.Node, key, sample string, options ...string) Act {
	f := Field{Key: key, Before: " " + key + "=", Sample: sample, Options: options}
	if len(options) > 0 {
		f.Value = options[0]
	} else {
		f.Value = sample
	}
	return Act{Key: key, Head: "set " + n.Name, Fields: []Field{f}}
}

func sending(v *view.View, n *view.Node) Group {
	selectors := []string{"roundrobin", "hash"}
	for i := range v.Queues {
		q := &v.Queues[i]
		if b := nodeOf(v, q.Broker); q.Topic == n.Topic && b != nil && b.BrokerID == 0 && q.Writable {
			selectors = append(selectors, queueName(b.Broker, q.ID))
		}
	}
	return Group{"sending", []Act{
		set(n, "mode", "", "async", "oneway", "sync"), set(n, "timeout", "1s"), set(n, "max-per-request", "500ms"),
		set(n, "retries", "0"), set(n, "retries-async", "0"), set(n, "retry-not-ok", "", onOff...),
		set(n, "fault", "", onOff...), set(n, "detector", "", onOff...), set(n, "selector", "", selectors...),
	}}
}

func messages(n *view.Node) Group {
	return Group{"messages", []Act{
		{"send", "send " + n.Name, []Field{
			{Key: "count", Before: " ", Value: "10"}, {Key: "every", Before: " every=", Sample: "10ms"},
			{Key: "delay-level", Before: " delay-level=", Sample: "3"}, {Key: "delay", Before: " delay=", Sample: "10s"}, {Key: "deliver", Before: " deliver=", Sample: "1m"},
		}},
		set(n, "rate", "50/s"), set(n, "batch", "10"), set(n, "delay-level", "3"),
	}}
}

func listener(n *view.Node) Group {
	one := func(key, head, before string) Act {
		return Act{key, head, []Field{{Key: "message", Before: before, Sample: "p1/17"}}}
	}
	hang := one("hang", "hang "+n.Name, " ")
	hang.Fields[0].Value = "next"
	return Group{"listener", []Act{
		set(n, "listen", "1s"), set(n, "fail", "3"), one("poison", "set "+n.Name, " poison="), one("cure", "set "+n.Name, " cure="),
		hang, one("unhang", "unhang "+n.Name, " "),
		set(n, "max-reconsume", "3"), set(n, "next-level", "5"), set(n, "suspend", "3s"), set(n, "await", "10s"),
		set(n, "ack-index", "", onOff...), set(n, "interrupt", "", "fail", "ignore"),
	}}
}

func subscription(n *view.Node) Group {
	topic := Field{Key: "topic", Before: " topic=", Sample: "pay"}
	return Group{"subscription", []Act{
		set(n, "strategy", "", strategies(n)...), {"pause", "suspend " + n.Name, nil}, {"resume", "resume " + n.Name, nil},
		{"subscribe", "subscribe " + n.Name, []Field{topic, {Key: "tags", Before: " tags=", Sample: "TagA || TagB"}}},
		{"unsubscribe", "unsubscribe " + n.Name, []Field{topic}},
	}}
}

// strategies are those that need nothing else, but for the present one.
func strategies(n *view.Node) (names []string) {
	for _, s := range allocate.All() {
		if name := s.Name(); name != n.Strategy && slices.Contains([]allocate.Kind{allocate.Averagely, allocate.AveragelyByCircle, allocate.ConsistentHash}, s.Kind) {
			names = append(names, name)
		}
	}
	return names
}

// group is what may be done to all members of a consumer's group, and to its
// offsets.
func group(n *view.Node) Group {
	all := func(setting, value string, options ...string) Act {
		key := "group-" + setting
		return Act{key, "group " + engine.Quote(n.Group), []Field{{Key: key, Before: " " + setting + "=", Value: value, Sample: value, Options: options}}}
	}
	reset := func(key, before string) Act {
		return Act{key, "reset " + engine.Quote(n.Group), []Field{{Key: "topic", Before: " ", Value: n.Topic, Sample: "orders"}, {Key: "at", Before: before, Value: "first", Sample: "-10m"}}}
	}
	names := strategies(n)
	return Group{"group", []Act{all("strategy", names[0], names...), all("listen", "1s"), all("fail", "3"), reset("reset", " at="), reset("reset-force", " force at=")}}
}

func answers(n *view.Node) Group {
	kinds := []string{"hang", "refuse", "ok"}
	for _, c := range broker.AnswerCodes() {
		kinds = append(kinds, c.Name)
	}
	late := func(key, setting string) Act {
		return Act{key, "set " + n.Name, []Field{{Key: "late", Before: " " + setting + "=", Value: "500ms", Sample: "500ms"}}}
	}
	return Group{"answers", []Act{set(n, "answer", "", kinds...), late("answer-late", "answer"), set(n, "sends", "", kinds...), late("sends-late", "sends")}}
}

func disk(v *view.View, n *view.Node) Group {
	queue := Field{Key: "queue", Before: " ", Sample: "orders/0"}
	for i := range v.Queues {
		if q := &v.Queues[i]; q.Broker == n.ID {
			queue.Options = append(queue.Options, q.Topic+"/"+strconv.Itoa(int(q.ID)))
		}
	}
	if len(queue.Options) > 0 {
		queue.Value = queue.Options[0]
	}
	return Group{"disk", []Act{
		set(n, "disk", "", "full", "ok"), {"clock", "clock " + n.Name, []Field{{Key: "step", Before: " ", Value: "+5s", Sample: "-5s"}}},
		{"expire", "expire " + n.Name, []Field{queue, {Key: "offset", Before: " offset=", Sample: "100"}}},
		{"levels", "restart " + n.Name, []Field{{Key: "levels", Before: " delay-levels=", Sample: "1s 5s 10s"}}},
		set(n, "slave-read", "", onOff...),
	}}
}

func topics(v *view.View, n *view.Node) Group {
	topic := Field{Key: "topic", Before: " ", Sample: "orders"}
	for i := range v.Queues {
		if q := &v.Queues[i]; q.Broker == n.ID && !isHidden(q.Topic) && !slices.Contains(topic.Options, q.Topic) {
			topic.Options = append(topic.Options, q.Topic)
		}
	}
	if len(topic.Options) > 0 {
		topic.Value = topic.Options[0]
	}
	return Group{"topics", []Act{
		{"queues", "queues " + n.Name, []Field{topic, {Key: "read", Before: " read=", Sample: "8"}, {Key: "write", Before: " write=", Sample: "8"}}},
		{"perm", "queues " + n.Name, []Field{topic, {Key: "perm", Before: " perm=", Value: "r", Options: []string{"r", "w", "rw"}}}},
	}}
}

func pace(n *view.Node) Group {
	return Group{"pace", []Act{
		{"factor", "slow " + n.Name, []Field{{Key: "factor", Before: " x", Value: "5", Sample: "10"}}},
		{"lag", "slow " + n.Name, []Field{{Key: "late", Before: " ", Value: "200ms", Sample: "200ms"}}},
	}}
}

// links are what may be done to the network between a node and those it may
// talk to.
func links(v *view.View, n *view.Node) Group {
	var whole, cut, all []string
	for i := range v.Nodes {
		peer := &v.Nodes[i]
		if !talk(n, peer) {
			continue
		}
		all = append(all, peer.Name)
		if isCut(v, n, peer) {
			cut = append(cut, peer.Name)
		} else {
			whole = append(whole, peer.Name)
		}
	}
	g := Group{Key: "links"}
	for _, a := range []struct {
		verb  string
		peers []string
	}{{"cut", whole}, {"heal", cut}, {"link", all}} {
		if len(a.peers) == 0 {
			continue
		}
		fields := []Field{{Key: "peer", Before: " ", Value: a.peers[0], Options: a.peers}}
		if a.verb == "link" {
			fields = append(fields, Field{Key: "latency", Before: " ", Value: "20ms", Sample: "20ms"})
		}
		g.Acts = append(g.Acts, Act{a.verb, a.verb + " " + n.Name, fields})
	}
	return g
}

// talk tells whether two nodes may have a connection: everybody with a name
// server and a broker, brokers among themselves within their group.
func talk(a, b *view.Node) bool {
	if a.Role > b.Role {
		a, b = b, a
	}
	switch a.Role {
	case view.NameServer:
		return b.Role != view.NameServer
	case view.Broker:
		return b.Role != view.Broker || a.ID != b.ID && a.Broker == b.Broker
	}
	return false
}

func isCut(v *view.View, a, b *view.Node) bool {
	return slices.ContainsFunc(v.Links, func(l view.Link) bool {
		return l.Cut && (l.From == a.ID && l.To == b.ID || l.From == b.ID && l.To == a.ID)
	})
}

func versions(n *view.Node) Group {
	f := Field{Key: "version", Before: " "}
	for _, p := range slices.Backward(profile.All()) {
		if p.Name != n.Version {
			f.Options = append(f.Options, p.Name)
		}
	}
	f.Value = f.Options[0]
	return Group{"version", []Act{{"upgrade", "upgrade " + n.Name, []Field{f}}}}
}

// Line is the line of an act whose fields hold values, as the page writes it.
func (a *Act) Line(values ...string) string {
	line := a.Head
	for i, f := range a.Fields {
		if values[i] != "" {
			line += f.Before + engine.Quote(values[i])
		}
	}
	return line
}

func (o *object) groups(groups []Group) {
	o.list("groups", func() {
		for _, g := range groups {
			o.open('{')
			o.str("key", g.Key)
			o.list("acts", func() {
				for _, a := range g.Acts {
					o.act(&a)
				}
			})
			o.shut('}')
		}
	})
}

func (o *object) act(a *Act) {
	o.open('{')
	o.str("key", a.Key)
	o.str("head", a.Head)
	o.list("fields", func() {
		for _, f := range a.Fields {
			o.open('{')
			o.str("key", f.Key)
			o.str("before", f.Before)
			o.str("value", f.Value)
			o.str("sample", f.Sample)
			o.texts("options", f.Options)
			o.shut('}')
		}
	})
	o.shut('}')
}
