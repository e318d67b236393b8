package lesson

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// guess is a guess or an answer taken apart: a value for each item, or one
// value without an item.
type guess []pair

type pair struct {
	item, value string
	number      int64 // of a time (ns) or a number
}

// String writes it as it is read.
func (g guess) String() string {
	var parts []string
	for _, p := range g {
		if p.item == "" || strings.HasPrefix(p.item, "#") {
			parts = append(parts, p.value)
		} else {
			parts = append(parts, p.item+"="+p.value)
		}
	}
	return strings.Join(parts, " ")
}

func (g guess) of(item string) (pair, bool) {
	for _, p := range g {
		if p.item == item {
			return p, true
		}
	}
	return pair{}, false
}

// read takes a guess apart. It need not be complete: a wrong one may name only
// what makes it wrong.
func (e *Exercise) read(s string) (guess, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return nil, e.unclear(s)
	}
	switch e.Kind {
	case Owners:
		return e.readOwners(words)
	case Order:
		return e.readOrder(words)
	}
	if len(words) != 1 {
		return nil, e.unclear(s)
	}
	p := pair{value: s}
	var err error
	switch e.Kind {
	case Times:
		return guess{p}, e.oneOf(s, never, once, twice)
	case Whether:
		return guess{p}, e.oneOf(s, yes, no)
	case Time:
		var d time.Duration
		d, err = engine.ParseDuration(s)
		p.number = int64(d)
	case Number:
		p.number, err = engine.ParseNumber(s)
	}
	return guess{p}, err
}

// Words of answers. The page has them in the reader's language.
const (
	never = "never"
	once  = "once"
	twice = "twice"
	yes   = "yes"
	no    = "no"
	none  = "none"
)

func (e *Exercise) unclear(s string) error {
	return explain.Err("lesson.guess", "{0} is no answer to a question of kind {1}", s, e.Kind.String())
}

func (e *Exercise) oneOf(s string, words ...string) error {
	if !slices.Contains(words, s) {
		return e.unclear(s)
	}
	return nil
}

func (e *Exercise) readOwners(words []string) (guess, error) {
	var g guess
	for _, w := range words {
		item, value, ok := strings.Cut(w, "=")
		if _, twice := g.of(item); !ok || item == "" || value == "" || twice {
			return nil, e.unclear(w)
		}
		names := strings.Split(value, "+")
		slices.Sort(names)
		g = append(g, pair{item: item, value: strings.Join(names, "+")})
	}
	return g, nil
}

// readOrder reads "2 1 3"; the items are the places #1 #2 #3.
func (e *Exercise) readOrder(words []string) (guess, error) {
	if int64(len(words)) != e.number {
		return nil, e.unclear(strings.Join(words, " "))
	}
	var g guess
	for i, w := range words {
		n, err := engine.ParseNumber(w)
		if err != nil || n < 1 || n > e.number || slices.ContainsFunc(g, func(p pair) bool { return p.value == w }) {
			return nil, e.unclear(strings.Join(words, " "))
		}
		g = append(g, pair{item: "#" + explain.Int(i+1), value: w})
	}
	return g, nil
}

// Grade is a guess beside what happened.
type Grade struct {
	Right    bool
	Hits, Of int
	Parts    []Part
	Wrong    int // index into Exercise.Wrong of the temptation met, -1 if it is none
}

// Part is one item of a guess: a queue, a place in an order, or all of it.
type Part struct {
	Item, Guess, Answer string
	Right               bool
}

// Answer is what happened, written as a guess.
func (s *Scene) Answer() string { return s.answer.String() }

// Grade compares a guess with what happened. An item that the guess leaves out
// is not guessed right.
func (s *Scene) Grade(text string) (Grade, error) {
	e := s.Step.Exercise
	if e == nil {
		return Grade{}, explain.Err("lesson.asksnothing", "this step asks nothing")
	}
	g, err := e.read(text)
	if err != nil {
		return Grade{}, err
	}
	grade := Grade{Of: len(s.answer), Wrong: -1}
	for _, want := range s.answer {
		got, _ := g.of(want.item)
		p := Part{Item: strings.TrimPrefix(want.item, "#"), Guess: got.value, Answer: want.value, Right: e.same(got, want)}
		if p.Right {
			grade.Hits++
		}
		grade.Parts = append(grade.Parts, p)
	}
	grade.Right = grade.Hits == grade.Of
	for i := range e.Wrong {
		if tempting, _ := e.read(e.Wrong[i].Guess); !grade.Right && grade.Wrong < 0 && e.fits(tempting, g) {
			grade.Wrong = i
		}
	}
	return grade, nil
}

// same tells whether two values are one: times may be Within of each other.
func (e *Exercise) same(a, b pair) bool {
	if e.Kind == Time && a.value != "" {
		return max(a.number-b.number, b.number-a.number) <= int64(e.Within)
	}
	if e.Kind == Number && a.value != "" {
		return a.number == b.number
	}
	return a.value == b.value
}

// fits tells whether g agrees with all that part says.
func (e *Exercise) fits(part, g guess) bool {
	for _, p := range part {
		if other, ok := g.of(p.item); !ok || !e.same(p, other) {
			return false
		}
	}
	return true
}
