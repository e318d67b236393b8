package engine

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine/broker"
	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// setGroup changes one setting of every running member of a consumer group at
// once, or of none: "group g strategy=AVG_BY_CIRCLE".
type setGroup struct{ set }

func parseGroup(l *Line) (Command, error) {
	name, err := l.Word("the name of a group")
	if err != nil {
		return nil, err
	}
	s, err := parseSetting(l, name, slices.Concat(consumerSettings(), listenerSettings()))
	return setGroup{s}, err
}

func (c setGroup) String() string { return "group " + Quote(c.name) + c.text() }

func (c setGroup) apply(cl *cluster.Cluster) error {
	return cl.Together(func(cl *cluster.Cluster) error {
		members := cl.Members(c.name)
		if len(members) == 0 {
			return explain.Err("group.nobody", "no member of {0} is running", c.name)
		}
		for _, m := range members {
			if err := c.do(cl, m, append(c.facts(), explain.Text("group", c.name))...); err != nil {
				return err
			}
		}
		return nil
	})
}

// reset sets a group's offsets of a topic at every master that has it: mqadmin
// resetOffsetByTime.
type reset struct {
	group, topic string
	at           time.Duration // 0: the beginning; negative: before now
	newest       bool
	force, old   bool
}

func parseReset(l *Line) (Command, error) {
	group, err := l.Word("a group and a topic")
	if err != nil {
		return nil, err
	}
	topic, err := l.Word("a group and a topic")
	if err != nil {
		return nil, err
	}
	c := reset{group: group, topic: topic, force: l.Flag("force"), old: l.Flag("old")}
	switch at := l.Option("at", "first"); at {
	case "first":
	case "last":
		c.newest = true
	default:
		c.at, err = ParseDuration(at)
	}
	return c, err
}

func (c reset) String() string {
	at := "first"
	switch {
	case c.newest:
		at = "last"
	case c.at != 0:
		at = Duration(c.at)
	}
	var flags strings.Builder
	if c.force {
		flags.WriteString(" force")
	}
	if c.old {
		flags.WriteString(" old")
	}
	return "reset " + Quote(c.group) + " " + Quote(c.topic) + " at=" + at + flags.String()
}

func (c reset) apply(cl *cluster.Cluster) error {
	at := kernel.Time(c.at)
	switch {
	case c.newest:
		at = broker.ToEnd
	case c.at < 0:
		at = max(0, cl.Now().Add(c.at))
	}
	return cl.Together(func(cl *cluster.Cluster) error {
		masters := cl.MastersOf(c.topic)
		if len(masters) == 0 {
			return explain.Err("topic.nowhere", "no running master has the topic {0}", c.topic)
		}
		for _, m := range masters {
			err := cl.SetBroker(m, func(b *broker.Broker, env *kernel.Env) error {
				if c.old {
					return b.WriteOffsets(env, c.group, c.topic, at, c.force)
				}
				return b.ResetOffset(env, c.group, c.topic, at, c.force)
			}, explain.Text("set", "reset"), explain.Text("group", c.group), explain.Text("topic", c.topic), explain.Bool("force", c.force))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// expire lets a broker's log lose its oldest part, up to an offset of a queue.
type expire struct {
	broker string
	queue  queueOf // of a topic
	offset int64
}

func parseExpire(l *Line) (Command, error) {
	name, err := l.Name("a broker and a queue")
	if err != nil {
		return nil, err
	}
	w, err := l.Word("a broker and a queue")
	if err != nil {
		return nil, err
	}
	q, err := parseQueue(w)
	if err != nil {
		return nil, err
	}
	offset, err := l.Int("offset", 1, 1, 1<<53)
	return expire{name, q, offset}, err
}

func (c expire) String() string {
	return "expire " + c.broker + " " + Quote(c.queue.String()) + " offset=" + explain.Int(c.offset)
}

func (c expire) apply(cl *cluster.Cluster) error {
	return cl.SetBroker(c.broker, func(b *broker.Broker, env *kernel.Env) error {
		return b.Expire(env, c.queue.name, c.queue.id, c.offset)
	}, explain.Text("set", "expire"), explain.Text("topic", c.queue.name), explain.Num("offset", c.offset))
}
