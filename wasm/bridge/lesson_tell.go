package bridge

import (
	"strings"

	"rocketscope/engine/lesson"
	"rocketscope/wasm/words"
)

// tellLesson tells the page all of a lesson: words in both languages, questions
// with what there is to choose from, answers.
func (s *Session) tellLesson() {
	l := s.class.film.Lesson
	o := newObject("lesson")
	o.str("id", l.ID)
	o.str("story", s.class.film.Log.String())
	o.num("minutes", l.Minutes)
	o.num("question", l.Question)
	o.both("title", l.Title)
	o.boths("learn", l.Learn)
	o.both("rule", l.Rule)
	o.texts("sources", l.Sources)
	o.list("versions", func() {
		for _, v := range l.Versions {
			o.open('{')
			o.str("name", v.Name)
			o.both("text", v.Text)
			o.shut('}')
		}
	})
	o.both("sandbox", l.Try)
	o.list("steps", func() {
		for i := range s.class.film.Scenes {
			o.scene(&s.class.film.Scenes[i])
		}
	})
	s.post(o.end())
}

// scene writes a step and how it went.
func (o *object) scene(s *lesson.Scene) {
	o.open('{')
	o.both("say", s.Step.Say)
	o.both("note", s.Step.Note)
	o.both("then", s.Step.Then)
	o.texts("look", s.Step.Look)
	o.num("card", int64(s.Card))
	o.num("from", int64(s.From.At))
	o.num("to", int64(s.To.At))
	o.bool("plays", s.From != s.To)
	o.boths("hints", s.Step.Hints)
	o.list("goal", func() {
		for _, c := range s.Step.Goal {
			o.goal(c.String())
		}
	})
	o.list("solution", func() {
		for _, e := range s.Acts() {
			o.open('{')
			o.num("at", int64(e.At))
			o.str("text", e.Command.String())
			o.shut('}')
		}
	})
	if e := s.Step.Exercise; e != nil {
		o.key("ask")
		o.ask(s, e)
	}
	o.shut('}')
}

// goal writes a condition; what is to happen has the words of its rule beside it.
func (o *object) goal(condition string) {
	o.open('{')
	o.str("text", condition)
	if f := strings.Fields(condition); f[0] == "happened" {
		o.both("rule", lesson.Text{En: words.For("en").Rule(f[1]), Zh: words.For("zh").Rule(f[1])})
	}
	o.shut('}')
}

func (o *object) ask(s *lesson.Scene, e *lesson.Exercise) {
	o.open('{')
	o.str("kind", e.Kind.String())
	o.both("text", e.Ask)
	o.texts("items", s.Items)
	o.texts("before", s.Before)
	o.texts("choices", s.Choices)
	o.num("longest", int64(s.Longest))
	o.num("within", int64(e.Within))
	o.str("answer", s.Answer())
	o.list("wrong", func() {
		for _, w := range e.Wrong {
			o.open('{')
			o.str("guess", w.Guess)
			o.both("why", w.Why)
			o.shut('}')
		}
	})
	o.shut('}')
}

// both writes a text in both languages.
func (o *object) both(name string, t lesson.Text) {
	o.key(name)
	o.pair(t)
}

func (o *object) boths(name string, all []lesson.Text) {
	o.list(name, func() {
		for _, t := range all {
			o.pair(t)
		}
	})
}

func (o *object) pair(t lesson.Text) {
	o.open('{')
	o.str("en", t.In("en"))
	o.str("zh", t.In("zh"))
	o.shut('}')
}
