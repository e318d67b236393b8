package bridge

import (
	"errors"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
	"rocketscope/engine/view"
	"rocketscope/wasm/words"
)

const (
	eventsAFrame  = 8_000                  // what one frame may cost before the stage is running behind
	eventsSeeking = 20_000                 // the same on the way to the next decision, where nobody looks at what passes
	longestFrame  = 250 * time.Millisecond // a tab that was hidden does not catch up
	reportEvery   = 100 * time.Millisecond // of real time, while running
	oldNews       = kernel.Time(10 * time.Second)
	recordsBefore = 64                     // that are looked at for the same news
	longestQuiet  = kernel.Time(time.Hour) // of simulated time, on the way to the next decision
)

// Session is a run with what a person does to it: it plays, pauses, steps,
// seeks and acts, and tells the page what has become of it.
type Session struct {
	post    func(json string)
	sim     *engine.Sim
	v       view.View
	speed   Speed
	left    int64 // of the speed's fraction
	running bool
	until   kernel.Time // where playing ends
	seeking bool        // on the way to the next decision
	goal    *engine.Pos // on the way to a position that is too far for one frame
	since   kernel.Time // where that way began
	behind  bool
	lang    string // the page's language

	Selected  string // name of the node selected, "" for none
	discussed uint64 // the record whose card was asked for last
	steps     uint64
	before    kernel.Time
	shown     bool // v is the present moment
	changed   bool // the page does not know the present state
	waited    time.Duration
	from      uint64 // the page knows the records after this one,
	told      uint64 // up to this one
	turned    bool   // it may know some that are of another future
	again     bool   // the page's records are of another story, or in another language

	base     engine.Log // the story as it was loaded
	foreseen bool       // what is shown is only what a story that is not open yet will show
	awaiting []Request  // for that story

	explaining
	class classroom
}

// NewSession returns a session without a story; post takes each message to the page.
func NewSession(post func(json string)) *Session {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 1})
	if err != nil {
		panic(err) // the default version exists
	}
	return &Session{post: post, sim: sim, speed: Speed{1, 1}, until: engine.MaxTime}
}

// Busy reports whether simulated time passes by itself.
func (s *Session) Busy() bool { return s.running || s.seeking || s.goal != nil }

// Rate is how many simulated seconds pass in a second, 0 while none do.
func (s *Session) Rate() float32 {
	if !s.running {
		return 0
	}
	speed := s.speed
	if s.class.until != nil {
		speed = s.class.pace
	}
	return float32(speed.Num) / float32(speed.Den)
}

// Words are the words of the language chosen.
func (s *Session) Words() *words.Catalogue { return words.For(s.lang) }

// View is the present moment; it is valid until the next call of a method.
func (s *Session) View() *view.View {
	if !s.shown {
		s.sim.Show(&s.v)
		s.shown = true
	}
	return &s.v
}

// Record returns a record that is still kept.
func (s *Session) Record(number uint64) (engine.Record, bool) { return s.sim.RecordOf(number) }

// Name is the name of a node, present or removed.
func (s *Session) Name(id kernel.NodeID) string { return s.sim.Name(id) }

// Handle does what a request asks for. A request that cannot be met is
// answered with an error and changes nothing.
func (s *Session) Handle(verb, arg string) {
	if err := s.handle(verb, arg); err != nil {
		s.fail(verb, err)
	} else if s.foreseen && opens(verb) {
		s.settle(verb)
	}
}

func (s *Session) handle(verb, arg string) error {
	if s.early(verb) {
		return s.await(Request{verb, arg})
	}
	if moves(verb) {
		s.leaveScene()
		s.arrive()
		s.steps++
		s.before = s.sim.Now()
		s.keep()
	}
	switch verb {
	case "load":
		s.class = classroom{}
		return s.load(arg)
	case "foresee":
		s.foresee(arg)
	case "open":
		s.class = classroom{}
		return s.open(arg)
	case "lesson", "scene", "guess", "try", "solve":
		return s.study(verb, arg)
	case "do":
		return s.do(arg)
	case "add":
		line, err := Addition(s.View(), arg)
		if err != nil {
			return err
		}
		return s.do(line)
	case "play":
		return s.play(arg)
	case "pause":
		s.stop()
	case "next":
		s.running, s.seeking, s.since, s.changed = false, true, s.sim.Now(), true
	case "speed":
		speed, err := ParseSpeed(arg)
		if err != nil {
			return err
		}
		s.speed, s.left = speed, 0
	case "lang":
		s.lang, s.again, s.changed = arg, true, true
	case "select":
		s.Selected, s.changed = arg, true
	case "menu":
		n := named(s.View(), arg)
		if n == nil {
			return explain.Err("node.unknown", "there is no node {0}", arg)
		}
		s.MenuOf(n.ID, -1, -1)
	case "why":
		return s.why(arg)
	case "lines":
		s.tellLines()
	case "inspect", "lens", "prevent", "variants", "compare", "picture", "panels":
		return s.explains(verb, arg)
	case "theme":
		// the drawing's own affair
	default:
		return s.travel(verb, arg)
	}
	return nil
}

