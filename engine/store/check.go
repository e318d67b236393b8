package store

import "rocketscope/engine/explain"

// Log is the place of the oldest message kept and the one after the newest, among
// all that this disk has had.
func (s *Store) Log() (oldest, next int64) { return s.oldest, s.log.next }

// Check tests the order of the log: each message begins where the one before
// ends, and each queue's entries point, at rising places, to messages that know
// their place. A log that parted from its master's has no such order.
func (s *Store) Check() error {
	if s.parted {
		return nil
	}
	for i := s.oldest; i < s.log.next; i++ {
		end := s.whole
		if i+1 < s.log.next {
			end = (*s.log.at(i + 1)).PhysicalOffset
		}
		if endOf(*s.log.at(i)) != end || end > s.end {
			return explain.Err("check.log.end", "the message at {0} of the log does not end where the next begins", explain.Int((*s.log.at(i)).PhysicalOffset))
		}
	}
	for i := range s.topics {
		t := &s.topics[i]
		for id := range t.queues {
			if err := s.checkQueue(t.name, int32(id), &t.queues[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) checkQueue(topic string, id int32, q *queue) error {
	last := int64(-1)
	for o := q.min; o < q.entries.next; o++ {
		m := s.message(q, o)
		if m.QueueOffset != o || m.Queue.Topic != topic || m.Queue.QueueID != id || m.PhysicalOffset <= last {
			return explain.Err("check.log", "entry {0} of {1}/{2} is out of order", explain.Int(o), topic, explain.Int(id))
		}
		last = m.PhysicalOffset
	}
	return nil
}
