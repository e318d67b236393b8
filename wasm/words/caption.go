package words

import "rocketscope/engine/kernel"

// Caption is a record in two lines: what happened, and because of what. A
// record whose decision was not built has its rule's name and no second line.
func (c *Catalogue) Caption(n kernel.Note, names Names) (first, second Line) {
	s := c.scope(&n, names)
	rule := n.Rule.String()
	first, ok := c.fillWithin(rule+".1", s, firstLine)
	if !ok {
		return s.bare(rule), nil
	}
	second, _ = c.fillWithin(rule+".2", s, secondLine)
	return first, second
}

// bare is what can be said of a record without its facts.
func (s *scope) bare(rule string) Line {
	if s.note.Node == 0 {
		return plain(s.c.Rule(rule))
	}
	return s.node(s.note.Node).line.text(s.c.colon() + s.c.Rule(rule))
}

// Rule is the short name of a rule, by the name it has in the engine: for marks
// on the time line and for lists.
func (c *Catalogue) Rule(name string) string { return c.word(name + ".name") }

// colon parts a name from what is said of it.
func (c *Catalogue) colon() string {
	if c.lang == "zh" {
		return "："
	}
	return ": "
}
