package store

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

const (
	flushEvery    = 500 * time.Millisecond // flushIntervalCommitLog
	flushThorough = 10 * time.Second       // flushCommitLogThoroughInterval
	flushPages    = 4                      // flushCommitLogLeastPages
	page          = 4 << 10
)

// Open begins a life of the broker: whatever its disk holds counts as flushed; a
// message of which a slave has only a part is dropped
// [CommitLog.recoverNormally, recoverAbnormally].
func (s *Store) Open(now kernel.Time) {
	s.end = s.whole
	s.opened, s.flushed = now, s.end
}

func endOf(m *wire.MessageExt) int64 { return m.PhysicalOffset + int64(m.Size) }

// FlushDue is the moment at which the asynchronous flush thread will next write
// the log to disk, as it stands; ok is false when there is nothing to write.
// The thread looks every 500 ms and writes once 4 pages are dirty; its first
// look and every 20th after it writes in any case [CommitLog.FlushRealTimeService].
func (s *Store) FlushDue(now kernel.Time) (at kernel.Time, ok bool) {
	if s.flushed == s.end {
		return 0, false
	}
	look := int64(now.Sub(s.opened)/flushEvery) + 1
	if s.end/page-s.flushed/page < flushPages {
		const period = int64(flushThorough / flushEvery)
		look = (look+period-2)/period*period + 1
	}
	return s.opened.Add(time.Duration(look) * flushEvery), true
}

// Flush writes everything to disk.
func (s *Store) Flush() { s.flushed = s.end }

// LoseTail forgets what was not flushed, as the loss of the host does, and
// returns how many messages that were.
func (s *Store) LoseTail() (messages int64) {
	keep := s.log.next
	for keep > s.oldest && endOf(*s.log.at(keep - 1)) > s.flushed {
		keep--
		s.whole = (*s.log.at(keep)).PhysicalOffset
	}
	s.end = s.whole
	messages = s.log.next - keep
	s.leaves(keep, s.log.next)
	for i := range s.topics {
		for j := range s.topics[i].queues {
			q := &s.topics[i].queues[j]
			q.entries.truncate(q.firstFrom(keep))
		}
	}
	s.log.truncate(keep)
	return messages
}
