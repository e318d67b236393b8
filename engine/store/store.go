package store

import (
	"slices"
	"sort"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// Options are a store's settings.
type Options struct {
	Host   wire.Addr // who stores
	Memory int64     // bytes of RAM
	// MemoryRatio is the share of Memory in percent that a reader may lag behind
	// before its messages count as being on disk [accessMessageInMemoryMaxRatio].
	MemoryRatio      int64
	OvershootRewinds bool // profile.Broker.OvershootRewinds
	SearchesNearest  bool // profile.Broker.SearchesNearest
	CountsUnread     bool // profile.Broker.AdviceCountsUnread
}

// Store is a commit log and the consume queues into it [DefaultMessageStore].
type Store struct {
	options Options
	log     list[*wire.MessageExt]
	oldest  int64 // position in log of the oldest message kept
	whole   int64 // physical offset in bytes after the newest message
	end     int64 // the log's end: whole, or more while a slave has only a part of the next message
	parted  bool  // a slave's log went on after the master's had gone another way
	opened  kernel.Time
	flushed int64   // physical offset up to which the log is safe on disk
	topics  []topic // by name
	gone    []*wire.MessageExt
	supply  *kernel.Supply[wire.MessageExt]
}

type topic struct {
	name   string
	queues []queue // by queue id
}

// queue is a consume queue [ConsumeQueue].
type queue struct {
	entries list[entry]
	min     int64
}

// entry points to a message; its place is the message's queue offset.
type entry struct {
	ref  int64 // position in the log
	code int64 // tags code
}

// New returns an empty store.
func New(o Options) Store {
	return Store{options: o, supply: &kernel.Supply[wire.MessageExt]{}}
}

// Wipe forgets everything, as a disk does that is lost, and returns how many
// messages that were.
func (s *Store) Wipe() (messages int64) {
	messages = s.log.next - s.oldest
	s.leaves(s.oldest, s.log.next)
	*s = Store{options: s.options, gone: s.gone, supply: s.supply}
	return messages
}

// Put appends a message to the log and to its queue and returns it as stored.
// code is its tags code [CommitLog.putMessage, DefaultMessageStore.doDispatch].
func (s *Store) Put(m *wire.Message, to wire.MessageQueue, code int64, at kernel.Time) *wire.MessageExt {
	q := s.makeQueue(to.Topic, to.QueueID)
	stored := s.supply.New()
	stored.Message, stored.Queue, stored.QueueOffset = *m, to, q.entries.next
	stored.PhysicalOffset, stored.StoredAt, stored.StoreHost = s.end, at, s.options.Host
	stored.Topic, stored.QueueID, stored.Size = to.Topic, to.QueueID, max(m.Size, 1)
	q.entries.append(entry{ref: s.log.next, code: code})
	s.log.append(stored)
	s.end += int64(stored.Size)
	s.whole = s.end
	return stored
}

// Max is the offset after a queue's newest message; 0 for an unknown queue
// [DefaultMessageStore.getMaxOffsetInQueue].
func (s *Store) Max(topic string, id int32) int64 {
	if q := s.queue(topic, id); q != nil {
		return q.entries.next
	}
	return 0
}

// Min is the offset of a queue's oldest message; 0 for an unknown queue
// [DefaultMessageStore.getMinOffsetInQueue].
func (s *Store) Min(topic string, id int32) int64 {
	if q := s.queue(topic, id); q != nil {
		return q.min
	}
	return 0
}

// Queues is how many queues of a topic the store has made room for.
func (s *Store) Queues(topic string) int32 {
	if t := s.topic(topic); t != nil {
		return int32(len(t.queues))
	}
	return 0
}

// At returns the message at a queue offset, nil if none is kept there.
func (s *Store) At(topic string, id int32, offset int64) *wire.MessageExt {
	q := s.queue(topic, id)
	if q == nil || offset < q.min || offset >= q.entries.next {
		return nil
	}
	return s.message(q, offset)
}

// End is the log's end in bytes [CommitLog.getMaxOffset].
func (s *Store) End() int64 { return s.end }

// Lag is how many bytes the log has grown since the message at a queue offset
// began; ok is false if there is no such message.
func (s *Store) Lag(topic string, id int32, offset int64) (bytes int64, ok bool) {
	m := s.At(topic, id, offset)
	if m == nil {
		return 0, false
	}
	return s.end - m.PhysicalOffset, true
}

// Clone returns a copy with a future of its own.
func (s *Store) Clone() Store {
	c := *s
	c.log, c.gone = s.log.clone(), slices.Clip(s.gone)
	c.topics = slices.Clone(s.topics)
	for i := range c.topics {
		t := &c.topics[i]
		t.queues = slices.Clone(t.queues)
		for j := range t.queues {
			t.queues[j].entries = t.queues[j].entries.clone()
		}
	}
	return c
}

func (s *Store) message(q *queue, offset int64) *wire.MessageExt {
	return *s.log.at(q.entries.at(offset).ref)
}

func (s *Store) findTopic(name string) (int, bool) {
	return kernel.Find(len(s.topics), func(i int) int { return strings.Compare(name, s.topics[i].name) })
}

func (s *Store) topic(name string) *topic {
	if i, ok := s.findTopic(name); ok {
		return &s.topics[i]
	}
	return nil
}

func (s *Store) queue(topic string, id int32) *queue {
	t := s.topic(topic)
	if t == nil || id < 0 || int(id) >= len(t.queues) {
		return nil
	}
	return &t.queues[id]
}

func (s *Store) makeQueue(name string, id int32) *queue {
	i, ok := s.findTopic(name)
	if !ok {
		s.topics = kernel.Insert(s.topics, i, topic{name: name})
	}
	t := &s.topics[i]
	for int(id) >= len(t.queues) {
		t.queues = append(t.queues, queue{})
	}
	return &t.queues[id]
}

// firstFrom is the offset of a queue's first entry at or after a log position.
func (q *queue) firstFrom(ref int64) int64 {
	n := q.entries.next - q.min
	return q.min + int64(sort.Search(int(n), func(i int) bool { return q.entries.at(q.min+int64(i)).ref >= ref }))
}
