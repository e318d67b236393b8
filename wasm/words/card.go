package words

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Card is a reason at its second and third depth.
type Card struct {
	Lead    Line    // what happened
	Because Line    // and because of what, in one sentence
	Saw     []Row   // the inputs
	Rule    string  // the rule in one sentence
	Working []Line  // the rule worked out with the numbers of this case
	Passed  []Loser // the candidates that lost, those with one reason together
	Result  Line    // what was chosen; nil when nothing was
	Source  string  // RocketMQ's Class.method; "" for an act
	Log     string  // the line that RocketMQ would log
	Admin   string  // the mqadmin command that would show it
	Causes  []Cause // back to the act or the timer that began it, the earliest first
}

// Row is one input of a decision.
type Row struct {
	Label string
	Value Line
}

// Loser is one candidate, or several, and why it was passed over.
type Loser struct{ What, Why Line }

// Cause is a record that led to another one.
type Cause struct {
	ID   kernel.Cause
	At   kernel.Time
	Node kernel.NodeID
	Text Line
}

// longestChain bounds the causes of a card.
const longestChain = 32

// Card writes a record's reason.
func (c *Catalogue) Card(n kernel.Note, names Names, notes Notes) Card {
	s := c.scope(&n, names)
	info, _ := explain.Lookup(n.Rule)
	card := Card{
		Rule: c.word(n.Rule.String() + ".rule"), Source: info.Source, Log: info.Log, Admin: admin(info.Admin),
		Causes: c.causes(n, names, notes),
	}
	card.Lead, card.Because = c.Caption(n, names)
	if n.Decision == nil {
		return card
	}
	for _, f := range s.inputs() {
		card.Saw = append(card.Saw, Row{c.label(n.Rule, f.Key), s.of(f).line})
	}
	card.Working = s.working()
	card.Passed = s.passed()
	card.Result = s.result()
	return card
}

// admin is the command as one types it.
func admin(command string) string {
	const tool = "mqadmin "
	if command == "" || strings.HasPrefix(command, tool) {
		return command
	}
	return tool + command
}

// label is what a fact is called; some rules and processes have words of their
// own for it, "fact.limit@broker" or "fact.limit@broker.lock-denied".
func (c *Catalogue) label(rule explain.Rule, key explain.Key) string {
	name := rule.String()
	process, _, _ := strings.Cut(name, ".")
	for _, whose := range [...]string{"@" + name, "@" + process} {
		if own := "fact." + string(key) + whose; c.has(own) {
			return c.word(own)
		}
	}
	return c.word("fact." + string(key))
}

// causes walks back from a record.
func (c *Catalogue) causes(n kernel.Note, names Names, notes Notes) []Cause {
	var chain []Cause
	for len(chain) < longestChain && n.Cause != 0 {
		cause, ok := notes(n.Cause)
		if !ok {
			break
		}
		first, _ := c.Caption(cause, names)
		chain = append(chain, Cause{cause.ID, cause.At, cause.Node, first})
		n = cause
	}
	slices.Reverse(chain)
	return chain
}

// passed gathers the candidates that lost for one reason.
func (s *scope) passed() []Loser {
	var losers []Loser
	all := s.note.Decision.Passed
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q explain.Passed) bool { return sameReason(p, q) }) {
			continue
		}
		var names []string
		for _, q := range all[i:] {
			if sameReason(p, q) {
				names = append(names, q.What)
			}
		}
		losers = append(losers, Loser{s.choice(names), s.why(p)})
	}
	return losers
}

func sameReason(p, q explain.Passed) bool { return p.Why == q.Why && p.Num == q.Num }

// why writes the reason of one that was passed over; {n} is its number and
// {member} the client at that place of the list of ids.
func (s *scope) why(p explain.Passed) Line {
	inner := *s
	inner.extra = slices.Clone(s.extra)
	if strings.HasSuffix(string(p.Why), ".ns") {
		inner.set("n", s.of(explain.Fact{Key: p.Why, Num: p.Num}))
	} else {
		inner.setNum("n", p.Num)
	}
	if ids, ok := s.fact("ids"); ok {
		if list := strings.Split(ids.Text, ", "); p.Num >= 0 && p.Num < int64(len(list)) {
			inner.set("member", value{line: s.list(list[p.Num:p.Num+1], clientName)})
		}
	}
	line, _ := s.c.fill("why."+string(p.Why), &inner)
	return line
}

// Verdict says why a candidate was passed over, n being the number that belongs
// to the reason, or how it was chosen.
func (c *Catalogue) Verdict(key string, n int64) string {
	if !c.has("why." + key) {
		return c.special(key)
	}
	s := &scope{c: c}
	return s.why(explain.Passed{Why: explain.Key(key), Num: n}).String()
}

// result is the sentence of what comes of it, or what was chosen among others.
func (s *scope) result() Line {
	line, ok := s.c.fill(s.note.Rule.String()+".result", s)
	d := s.note.Decision
	if !ok && len(d.Chose) > 0 && (s.allocates() || len(d.Passed) > 0) {
		return s.choice(d.Chose)
	}
	return line
}

// choice writes names of queues, nodes or clients.
func (s *scope) choice(names []string) Line {
	if len(names) > 0 && strings.Contains(names[0], "/") {
		return plain(s.c.queues(names))
	}
	return s.list(names, clientName)
}
