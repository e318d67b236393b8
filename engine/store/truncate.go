package store

// TruncateTo forgets what the log has from a physical offset on, and returns how
// many messages that were [AutoSwitchHAClient.doTruncate, CommitLog.truncateDirtyFiles].
func (s *Store) TruncateTo(physical int64) (messages int64) {
	flushed := min(s.flushed, physical)
	s.flushed = physical
	messages = s.LoseTail()
	s.flushed = min(flushed, s.end)
	return messages
}

// First is the physical offset of the oldest message kept, the log's end if there
// is none.
func (s *Store) First() int64 {
	if s.oldest == s.log.next {
		return s.end
	}
	return (*s.log.at(s.oldest)).PhysicalOffset
}
