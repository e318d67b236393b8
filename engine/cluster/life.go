package cluster

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
)

// place makes room for a new node and starts the process that build returns.
func (c *Cluster) place(n node, build func(kernel.NodeID, *profile.Profile) (Process, error)) error {
	name := n.name
	if err := CheckName(name); err != nil {
		return err
	}
	if _, err := c.find(name); err == nil {
		return explain.Err("node.exists", "there is a node {0} already", name)
	}
	if len(c.nodes) >= MaxNodes {
		return explain.Err("node.bound", "a run has at most {0} nodes, counting removed ones", explain.Int(MaxNodes))
	}
	if n.profile == nil {
		n.profile = c.version
	}
	n.id, n.slow = kernel.NodeID(len(c.nodes)+1), 10
	proc, err := build(n.id, n.profile)
	if err != nil {
		return err
	}
	n.proc = proc
	c.nodes = append(c.nodes, n)
	c.insertOrder(len(c.nodes) - 1)
	c.start(&c.nodes[n.id-1], explain.ActAdd)
	return nil
}

// insertOrder puts a node where a view lists it: by role, group and name.
func (c *Cluster) insertOrder(place int) {
	i, _ := slices.BinarySearchFunc(c.order, place, func(a, b int) int {
		x, y := &c.nodes[a], &c.nodes[b]
		return cmp.Or(cmp.Compare(x.role, y.role), strings.Compare(x.group, y.group), strings.Compare(x.name, y.name), cmp.Compare(a, b))
	})
	c.order = kernel.Insert(c.order, i, place)
}

func nodeRow(v *view.View, id kernel.NodeID) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return &v.Nodes[i]
		}
	}
	return nil
}

// CheckName refuses what cannot name a node.
func CheckName(name string) error {
	if name == "" || len(name) > 32 {
		return explain.Err("name.length", "a name has 1 to 32 characters, not {0}", explain.Int(len(name)))
	}
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' || r == '@'
		if !ok {
			return explain.Err("name.letters", "a name has letters, digits, - _ . and @, not {0}", string(r))
		}
	}
	return nil
}

func (c *Cluster) start(n *node, rule explain.Rule, facts ...explain.Fact) {
	n.life++
	n.state, n.since, n.stopping = view.Up, c.Now(), false
	env := c.act(n, rule, facts...)
	n.proc.Start(&env)
}

// Stop begins an orderly shutdown.
func (c *Cluster) Stop(name string) error {
	n, err := c.running(name)
	if err != nil {
		return err
	}
	if n.stopping {
		return explain.Err("node.stopping", "{0} is shutting down already", name)
	}
	c.beginStop(n, explain.ActStop)
	return nil
}

func (c *Cluster) beginStop(n *node, rule explain.Rule, facts ...explain.Fact) {
	env := c.act(n, rule, facts...)
	n.stopping = true
	n.proc.Stop(&env)
	if n.proc.Stopped() {
		c.finishStop(n, &env)
	}
}

func (c *Cluster) finishStop(n *node, env *kernel.Env) {
	c.closeSockets(n, env)
	n.proc.Crash(false)
	n.state, n.since, n.stopping = view.Stopped, c.Now(), false
	if n.leaving {
		c.vanish(n)
	}
	if n.next != nil && !n.removed {
		c.startUpgraded(n, env.Cause())
	}
}

// Kill ends the process at once; its host closes its sockets.
func (c *Cluster) Kill(name string) error {
	n, err := c.running(name)
	if err != nil {
		return err
	}
	env := c.act(n, explain.ActKill)
	c.closeSockets(n, &env)
	c.down(n, view.Killed)
	return nil
}

// Lose takes the host away, as when power or network fail: its peers hear nothing.
func (c *Cluster) Lose(name string) error {
	n, err := c.running(name)
	if err != nil {
		return err
	}
	c.act(n, explain.ActLose)
	n.proc.Sockets().Close()
	c.down(n, view.Lost)
	return nil
}

func (c *Cluster) down(n *node, s view.State) {
	n.proc.Crash(s == view.Lost)
	c.forgetLost(n)
	n.state, n.since, n.stopping, n.next = s, c.Now(), false, nil
	if n.leaving {
		c.vanish(n)
	}
}

// Restart starts the process of a node that is down.
func (c *Cluster) Restart(name string) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	if n.state == view.Up {
		return explain.Err("node.running", "{0} is running: stop or kill it first", name)
	}
	c.start(n, explain.ActRestart)
	return nil
}

// Remove takes a node away: one that runs shuts down in order first, one that
// is down vanishes with its disk.
func (c *Cluster) Remove(name string) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	n.leaving = true
	switch {
	case n.stopping: // the shutdown under way removes it
	case n.state == view.Up:
		c.beginStop(n, explain.ActRemove)
	default:
		c.act(n, explain.ActRemove)
		c.vanish(n)
	}
	return nil
}

// Slow stretches a node's work by tenths/10: 10 is normal speed.
func (c *Cluster) Slow(name string, tenths int32) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	if tenths < 1 || tenths > 10000 {
		return explain.Err("slow.range", "a node's work takes 0.1 to 1000 times as long, not {0}/10", explain.Int(tenths))
	}
	c.act(n, explain.ActSlow, explain.Num("tenths", int64(tenths)))
	n.slow = tenths
	return nil
}

// Lag adds d to the way of every packet that a node sends, as a process does
// that is slow to answer.
func (c *Cluster) Lag(name string, d time.Duration) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	if d < 0 || d > time.Minute {
		return explain.Err("lag.range", "a node's answers take 0 to 1m longer, not {0}", d.String())
	}
	c.act(n, explain.ActLag, explain.Num("latency.ns", int64(d)))
	n.delay = d
	return nil
}

// running finds a node whose process runs.
func (c *Cluster) running(name string) (*node, error) {
	n, err := c.find(name)
	if err != nil {
		return nil, err
	}
	if n.state != view.Up {
		return nil, explain.Err("node.down", "{0} is not running", name)
	}
	return n, nil
}
