package engine

import (
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
)

// restart starts the process of a node that is down; a broker may get other
// delay levels.
type restart struct{ name, levels string }

func parseRestart(l *Line) (Command, error) {
	name, err := l.Name("the name of a node")
	return restart{name, l.Option("delay-levels", "")}, err
}

func (c restart) String() string {
	var o options
	o.add("delay-levels", c.levels, "")
	return "restart " + c.name + o.b.String()
}

func (c restart) apply(cl *cluster.Cluster) error {
	if c.levels != "" {
		return cl.RestartWithLevels(c.name, c.levels)
	}
	return cl.Restart(c.name)
}

// clock steps the wall clock of a broker's host.
type clock struct {
	name string
	step time.Duration
}

func parseClock(l *Line) (Command, error) {
	name, err := l.Name("a broker and a step")
	if err != nil {
		return nil, err
	}
	step, err := l.Word("a broker and a step")
	if err != nil {
		return nil, err
	}
	if step[0] != '+' && step[0] != '-' {
		return nil, explain.Err("clock.sign", "a step of a clock has a sign, +5s or -5s, not {0}", step)
	}
	d, err := ParseDuration(step)
	return clock{name, d}, err
}

func (c clock) String() string {
	if c.step < 0 {
		return "clock " + c.name + " -" + Duration(-c.step)
	}
	return "clock " + c.name + " +" + Duration(c.step)
}

func (c clock) apply(cl *cluster.Cluster) error { return cl.StepClock(c.name, c.step) }
