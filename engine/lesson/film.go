package lesson

import (
	"slices"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Film is a lesson that has been run from end to end: every step's acts are in
// its log, so that going to a step, back or on, is a seek.
type Film struct {
	Lesson *Lesson
	Log    engine.Log
	Scenes []Scene // one a step
}

// Scene is a step as it went.
type Scene struct {
	Step     *Step
	From, To engine.Pos // before and after its body
	Card     uint64     // the record whose card has the reason, 0 for none
	Solution engine.Log // a goal: the whole run that reaches it
	Reached  kernel.Time

	Items   []string // Owners: the queues; Order: the messages
	Choices []string // what may be chosen, for each item if there are any
	Before  []string // Owners: each item's owner when the step begins, written as in a guess
	Longest kernel.Time
	answer  guess
	entries int // of the log before it
}

// Film runs the lesson and works out every answer. The error is a
// *scenario.LineError: an act that cannot be, a condition that never holds, a
// wrong guess that is right, a solution that does not reach its goal.
func (l *Lesson) Film() (*Film, error) {
	f := &Film{Lesson: l}
	sim, err := l.begin()
	if err != nil {
		return nil, err
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		scene := Scene{Step: s, From: sim.Pos(), entries: len(sim.Past().Entries)}
		before := sim.LastRecord()
		if err := s.body.run(sim); err != nil {
			return nil, err
		}
		scene.To = sim.Pos()
		if scene.Card, err = s.findCard(sim, before); err != nil {
			return nil, err
		}
		if err := s.checkLook(sim); err != nil {
			return nil, err
		}
		f.Scenes = append(f.Scenes, scene)
	}
	f.Log = sim.Past()
	return f, f.develop()
}

// Sim is a run at the end of the story, before the first step, with the acts of
// all steps ahead.
func (f *Film) Sim() (*engine.Sim, error) {
	sim, err := engine.Replay(f.Log)
	if err != nil {
		return nil, err
	}
	return sim, sim.Seek(f.Scenes[0].From)
}

// SimAt is a run at the beginning of a step with nothing ahead: one in which a
// learner acts.
func (f *Film) SimAt(scene int) (*engine.Sim, error) {
	s := &f.Scenes[scene]
	return replay(f.Log.Head, f.Log.Entries[:s.entries], s.From.At)
}

// begin runs the story.
func (l *Lesson) begin() (*engine.Sim, error) {
	sim, _, err := l.Story.Run()
	if err != nil {
		return nil, l.story.at(err)
	}
	if l.Cut == 0 {
		return sim, nil
	}
	all := sim.Past()
	n := len(all.Entries)
	for n > 0 && all.Entries[n-1].At > l.Cut {
		n--
	}
	return replay(all.Head, all.Entries[:n], l.Cut)
}

func replay(head engine.Head, entries []engine.Entry, until kernel.Time) (*engine.Sim, error) {
	sim, err := engine.Replay(engine.Log{Head: head, Entries: slices.Clone(entries)})
	if err != nil {
		return nil, err
	}
	return sim, sim.Seek(engine.EndOf(until))
}

// run runs a block in a run that has begun.
func (b *block) run(sim *engine.Sim) error {
	if b.story == nil {
		return nil
	}
	if _, _, err := b.story.RunIn(sim); err != nil {
		return b.at(err)
	}
	return nil
}

// findCard finds the newest record of the rule that the step names. One about
// the group's retry queue, which has the same decisions, is second choice.
func (s *Step) findCard(sim *engine.Sim, before uint64) (card uint64, err error) {
	if s.Card == "" {
		return 0, nil
	}
	records := sim.Records(0)
	for i := len(records) - 1; i >= 0; i-- {
		r := &records[i]
		if uint64(r.ID) <= before && len(s.body.steps()) > 0 {
			break // a step that acts shows the reason of what it did
		}
		if r.Rule.String() != s.Card || r.Decision == nil || s.CardOf != "" && sim.Name(r.Node) != s.CardOf {
			continue
		}
		if !aboutRetry(r.Decision) {
			return uint64(r.ID), nil
		}
		card = max(card, uint64(r.ID))
	}
	if card == 0 {
		err = at(s.cardLine, explain.Err("lesson.card", "no record of {0} has been made in this step", s.Card))
	}
	return card, err
}

// aboutRetry tells whether a decision is about a retry topic or one of its queues.
func aboutRetry(d *explain.Decision) bool {
	return slices.ContainsFunc(d.Saw, func(f explain.Fact) bool { return strings.HasPrefix(f.Text, "%RETRY%") })
}

func (s *Step) checkLook(sim *engine.Sim) error {
	v := &view.View{}
	sim.Show(v)
	for _, what := range s.Look {
		queue := slices.ContainsFunc(v.Queues, func(q view.Queue) bool { return queueName(nodeOf(v, q.Broker).Name, q.ID) == what })
		if named(v, what) == nil && !queue {
			return at(s.lookLine, explain.Err("lesson.look", "there is no node or queue {0} to look at", what))
		}
	}
	return nil
}

// develop goes through the run again, event by event, and works out the
// answers; it does not go further than the last question.
func (f *Film) develop() error {
	last := -1
	for i := range f.Scenes {
		if s := f.Scenes[i].Step; s.Exercise != nil || s.Goal != nil {
			last = i
		}
	}
	a, err := newAccount(f.Log.Head)
	if err != nil {
		return err
	}
	for i := 0; i <= last; i++ {
		s := &f.Scenes[i]
		if err := a.follow(f.Log.Entries[:s.entries], s.From.At); err != nil {
			return err
		}
		a.begin()
		if s.Step.Goal != nil {
			if err := f.solve(i); err != nil {
				return err
			}
		}
		if e := s.Step.Exercise; e != nil {
			base := e.cond.value(a)
			if err := a.follow(f.Log.Entries[:f.entriesAfter(i)], s.To.At); err != nil {
				return err
			}
			if err := s.work(a, base); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *Film) entriesAfter(i int) int {
	if i+1 < len(f.Scenes) {
		return f.Scenes[i+1].entries
	}
	return len(f.Log.Entries)
}

// value is the measure now; 0 for none.
func (c *Condition) value(a *account) int64 {
	if c.read == nil {
		return 0
	}
	return c.read(a)
}

// solve runs a goal's solution on from the beginning of its step.
func (f *Film) solve(i int) error {
	s := &f.Scenes[i]
	sim, err := f.SimAt(i)
	if err != nil {
		return err
	}
	t, err := f.Try(i)
	if err != nil {
		return err
	}
	if _, done, err := t.Look(sim); err != nil || done {
		return at(s.Step.Line, explain.Err("lesson.already", "the goal is reached before anything is done"))
	}
	if err := s.Step.solution.run(sim); err != nil {
		return err
	}
	progress, done, err := t.Look(sim)
	if err != nil {
		return err
	}
	if !done {
		return at(s.Step.solution.line, explain.Err("lesson.unsolved", "the solution does not reach the goal: {0}", missing(progress)))
	}
	s.Solution, s.Reached = sim.Past(), sim.Now()
	return nil
}

// Acts are what the solution does from the beginning of the step on.
func (s *Scene) Acts() []engine.Entry {
	return s.Solution.Entries[min(s.entries, len(s.Solution.Entries)):]
}

// SolutionStory is the solution as a story to load and play: it begins with the
// lesson's own.
func (s *Scene) SolutionStory() string { return s.Solution.StringUntil(s.Reached) }
