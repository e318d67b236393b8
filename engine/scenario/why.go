package scenario

import (
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// parseWhy asks for the newest decision, of one node if it is named, and walks
// back along its causes.
func parseWhy(l *engine.Line) (question, error) {
	node := ""
	if l.Words() > 0 {
		node, _ = l.Word("a node")
	}
	return func(sim *engine.Sim) []string {
		records := sim.Records(0)
		for i := len(records) - 1; i >= 0; i-- {
			r := records[i]
			if r.Decision == nil || isAct(r.Rule) || node != "" && sim.Name(r.Node) != node {
				continue
			}
			return because(sim, r)
		}
		return []string{"no decision yet"}
	}, nil
}

func isAct(r explain.Rule) bool { return strings.HasPrefix(r.String(), "act.") }

func because(sim *engine.Sim, r engine.Record) []string {
	lines := []string{Sentence(sim, r)}
	for _, p := range r.Decision.Passed {
		lines = append(lines, "not "+p.What+": "+string(p.Why)+number(p.Num))
	}
	for cause := r.Cause; cause != 0; {
		c, ok := sim.RecordOf(uint64(cause))
		if !ok {
			break
		}
		lines = append(lines, "because "+Sentence(sim, c))
		cause = c.Cause
	}
	return lines
}

func number(n int64) string {
	if n == 0 {
		return ""
	}
	return " " + explain.Int(n)
}

// Sentence writes a record on one line: time, node, rule, what it saw, what it chose.
func Sentence(sim *engine.Sim, r engine.Record) string {
	var b strings.Builder
	b.WriteString(r.At.String() + " " + sim.Name(r.Node) + " " + r.Rule.String())
	if r.Decision == nil {
		return b.String()
	}
	for _, f := range r.Decision.Saw {
		b.WriteString(" " + string(f.Key) + "=")
		if f.Text != "" {
			b.WriteString(engine.Quote(f.Text))
		} else {
			b.WriteString(explain.Int(f.Num))
		}
	}
	if len(r.Decision.Chose) > 0 {
		b.WriteString(" -> " + strings.Join(r.Decision.Chose, " "))
	}
	return b.String()
}

// parseRecords lists every kept record of one rule.
func parseRecords(l *engine.Line) (question, error) {
	rule, err := l.Rule()
	if err != nil {
		return nil, err
	}
	return func(sim *engine.Sim) []string {
		var lines []string
		for _, r := range sim.Records(0) {
			if r.Rule.String() == rule {
				lines = append(lines, Sentence(sim, r))
			}
		}
		if len(lines) == 0 {
			return []string{"none"}
		}
		return lines
	}, nil
}
