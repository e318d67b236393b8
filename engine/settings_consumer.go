package engine

import (
	"rocketscope/engine/cluster"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// onConsumer is a change of a consumer.
func onConsumer(do func(*consumer.Consumer, *kernel.Env) error) change {
	return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
		return cl.SetConsumer(name, do, facts...)
	}
}

// consumerSettings are those of a consumer that runs, and of each member of a
// group.
func consumerSettings() []setting {
	return []setting{
		{"listen", func(l *Line, key string) (change, error) {
			d, err := l.Duration(key, 0)
			if err == nil {
				err = cluster.CheckListen(d)
			}
			return onConsumer(func(c *consumer.Consumer, _ *kernel.Env) error { return c.SetListen(d) }), err
		}},
		{"strategy", func(l *Line, _ string) (change, error) {
			s, err := parseStrategy(l)
			return onConsumer(func(c *consumer.Consumer, _ *kernel.Env) error { return c.SetStrategy(s) }), err
		}},
	}
}

// consumerAct is an act on one consumer that a record names by its verb.
func consumerAct(verb string, do func(*consumer.Consumer, *kernel.Env) error) func(*Line) (Command, error) {
	return nodeAct(func(cl *cluster.Cluster, name string) error {
		return cl.SetConsumer(name, do, explain.Text("set", verb))
	}, verb)
}

// onTopic subscribes a consumer to a topic or lets it give one up.
type onTopic struct {
	verb, name, topic, tags string
}

func parseOnTopic(l *Line) (Command, error) {
	name, err := l.Name("the name of a consumer")
	if err != nil {
		return nil, err
	}
	c := onTopic{verb: l.Verb, name: name, topic: l.Option("topic", "")}
	if c.topic == "" {
		return nil, explain.Err("topic.empty", "a topic needs a name")
	}
	if l.Verb == "subscribe" {
		c.tags = l.Option("tags", "*")
	}
	return c, nil
}

func (c onTopic) String() string {
	var o options
	o.add("topic", c.topic, "")
	if c.verb == "subscribe" {
		o.add("tags", c.tags, "*")
	}
	return c.verb + " " + c.name + o.b.String()
}

func (c onTopic) apply(cl *cluster.Cluster) error {
	facts := []explain.Fact{explain.Text("set", c.verb), explain.Text("topic", c.topic)}
	if c.verb == "unsubscribe" {
		return cl.SetConsumer(c.name, func(p *consumer.Consumer, env *kernel.Env) error { return p.Unsubscribe(env, c.topic) }, facts...)
	}
	return cl.SetConsumer(c.name, func(p *consumer.Consumer, env *kernel.Env) error { return p.Subscribe(env, c.topic, c.tags) }, facts...)
}

// hang makes a listener hang in a message, or lets it go on.
type hang struct {
	verb, name string
	message    message // zero: the next one to come, or for unhang all that hang
}

func parseHang(l *Line) (Command, error) {
	name, err := l.Name("the name of a consumer")
	if err != nil {
		return nil, err
	}
	c := hang{verb: l.Verb, name: name}
	if l.Verb == "hang" && l.Flag("next") || l.Verb == "unhang" && l.Words() == 0 {
		return c, nil
	}
	w, err := l.Word("next or a message, as p1/17")
	if err != nil {
		return nil, err
	}
	c.message, err = parseMessage(w)
	return c, err
}

func (c hang) String() string {
	switch {
	case c.message.number != 0:
		return c.verb + " " + c.name + " " + c.message.String()
	case c.verb == "hang":
		return "hang " + c.name + " next"
	}
	return "unhang " + c.name
}

func (c hang) apply(cl *cluster.Cluster) error {
	id := wire.MessageID(0)
	if c.message.number != 0 {
		var err error
		if id, err = cl.MessageID(c.message.producer, c.message.number); err != nil {
			return err
		}
	}
	return cl.SetConsumer(c.name, func(p *consumer.Consumer, env *kernel.Env) error {
		switch {
		case c.verb == "unhang":
			return p.Unhang(env, id)
		case id == 0:
			p.HangNext()
		default:
			p.Hang(id)
		}
		return nil
	}, explain.Text("set", c.verb))
}
