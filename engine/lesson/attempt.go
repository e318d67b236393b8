package lesson

import (
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// Progress is how far one condition of a goal has come.
type Progress struct {
	Goal  string // the condition as the lesson writes it
	Have  int64
	Holds bool
}

// Attempt follows a learner on the way to a step's goal. It runs beside the
// learner's run, event by event, so that nothing escapes it at any speed, and
// begins anew when the learner goes back.
type Attempt struct {
	film    *Film
	scene   int
	account *account
	seen    []string // the acts it has followed
	bases   []int64
}

// Try begins an attempt at the goal of a step.
func (f *Film) Try(scene int) (*Attempt, error) {
	if f.Scenes[scene].Step.Goal == nil {
		return nil, explain.Err("lesson.goalless", "this step has no goal")
	}
	t := &Attempt{film: f, scene: scene}
	return t, t.restart()
}

func (t *Attempt) restart() error {
	a, err := newAccount(t.film.Log.Head)
	if err != nil {
		return err
	}
	s := &t.film.Scenes[t.scene]
	if err := a.follow(t.film.Log.Entries[:s.entries], s.From.At); err != nil {
		return err
	}
	a.begin()
	t.account, t.seen, t.bases = a, lines(a.sim.Past().Entries), nil
	for i := range s.Step.Goal {
		t.bases = append(t.bases, s.Step.Goal[i].value(a))
	}
	return nil
}

func lines(entries []engine.Entry) []string {
	var all []string
	for _, e := range entries {
		all = append(all, line(e))
	}
	return all
}

func line(e engine.Entry) string { return e.At.String() + " " + e.Command.String() }

// Look catches up with the learner's run and says how far each condition has
// come, and whether all hold now. The run must have gone through the lesson up
// to the step.
func (t *Attempt) Look(sim *engine.Sim) (all []Progress, done bool, err error) {
	past := sim.Past().Entries
	if sim.Now() < t.account.sim.Now() || !t.continues(past) {
		if err := t.restart(); err != nil {
			return nil, false, err
		}
		if sim.Now() < t.account.sim.Now() || !t.continues(past) {
			return nil, false, explain.Err("lesson.astray", "the run has left the lesson")
		}
	}
	for _, e := range past[len(t.seen):] {
		t.seen = append(t.seen, line(e))
	}
	if err := t.account.follow(past, sim.Now()); err != nil {
		return nil, false, err
	}
	done = true
	goal := t.film.Scenes[t.scene].Step.Goal
	for i := range goal {
		n := goal[i].value(t.account)
		if goal[i].since {
			n -= t.bases[i]
		}
		p := Progress{Goal: goal[i].String(), Have: n, Holds: goal[i].holds(n)}
		all, done = append(all, p), done && p.Holds
	}
	return all, done, nil
}

// continues tells whether the acts followed are the first of those given.
func (t *Attempt) continues(past []engine.Entry) bool {
	if len(past) < len(t.seen) {
		return false
	}
	for i, s := range t.seen {
		if line(past[i]) != s {
			return false
		}
	}
	return true
}

// missing lists the conditions that do not hold.
func missing(all []Progress) string {
	var parts []string
	for _, p := range all {
		if !p.Holds {
			parts = append(parts, p.Goal+" ("+explain.Int(p.Have)+")")
		}
	}
	return strings.Join(parts, ", ")
}
