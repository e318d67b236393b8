package engine

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/allocate"
	"rocketscope/engine/cluster"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/producer"
)

// setQueues changes how many queues of a topic a broker lets read and write.
type setQueues struct {
	broker, topic string
	read, write   int32
}

func parseQueues(l *Line) (Command, error) {
	broker, err := l.Word("a broker and a topic")
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
	if c.read < 0 {
		return nil, explain.Err("queues.none", "queues wants read= or write=")
	}
	return c, nil
}

func (c setQueues) String() string {
	return "queues " + c.broker + " " + Quote(c.topic) + " read=" + strconv.Itoa(int(c.read)) + " write=" + strconv.Itoa(int(c.write))
}

func (c setQueues) apply(cl *cluster.Cluster) error {
	return cl.SetQueues(c.broker, c.topic, c.read, c.write)
}

// set changes one setting of a running process: "set p1 rate=50/s".
type set struct {
	name, key, value string
	do               change
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
	return slices.Concat(producerSettings(), consumerSettings(), answerSettings(), replicaSettings(), delaySettings())
}

func parseSet(l *Line) (Command, error) {
	name, err := l.Word("the name of a node")
	if err != nil {
		return nil, err
	}
	if len(l.options) != 1 {
		return nil, explain.Err("set.one", "set changes one setting: set p1 rate=50/s")
	}
	key, value := l.options[0].key, l.options[0].value
	for _, s := range settings() {
		if s.key == key {
			do, err := s.parse(l, key)
			return set{name, key, value, do}, err
		}
	}
	return nil, explain.Err("set.unknown", "there is no setting {0}: {1}", key, settingNames())
}

func settingNames() string {
	var names []string
	for _, s := range settings() {
		names = append(names, s.key)
	}
	return strings.Join(names, " ")
}

func (c set) String() string { return "set " + c.name + " " + c.key + "=" + Quote(c.value) }

func (c set) apply(cl *cluster.Cluster) error {
	return c.do(cl, c.name, explain.Text("set", c.key), explain.Text("value", c.value))
}

// onProducer is a change of a producer; onConsumer one of a consumer.
func onProducer(do func(*producer.Producer, *kernel.Env) error) change {
	return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
		return cl.SetProducer(name, do, facts...)
	}
}

func onConsumer(do func(*consumer.Consumer, *kernel.Env) error) change {
	return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
		return cl.SetConsumer(name, do, facts...)
	}
}

func consumerSettings() []setting {
	return []setting{
		{"listen", func(l *Line, key string) (change, error) {
			d, err := l.Duration(key, 0)
			if err == nil {
				err = cluster.CheckListen(d)
			}
			return onConsumer(func(c *consumer.Consumer, _ *kernel.Env) error { return c.SetListen(d) }), err
		}},
		{"strategy", func(l *Line, key string) (change, error) {
			name := l.Option(key, "")
			s, ok := allocate.ByName(name)
			if !ok {
				return nil, explain.Err("strategy.unknown", "there is no strategy {0}", name)
			}
			return onConsumer(func(c *consumer.Consumer, _ *kernel.Env) error { return c.SetStrategy(s) }), nil
		}},
	}
}
