package scenario

import (
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// eventsAtOnce bounds how long a story may keep the machine without a word.
const eventsAtOnce = 50_000_000

// Difference is a query whose answer is not the one the story expects.
type Difference struct {
	Step      Step
	Got, Want []string
}

// String shows both answers.
func (d Difference) String() string {
	return "line " + explain.Int(d.Step.Line) + ": " + d.Step.Text +
		"\n  want " + strings.Join(d.Want, "\n       ") + "\n  got  " + strings.Join(d.Got, "\n       ")
}

// Run runs the whole story in a new Sim and compares its answers. The error is
// a *LineError: an act that cannot be, a condition that never held.
func (s *Story) Run() (*engine.Sim, []Difference, error) {
	sim, err := engine.New(s.Head)
	if err != nil {
		return nil, nil, &LineError{1, err}
	}
	return s.RunIn(sim)
}

// RunIn runs the story in a Sim that is at its beginning.
func (s *Story) RunIn(sim *engine.Sim) (*engine.Sim, []Difference, error) {
	var diffs []Difference
	for _, step := range s.Steps {
		got, err := step.do(sim)
		if err != nil {
			return sim, diffs, &LineError{step.Line, err}
		}
		if step.Kind == Query && !equal(got, step.Answer) {
			diffs = append(diffs, Difference{step, got, step.Answer})
		}
	}
	return sim, diffs, nil
}

// RunTo runs the story as far as a moment, with all that happens at it, to be looked
// at: questions are left out, and no marks are taken. The error is a *LineError, of
// what was run.
func (s *Story) RunTo(t kernel.Time) (*engine.Sim, error) {
	sim, err := engine.New(s.Head)
	if err != nil {
		return nil, &LineError{1, err}
	}
	sim.Unmarked()
	for _, step := range s.Steps {
		if step.Kind == Query {
			continue
		}
		if step.Kind == Run && sim.Now().Add(step.For) > t {
			break
		}
		if _, err := step.do(sim); err != nil {
			return nil, &LineError{step.Line, err}
		}
		if sim.Now() > t { // what was waited for came later
			break
		}
	}
	return sim, sim.Seek(engine.EndOf(t))
}

func (step *Step) do(sim *engine.Sim) (answer []string, err error) {
	switch step.Kind {
	case Act:
		return nil, sim.Do(step.Command)
	case Run:
		return nil, runFor(sim, sim.Now().Add(step.For))
	case Until:
		l, err := engine.ParseLine(step.Text)
		if err != nil {
			return nil, err
		}
		holds, longest, err := parseUntil(l)
		if err != nil {
			return nil, err
		}
		return nil, wait(sim, holds, longest)
	default:
		return Ask(sim, step.Text)
	}
}

func runFor(sim *engine.Sim, t kernel.Time) error {
	if t > engine.MaxTime {
		return explain.Err("run.long", "a run lasts at most {0}", engine.MaxTime.String())
	}
	if !sim.RunUntil(t, eventsAtOnce) {
		return explain.Err("run.events", "more than {0} events in one line", explain.Int(eventsAtOnce))
	}
	return nil
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if strings.Join(strings.Fields(a[i]), " ") != strings.Join(strings.Fields(b[i]), " ") {
			return false
		}
	}
	return true
}

// Rewrite runs the story and returns its text with the answers that the engine
// gives now.
func (s *Story) Rewrite() (string, error) {
	sim, err := engine.New(s.Head)
	if err != nil {
		return "", &LineError{1, err}
	}
	var out []string
	copied := 0
	for _, step := range s.Steps {
		got, err := step.do(sim)
		if err != nil {
			return "", &LineError{step.Line, err}
		}
		if step.Kind != Query {
			continue
		}
		out = append(out, s.lines[copied:step.Line]...)
		out = append(out, "----")
		out = append(out, got...)
		copied = step.from + len(step.Answer)
		if copied < len(s.lines) && strings.TrimSpace(s.lines[copied]) != "" {
			out = append(out, "") // an answer ends with a blank line
		}
	}
	out = append(out, s.lines[copied:]...)
	return strings.Join(out, "\n") + "\n", nil
}

// Load runs the story once and returns a Sim at its beginning with the story's
// acts in its future, and the moment at which the story ends.
func (s *Story) Load() (*engine.Sim, kernel.Time, error) {
	sim, _, err := s.Run()
	if err != nil {
		return nil, 0, err
	}
	end := sim.Now()
	return sim, end, sim.Seek(engine.Pos{})
}
