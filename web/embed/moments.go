package embed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

const (
	mostMoments = 5
	settled     = 2 * time.Second // after an act: its last news within that is what it led to
)

// moments names the moments of a story that have a still: before the first act,
// what each act led to, and the end. best is the one that stands for the story:
// what its last act led to.
func moments(story *scenario.Story) (named []engine.Pos, best int, err error) {
	sim, differences, err := story.Run()
	if err != nil {
		return nil, 0, err
	}
	if len(differences) > 0 {
		return nil, 0, fmt.Errorf("the engine answers otherwise: %v", differences[0])
	}
	var acts []kernel.Time
	for _, e := range sim.Log().Entries {
		if e.At > 0 {
			acts = append(acts, e.At)
		}
	}
	acts = slices.Compact(acts)
	news, end := newsOf(sim), sim.Now()
	var before []engine.Pos
	for i, at := range acts {
		until := end
		if i+1 < len(acts) {
			until = acts[i+1] - 1
		}
		if i == 0 {
			before = append(before, engine.EndOf(at.Add(-time.Millisecond)))
		}
		if p, ok := ledTo(news, at, until); ok {
			named = append(named, p)
		}
	}
	if len(named) > mostMoments-2 {
		named = named[len(named)-mostMoments+2:]
	}
	if len(named) > 0 {
		best = len(before) + len(named) - 1
	}
	named = append(before, named...)
	if last := lastBefore(news, end+1); len(named) == 0 || last != named[len(named)-1] {
		named = append(named, last)
	}
	return named, best, nil
}

// newsOf lists the decisions that are neither routine nor a person's act.
func newsOf(sim *engine.Sim) (news []engine.Record) {
	for _, r := range sim.Records(0) {
		if info, _ := explain.Lookup(r.Rule); !info.Quiet && !isAct(r) {
			news = append(news, r)
		}
	}
	return news
}

func isAct(r engine.Record) bool { return strings.HasPrefix(r.Rule.String(), "act.") }

// lastBefore is the position of the last news before a moment, or the beginning.
func lastBefore(news []engine.Record, at kernel.Time) engine.Pos {
	p := engine.EndOf(0)
	for _, r := range news {
		if r.At < at {
			p = engine.Pos{At: r.At, Seq: r.Seq}
		}
	}
	return p
}

// ledTo is the last news soon after an act, or else the first one later.
func ledTo(news []engine.Record, act, until kernel.Time) (p engine.Pos, ok bool) {
	for _, r := range news {
		if r.At < act || r.At > until || ok && r.At > act.Add(settled) {
			continue
		}
		p, ok = engine.Pos{At: r.At, Seq: r.Seq}, true
	}
	return p, ok
}
