package scenario

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/view"
)

// parseMembers asks whom each broker has in its list of a group.
func parseMembers(l *engine.Line) (question, error) {
	group, err := l.Word("a group")
	return perBroker(func(v *view.View, broker *view.Node) (answer []string) {
		for _, m := range v.Members {
			if m.Broker == broker.ID && m.Group == group {
				answer = append(answer, m.ClientID)
			}
		}
		return answer
	}), err
}

// parseSubscriptions asks for each broker's one table of a group's subscriptions.
func parseSubscriptions(l *engine.Line) (question, error) {
	group, err := l.Word("a group")
	return perBroker(func(v *view.View, broker *view.Node) (answer []string) {
		for _, s := range v.Subscriptions {
			if s.Broker == broker.ID && s.Group == group && !strings.HasPrefix(s.Topic, "%RETRY%") {
				answer = append(answer, s.Topic+"="+engine.Quote(s.Expression)+" version="+strconv.FormatInt(s.Version, 10))
			}
		}
		return answer
	}), err
}

// perBroker answers with one line for each running broker; "-" if it knows nothing.
func perBroker(ask func(*view.View, *view.Node) []string) question {
	return func(sim *engine.Sim) (lines []string) {
		v := show(sim)
		for i := range v.Nodes {
			n := &v.Nodes[i]
			if n.Role != view.Broker || n.State != view.Up {
				continue
			}
			answer := ask(v, n)
			if len(answer) == 0 {
				answer = []string{"-"}
			}
			lines = append(lines, n.Name+"  "+strings.Join(answer, " "))
		}
		return lines
	}
}

// parseSkipped asks how many messages a group's offsets have passed that none of
// its listeners was ever given: lost for the group.
func parseSkipped(l *engine.Line) (question, error) {
	group, err := l.Word("a group")
	return func(sim *engine.Sim) []string {
		v := show(sim)
		if i := slices.IndexFunc(v.Groups, func(g view.Group) bool { return g.Name == group }); i >= 0 {
			return []string{explain.Int(v.Groups[i].Skipped)}
		}
		return []string{"no group " + group}
	}, err
}

// timerNames are the timers as a story writes them.
var timerNames = [...]string{
	view.TimerRebalance: "rebalance", view.TimerRoute: "route", view.TimerHeartbeat: "heartbeat", view.TimerPersist: "persist",
	view.TimerPull: "pull", view.TimerRegister: "register", view.TimerScan: "scan", view.TimerLock: "lock", view.TimerExpiry: "expiry",
	view.TimerSend: "send", view.TimerSync: "sync",
}

// parseTimers asks when the timers of a node fire next.
func parseTimers(l *engine.Line) (question, error) {
	node, err := l.Word("a node")
	return func(sim *engine.Sim) (lines []string) {
		v := show(sim)
		slices.SortStableFunc(v.Timers, func(a, b view.Timer) int { return cmp.Compare(a.At, b.At) })
		for _, t := range v.Timers {
			if nodeName(v, t.Node) == node && int(t.Kind) < len(timerNames) {
				lines = append(lines, t.At.String()+"  "+timerNames[t.Kind])
			}
		}
		if len(lines) == 0 {
			return []string{"none"}
		}
		return lines
	}, err
}

// parseTry asks what an act would come to now: "try reset g orders at=first".
// The act is not done.
func parseTry(l *engine.Line) (question, error) {
	verb, err := l.Word("an act")
	if err != nil {
		return nil, err
	}
	l.Verb = verb
	c, err := l.Command()
	return func(sim *engine.Sim) []string {
		if err := sim.Try(c); err != nil {
			return []string{err.Error()}
		}
		return []string{"ok"}
	}, err
}
