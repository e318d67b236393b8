package cluster

import (
	"time"

	"rocketscope/engine/broker"
	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// delayLevels reads messageDelayLevel; a broker does not start with a bad one.
func delayLevels(s string) (delay.Levels, error) {
	if s == "" {
		s = delay.DefaultLevels
	}
	return delay.ParseLevels(s)
}

// RestartWithLevels starts the process of a broker that is down with other delay
// levels, which are read at the start only.
func (c *Cluster) RestartWithLevels(name, levels string) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	b, ok := n.proc.(*broker.Broker)
	if !ok {
		return explain.Err("node.kind", "{0} is no {1}", name, "broker")
	}
	l, err := delayLevels(levels)
	if err != nil {
		return err
	}
	if n.state == view.Up {
		return explain.Err("node.running", "{0} is running: stop or kill it first", name)
	}
	b.SetLevels(l)
	return c.Restart(name)
}

// StepClock moves the wall clock of a broker's host by d.
func (c *Cluster) StepClock(name string, d time.Duration) error {
	return c.SetBroker(name, func(b *broker.Broker, env *kernel.Env) error { return b.StepClock(env, d) },
		explain.Text("set", "clock"), explain.Num("step.ns", int64(d)))
}

// MessageID is the id of a producer's number-th message; with no name, of the
// only producer's.
func (c *Cluster) MessageID(producer string, number uint64) (wire.MessageID, error) {
	if producer != "" {
		n, err := c.find(producer)
		if err != nil {
			return 0, err
		}
		if n.role != view.Producer {
			return 0, explain.Err("node.kind", "{0} is no {1}", producer, "producer")
		}
		return wire.NewMessageID(n.id, number), nil
	}
	found := kernel.NodeID(0)
	for i := range c.nodes {
		if n := &c.nodes[i]; n.role == view.Producer && !n.removed {
			if found != 0 {
				return 0, explain.Err("message.whose", "there are several producers: write p1/{0}", explain.Int(int64(number)))
			}
			found = n.id
		}
	}
	if found == 0 {
		return 0, explain.Err("message.none", "there is no producer, so there are no messages")
	}
	return wire.NewMessageID(found, number), nil
}