// moves tells whether a request concerns the present moment, so that one that is
// on its way has to arrive first.
func moves(verb string) bool {
	switch verb {
	case "do", "add", "play", "step", "back", "next", "previous", "seek", "undo", "redo", "return", "version", "share":
		return true
	}
	return false
}

// play lets time pass, up to a moment if one is given.
func (s *Session) play(until string) error {
	p := engine.EndOf(engine.MaxTime)
	if until != "" {
		var err error
		if p, err = ParsePos(until); err != nil {
			return err
		}
	}
	s.running, s.seeking, s.changed, s.until = true, false, true, p.At
	return nil
}

func (s *Session) stop() {
	s.running, s.seeking, s.behind, s.changed, s.goal, s.until = false, false, false, true, nil, engine.MaxTime
}

// moved notes that the present moment is another one.
func (s *Session) moved() { s.shown, s.changed = false, true }

// load begins a story. The argument's first line is the position to go to,
// empty for the beginning: the moment after the acts at 0.
func (s *Session) load(arg string) error {
	where, text, _ := strings.Cut(arg, "\n")
	p := engine.EndOf(0)
	if where != "" {
		var err error
		if p, err = ParsePos(where); err != nil {
			return err
		}
	}
	story, err := scenario.Parse(text)
	if err != nil {
		return err
	}
	sim, _, err := story.Run()
	if err != nil {
		return err
	}
	base := sim.Log()
	if err := sim.Seek(p); err != nil {
		return err
	}
	s.begin(sim, base)
	return nil
}

// begin takes another run in place of the present one; base is its story.
func (s *Session) begin(sim *engine.Sim, base engine.Log) {
	s.stop()
	s.sim, s.base, s.left, s.Selected, s.again = sim, base, 0, "", true
	s.forget()
	s.moved()
	s.tellStory()
}

func (s *Session) do(line string) error {
	c, err := engine.ParseCommand(line)
	if err != nil {
		return err
	}
	if err := s.sim.Do(c); err != nil {
		return err
	}
	s.moved()
	s.tellStory()
	return nil
}

// Tick lets a stretch of real time pass.
func (s *Session) Tick(real time.Duration) {
	s.waited += real
	switch real = min(real, longestFrame); {
	case s.goal != nil:
		if err := s.approach(); err != nil {
			s.fail("seek", err)
		}
	case s.seeking:
		s.seekDecision()
	case s.running && s.class.until != nil:
		s.playOn(real)
	case s.running:
		by, rest := s.speed.Of(real, s.left)
		s.left = rest
		s.behind = !s.sim.RunUntil(min(s.sim.Now().Add(by), s.until), eventsAFrame)
		s.moved()
		if s.sim.Now() >= s.until {
			s.stop()
		}
	}
	s.searchOn()
	s.drawOn()
	s.inStep()
}

// seekDecision crosses what is quiet and stops at the first record that is not.
func (s *Session) seekDecision() {
	s.moved()
	for range eventsSeeking {
		last := s.sim.LastRecord()
		if !s.sim.Step() {
			s.stop()
			return
		}
		for _, r := range s.sim.Records(last) {
			if s.isNews(r) {
				s.stop()
				return
			}
		}
		if s.sim.Now() > s.since+longestQuiet {
			s.stop()
			s.fail("next", explain.Err("next.none", "nothing was decided for an hour of simulated time"))
			return
		}
	}
}

// quiet reports whether a record belongs to the steady state.
func quiet(r engine.Record) bool {
	info, _ := explain.Lookup(r.Rule)
	return info.Quiet
}

// isNews reports whether a record is worth a stop: it is not quiet, and nothing
// that happened over and over.
func (s *Session) isNews(r engine.Record) bool {
	before := uint64(max(r.ID, recordsBefore+1) - recordsBefore - 1)
	return !quiet(r) && !repeats(r, s.sim.Records(before))
}

// repeats reports whether a process has recorded the same within the last
// moments, as a producer does that runs into a dead broker again and again.
func repeats(r engine.Record, records []engine.Record) bool {
	for _, o := range records {
		if o.ID < r.ID && o.Node == r.Node && o.Rule == r.Rule && o.At > r.At-oldNews && !isAct(r) {
			return true
		}
	}
	return false
}

// Report tells the page what it does not know yet, at most ten times a second
// while time passes, and nothing before there is a story. slots gives the owner
// colour of each node of View.
func (s *Session) Report(slots []uint8) {
	if s.base.Head.Version == "" || !s.changed || s.Busy() && s.waited < reportEvery {
		return
	}
	s.changed, s.waited = false, 0
	s.tellRecords()
	s.tellState(slots)
	s.tellExplained()
	s.reportLesson()
}

func (s *Session) fail(verb string, err error) {
	line, act := 0, ""
	var at *scenario.LineError
	var of *ActError
	if errors.As(err, &at) {
		line, err = at.Line, at.Err
	} else if errors.As(err, &of) {
		act, err = of.Act, of.Err
	}
	o := newObject("error")
	o.str("verb", verb)
	o.str("text", s.Words().Error(err))
	o.num("line", int64(line))
	o.str("act", act)
	s.post(o.end())
}
