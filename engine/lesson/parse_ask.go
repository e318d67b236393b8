package lesson

import (
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// usages says how the line of each kind of exercise is written after "ask".
var usages = [...]string{
	Owners:  "owners GROUP TOPIC",
	Broker:  "broker TOPIC",
	Order:   "order GROUP COUNT",
	Times:   "times GROUP NUMBER | times GROUP TOPIC QUEUE OFFSET",
	Time:    "time",
	Number:  "number MEASURE ...",
	Whether: "whether MEASURE ... = NUMBER",
}

// ask begins an exercise.
func (p *parser) ask(rest string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	if s.Exercise != nil {
		return explain.Err("lesson.one", "a step asks one question")
	}
	e := &Exercise{Line: p.line}
	word, args, _ := strings.Cut(rest, " ")
	kind := -1
	for k, name := range kindNames {
		if name == word {
			kind = k
		}
	}
	if kind < 0 {
		return explain.Err("lesson.kind", "ask wants one of {0}, not {1}", strings.Join(kindNames[:], " "), word)
	}
	e.Kind = Kind(kind)
	if err := e.parseArgs(strings.TrimSpace(args)); err != nil {
		return err
	}
	s.Exercise, p.exercise = e, e
	p.words(&e.Ask, askSize)
	return nil
}

func (e *Exercise) parseArgs(rest string) (err error) {
	e.args = strings.Fields(rest)
	wanted := [...]int{Owners: 2, Broker: 1, Order: 2, Times: len(e.args), Time: 0}
	switch e.Kind {
	case Number:
		e.cond.measure, err = parseMeasure(rest)
		return err
	case Whether:
		e.cond, err = parseCondition(rest)
		return err
	case Times:
		if n := len(e.args); n != 2 && n != 4 {
			return e.usage()
		}
	}
	if len(e.args) != wanted[e.Kind] {
		return e.usage()
	}
	if e.Kind == Order || e.Kind == Times {
		e.number, err = engine.ParseNumber(e.args[len(e.args)-1])
		if e.Kind == Order && err == nil && (e.number < 2 || e.number > MaxMessages) {
			err = explain.Err("lesson.messages", "put 2 to {0} messages in order, not {1}", explain.Int(MaxMessages), explain.Int(e.number))
		}
	}
	return err
}

func (e *Exercise) usage() error {
	return explain.Err("lesson.usage", "write: ask {0}", usages[e.Kind])
}

func (p *parser) asked() (*Exercise, error) {
	if p.exercise == nil {
		return nil, explain.Err("lesson.noask", "{0} belongs to a question", p.word)
	}
	return p.exercise, nil
}

func (p *parser) within(rest string) error {
	e, err := p.asked()
	if err != nil {
		return err
	}
	e.Within, err = positive(rest)
	return err
}

func (p *parser) offer(rest string) error {
	e, err := p.asked()
	if err != nil {
		return err
	}
	if e.Kind != Time && e.Kind != Number {
		return explain.Err("lesson.offer", "offer belongs to a question for a time or a number")
	}
	for _, word := range strings.Fields(rest) {
		if err := full(len(e.Offer), "offer", MaxList); err != nil {
			return err
		}
		if _, err := e.read(word); err != nil {
			return err
		}
		e.Offer = append(e.Offer, word)
	}
	return nil
}

func (p *parser) wrong(rest string) error {
	e, err := p.asked()
	if err != nil {
		return err
	}
	if err := full(len(e.Wrong), "wrong", MaxWrong); err != nil {
		return err
	}
	if _, err := e.read(rest); err != nil {
		return err
	}
	e.Wrong = append(e.Wrong, Wrong{Line: p.line, Guess: rest})
	p.words(&e.Wrong[len(e.Wrong)-1].Why, whySize)
	return nil
}
