package scenario

import (
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// question is a query with its arguments; it never changes the run.
type question func(*engine.Sim) []string

// queryVerb is a word that begins a query.
type queryVerb struct {
	name, usage string
	parse       func(*engine.Line) (question, error)
}

// queries is the table of everything that a story can ask.
func queries() []queryVerb {
	return []queryVerb{
		{"owners", "owners GROUP TOPIC", parseOwners},
		{"offsets", "offsets GROUP TOPIC", parseOffsets},
		{"lag", "lag GROUP", parseLag},
		{"delivered", "delivered GROUP", parseDelivered},
		{"skipped", "skipped GROUP", parseSkipped},
		{"members", "members GROUP", parseMembers},
		{"subscriptions", "subscriptions GROUP", parseSubscriptions},
		{"timers", "timers NODE", parseTimers},
		{"try", "try ACT", parseTry},
		{"why", "why [NODE]", parseWhy},
		{"records", "records RULE", parseRecords},
		{"flights", "flights", plain(flights)},
		{"faults", "faults PRODUCER", parseFaults},
		{"sends", "sends PRODUCER", parseSends},
		{"messages", "messages", plain(messages)},
		{"nodes", "nodes", plain(nodes)},
		{"check", "check", plain(check)},
		{"digest", "digest", plain(digest)},
	}
}

func findQuery(word string) (queryVerb, bool) {
	for _, q := range queries() {
		if q.name == word {
			return q, true
		}
	}
	return queryVerb{}, false
}

// Ask answers one query about the present moment: "owners g orders".
func Ask(sim *engine.Sim, text string) ([]string, error) {
	l, err := engine.ParseLine(text)
	if err != nil {
		return nil, err
	}
	q, ok := findQuery(l.Verb)
	if !ok {
		return nil, explain.Err("query.unknown", "there is no query {0}", l.Verb)
	}
	ask, err := q.parse(l)
	if err != nil {
		return nil, err
	}
	if err := l.Done(); err != nil {
		return nil, err
	}
	return ask(sim), nil
}

func plain(ask question) func(*engine.Line) (question, error) {
	return func(*engine.Line) (question, error) { return ask, nil }
}

func show(sim *engine.Sim) *view.View {
	v := &view.View{}
	sim.Show(v)
	return v
}

func groupAndTopic(l *engine.Line) (group, topic string, err error) {
	if group, err = l.Word("a group and a topic"); err != nil {
		return "", "", err
	}
	topic, err = l.Word("a group and a topic")
	return group, topic, err
}

func parseOwners(l *engine.Line) (question, error) {
	group, topic, err := groupAndTopic(l)
	return func(sim *engine.Sim) []string {
		v := show(sim)
		var lines []string
		for _, n := range v.Nodes {
			if n.Role == view.Consumer && n.Group == group && n.State == view.Up {
				lines = append(lines, n.Name+"  "+strings.Join(owned(v, n.ID, topic), " "))
			}
		}
		return lines
	}, err
}

// owned lists the queues of a topic in a consumer's table; "-" if it has none.
func owned(v *view.View, consumer kernel.NodeID, topic string) []string {
	var queues []string
	for _, o := range v.Owners {
		if o.Consumer == consumer && o.Topic == topic {
			queues = append(queues, queueName(o.Broker, o.ID))
		}
	}
	if len(queues) == 0 {
		return []string{"-"}
	}
	return queues
}

func queueName(broker string, id int32) string { return broker + "/" + strconv.Itoa(int(id)) }

func parseOffsets(l *engine.Line) (question, error) {
	group, topic, err := groupAndTopic(l)
	return func(sim *engine.Sim) []string {
		v := show(sim)
		var lines []string
		for i, q := range v.Queues {
			if q.Topic != topic || !q.Readable {
				continue
			}
			committed := "-"
			for _, o := range v.Offsets {
				if int(o.Queue) == i && o.Group == group {
					committed = strconv.FormatInt(o.Offset, 10)
				}
			}
			lines = append(lines, queueName(nodeName(v, q.Broker), q.ID)+"  committed="+committed+" min="+explain.Int(q.Min)+" max="+explain.Int(q.Max))
		}
		return lines
	}, err
}

func nodeName(v *view.View, id kernel.NodeID) string {
	for _, n := range v.Nodes {
		if n.ID == id {
			return n.Name
		}
	}
	return "?"
}

func parseLag(l *engine.Line) (question, error) {
	group, err := l.Word("a group")
	return func(sim *engine.Sim) []string {
		if lag, ok := lagOf(show(sim), group); ok {
			return []string{strconv.FormatInt(lag, 10)}
		}
		return []string{"no group " + group}
	}, err
}

// parseDelivered asks how many messages a group's listeners were given, and how
// often one came again.
func parseDelivered(l *engine.Line) (question, error) {
	group, err := l.Word("a group")
	return func(sim *engine.Sim) []string {
		for _, g := range show(sim).Groups {
			if g.Name == group {
				return []string{"delivered=" + explain.Int(g.Delivered) + " repeated=" + explain.Int(g.Repeated)}
			}
		}
		return []string{"no group " + group}
	}, err
}

func lagOf(v *view.View, group string) (int64, bool) {
	for _, g := range v.Groups {
		if g.Name == group {
			return g.Lag, true
		}
	}
	return 0, false
}

func parseFaults(l *engine.Line) (question, error) {
	producer, err := l.Word("a producer")
	return func(sim *engine.Sim) []string {
		v := show(sim)
		var lines []string
		for _, f := range v.Faults {
			if nodeName(v, f.Producer) != producer {
				continue
			}
			line := f.Broker + "  latency=" + engine.Duration(f.Latency)
			if f.Until > v.At {
				line += " isolated=" + engine.Duration(f.Until.Sub(v.At))
			}
			if f.Unreachable {
				line += " unreachable"
			}
			lines = append(lines, line)
		}
		if len(lines) == 0 {
			return []string{"none"}
		}
		return lines
	}, err
}

func flights(sim *engine.Sim) []string {
	v := show(sim)
	var lines []string
	for _, f := range v.Flights {
		if f.Arrive > v.At && !f.Lost {
			lines = append(lines, strconv.FormatUint(f.Number, 10)+"  "+f.Name+" "+nodeName(v, f.From)+" -> "+nodeName(v, f.To))
		}
	}
	if len(lines) == 0 {
		return []string{"none"}
	}
	return lines
}

// messages counts what producers sent and consumers acknowledged.
func messages(sim *engine.Sim) []string {
	v := show(sim)
	var lines []string
	for _, n := range v.Nodes {
		switch n.Role {
		case view.Producer:
			lines = append(lines, n.Name+"  sent="+explain.Int(n.Sent)+" failed="+explain.Int(n.Failed))
		case view.Consumer:
			lines = append(lines, n.Name+"  consumed="+explain.Int(n.Consumed)+" cached="+explain.Int(n.Cached))
		}
	}
	return lines
}

func nodes(sim *engine.Sim) []string {
	v := show(sim)
	states := [...]string{view.Up: "up", view.Stopped: "stopped", view.Killed: "killed", view.Lost: "lost"}
	var lines []string
	for _, n := range v.Nodes {
		lines = append(lines, n.Name+"  "+states[n.State])
	}
	return lines
}

func check(sim *engine.Sim) []string {
	if err := sim.Check(); err != nil {
		return []string{err.Error()}
	}
	return []string{"ok"}
}

func digest(sim *engine.Sim) []string { return []string{strconv.FormatUint(sim.Digest(), 16)} }
