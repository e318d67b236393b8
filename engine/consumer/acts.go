package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// SetListen sets what the listener takes for one message on a healthy node, for
// messages that it gets from now on. It never fails.
func (c *Consumer) SetListen(d time.Duration) error {
	c.config.Listen = d
	return nil
}

// SetStrategy gives the consumer another strategy, or the same with other virtual
// nodes, rooms or a configured list; it acts at the next rebalance. Other
// members keep theirs. It is an error if the strategy's constructor throws.
func (c *Consumer) SetStrategy(s allocate.Strategy) error {
	if err := s.Check(); err != nil {
		return explain.Err("strategy.bad", "the strategy cannot be made: {0}", err.Error())
	}
	c.config.Strategy = c.withTopic(s)
	return nil
}

// withTopic gives queues of a configured list that name no topic the consumer's
// first one.
func (c *Consumer) withTopic(s allocate.Strategy) allocate.Strategy {
	s.Configured = slices.Clone(s.Configured)
	for i := range s.Configured {
		if q := &s.Configured[i]; q.Topic == "" && len(c.config.Subscriptions) > 0 {
			q.Topic = c.config.Subscriptions[0].Topic
		}
	}
	return s
}

// Strategy is the consumer's strategy.
func (c *Consumer) Strategy() allocate.Strategy { return c.config.Strategy }

// Group is the consumer's group.
func (c *Consumer) Group() string { return c.config.Group }

// Hang makes the listener never return from a message, should it get it from now
// on, in this life or a later one.
func (c *Consumer) Hang(id wire.MessageID) {
	if !slices.Contains(c.hung, id) {
		c.hung = append(c.hung, id)
	}
}

// HangNext makes the listener never return from the next message that it gets.
func (c *Consumer) HangNext() { c.hangNext = true }

// Unhang lets the listener return from a message that it hangs in, or would; 0
// means all of them. It is an error if there is none.
func (c *Consumer) Unhang(env *kernel.Env, id wire.MessageID) error {
	freed := slices.Clone(c.hung)
	if id != 0 {
		freed = slices.DeleteFunc(freed, func(m wire.MessageID) bool { return m != id })
	}
	if len(freed) == 0 && (id != 0 || !c.hangNext) {
		return explain.Err("unhang.none", "the listener of {0} does not hang there", c.config.Name)
	}
	c.hangNext = c.hangNext && id != 0
	for _, m := range freed {
		c.hung = slices.DeleteFunc(c.hung, func(h wire.MessageID) bool { return h == m })
		c.unhang(env, m)
	}
	return nil
}

// hangs tells whether the listener never returns from a message.
func (c *Consumer) hangs(m *wire.MessageExt) bool {
	if c.hangNext {
		c.hangNext = false
		c.Hang(m.ID)
	}
	return slices.Contains(c.hung, m.ID)
}

// unhang lets the listener return from a message that it hung in.
func (c *Consumer) unhang(env *kernel.Env, id wire.MessageID) {
	for i := range c.pool.runs {
		r := &c.pool.runs[i]
		for j := range r.len() {
			if r.busy && r.at(j).ID == id {
				c.returnLater(env, r)
			}
		}
	}
}

// Listener is how the consumer's listener behaves.
func (c *Consumer) Listener() Listener { return c.config.Listener }

// SetListener changes how the listener behaves, for what it returns from now on.
// Timeout and Batch are read when a consumer starts.
func (c *Consumer) SetListener(l Listener) error {
	if err := l.Check(c.config.Orderly); err != nil {
		return err
	}
	c.config.Listener = l
	return nil
}

// Poison makes the listener fail with a message whenever it gets it, or no more.
func (c *Consumer) Poison(id wire.MessageID, on bool) {
	l := &c.config.Listener
	i := slices.Index(l.Poison, id)
	switch {
	case on && i < 0:
		l.Poison = append(slices.Clone(l.Poison), id)
	case !on && i >= 0:
		l.Poison = slices.Delete(slices.Clone(l.Poison), i, i+1)
	}
}

// Suspend pauses pulls and rebalances; what is cached is still consumed
// [DefaultMQPushConsumer.suspend]. It is an error if the consumer is not running
// or suspended already.
func (c *Consumer) Suspend() error {
	if !c.running() || c.paused {
		return explain.Err("consumer.notrunning", "{0} is not running or already suspended", c.config.Name)
	}
	c.paused = true
	return nil
}

// Resume ends a pause; the rebalance runs at once [DefaultMQPushConsumer.resume].
// It is an error if the consumer is not suspended.
func (c *Consumer) Resume(env *kernel.Env) error {
	if !c.running() || !c.paused {
		return explain.Err("consumer.notsuspended", "{0} is not suspended", c.config.Name)
	}
	c.resumePulls(env)
	c.drain(env)
	return nil
}
