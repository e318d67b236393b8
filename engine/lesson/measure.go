package lesson

import (
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// measure is a number about the run: "repeated g". Those that count what
// happens begin at the step; the others are about the present moment.
type measure struct {
	text  string
	since bool
	read  func(*account) int64
}

// Condition compares a measure with a number: "repeated g >= 1".
type Condition struct {
	measure
	op     string
	number int64
}

// String is the condition as the lesson writes it.
func (c Condition) String() string {
	return c.text + " " + c.op + " " + explain.Int(c.number)
}

func (c Condition) holds(n int64) bool {
	switch c.op {
	case "=":
		return n == c.number
	case ">=":
		return n >= c.number
	default:
		return n <= c.number
	}
}

func parseCondition(s string) (Condition, error) {
	words := strings.Fields(s)
	n := len(words)
	if n < 3 || words[n-2] != "=" && words[n-2] != ">=" && words[n-2] != "<=" {
		return Condition{}, explain.Err("lesson.condition", "write a condition as: repeated g >= 1")
	}
	m, err := parseMeasure(strings.Join(words[:n-2], " "))
	if err != nil {
		return Condition{}, err
	}
	number, err := engine.ParseNumber(words[n-1])
	return Condition{m, words[n-2], number}, err
}

// gauge is a kind of measure.
type gauge struct {
	usage string // its name and its arguments
	since bool
	parse func(*engine.Line) (func(*account) int64, error)
}

// gauges is the table of everything that a lesson can count.
func gauges() []gauge {
	return []gauge{
		{"delivered GROUP", true, ofGroup(func(t *tally) int64 { return t.delivered })},
		{"repeated GROUP", true, ofGroup(func(t *tally) int64 { return t.repeated })},
		{"skipped GROUP", true, ofGroup(func(t *tally) int64 { return t.skipped })},
		{"unordered GROUP", true, ofGroup(func(t *tally) int64 { return t.unordered })},
		{"lost TOPIC", true, parseLost},
		{"stored TOPIC", true, parseStored},
		{"consumed CONSUMER", true, ofNode(func(n *view.Node) int64 { return n.Consumed })},
		{"filtered CONSUMER", true, ofNode(func(n *view.Node) int64 { return n.Filtered })},
		{"sent PRODUCER", true, ofNode(func(n *view.Node) int64 { return n.Sent })},
		{"failed PRODUCER", true, ofNode(func(n *view.Node) int64 { return n.Failed })},
		{"happened RULE [NODE]", true, parseHappened},
		{"moved GROUP TOPIC", false, parseMoved},
		{"unowned GROUP TOPIC", false, parseUnowned},
		{"shared GROUP TOPIC", false, parseShared},
		{"idle GROUP", false, parseIdle},
		{"owned CONSUMER", false, ofNode(func(n *view.Node) int64 { return int64(n.Owns) })},
		{"cached CONSUMER", false, ofNode(func(n *view.Node) int64 { return int64(n.Cached) })},
		{"up NODE", false, parseUp},
		{"lag GROUP", false, parseLag},
		{"committed GROUP TOPIC QUEUE", false, parseCommitted},
		{"isolated PRODUCER", false, parseIsolated},
	}
}

// name is the first word of the usage.
func (g *gauge) name() string {
	name, _, _ := strings.Cut(g.usage, " ")
	return name
}

func parseMeasure(s string) (measure, error) {
	l, err := engine.ParseLine(s)
	if err != nil {
		return measure{}, err
	}
	var names []string
	for _, g := range gauges() {
		names = append(names, g.name())
		if g.name() != l.Verb {
			continue
		}
		read, err := g.parse(l)
		if err != nil {
			return measure{}, err
		}
		return measure{s, g.since, read}, l.Done()
	}
	return measure{}, explain.Err("lesson.measure", "there is no measure {0}, but {1}", l.Verb, strings.Join(names, " "))
}

type reading = func(*account) int64

func ofGroup(read func(*tally) int64) func(*engine.Line) (reading, error) {
	return func(l *engine.Line) (reading, error) {
		group, err := l.Word("a group")
		return func(a *account) int64 { return read(a.tallyOf(group)) }, err
	}
}

func ofNode(read func(*view.Node) int64) func(*engine.Line) (reading, error) {
	return func(l *engine.Line) (reading, error) {
		name, err := l.Word("the name of a node")
		return func(a *account) int64 {
			if n := named(&a.now, name); n != nil {
				return read(n)
			}
			return 0
		}, err
	}
}

func named(v *view.View, name string) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].Name == name {
			return &v.Nodes[i]
		}
	}
	return nil
}

