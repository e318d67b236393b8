package cluster

import (
	"fmt"
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Bounds of a cluster; meeting one is an error that says so.
const (
	MaxNodes   = 200
	MaxFlights = 1 << 16 // packets and timers to come
	keptNotes  = 1 << 14 // records kept; older ones are rebuilt by replay
)

// Cluster is the whole simulated state.
type Cluster struct {
	loop    kernel.Loop
	seed    uint64
	version *profile.Profile
	nodes   []node  // node id-1; removed ones keep their place
	order   []int   // places in nodes as a view lists them
	links   []link  // those that are not as by default, by ends
	tallies []tally // by group, member and queue
	digest  uint64
	notes   *ring   // shared with the clones: see Rewind
	recent  *recent // likewise
	explain bool
	watch   *watcher // while a test watches

	// The reach of the process to which something happens now: kept here so that
	// handing it out allocates nothing.
	reach kernel.Env
}

// node is a place where a process runs.
type node struct {
	id       kernel.NodeID
	name     string
	role     view.Role
	group    string // consumers
	topic    string // producers and consumers
	model    wire.MessageModel
	profile  *profile.Profile
	next     *profile.Profile // runs once it has stopped; nil: none
	proc     Process
	state    view.State
	since    kernel.Time
	life     uint32
	slow     int32         // tenths by which its work takes longer
	delay    time.Duration // added to every packet it sends
	stopping bool
	leaving  bool // removed once it has stopped
	removed  bool
}

// New returns an empty cluster in which new nodes run version by default.
func New(seed uint64, version *profile.Profile) *Cluster {
	return &Cluster{seed: seed, version: version, digest: 14695981039346656037, notes: &ring{}, recent: &recent{}}
}

// Now is the present moment.
func (c *Cluster) Now() kernel.Time { return c.loop.Now() }

// Seq is the last number given to an event.
func (c *Cluster) Seq() uint64 { return c.loop.Seq() }

// Record tells whether decisions are to be built. What happens, and the
// numbers of the records, do not depend on it.
func (c *Cluster) Record(on bool) { c.explain = on }

// Digest sums up everything that has happened so far.
func (c *Cluster) Digest() uint64 { return c.digest }

// Next returns the moment and number of the next event; ok is false when there is none.
func (c *Cluster) Next() (at kernel.Time, seq uint64, ok bool) {
	e := c.loop.Queue().Peek()
	if e == nil || e.At == kernel.Never {
		return 0, 0, false
	}
	return e.At, e.Seq, true
}

// Step lets the next event happen if it is due by until.
func (c *Cluster) Step(until kernel.Time) bool {
	e := c.loop.Next(until)
	if e == nil {
		return false
	}
	c.mix(uint64(e.At))
	c.mix(e.Seq)
	c.mix(uint64(e.To)<<16 | uint64(e.Kind))
	c.mix(uint64(e.A))
	c.mix(uint64(e.B))
	c.dispatch(e)
	if c.watch != nil {
		if err := c.watch.look(c, e.To); err != nil {
			panic(fmt.Sprintf("invariant broken at %s, event %d: %v\n%s", e.At, e.Seq, err, c.watch.story()))
		}
	}
	return true
}

// Advance moves the time to t, before which no event is due.
func (c *Cluster) Advance(t kernel.Time) { c.loop.Advance(t) }

func (c *Cluster) mix(v uint64) {
	c.digest = (c.digest ^ v) * 1099511628211
	c.digest ^= c.digest >> 29
}

// Note implements kernel.World: it keeps a record.
func (c *Cluster) Note(n kernel.Note) {
	c.mix(uint64(n.ID))
	c.mix(uint64(n.Cause))
	c.mix(uint64(n.Rule)<<32 | uint64(n.Node))
	c.notes.add(n)
}

// Notes is the number of the last record.
func (c *Cluster) Notes() kernel.Cause { return c.loop.Notes() }

// NotesAfter appends the kept records with a number above after to dst.
func (c *Cluster) NotesAfter(dst []kernel.Note, after kernel.Cause) []kernel.Note {
	return c.notes.after(dst, after)
}

// NoteOf returns the record with a number; ok is false when it is no longer kept.
func (c *Cluster) NoteOf(id kernel.Cause) (kernel.Note, bool) { return c.notes.get(id) }

// env is the reach of a node's process for the event that happens now.
func (c *Cluster) env(n *node, e *kernel.Event) *kernel.Env {
	c.reach = c.loop.Env(c, c.self(n), e)
	return &c.reach
}

// act records what a person does to a node and returns the reach it happens in.
func (c *Cluster) act(n *node, rule explain.Rule, facts ...explain.Fact) kernel.Env {
	if c.watch != nil {
		c.watch.touched = append(c.watch.touched, n.id)
	}
	d := explain.Decision{Rule: rule, Saw: facts, Chose: []string{n.name}}
	env := c.loop.EnvFor(c, c.self(n), 0)
	env.SetCause(c.loop.Act(c, n.id, d))
	return env
}

// tryAct lets a person change a setting of a process. One that the process
// refuses leaves no trace.
func (c *Cluster) tryAct(n *node, do func(*kernel.Env) error, facts ...explain.Fact) error {
	counters, digest := c.loop.Counters(), c.digest
	env := c.act(n, explain.ActSet, facts...)
	err := do(&env)
	if err != nil {
		c.loop.Restore(counters)
		c.digest = digest
		c.notes.rewind(c.loop.Notes())
	}
	return err
}

// self is what the kernel is told of a node.
func (c *Cluster) self(n *node) kernel.Node {
	return kernel.Node{ID: n.id, Life: n.life, Scale: n.slow, Record: c.explain}
}

// Name is a node's name; "" for a number that is none.
func (c *Cluster) Name(id kernel.NodeID) string {
	if id <= 0 || int(id) > len(c.nodes) {
		return ""
	}
	return c.nodes[id-1].name
}

// find looks a present node up by name.
func (c *Cluster) find(name string) (*node, error) {
	for i := range c.nodes {
		if n := &c.nodes[i]; n.name == name && !n.removed {
			return n, nil
		}
	}
	return nil, explain.Err("node.unknown", "there is no node {0}", name)
}

// Clone returns a copy with a future of its own. What is for the eye only, the
// records and the latest packets, it shares: only one of the two may go on, and
// whoever goes back to a clone calls Rewind on it.
func (c *Cluster) Clone() *Cluster {
	d := *c
	d.loop = c.loop.Clone()
	d.nodes = slices.Clone(c.nodes)
	for i := range d.nodes {
		d.nodes[i].proc = cloneProcess(c.nodes[i].proc)
	}
	d.order, d.links = slices.Clone(c.order), slices.Clone(c.links)
	d.tallies = cloneTallies(c.tallies)
	d.watch = nil
	return &d
}

// Rewind drops the records and packets that lie in this cluster's future.
func (c *Cluster) Rewind() {
	c.notes.rewind(c.loop.Notes())
	*c.recent = recent{}
}
