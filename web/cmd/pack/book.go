package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/lesson"
	"rocketscope/web/server"
)

// book is the page of a lesson in one language.
type book struct {
	ID, Lang, Other, Policy string
	Title, Course           string
	Minutes, Question       int64
	Version                 string
	Seed                    uint64
	Learn                   []string
	Begin                   *picture // nil when the first step shows the same
	Steps                   []step
	Rule, Try               string
	Sources                 []string
	Versions                [][2]string
	Room                    seconds // with a room that guesses
	pictures                map[string][]byte
	words                   *words
}

type step struct {
	N, Of              int
	Say, Note, Then    string
	Ask                string
	Choices            string
	Answer             []string
	Wrong              []wrong
	Hints, Goals, Acts []string
	Solution           []string
	Picture            picture
	Source             string
	Time               seconds
}

type wrong struct {
	Guess []string
	Why   string
}

// newBooks runs a lesson and gathers all that its pages say, one a language.
func newBooks(all []*words, root, name string) ([]*book, error) {
	text, err := os.ReadFile(filepath.Join(root, lessons, name+".txt"))
	if err != nil {
		return nil, err
	}
	shipped := ""
	l, err := lesson.Parse(string(text), func(name string) (string, error) {
		story, err := os.ReadFile(filepath.Join(root, scenarios, filepath.Base(name)+".txt"))
		shipped = "\x00" + name + "\n" + string(story)
		return string(story), err
	})
	if err != nil {
		return nil, err
	}
	film, err := l.Film()
	if err != nil {
		return nil, err
	}
	var books []*book
	for _, w := range all {
		books = append(books, opened(w, film))
	}
	c, err := newCamera(string(text) + shipped)
	if err != nil {
		return nil, err
	}
	for i := -1; i < len(film.Scenes); i++ {
		for _, b := range books {
			if err := b.add(c, film, i); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
		}
	}
	return books, nil
}

// opened is a book without its steps.
func opened(w *words, film *lesson.Film) *book {
	l := film.Lesson
	b := &book{
		words: w, ID: l.ID, Lang: w.lang, Other: w.other(), Policy: server.Policy,
		Title: l.Title.In(w.lang), Minutes: l.Minutes, Question: l.Question,
		Version: film.Log.Head.Version, Seed: film.Log.Head.Seed, Learn: in(w.lang, l.Learn),
		Rule: l.Rule.In(w.lang), Try: l.Try.In(w.lang), Sources: l.Sources, pictures: map[string][]byte{},
		Room: (reading(w.lang, l.Rule.In(w.lang)) + 9) / 10 * 10,
	}
	for _, v := range l.Versions {
		b.Versions = append(b.Versions, [2]string{v.Name, v.Text.In(w.lang)})
	}
	return b
}

func in(lang string, texts []lesson.Text) (all []string) {
	for _, t := range texts {
		all = append(all, t.In(lang))
	}
	return all
}

// add writes a step and takes its picture; -1 is the beginning, which has one if
// the first step goes on from there.
func (b *book) add(c *camera, film *lesson.Film, i int) (err error) {
	if i < 0 {
		if first := &film.Scenes[0]; first.From != first.To {
			b.Begin = &picture{File: b.file(0), Alt: b.Title, At: at(first.From.At)}
			b.pictures[b.Begin.File], err = c.take(b.Lang, "scene", "0 begin", "", 0, b.Title)
		}
		return err
	}
	scene := &film.Scenes[i]
	s, err := b.step(c, film, i)
	if err != nil {
		return err
	}
	verb, look := "scene", ""
	if scene.Step.Goal != nil {
		verb = "solve"
	}
	if all := scene.Step.Look; len(all) > 0 {
		look = all[0]
	}
	b.Steps, b.Room = append(b.Steps, s), b.Room+s.Time
	b.pictures[s.Picture.File], err = c.take(b.Lang, verb, fmt.Sprintf("%d end", i), look, scene.Card, s.Picture.Alt)
	return err
}

