package engine

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/profile"
)

// onNode is an act on one node that needs nothing but its name.
type onNode struct {
	verb, name string
	do         func(*cluster.Cluster, string) error
}

func nodeAct(do func(*cluster.Cluster, string) error, verb string) func(*Line) (Command, error) {
	return func(l *Line) (Command, error) {
		name, err := l.Name("the name of a node")
		return onNode{verb, name, do}, err
	}
}

func (c onNode) String() string                  { return c.verb + " " + c.name }
func (c onNode) apply(cl *cluster.Cluster) error { return c.do(cl, c.name) }

// upgrade makes a node run another version.
type upgrade struct {
	name string
	to   *profile.Profile
}

func parseUpgrade(l *Line) (Command, error) {
	name, err := l.Name("a node and a version")
	if err != nil {
		return nil, err
	}
	v, err := l.Word("a node and a version")
	if err != nil {
		return nil, err
	}
	p, err := versionByName(v)
	return upgrade{name, p}, err
}

func (c upgrade) String() string                  { return "upgrade " + c.name + " " + c.to.Name }
func (c upgrade) apply(cl *cluster.Cluster) error { return cl.Upgrade(c.name, c.to) }

// onLink is an act on the network between two nodes.
type onLink struct {
	verb, a, b string
	do         func(*cluster.Cluster, string, string) error
}

func linkAct(do func(*cluster.Cluster, string, string) error, verb string) func(*Line) (Command, error) {
	return func(l *Line) (Command, error) {
		a, err := l.Name("the names of two nodes")
		if err != nil {
			return nil, err
		}
		b, err := l.Name("the names of two nodes")
		return onLink{verb, a, b, do}, err
	}
}

func (c onLink) String() string                  { return c.verb + " " + c.a + " " + c.b }
func (c onLink) apply(cl *cluster.Cluster) error { return c.do(cl, c.a, c.b) }

// setLink sets a link's latency.
type setLink struct {
	a, b    string
	latency time.Duration
}

func parseLink(l *Line) (Command, error) {
	const what = "the names of two nodes and a latency"
	a, err := l.Name(what)
	if err != nil {
		return nil, err
	}
	b, err := l.Name(what)
	if err != nil {
		return nil, err
	}
	latency, err := l.Word(what)
	if err != nil {
		return nil, err
	}
	d, err := ParseDuration(latency)
	return setLink{a, b, d}, err
}

func (c setLink) String() string                  { return "link " + c.a + " " + c.b + " " + Duration(c.latency) }
func (c setLink) apply(cl *cluster.Cluster) error { return cl.SetLatency(c.a, c.b, c.latency) }

// slow makes a node's work take longer, or its answers come later.
type slow struct {
	name   string
	tenths int32
	lag    time.Duration
}

func parseSlow(l *Line) (Command, error) {
	name, err := l.Name("the name of a node")
	if err != nil {
		return nil, err
	}
	how, err := l.Word("x10 or 200ms")
	if err != nil {
		return nil, err
	}
	factor, ok := strings.CutPrefix(how, "x")
	if !ok {
		d, err := ParseDuration(how)
		return slow{name: name, lag: d}, err
	}
	tenths, err := parseTenths(factor)
	return slow{name: name, tenths: tenths}, err
}

// parseTenths reads "10" or "0.5" as tenths.
func parseTenths(s string) (int32, error) {
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 1 {
		return 0, explain.Err("slow.factor", "{0} is no factor: write x10 or x0.5", s)
	}
	n, err := strconv.ParseInt(whole+(part + "0")[:1], 10, 32)
	if err != nil || n <= 0 {
		return 0, explain.Err("slow.factor", "{0} is no factor: write x10 or x0.5", s)
	}
	return int32(n), nil
}

func (c slow) String() string {
	if c.tenths == 0 {
		return "slow " + c.name + " " + Duration(c.lag)
	}
	s := "slow " + c.name + " x" + strconv.Itoa(int(c.tenths/10))
	if part := c.tenths % 10; part != 0 {
		s += "." + strconv.Itoa(int(part))
	}
	return s
}

func (c slow) apply(cl *cluster.Cluster) error {
	if c.tenths == 0 {
		return cl.Lag(c.name, c.lag)
	}
	return cl.Slow(c.name, c.tenths)
}
