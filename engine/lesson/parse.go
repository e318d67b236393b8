package lesson

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// parser reads a lesson line by line. What a line belongs to is what stands
// above it: words go to the last heading that has words, story lines to the
// last that has a story.
type parser struct {
	l        *Lesson
	find     func(name string) (string, error)
	line     int
	text     *Text
	size     size
	body     *block
	exercise *Exercise
	word     string // the heading itself, for errors
}

// Parse reads a lesson. find gives the text of a scenario that ships, by name;
// nil if there are none. An error is a *scenario.LineError.
func Parse(text string, find func(name string) (string, error)) (*Lesson, error) {
	if len(text) > MaxBytes {
		return nil, at(1, explain.Err("lesson.bytes", "a lesson has at most {0} bytes", explain.Int(MaxBytes)))
	}
	p := &parser{l: &Lesson{}, find: find}
	for line := range strings.SplitSeq(text, "\n") {
		p.line++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.read(line); err != nil {
			return nil, at(p.line, err)
		}
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	return p.l, nil
}

// at puts a line to an error that has none yet.
func at(line int, err error) error {
	var known *scenario.LineError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &scenario.LineError{Line: line, Err: err}
}

// keyword is a word that begins a line of a lesson.
type keyword struct {
	name string
	read func(p *parser, rest string) error
}

// keywords is the table of them all; none is a word that a story begins with.
func keywords() []keyword {
	return []keyword{
		{"lesson", func(p *parser, rest string) error { p.l.ID = rest; return nil }},
		{"minutes", func(p *parser, rest string) (err error) { p.l.Minutes, err = engine.ParseNumber(rest); return err }},
		{"question", func(p *parser, rest string) (err error) { p.l.Question, err = engine.ParseNumber(rest); return err }},
		{"title", func(p *parser, _ string) error { p.words(&p.l.Title, titleSize); return nil }},
		{"learn", (*parser).learn},
		{"story", (*parser).story},
		{"step", (*parser).step},
		{"look", (*parser).look},
		{"card", (*parser).card},
		{"note", inStep(func(p *parser, s *Step) { p.words(&s.Note, noteSize) })},
		{"ask", (*parser).ask},
		{"within", (*parser).within},
		{"offer", (*parser).offer},
		{"wrong", (*parser).wrong},
		{"goal", (*parser).goal},
		{"hint", (*parser).hint},
		{"solution", (*parser).solution},
		{"then", inStep(func(p *parser, s *Step) { p.words(&s.Then, longSize) })},
		{"rule", func(p *parser, _ string) error { p.words(&p.l.Rule, ruleSize); return nil }},
		{"source", (*parser).source},
		{"version", (*parser).version},
		{"sandbox", func(p *parser, _ string) error { p.words(&p.l.Try, shortSize); return nil }},
		{"en", func(p *parser, rest string) error { return p.say(rest, "en") }},
		{"zh", func(p *parser, rest string) error { return p.say(rest, "zh") }},
	}
}

// Keywords lists the words that begin a line of a lesson.
func Keywords() []string {
	var names []string
	for _, k := range keywords() {
		names = append(names, k.name)
	}
	return names
}

func (p *parser) read(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	for _, k := range keywords() {
		if k.name == word {
			p.word = word
			return k.read(p, strings.TrimSpace(rest))
		}
	}
	if p.body == nil {
		return explain.Err("lesson.place", "a line that begins with {0} has no place here", word)
	}
	p.body.lines = append(p.body.lines, p.line)
	p.body.text = append(p.body.text, line)
	return nil
}

// words says where the words that follow belong.
func (p *parser) words(t *Text, most size) { p.text, p.size = t, most }

// say adds a sentence to the words of the last heading.
func (p *parser) say(sentence, lang string) error {
	if p.text == nil {
		return explain.Err("lesson.words", "no words belong here: {0} says whose they are", "title, learn, step, ask")
	}
	if sentence == "" {
		return explain.Err("lesson.empty", "{0} wants words", lang)
	}
	to, space := &p.text.En, " "
	if lang == "zh" {
		to, space = &p.text.Zh, ""
	}
	if *to != "" {
		*to += space
	}
	*to += sentence
	if n, most := utf8.RuneCountInString(*to), p.size.of(lang); n > most {
		return explain.Err("lesson.long", "these words have {0} characters, {1} is the limit", explain.Int(n), explain.Int(most))
	}
	return nil
}

// now is the step being read, nil before the first.
func (p *parser) now() *Step {
	if n := len(p.l.Steps); n > 0 {
		return &p.l.Steps[n-1]
	}
	return nil
}

func (p *parser) current() (*Step, error) {
	if s := p.now(); s != nil {
		return s, nil
	}
	return nil, explain.Err("lesson.nostep", "{0} belongs to a step", p.word)
}

func inStep(read func(*parser, *Step)) func(*parser, string) error {
	return func(p *parser, _ string) error {
		s, err := p.current()
		if err == nil {
			read(p, s)
		}
		return err
	}
}

func full(n int, word string, limit int) error {
	if n >= limit {
		return explain.Err("lesson.many", "there are at most {0} of {1}", explain.Int(limit), word)
	}
	return nil
}

func (p *parser) learn(string) error {
	if err := full(len(p.l.Learn), "learn", MaxList); err != nil {
		return err
	}
	p.l.Learn = append(p.l.Learn, Text{})
	p.words(&p.l.Learn[len(p.l.Learn)-1], learnSize)
	return nil
}

// story begins the story, or takes one that ships: "story host-lost 25s".
func (p *parser) story(rest string) error {
	if p.l.story.line != 0 || p.now() != nil {
		return explain.Err("lesson.story", "a lesson has one story, before its first step")
	}
	p.l.story.line, p.body, p.text = p.line, &p.l.story, nil
	if rest == "" {
		return nil
	}
	p.body = nil
	name, cut, _ := strings.Cut(rest, " ")
	if cut != "" {
		d, err := positive(strings.TrimSpace(cut))
		if err != nil {
			return err
		}
		p.l.Cut = kernel.Time(d)
	}
	if p.find == nil {
		return explain.Err("lesson.nostory", "there is no scenario {0}", name)
	}
	text, err := p.find(name)
	if err != nil {
		return explain.Err("lesson.nostory", "there is no scenario {0}", name)
	}
	p.l.Story, err = scenario.Parse(text)
	return plain(err)
}

// plain takes the line of another file off an error.
func plain(err error) error {
	var e *scenario.LineError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

func (p *parser) step(string) error {
	if err := full(len(p.l.Steps), "step", MaxSteps); err != nil {
		return err
	}
	p.l.Steps = append(p.l.Steps, Step{Line: p.line, body: block{line: p.line}})
	s := p.now()
	p.words(&s.Say, longSize)
	p.body, p.exercise = &s.body, nil
	return nil
}

func (p *parser) look(rest string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	s.Look, s.lookLine = append(s.Look, strings.Fields(rest)...), p.line
	return full(len(s.Look)-1, "look", MaxList)
}

func (p *parser) card(rest string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	s.Card, s.CardOf, _ = strings.Cut(rest, " ")
	s.CardOf, s.cardLine = strings.TrimSpace(s.CardOf), p.line
	for _, info := range explain.Rules() {
		if info.Name == s.Card {
			return nil
		}
	}
	return explain.Err("rule.unknown", "there is no rule {0}", s.Card)
}

func (p *parser) hint(string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	if err := full(len(s.Hints), "hint", MaxHints); err != nil {
		return err
	}
	s.Hints = append(s.Hints, Text{})
	p.words(&s.Hints[len(s.Hints)-1], shortSize)
	return nil
}

func (p *parser) goal(rest string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	if err := full(len(s.Goal), "goal", MaxList); err != nil {
		return err
	}
	c, err := parseCondition(rest)
	s.Goal = append(s.Goal, c)
	return err
}

func (p *parser) solution(string) error {
	s, err := p.current()
	if err != nil {
		return err
	}
	if s.Goal == nil {
		return explain.Err("lesson.nogoal", "a solution wants a goal above it")
	}
	s.solution = block{line: p.line}
	p.body, p.text = &s.solution, nil
	return nil
}

func (p *parser) source(rest string) error {
	if class, method, ok := strings.Cut(rest, "."); !ok || class == "" || method == "" || strings.Contains(rest, " ") {
		return explain.Err("lesson.source", "a source is a Class.method, not {0}", rest)
	}
	p.l.Sources = append(p.l.Sources, rest)
	return full(len(p.l.Sources)-1, "source", MaxList)
}

func (p *parser) version(rest string) error {
	if err := full(len(p.l.Versions), "version", MaxList); err != nil {
		return err
	}
	if rest == "" {
		return explain.Err("word.missing", "{0} wants {1}", "version", "4.8 4.9 5.3")
	}
	p.l.Versions = append(p.l.Versions, Version{Name: rest})
	p.words(&p.l.Versions[len(p.l.Versions)-1].Text, shortSize)
	return nil
}

func positive(s string) (time.Duration, error) {
	d, err := engine.ParseDuration(s)
	if err == nil && d <= 0 {
		err = explain.Err("run.positive", "run goes forward, not {0}", s)
	}
	return d, err
}
