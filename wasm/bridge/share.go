package bridge

import (
	"slices"

	"rocketscope/engine"
	"rocketscope/engine/scenario"
)

// share tells the page the present moment in every form that is text: the story
// up to it, and the same as a test with the answers that the engine gives now.
func (s *Session) share() error {
	s.stop()
	test, err := s.test()
	if err != nil {
		return err
	}
	o := newObject("share")
	pos := s.sim.Pos()
	o.num("at", int64(pos.At))
	o.num("seq", int64(pos.Seq))
	o.str("digest", digest(s.sim))
	o.num("engine", engine.Behaviour)
	o.str("story", s.past())
	o.str("test", test)
	s.post(o.end())
	return nil
}

// past is the story up to the present moment.
func (s *Session) past() string { return s.sim.Past().StringUntil(s.sim.Now()) }

// test asks at the end of the story who owns what and how far each group is.
func (s *Session) test() (string, error) {
	text := s.past()
	var asked []string
	for i := range s.View().Groups {
		g := &s.v.Groups[i]
		if isHidden(g.Topic) {
			continue
		}
		words := " " + engine.Quote(g.Name) + " " + engine.Quote(g.Topic) + "\n"
		for _, query := range []string{"owners" + words, "offsets" + words} {
			if !slices.Contains(asked, query) {
				asked = append(asked, query)
				text += query
			}
		}
	}
	story, err := scenario.Parse(text + "check\n")
	if err != nil {
		return "", err
	}
	return story.Rewrite()
}
