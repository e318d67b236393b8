package bridge

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/lesson"
)

// The pace of a lesson: a step is played in a few seconds, however long it
// lasts in simulated time.
const (
	briefest = 2 * time.Second // of real time, a step of no more than a second
	longest  = 7 * time.Second
)

// classroom is the lesson that a session goes through.
type classroom struct {
	film    *lesson.Film
	scene   int             // the one that the page is at
	attempt *lesson.Attempt // at the scene's goal, nil for none
	until   *engine.Pos     // where what is being played ends, nil if nothing is
	pace    Speed
	left    int64  // of the pace's fraction
	here    string // what the page is to be told next: begin, end, try, solved
}

// study meets the requests that belong to a lesson.
func (s *Session) study(verb, arg string) error {
	if verb == "lesson" {
		return s.openLesson(arg)
	}
	c := &s.class
	if c.film == nil {
		return explain.Err("lesson.none", "no lesson is open")
	}
	number, rest, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(c.film.Scenes) {
		return explain.Err("lesson.noscene", "the lesson has no step {0}", number)
	}
	switch verb {
	case "scene":
		return s.goTo(n, rest)
	case "guess":
		return s.grade(n, rest)
	case "try":
		return s.try(n)
	case "solve":
		return s.solve(n, rest)
	}
	return explain.Err("request.unknown", "there is no request {0}", verb)
}

// openLesson reads and runs a lesson, and goes to its first step. After the
// lesson's text a zero byte may follow, a scenario's name, a line break and its
// text: the one that the lesson begins with.
func (s *Session) openLesson(arg string) error {
	text, shipped, _ := strings.Cut(arg, "\x00")
	name, story, _ := strings.Cut(shipped, "\n")
	l, err := lesson.Parse(text, func(wanted string) (string, error) {
		if wanted != name || story == "" {
			return "", explain.Err("lesson.nostory", "there is no scenario {0}", wanted)
		}
		return story, nil
	})
	if err != nil {
		return err
	}
	film, err := l.Film()
	if err != nil {
		return err
	}
	s.class = classroom{film: film}
	s.tellLesson()
	return s.goTo(0, "begin")
}

// goTo goes to a scene's beginning or end, or plays it.
func (s *Session) goTo(n int, what string) error {
	if err := s.rejoin(); err != nil {
		return err
	}
	scene := &s.class.film.Scenes[n]
	s.class = classroom{film: s.class.film, scene: n}
	s.stop()
	to := scene.From
	if what == "end" {
		to = scene.To
	}
	if err := s.sim.Seek(to); err != nil {
		return err
	}
	s.turn()
	s.before = scene.From.At
	if what == "play" && scene.From != scene.To {
		s.show(scene.To)
		return nil
	}
	s.class.here = "begin"
	if what != "begin" {
		s.class.here = "end"
	}
	return nil
}

// rejoin comes back to the lesson's own run, if the learner has left it.
func (s *Session) rejoin() error {
	film := s.class.film
	if s.sim.Log().String() == film.Log.String() && s.sim.Log().Head == film.Log.Head {
		return nil
	}
	sim, err := film.Sim()
	if err != nil {
		return err
	}
	s.begin(sim, film.Log)
	return nil
}

// show plays on to a position.
func (s *Session) show(to engine.Pos) {
	c := &s.class
	length := to.At.Sub(s.sim.Now())
	real := max(briefest, min(length, longest))
	c.pace = Speed{max(1, int64(length/time.Millisecond)), int64(real / time.Millisecond)}
	c.until, c.left, c.here = &to, 0, ""
	s.running, s.changed = true, true
}

// playOn lets real time pass while something is being played.
func (s *Session) playOn(real time.Duration) {
	c := &s.class
	by, rest := c.pace.Of(real, c.left)
	c.left = rest
	if now := s.sim.Now().Add(by); now < c.until.At {
		s.behind = !s.sim.RunUntil(now, eventsAFrame)
		s.moved()
		return
	}
	if done, err := s.sim.SeekSome(*c.until, eventsSeeking); err != nil || !done {
		s.moved()
		return
	}
	c.until, c.here = nil, "end"
	s.stop()
	s.moved()
}

// try lets the learner act towards a step's goal.
func (s *Session) try(n int) error {
	film := s.class.film
	attempt, err := film.Try(n)
	if err != nil {
		return err
	}
	sim, err := film.SimAt(n)
	if err != nil {
		return err
	}
	s.class = classroom{film: film, scene: n, attempt: attempt, here: "try"}
	s.begin(sim, film.Log)
	return nil
}

// solve plays the solution of a step's goal, or goes to its end.
func (s *Session) solve(n int, what string) error {
	film := s.class.film
	scene := &film.Scenes[n]
	if scene.Step.Goal == nil {
		return explain.Err("lesson.goalless", "this step has no goal")
	}
	attempt, err := film.Try(n)
	if err != nil {
		return err
	}
	sim, err := engine.Replay(scene.Solution)
	if err != nil {
		return err
	}
	to := scene.From
	if what == "end" {
		to = engine.EndOf(scene.Reached)
	}
	if err := sim.Seek(to); err != nil {
		return err
	}
	s.class = classroom{film: film, scene: n, attempt: attempt, here: "end"}
	s.begin(sim, film.Log)
	if what != "end" {
		s.show(engine.EndOf(scene.Reached))
	}
	return nil
}

// grade compares a guess with what happens.
func (s *Session) grade(n int, guess string) error {
	scene := &s.class.film.Scenes[n]
	g, err := scene.Grade(guess)
	if err != nil {
		return err
	}
	o := newObject("grade")
	o.num("scene", int64(n))
	o.str("guess", guess)
	o.bool("right", g.Right)
	o.num("hits", int64(g.Hits))
	o.num("of", int64(g.Of))
	o.num("wrong", int64(g.Wrong))
	o.list("parts", func() {
		for _, p := range g.Parts {
			o.open('{')
			o.str("item", p.Item)
			o.str("guess", p.Guess)
			o.str("answer", p.Answer)
			o.bool("right", p.Right)
			o.shut('}')
		}
	})
	s.post(o.end())
	return nil
}

// leaveScene forgets what was being played, when a person goes elsewhere.
func (s *Session) leaveScene() { s.class.until, s.class.here = nil, "" }

// reportLesson tells the page where in the lesson the run is now.
func (s *Session) reportLesson() {
	c := &s.class
	if c.film == nil {
		return
	}
	if c.attempt != nil {
		s.tellGoal()
	}
	if c.here == "" {
		return
	}
	o := newObject("scene")
	o.num("scene", int64(c.scene))
	o.str("at", c.here)
	c.here = ""
	s.post(o.end())
}

// tellGoal says how far the learner is.
func (s *Session) tellGoal() {
	c := &s.class
	all, done, err := c.attempt.Look(s.sim)
	o := newObject("goal")
	o.num("scene", int64(c.scene))
	o.bool("done", done)
	o.bool("astray", err != nil)
	o.list("parts", func() {
		for _, p := range all {
			o.open('{')
			o.str("goal", p.Goal)
			o.num("have", p.Have)
			o.bool("holds", p.Holds)
			o.shut('}')
		}
	})
	s.post(o.end())
}
