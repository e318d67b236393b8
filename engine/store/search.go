package store

import "rocketscope/engine/kernel"

// queueFile is how many entries a file of a consume queue holds.
const queueFile = 300000

// Search returns the offset that belongs to a moment: the first message stored
// at or after it, the end if there is none; with SearchesNearest the message
// whose store time is nearest, whichever side it is on
// [ConsumeQueue.getOffsetInQueueByTime]. Times count in ms.
func (s *Store) Search(topic string, id int32, at kernel.Time) int64 {
	q := s.queue(topic, id)
	if q == nil || q.entries.next == 0 {
		return 0
	}
	if s.options.SearchesNearest {
		return s.searchNearest(q, at.Millis())
	}
	return s.searchLower(q, at.Millis())
}

func (s *Store) searchLower(q *queue, at int64) int64 {
	low, high := q.min, q.entries.next
	if low < high && s.storedAt(q, low) > at {
		return low / queueFile * queueFile // the file's first entry, kept or not
	}
	for low < high {
		if mid := (low + high) / 2; s.storedAt(q, mid) < at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

func (s *Store) searchNearest(q *queue, at int64) int64 {
	low, high := q.min, q.entries.next-1
	left, right := int64(-1), int64(-1)
	for high >= low {
		mid := (low + high) / 2
		switch stored := s.storedAt(q, mid); {
		case stored == at:
			return mid
		case stored > at:
			high, right = mid-1, mid
		default:
			low, left = mid+1, mid
		}
	}
	switch {
	case left < 0:
		return max(right, 0)
	case right < 0:
		return left
	case at-s.storedAt(q, left) > s.storedAt(q, right)-at:
		return right
	}
	return left
}

func (s *Store) storedAt(q *queue, offset int64) int64 { return s.message(q, offset).StoredAt.Millis() }
