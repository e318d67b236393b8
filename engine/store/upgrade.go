package store

// SetRules makes the store follow the rules of another version; its broker is
// down. What is stored stays as it is.
func (s *Store) SetRules(o Options) {
	s.options.OvershootRewinds, s.options.SearchesNearest, s.options.CountsUnread = o.OvershootRewinds, o.SearchesNearest, o.CountsUnread
}
