package store

// DeleteBefore forgets the messages in front of a physical offset, of whatever
// topic, and raises the queues' oldest offsets [DefaultMessageStore.
// CleanCommitLogService, CleanConsumeQueueService]. It returns how many they were.
func (s *Store) DeleteBefore(physical int64) (messages int64) {
	first := s.oldest
	for first < s.log.next && (*s.log.at(first)).PhysicalOffset < physical {
		first++
	}
	messages = first - s.oldest
	s.leaves(s.oldest, first)
	s.oldest = first
	s.log.release(first)
	for i := range s.topics {
		for j := range s.topics[i].queues {
			q := &s.topics[i].queues[j]
			q.min = q.firstFrom(first)
			q.entries.release(q.min)
		}
	}
	return messages
}
