package store

import (
	"sort"

	"rocketscope/engine/wire"
)

// FileSize is the size of a commit log file in bytes: a slave that has nothing
// gets the last file only [mappedFileSizeCommitLog].
const FileSize = 1 << 30

// LastFile is the physical offset at which the last file of the log begins. A
// message never spans two files, so the first that begins in it is taken for
// the file's beginning.
func (s *Store) LastFile() int64 {
	at := s.end / FileSize * FileSize
	if i := s.position(at); i < s.log.next {
		return (*s.log.at(i)).PhysicalOffset
	}
	return at
}

// Piece returns what the log has from a physical offset on, at most limit
// bytes, as a master pushes it [DefaultMessageStore.getCommitLogData]: the number
// of bytes and the messages that end within them with their tags codes. The
// bytes may end in the middle of a message.
func (s *Store) Piece(from, limit int64) (size int64, messages []*wire.MessageExt, codes []int64) {
	size = min(s.end-from, limit)
	if size <= 0 {
		return 0, nil, nil
	}
	first := s.position(from)
	last := first
	for last < s.log.next && endOf(*s.log.at(last)) <= from+size {
		last++
	}
	messages, codes = make([]*wire.MessageExt, 0, last-first), make([]int64, 0, last-first)
	for i := first; i < last; i++ {
		m := *s.log.at(i)
		messages = append(messages, m)
		codes = append(codes, s.codeOf(m))
	}
	return size, messages, codes
}

// position is the place in the log of the first message that ends after a
// physical offset.
func (s *Store) position(physical int64) int64 {
	n := s.log.next - s.oldest
	return s.oldest + int64(sort.Search(int(n), func(i int) bool { return endOf(*s.log.at(s.oldest + int64(i))) > physical }))
}

// codeOf is the tags code that the index has for a message.
func (s *Store) codeOf(m *wire.MessageExt) int64 {
	q := s.queue(m.Queue.Topic, m.Queue.QueueID)
	if q == nil || m.QueueOffset < q.min || m.QueueOffset >= q.entries.next {
		return 0
	}
	return q.entries.at(m.QueueOffset).code
}

// Append takes in a piece of the master's log that begins at from: at this
// one's end, or anywhere while it is empty. Messages that are whole now are
// entered in their queues. One that begins before this log's last message ends is
// no message here: the two logs have gone different ways
// [DefaultMessageStore.appendToCommitLog, ReputMessageService].
func (s *Store) Append(from, size int64, messages []*wire.MessageExt, codes []int64) {
	if s.end == 0 {
		s.whole = from
	}
	s.end = from + size
	for i, m := range messages {
		if m.PhysicalOffset < s.whole {
			s.parted = true
		} else {
			s.index(m, codes[i])
		}
		s.whole = endOf(m)
	}
}

// index enters a message in its queue. A queue that begins in the middle keeps
// its offsets. Where two logs have gone different ways, an offset that the queue
// has already is passed over, and one beyond its end is entered at the end all
// the same [ConsumeQueue.putMessagePositionInfo].
func (s *Store) index(m *wire.MessageExt, code int64) {
	q := s.makeQueue(m.Queue.Topic, m.Queue.QueueID)
	if q.entries.next == 0 {
		q.entries.startAt(m.QueueOffset)
		q.min = m.QueueOffset
	}
	if m.QueueOffset >= q.entries.next {
		s.parted = s.parted || m.QueueOffset > q.entries.next
		q.entries.append(entry{ref: s.log.next, code: code})
	}
	s.log.append(m)
}