func nodeOf(v *view.View, id kernel.NodeID) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return &v.Nodes[i]
		}
	}
	return &view.Node{}
}

func parseUp(l *engine.Line) (reading, error) {
	name, err := l.Word("the name of a node")
	return func(a *account) int64 {
		if n := named(&a.now, name); n != nil && n.State == view.Up {
			return 1
		}
		return 0
	}, err
}

func parseLost(l *engine.Line) (reading, error) {
	topic, err := l.Word("a topic")
	return func(a *account) int64 {
		sum := int64(0)
		for i := range a.lanes {
			if a.lanes[i].topic == topic {
				sum += a.lanes[i].lost
			}
		}
		return sum
	}, err
}

func parseStored(l *engine.Line) (reading, error) {
	topic, err := l.Word("a topic")
	return func(a *account) int64 {
		sum := int64(0)
		for i := range a.lanes {
			if a.lanes[i].topic == topic {
				sum += a.lanes[i].stored
			}
		}
		return sum
	}, err
}

func parseHappened(l *engine.Line) (reading, error) {
	rule, err := l.Rule()
	if err != nil {
		return nil, err
	}
	node := ""
	if l.Words() > 0 {
		node, _ = l.Word("a node")
	}
	return func(a *account) int64 {
		n := int64(0)
		for _, r := range a.sim.Records(a.begunRecord) {
			if r.Rule.String() == rule && (node == "" || a.sim.Name(r.Node) == node) {
				n++
			}
		}
		return n
	}, nil
}

func groupAndTopic(l *engine.Line) (group, topic string, err error) {
	if group, err = l.Word("a group and a topic"); err == nil {
		topic, err = l.Word("a group and a topic")
	}
	return group, topic, err
}

func parseMoved(l *engine.Line) (reading, error) {
	group, topic, err := groupAndTopic(l)
	return func(a *account) int64 {
		moved := int64(0)
		for _, q := range queuesOf(&a.now, topic) {
			if ownersOf(&a.now, group, topic, q) != ownersOf(&a.begun, group, topic, q) {
				moved++
			}
		}
		return moved
	}, err
}

func parseUnowned(l *engine.Line) (reading, error) {
	group, topic, err := groupAndTopic(l)
	return func(a *account) int64 { return a.owners(group, topic, func(s string) bool { return s == nobody }) }, err
}

func parseShared(l *engine.Line) (reading, error) {
	group, topic, err := groupAndTopic(l)
	return func(a *account) int64 {
		return a.owners(group, topic, func(s string) bool { return strings.Contains(s, "+") })
	}, err
}

// settling is how long a member that has just started is not called idle: it has
// not worked out its share yet.
const settling = time.Second

func parseIdle(l *engine.Line) (reading, error) {
	group, err := l.Word("a group")
	return func(a *account) int64 {
		n := int64(0)
		for _, c := range members(&a.now, group) {
			if m := named(&a.now, c); m.Owns == 0 && a.sim.Now() >= m.Since.Add(settling) {
				n++
			}
		}
		return n
	}, err
}

func parseLag(l *engine.Line) (reading, error) {
	group, err := l.Word("a group")
	return func(a *account) int64 {
		for i := range a.now.Groups {
			if a.now.Groups[i].Name == group {
				return a.now.Groups[i].Lag
			}
		}
		return 0
	}, err
}

func parseCommitted(l *engine.Line) (reading, error) {
	group, topic, err := groupAndTopic(l)
	if err != nil {
		return nil, err
	}
	queue, err := l.Word("a queue")
	return func(a *account) int64 {
		for i := range a.now.Offsets {
			o := &a.now.Offsets[i]
			q := &a.now.Queues[o.Queue]
			if n := nodeOf(&a.now, q.Broker); o.Group == group && q.Topic == topic && n.BrokerID == 0 && queueName(n.Broker, q.ID) == queue {
				return o.Offset
			}
		}
		return 0
	}, err
}

func parseIsolated(l *engine.Line) (reading, error) {
	name, err := l.Word("a producer")
	return func(a *account) int64 {
		n := int64(0)
		for i := range a.now.Faults {
			if f := &a.now.Faults[i]; f.Until > a.now.At && nodeOf(&a.now, f.Producer).Name == name {
				n++
			}
		}
		return n
	}, err
}
