package lesson

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
	"rocketscope/engine/view"
)

// work takes the answer of the scene's exercise from the run, which is at the
// scene's end; base is what the measure asked for was at its beginning.
func (s *Scene) work(a *account, base int64) error {
	e := s.Step.Exercise
	var err error
	switch e.Kind {
	case Owners:
		err = s.workOwners(a)
	case Broker:
		s.workBroker(a)
	case Order:
		err = s.workOrder(a)
	case Times:
		err = s.workTimes(a)
	case Time:
		s.workTime(a)
	default:
		s.workNumber(a, base)
	}
	if err != nil {
		return at(e.Line, err)
	}
	return s.checkGuesses()
}

func (s *Scene) workOwners(a *account) error {
	group, topic := s.Step.Exercise.args[0], s.Step.Exercise.args[1]
	s.Items = queuesOf(&a.now, topic)
	if len(s.Items) == 0 {
		return explain.Err("lesson.noqueues", "topic {0} has no queues", topic)
	}
	s.Choices = slices.Concat(members(&a.begun, group), members(&a.now, group))
	slices.Sort(s.Choices)
	s.Choices = slices.Compact(s.Choices)
	for _, q := range s.Items {
		s.answer = append(s.answer, pair{item: q, value: ownersOf(&a.now, group, topic, q)})
		s.Before = append(s.Before, ownersOf(&a.begun, group, topic, q))
	}
	return nil
}

func (s *Scene) workBroker(a *account) {
	topic := s.Step.Exercise.args[0]
	for i := range a.now.Nodes {
		if n := &a.now.Nodes[i]; n.Role == view.Broker && n.BrokerID == 0 {
			s.Choices = append(s.Choices, n.Name)
		}
	}
	s.Choices = append(s.Choices, none)
	first := none
	for _, m := range a.came[a.begunCame:] {
		if m.topic == topic {
			first = m.broker
			break
		}
	}
	s.answer = guess{{value: first}}
}

// workOrder numbers the first messages sent since the step began and tells in
// which order a group's listeners began them.
func (s *Scene) workOrder(a *account) error {
	e := s.Step.Exercise
	sent := a.sent()
	if int64(len(sent)) < e.number {
		return explain.Err("lesson.few", "only {0} messages were stored in this step", explain.Int(len(sent)))
	}
	for i := range e.number {
		s.Items = append(s.Items, explain.Int(i+1))
	}
	s.Choices = s.Items
	for _, f := range a.firsts {
		i := slices.IndexFunc(sent, func(m arrival) bool { return m.id == f.id })
		if f.group == e.args[0] && i >= 0 && int64(i) < e.number {
			s.answer = append(s.answer, pair{item: "#" + explain.Int(len(s.answer)+1), value: explain.Int(i + 1)})
		}
	}
	if int64(len(s.answer)) != e.number {
		return explain.Err("lesson.undelivered", "only {0} of these messages were delivered in this step", explain.Int(len(s.answer)))
	}
	return nil
}

func (s *Scene) workTimes(a *account) error {
	e := s.Step.Exercise
	var m *arrival
	if sent := a.sent(); len(e.args) == 2 && e.number >= 1 && e.number <= int64(len(sent)) {
		m = &sent[e.number-1]
	}
	if len(e.args) == 4 {
		broker, id, _ := strings.Cut(e.args[2], "/")
		n, err := engine.ParseNumber(id)
		if err != nil {
			return err
		}
		m = a.message(place{e.args[1], broker, int32(n), e.number})
	}
	if m == nil {
		return explain.Err("lesson.nomessage", "there is no such message: {0}", strings.Join(e.args, " "))
	}
	s.Choices = []string{never, once, twice}
	s.answer = guess{{value: s.Choices[min(a.times(e.args[0], m), 2)]}}
	return nil
}

// workTime is from the last act, or from the step's beginning, to its end.
func (s *Scene) workTime(a *account) {
	from := s.From.At
	if past := a.sim.Past().Entries; len(past) > s.entries {
		from = past[len(past)-1].At
	}
	steps := s.Step.body.steps()
	for _, step := range steps {
		if step.Kind == scenario.Until {
			s.Longest = kernel.Time(step.For)
		}
	}
	took := s.To.At.Sub(from).Round(time.Millisecond)
	s.Choices = s.Step.Exercise.Offer
	s.answer = guess{{value: engine.Duration(took), number: int64(took)}}
}

func (s *Scene) workNumber(a *account, base int64) {
	e := s.Step.Exercise
	n := e.cond.read(a)
	if e.cond.since {
		n -= base
	}
	if e.Kind == Number {
		s.Choices = e.Offer
		s.answer = guess{{value: explain.Int(n), number: n}}
		return
	}
	s.Choices = []string{yes, no}
	s.answer = guess{{value: no}}
	if e.cond.holds(n) {
		s.answer[0].value = yes
	}
}

// checkGuesses tests that each wrong guess is one that may be made and wrong,
// and that exactly one of what is offered is right.
func (s *Scene) checkGuesses() error {
	e := s.Step.Exercise
	for _, w := range e.Wrong {
		g, err := e.read(w.Guess)
		if err != nil {
			return at(w.Line, err)
		}
		if err := s.possible(g); err != nil {
			return at(w.Line, err)
		}
		if e.fits(g, s.answer) {
			return at(w.Line, explain.Err("lesson.right", "{0} is not wrong: it is {1}", w.Guess, s.Answer()))
		}
	}
	if e.Offer == nil {
		return nil
	}
	right := 0
	for _, o := range e.Offer {
		if g, _ := e.read(o); e.fits(g, s.answer) {
			right++
		}
	}
	if right != 1 {
		return at(e.Line, explain.Err("lesson.offered", "{0} of what is offered are right: it is {1}", explain.Int(right), s.Answer()))
	}
	return nil
}

func (s *Scene) possible(g guess) error {
	for _, p := range g {
		if _, ok := s.answer.of(p.item); !ok {
			return explain.Err("lesson.noitem", "nothing is asked about {0}", p.item)
		}
		for name := range strings.SplitSeq(p.value, "+") {
			if s.Choices != nil && name != nobody && !slices.Contains(s.Choices, name) {
				return explain.Err("lesson.nochoice", "{0} is not among the choices: {1}", name, strings.Join(s.Choices, " "))
			}
		}
	}
	return nil
}
