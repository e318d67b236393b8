package cluster

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// DefaultLatency is how long a packet takes between two nodes unless a person
// says otherwise.
const DefaultLatency = time.Millisecond

// link is a pair of nodes whose network is not as by default; a < b.
type link struct {
	a, b    kernel.NodeID
	cut     bool
	latency time.Duration
}

// heldByHand marks, in a packet's Gen, one that a person holds: healing the
// link does not let it go.
const heldByHand = 1

func ends(a, b kernel.NodeID) (kernel.NodeID, kernel.NodeID) { return min(a, b), max(a, b) }

func (c *Cluster) linkOf(a, b kernel.NodeID) (i int, ok bool) {
	a, b = ends(a, b)
	return slices.BinarySearchFunc(c.links, link{a: a, b: b}, func(x, y link) int {
		if x.a != y.a {
			return int(x.a - y.a)
		}
		return int(x.b - y.b)
	})
}

// link returns the entry for two nodes, made if there is none.
func (c *Cluster) link(a, b kernel.NodeID) *link {
	i, ok := c.linkOf(a, b)
	if !ok {
		lo, hi := ends(a, b)
		c.links = kernel.Insert(c.links, i, link{a: lo, b: hi, latency: DefaultLatency})
	}
	return &c.links[i]
}

func (c *Cluster) linkState(a, b kernel.NodeID) (latency time.Duration, cut bool) {
	if i, ok := c.linkOf(a, b); ok {
		return c.links[i].latency, c.links[i].cut
	}
	return DefaultLatency, false
}

// Transmit implements kernel.World: the packet arrives after the link's
// latency. On a cut link it waits, since TCP sends again until it is heard.
func (c *Cluster) Transmit(e *kernel.Event) {
	latency, cut := c.linkState(e.From, e.To)
	e.At = e.Sent.Add(latency + c.nodes[e.From-1].delay)
	if cut {
		e.At = kernel.Never
	}
	c.recent.add(e)
	c.loop.Queue().Push(e)
}

// dispatch hands an event to its process, or lets the host answer for a
// process that is not there.
func (c *Cluster) dispatch(e *kernel.Event) {
	n := &c.nodes[e.To-1]
	if e.Kind >= wire.FirstTimer {
		if n.state == view.Up && e.Life == n.life {
			c.handle(n, e)
		}
		return
	}
	switch {
	case n.removed || n.state == view.Lost:
		return // silence
	case n.state == view.Up:
		c.handle(n, e)
	case e.Kind == wire.Connect:
		c.answerForHost(n, e, wire.Refused, int64(e.Seq))
	case e.Kind != wire.Closed:
		c.answerForHost(n, e, wire.Closed, e.A)
	}
}

func (c *Cluster) answerForHost(n *node, e *kernel.Event, kind kernel.Kind, channel int64) {
	env := c.env(n, e)
	env.Send(e.From, kind, channel, 0, nil)
}

func (c *Cluster) handle(n *node, e *kernel.Event) {
	env := c.env(n, e)
	n.proc.Handle(env, e)
	c.account(n, env)
	if n.stopping && n.proc.Stopped() {
		c.finishStop(n, env)
	}
}

// closeSockets is what a host does when a process dies: each peer is told.
func (c *Cluster) closeSockets(n *node, env *kernel.Env) {
	n.proc.Sockets().Peers(func(channel int64, peer kernel.NodeID) {
		env.Send(peer, wire.Closed, channel, 0, nil)
	})
	n.proc.Sockets().Close()
}

func (c *Cluster) pair(a, b string) (x, y *node, err error) {
	if x, err = c.find(a); err != nil {
		return nil, nil, err
	}
	if y, err = c.find(b); err != nil {
		return nil, nil, err
	}
	if x == y {
		return nil, nil, explain.Err("link.self", "{0} has no link to itself", a)
	}
	return x, y, nil
}

// Cut cuts the link between two nodes: nothing passes in either direction
// until it is healed, and neither end is told.
func (c *Cluster) Cut(a, b string) error {
	x, y, err := c.pair(a, b)
	if err != nil {
		return err
	}
	if _, cut := c.linkState(x.id, y.id); cut {
		return explain.Err("link.cut", "the link between {0} and {1} is cut already", a, b)
	}
	c.link(x.id, y.id).cut = true
	c.act(x, explain.ActCut, explain.Text("peer", b))
	c.reschedule(x.id, y.id, func(e *kernel.Event) { e.At = kernel.Never })
	return nil
}

// Heal mends a cut link; what waited on it arrives after one latency, in order.
func (c *Cluster) Heal(a, b string) error {
	x, y, err := c.pair(a, b)
	if err != nil {
		return err
	}
	latency, cut := c.linkState(x.id, y.id)
	if !cut {
		return explain.Err("link.whole", "the link between {0} and {1} is not cut", a, b)
	}
	c.link(x.id, y.id).cut = false
	c.act(x, explain.ActHeal, explain.Text("peer", b))
	c.reschedule(x.id, y.id, func(e *kernel.Event) { e.At = c.Now().Add(latency) })
	return nil
}

// SetLatency sets how long a packet between two nodes takes.
func (c *Cluster) SetLatency(a, b string, d time.Duration) error {
	x, y, err := c.pair(a, b)
	if err != nil {
		return err
	}
	if d <= 0 || d > time.Minute {
		return explain.Err("latency.range", "a latency is above 0 and at most 1m, not {0}", d.String())
	}
	c.link(x.id, y.id).latency = d
	c.act(x, explain.ActLatency, explain.Text("peer", b), explain.Num("latency.ns", int64(d)))
	return nil
}

// reschedule changes every packet between two nodes that no hand holds.
func (c *Cluster) reschedule(a, b kernel.NodeID, change func(*kernel.Event)) {
	q := c.loop.Queue()
	var seqs []uint64
	for i := range q.Len() {
		e := q.At(i)
		between := e.From == a && e.To == b || e.From == b && e.To == a
		if between && e.Kind < wire.FirstTimer && e.Gen != heldByHand {
			seqs = append(seqs, e.Seq)
		}
	}
	for _, seq := range seqs {
		q.Edit(seq, func(e *kernel.Event) bool {
			change(e)
			c.recent.moved(e)
			return true
		})
	}
}
