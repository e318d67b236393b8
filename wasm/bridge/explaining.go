package bridge

// explaining is what the page looks into, compares, searches and has drawn, beside
// the run.
type explaining struct {
	inspector  inspector
	lens       lens
	search     search
	comparison comparison
	storyboard storyboard
}

// explains meets the requests of this half of the session.
func (s *Session) explains(verb, arg string) error {
	switch verb {
	case "inspect":
		return s.inspect(arg)
	case "lens":
		return s.compareStrategies(arg)
	case "prevent":
		return s.prevent(arg)
	case "variants":
		s.tellVariants()
		return nil
	case "picture":
		return s.picture(arg)
	case "panels":
		return s.panels(arg)
	default: // "compare"
		return s.compare(arg)
	}
}

// forget drops all that belongs to a run that is gone; what is looked into stays.
func (s *Session) forget() {
	if s.comparison.sim != nil {
		_ = s.compare("")
	}
	s.explaining = explaining{inspector: inspector{kind: s.inspector.kind, name: s.inspector.name}}
}

// tellExplained tells the page what it looks into, as it is now.
func (s *Session) tellExplained() {
	s.tellInspection()
	s.tellLens()
	s.tellComparison()
}
