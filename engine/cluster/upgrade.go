package cluster

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
)

// Upgrade makes a node run another version, newer or older, as in a rolling
// upgrade: one that runs shuts down in order and starts again, one that is down
// starts at once. Configuration and disk stay. A node that is killed on its way
// stays down, with the version it had.
func (c *Cluster) Upgrade(name string, p *profile.Profile) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	switch {
	case n.stopping:
		return explain.Err("node.stopping", "{0} is shutting down already", name)
	case n.profile == p:
		return explain.Err("upgrade.same", "{0} runs RocketMQ {1} already", name, p.Name)
	}
	if err := n.proc.Fits(p); err != nil {
		return err
	}
	facts := []explain.Fact{explain.Text("version.before", n.profile.Name), explain.Text("version", p.Name)}
	if n.state != view.Up {
		n.upgrade(p)
		c.start(n, explain.ActUpgrade, facts...)
		return nil
	}
	n.next = p
	c.beginStop(n, explain.ActUpgrade, facts...)
	return nil
}

func (n *node) upgrade(p *profile.Profile) {
	n.profile, n.next = p, nil
	n.proc.Upgrade(p)
}

// startUpgraded starts a node under its next version once it has shut down.
func (c *Cluster) startUpgraded(n *node, cause kernel.Cause) {
	d := explain.Decision{Rule: explain.NodeUpgraded, Saw: []explain.Fact{explain.Text("version.before", n.profile.Name), explain.Text("version", n.next.Name)}, Chose: []string{n.name}}
	n.upgrade(n.next)
	n.life++
	n.state, n.since = view.Up, c.Now()
	env := c.loop.EnvFor(c, c.self(n), cause)
	env.Explain(d)
	n.proc.Start(&env)
}
