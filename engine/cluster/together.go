package cluster

import (
	"slices"

	"rocketscope/engine/allocate"
	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/view"
)

// Together does an act that consists of several, all of them or none: it is
// rehearsed on a copy first.
func (c *Cluster) Together(do func(*Cluster) error) error {
	if err := c.Try(do); err != nil {
		return err
	}
	return do(c)
}

// Try tells what an act would come to and changes nothing.
func (c *Cluster) Try(do func(*Cluster) error) error {
	d := c.Clone()
	d.notes, d.recent = &ring{}, &recent{}
	return do(d)
}

// Members lists the running consumers of a group, by name.
func (c *Cluster) Members(group string) []string {
	return c.names(func(n *node) bool { return n.role == view.Consumer && n.group == group })
}

// MastersOf lists the running masters of a topic, by name.
func (c *Cluster) MastersOf(topic string) []string {
	return c.names(func(n *node) bool {
		b, ok := n.proc.(*broker.Broker)
		return ok && b.IsMasterOf(topic)
	})
}

// names lists the running nodes of a kind.
func (c *Cluster) names(kind func(*node) bool) (names []string) {
	for i := range c.nodes {
		if n := &c.nodes[i]; n.state == view.Up && kind(n) {
			names = append(names, n.name)
		}
	}
	slices.Sort(names)
	return names
}

// StrategyOf is the strategy of a group's first running member, by name.
func (c *Cluster) StrategyOf(group string) (s allocate.Strategy, ok bool) {
	members := c.Members(group)
	if len(members) == 0 {
		return s, false
	}
	p, _, err := processOf[*consumer.Consumer](c, members[0], "consumer")
	if err != nil {
		return s, false
	}
	return p.Strategy(), true
}
