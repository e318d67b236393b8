package store

import "rocketscope/engine/wire"

// Code is the tags code of an index entry, 0 if none is kept there. An entry of
// the delay topic has the moment at which its message is due in its place
// [ConsumeQueueExt, CommitLog.checkMessageAndReturnSize].
func (s *Store) Code(topic string, id int32, offset int64) int64 {
	q := s.queue(topic, id)
	if q == nil || offset < q.min || offset >= q.entries.next {
		return 0
	}
	return q.entries.at(offset).code
}

// ByPhysical is the message that begins at a physical offset, nil if none is
// kept there [DefaultMessageStore.lookMessageByOffset].
func (s *Store) ByPhysical(physical int64) *wire.MessageExt {
	i := s.position(physical)
	if i < s.oldest || i >= s.log.next {
		return nil
	}
	if m := *s.log.at(i); m.PhysicalOffset == physical {
		return m
	}
	return nil
}
