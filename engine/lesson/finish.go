package lesson

import (
	"errors"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/scenario"
)

// finish reads the pieces of story and tests that nothing is missing.
func (p *parser) finish() error {
	l := p.l
	if l.Title.In("en") == "" {
		return at(1, explain.Err("lesson.notitle", "a lesson wants a title"))
	}
	if l.story.line == 0 {
		return at(1, explain.Err("lesson.nostoryline", "a lesson wants a story"))
	}
	if len(l.Steps) == 0 {
		return at(p.line, explain.Err("lesson.nosteps", "a lesson wants a step"))
	}
	if l.Story == nil {
		if err := l.story.parse(true); err != nil {
			return err
		}
		l.Story = l.story.story
	}
	for i := range l.Steps {
		if err := l.Steps[i].finish(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Step) finish() error {
	for _, b := range []*block{&s.body, &s.solution} {
		if b.line == 0 {
			continue
		}
		if err := b.parse(false); err != nil {
			return err
		}
	}
	if s.Say.In("en") == "" && s.Exercise == nil {
		return at(s.Line, explain.Err("lesson.silent", "a step says or asks something"))
	}
	if s.Goal != nil && (s.body.story.Steps != nil || s.Exercise != nil) {
		return at(s.Line, explain.Err("lesson.goalstep", "in a step with a goal the learner acts: it has no acts and no question of its own"))
	}
	if s.Goal != nil && len(s.solution.steps()) == 0 {
		return at(s.Line, explain.Err("lesson.nosolution", "a goal wants a solution"))
	}
	if s.Exercise != nil {
		return at(s.Exercise.Line, s.Exercise.finish(&s.body))
	}
	return nil
}

func (e *Exercise) finish(body *block) error {
	steps := body.steps()
	if len(steps) == 0 {
		return explain.Err("lesson.nobody", "a question wants something to happen after it")
	}
	if e.Ask.In("en") == "" {
		return explain.Err("lesson.noquestion", "a question wants words")
	}
	if e.Kind == Time && steps[len(steps)-1].Kind != scenario.Until {
		return explain.Err("lesson.notuntil", "how long it takes wants an until at the end of the step")
	}
	return nil
}

// parse reads the lines of a block as a story: acts, runs and untils. What acts
// also runs on, so that each step ends at a moment of its own.
func (b *block) parse(head bool) error {
	for i, line := range b.text {
		if w, _, _ := strings.Cut(line, " "); !head && (w == "rocketmq" || w == "seed") {
			return at(b.lines[i], explain.Err("lesson.head", "{0} belongs to the story", w))
		}
	}
	story, err := scenario.Parse(strings.Join(b.text, "\n"))
	if err != nil {
		return b.at(err)
	}
	b.story = story
	for _, s := range story.Steps {
		if s.Kind == scenario.Query {
			return b.at(&scenario.LineError{Line: s.Line, Err: explain.Err("lesson.query", "a lesson has acts, run and until, but no query: {0}", s.Text)})
		}
	}
	if n := len(story.Steps); n > 0 && story.Steps[n-1].Kind == scenario.Act {
		return b.at(&scenario.LineError{Line: story.Steps[n-1].Line, Err: explain.Err("lesson.run", "after the last act a run or an until is wanted")})
	}
	return nil
}

// at moves an error of the block to its line in the file.
func (b *block) at(err error) error {
	var e *scenario.LineError
	if errors.As(err, &e) && e.Line >= 1 && e.Line <= len(b.lines) {
		return &scenario.LineError{Line: b.lines[e.Line-1], Err: e.Err}
	}
	return &scenario.LineError{Line: max(b.line, 1), Err: plain(err)}
}
