package store

import "rocketscope/engine/wire"

// Gone is the messages that this disk has ceased to hold since ForgetGone, by
// whatever happened to it: for those who count what is lost.
func (s *Store) Gone() []*wire.MessageExt { return s.gone }

// ForgetGone empties Gone.
func (s *Store) ForgetGone() { s.gone = nil }

// leaves notes that the messages at the positions from to before to are held no more.
func (s *Store) leaves(from, to int64) {
	for i := from; i < to; i++ {
		s.gone = append(s.gone, *s.log.at(i))
	}
}

// Each calls f for every message held, in the order of the log.
func (s *Store) Each(f func(*wire.MessageExt)) {
	for i := s.oldest; i < s.log.next; i++ {
		f(*s.log.at(i))
	}
}
