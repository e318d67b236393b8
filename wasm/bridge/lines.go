package bridge

import "rocketscope/engine/scenario"

// tellLines tells how each line of a story is written.
func (s *Session) tellLines() {
	o := newObject("lines")
	o.texts("list", scenario.Lines())
	s.post(o.end())
}
