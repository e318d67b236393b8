package engine

import (
	"slices"
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/producer"
	"rocketscope/engine/wire"
)

// setQueues changes how many queues of a topic a broker lets read and write, or
// what may be done with them.
type setQueues struct {
	broker, topic string
	read, write   int32     // -1: as they are
	perm          wire.Perm // 0: as it is
}

// perms are the permissions of a topic, as mqadmin updateTopicPerm writes them.
var perms = []string{0: "", wire.PermWrite: "w", wire.PermRead: "r", wire.PermRead | wire.PermWrite: "rw"}

func parseQueues(l *Line) (Command, error) {
	broker, err := l.Name("a broker and a topic")
	if err != nil {
		return nil, err
	}
	topic, err := l.Word("a broker and a topic")
	if err != nil {
		return nil, err
	}
	c := setQueues{broker: broker, topic: topic}
	if err := l.ints(intOption{"read", -1, 0, cluster.MaxQueues, &c.read}); err != nil {
		return nil, err
	}
	if err := l.ints(intOption{"write", int64(c.read), 0, cluster.MaxQueues, &c.write}); err != nil {
		return nil, err
	}
	if c.read < 0 {
		c.read = c.write
	}
	perm := slices.Index(perms, l.Option("perm", ""))
	switch {
	case perm < 0:
		return nil, explain.Err("option.choice", "{0} is one of {1}, not {2}", "perm", "r w rw", l.Option("perm", ""))
	case perm == 0 && c.read < 0:
		return nil, explain.Err("queues.none", "queues wants read=, write= or perm=")
	}
	c.perm = wire.Perm(perm)
	return c, nil
}

func (c setQueues) String() string {
	var o options
	o.num("read", int64(c.read), -1)
	o.num("write", int64(c.write), -1)
	o.add("perm", perms[c.perm], "")
	return "queues " + c.broker + " " + Quote(c.topic) + o.b.String()
}

func (c setQueues) apply(cl *cluster.Cluster) error {
	facts := []explain.Fact{explain.Text("set", "queues"), explain.Text("topic", c.topic)}
	if c.read >= 0 {
		facts = append(facts, explain.Num("read", int64(c.read)), explain.Num("write", int64(c.write)))
	}
	if c.perm != 0 {
		facts = append(facts, explain.Text("perm", perms[c.perm]))
	}
	return cl.SetBroker(c.broker, func(b *broker.Broker, env *kernel.Env) error {
		if c.read >= 0 {
			if err := b.SetQueues(env, c.topic, c.read, c.write); err != nil || c.perm == 0 {
				return err
			}
		}
		return b.SetPerm(env, c.topic, c.perm)
	}, facts...)
}

// set changes one setting of a running process: "set p1 rate=50/s". Further
// options belong to that one: "set c1 strategy=CONSISTENT_HASH virtual-nodes=20".
type set struct {
	name    string
	options []option // the setting comes first
	do      change
}

// change is what a setting's value does to a process.
type change func(cl *cluster.Cluster, name string, facts ...explain.Fact) error

// setting is one that a person may change while a process runs.
type setting struct {
	key   string
	parse func(l *Line, key string) (change, error)
}

// settings is the table of them all.
func settings() []setting {
	return slices.Concat(producerSettings(), consumerSettings(), answerSettings(), replicaSettings(), listenerSettings(), delaySettings())
}

func parseSet(l *Line) (Command, error) {
	name, err := l.Name("the name of a node")
	if err != nil {
		return nil, err
	}
	return parseSetting(l, name, settings())
}

// parseSetting reads the setting that is the line's first option.
func parseSetting(l *Line, name string, table []setting) (set, error) {
	if len(l.options) == 0 {
		return set{}, explain.Err("set.one", "{0} names one setting: set p1 rate=50/s", l.Verb)
	}
	key := l.options[0].key
	for _, s := range table {
		if s.key == key {
			do, err := s.parse(l, key)
			return set{name, slices.Clone(l.options), do}, err
		}
	}
	return set{}, explain.Err("set.unknown", "there is no setting {0}: {1}", key, settingNames(table))
}

func settingNames(table []setting) string {
	var names []string
	for _, s := range table {
		names = append(names, s.key)
	}
	return strings.Join(names, " ")
}

func (c set) String() string { return "set " + c.name + c.text() }

func (c set) text() string {
	var o options
	for _, x := range c.options {
		o.b.WriteString(" " + x.key + "=" + Quote(x.value))
	}
	return o.b.String()
}

func (c set) apply(cl *cluster.Cluster) error { return c.do(cl, c.name, c.facts()...) }

func (c set) facts() []explain.Fact {
	return []explain.Fact{explain.Text("set", c.options[0].key), explain.Text("value", c.options[0].value)}
}

// onProducer is a change of a producer.
func onProducer(do func(*producer.Producer, *kernel.Env) error) change {
	return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
		return cl.SetProducer(name, do, facts...)
	}
}