func (b *book) file(n int) string { return fmt.Sprintf("%s.%d.%s.svg", b.ID, n, b.Lang) }

func at(t kernel.Time) string { return fmt.Sprintf("%.3f", float64(t)/1e9) }

// step gathers what is said and what happens in a step.
func (b *book) step(c *camera, film *lesson.Film, i int) (step, error) {
	w, scene := b.words, &film.Scenes[i]
	from := scene.Step
	s := step{
		N: i + 1, Of: len(film.Scenes), Say: from.Say.In(w.lang), Note: from.Note.In(w.lang), Then: from.Then.In(w.lang),
		Hints: in(w.lang, from.Hints),
	}
	log, to := film.Log, scene.To
	if from.Goal != nil {
		log, to = scene.Solution, engine.EndOf(scene.Reached)
		for _, c := range from.Goal {
			s.Goals = append(s.Goals, w.goal(c.String()))
		}
	}
	for _, e := range log.Entries {
		if e.At >= scene.From.At && e.At < to.At {
			s.Acts = append(s.Acts, at(e.At)+" s  "+e.Command.String())
		}
	}
	if from.Goal != nil {
		s.Acts, s.Solution = nil, s.Acts
	}
	if e := from.Exercise; e != nil {
		s.ask(w, scene, e)
	}
	s.Time = s.length(w.lang, scene)
	s.Picture = picture{File: b.file(i + 1), At: at(to.At)}
	return s, s.caption(c, w, log, scene, to)
}

func (s *step) ask(w *words, scene *lesson.Scene, e *lesson.Exercise) {
	s.Ask, s.Answer = e.Ask.In(w.lang), w.answer(e.Kind, scene.Answer())
	if e.Kind != lesson.Owners && e.Kind != lesson.Order {
		var all []string
		for _, c := range scene.Choices {
			all = append(all, w.answer(e.Kind, c)...)
		}
		s.Choices = strings.Join(all, " · ")
	}
	for _, x := range e.Wrong {
		s.Wrong = append(s.Wrong, wrong{w.answer(e.Kind, x.Guess), x.Why.In(w.lang)})
	}
}

// caption is that of the reason card, or of the last thing that the step decided.
func (s *step) caption(c *camera, w *words, log engine.Log, scene *lesson.Scene, to engine.Pos) error {
	sim, err := c.run(log, to)
	if err != nil {
		return err
	}
	last, found := engine.Record{}, false
	for _, r := range sim.Records(0) {
		if uint64(r.ID) == scene.Card || scene.Card == 0 && r.At > scene.From.At && isNews(r) {
			last, found = r, true
		}
	}
	if !found {
		s.Picture.Alt = s.Say + s.Ask
		return nil
	}
	first, second := w.stage.Caption(last, sim.Name)
	s.Picture.Alt, s.Picture.Caption = first.String(), first.String()+w.own["space"]+second.String()
	if scene.Card > 0 {
		info, _ := explain.Lookup(last.Rule)
		s.Source = info.Source
	}
	return nil
}

// isNews tells whether a record is neither routine, nor an act, nor about a retry
// queue, nor a new list of queues, which comes by and by.
func isNews(r engine.Record) bool {
	info, _ := explain.Lookup(r.Rule)
	return !info.Quiet && r.Rule != explain.ProducerPublish && !strings.HasPrefix(r.Rule.String(), "act.") && r.Decision != nil &&
		!slices.ContainsFunc(r.Decision.Saw, func(f explain.Fact) bool { return strings.HasPrefix(f.Text, "%RETRY%") })
}

// write saves the page and its pictures.
func (b *book) write(dir string) error {
	for name, svg := range b.pictures {
		if err := os.WriteFile(filepath.Join(dir, name), svg, 0o644); err != nil {
			return err
		}
	}
	return b.words.save("page", pageText, filepath.Join(dir, b.ID+"."+b.Lang+".html"), b)
}
