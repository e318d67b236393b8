package scenario

import (
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// condition is what an until waits for.
type condition func(*engine.Sim) bool

const longestWait = 24 * time.Hour

// parseUntil reads "until owner GROUP TOPIC QUEUE CONSUMER", "until lag GROUP N"
// or "until rule RULE [NODE]", each with max=DURATION.
func parseUntil(l *engine.Line) (holds condition, longest time.Duration, err error) {
	what, err := l.Word("owner, lag or rule")
	if err != nil {
		return nil, 0, err
	}
	switch what {
	case "owner":
		holds, err = untilOwner(l)
	case "lag":
		holds, err = untilLag(l)
	case "rule":
		holds, err = untilRule(l)
	default:
		return nil, 0, explain.Err("until.what", "until waits for owner, lag or rule, not {0}", what)
	}
	if err != nil {
		return nil, 0, err
	}
	if longest, err = l.Duration("max", longestWait); err != nil {
		return nil, 0, err
	}
	return holds, longest, l.Done()
}

func untilOwner(l *engine.Line) (condition, error) {
	var words [4]string
	for i := range words {
		w, err := l.Word("a group, a topic, a queue and a consumer")
		if err != nil {
			return nil, err
		}
		words[i] = w
	}
	group, topic, queue, consumer := words[0], words[1], words[2], words[3]
	v := &view.View{}
	return func(sim *engine.Sim) bool {
		sim.Show(v)
		for _, n := range v.Nodes {
			if n.Name != consumer || n.Group != group || n.State != view.Up {
				continue
			}
			for _, q := range owned(v, n.ID, topic) {
				if q == queue {
					return true
				}
			}
		}
		return false
	}, nil
}

func untilLag(l *engine.Line) (condition, error) {
	group, err := l.Word("a group")
	if err != nil {
		return nil, err
	}
	w, err := l.Word("a number")
	if err != nil {
		return nil, err
	}
	want, err := engine.ParseNumber(w)
	if err != nil {
		return nil, err
	}
	v := &view.View{}
	return func(sim *engine.Sim) bool {
		sim.Show(v)
		lag, ok := lagOf(v, group)
		return ok && lag == want
	}, nil
}

// untilRule waits for a new record of a rule.
func untilRule(l *engine.Line) (condition, error) {
	rule, err := l.Rule()
	if err != nil {
		return nil, err
	}
	node := ""
	if l.Words() > 0 {
		node, _ = l.Word("a node")
	}
	seen, started := uint64(0), false
	return func(sim *engine.Sim) bool {
		if !started {
			seen, started = sim.LastRecord(), true
			return false
		}
		for ; seen < sim.LastRecord(); seen++ {
			r, ok := sim.RecordOf(seen + 1)
			if ok && r.Rule.String() == rule && (node == "" || sim.Name(r.Node) == node) {
				return true
			}
		}
		return false
	}, nil
}

// wait lets events happen one by one until the condition holds.
func wait(sim *engine.Sim, holds condition, longest time.Duration) error {
	end := min(sim.Now().Add(longest), engine.MaxTime)
	for !holds(sim) {
		if !stepBefore(sim, end) {
			return explain.Err("until.max", "it did not come true within {0}", engine.Duration(longest))
		}
	}
	return nil
}

// stepBefore lets the next event happen if it is due by end.
func stepBefore(sim *engine.Sim, end kernel.Time) bool {
	return !sim.RunUntil(end, 1)
}
