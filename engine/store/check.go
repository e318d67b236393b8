package store

import "rocketscope/engine/explain"

// Check tests the order of the log: messages lie end to end, and each queue's
// entries point to its own messages, in the order in which they were stored.
func (s *Store) Check() error {
	end := int64(-1)
	for i := s.oldest; i < s.log.next; i++ {
		m := *s.log.at(i)
		if end >= 0 && m.PhysicalOffset != end {
			return explain.Err("check.log", "message {0} begins at {1} of the log, not at {2}", explain.Int(m.ID), explain.Int(m.PhysicalOffset), explain.Int(end))
		}
		end = m.PhysicalOffset + int64(m.Size)
	}
	if end >= 0 && end != s.end {
		return explain.Err("check.log-end", "the log ends at {0}, not at {1}", explain.Int(end), explain.Int(s.end))
	}
	for i := range s.topics {
		for id := range s.topics[i].queues {
			if err := s.checkQueue(s.topics[i].name, int32(id)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) checkQueue(topic string, id int32) error {
	q := s.queue(topic, id)
	ref := s.oldest - 1
	for o := q.min; o < q.entries.next; o++ {
		e := q.entries.at(o)
		if e.ref <= ref || e.ref >= s.log.next {
			return explain.Err("check.queue-order", "entry {0} of queue {1}/{2} is out of order", explain.Int(o), topic, explain.Int(id))
		}
		ref = e.ref
		if m := *s.log.at(e.ref); m.QueueOffset != o || m.Queue.Topic != topic || m.Queue.QueueID != id {
			return explain.Err("check.queue", "entry {0} of queue {1}/{2} points to message {3}, which is another's", explain.Int(o), topic, explain.Int(id), explain.Int(m.ID))
		}
	}
	return nil
}
