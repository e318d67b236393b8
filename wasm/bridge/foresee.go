package bridge

import (
	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/scenario"
)

// mostEarly is how many requests wait for a story that is only foreseen.
const mostEarly = 64

// foresee shows what an open request for the bare story will show, and tells
// nothing: a first frame need not wait until all of the story was run. What it
// cannot show is left to that request.
func (s *Session) foresee(arg string) {
	m, err := ParseMoment(arg)
	if err != nil || m.Keep >= 0 || m.Version != "" || len(m.Acts) > 0 {
		return
	}
	p := engine.EndOf(0)
	if m.At != "" {
		p, err = ParsePos(m.At)
	}
	if err != nil || p != engine.EndOf(p.At) {
		return
	}
	story, err := scenario.Parse(m.Story)
	if err != nil {
		return
	}
	if sim, err := story.RunTo(p.At); err == nil {
		s.sim, s.shown, s.foreseen = sim, false, true
	}
}

// early reports whether a request must wait until the story that is foreseen
// is open, since it is for that one.
func (s *Session) early(verb string) bool {
	switch verb {
	case "foresee", "speed", "lang", "theme":
		return false
	}
	return s.foreseen && !opens(verb)
}

// await keeps an early request.
func (s *Session) await(r Request) error {
	if len(s.awaiting) == mostEarly {
		return explain.Err("early.many", "the story is still being opened")
	}
	s.awaiting = append(s.awaiting, r)
	return nil
}

// settle does what was asked for early, now that a story is open: but only if it
// is the one that was foreseen.
func (s *Session) settle(verb string) {
	awaiting := s.awaiting
	s.foreseen, s.awaiting = false, nil
	if verb != "open" {
		return
	}
	for _, r := range awaiting {
		s.Handle(r.Verb, r.Arg)
	}
}

// opens tells whether a request brings another story.
func opens(verb string) bool { return verb == "open" || verb == "load" || verb == "lesson" }
