package bridge

import "rocketscope/engine/kernel"

// MenuOfLink tells the page what may be done to the link between two nodes.
func (s *Session) MenuOfLink(a, b kernel.NodeID, x, y int) {
	if items := s.Words().MenuOfLink(s.View(), a, b); len(items) > 0 {
		s.tellMenu("", items, "", x, y)
	}
}
