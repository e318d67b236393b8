package store

import "rocketscope/engine/wire"

// Limits of one pull [MessageStoreConfig].
const (
	maxBytesInMemory, maxCountInMemory = 256 << 10, 32 // maxTransferBytes/CountOnMessageInMemory
	maxBytesInDisk, maxCountInDisk     = 64 << 10, 8   // maxTransferBytes/CountOnMessageInDisk
	maxScanned                         = 800           // entries of the consume queue: 16000 bytes of 20
)

// Verdict is what a pull finds [GetMessageStatus].
type Verdict uint8

// The verdicts.
const (
	Found               Verdict = iota
	NoMatchedMessage            // messages, but none that the filter lets through
	NoMessageInQueue            // the queue is empty or unknown
	OffsetTooSmall              // before the oldest message
	OffsetOverflowOne           // exactly at the end: wait
	OffsetOverflowBadly         // beyond the end
)

// Result says what a pull found and where to go on.
type Result struct {
	Verdict  Verdict
	Next     int64 // offset of the next pull
	Min, Max int64 // the queue's range
	Looked   bool  // it looked at entries of the queue
	Pulled   int64 // Looked: physical offset of the last of them; to 4.9 one that no longer fitted counts
}

// Get appends the messages of a queue from offset on to dst, at most n of them
// and at most as many as the limits of memory and disk allow; the first goes in
// any case. match tells by its tags code whether a message is wanted
// [DefaultMessageStore.getMessage].
func (s *Store) Get(dst []*wire.MessageExt, topic string, id int32, offset int64, n int32, match func(code int64) bool) ([]*wire.MessageExt, Result) {
	q := s.queue(topic, id)
	if q == nil || q.entries.next == 0 {
		return dst, Result{Verdict: NoMessageInQueue}
	}
	r := Result{Min: q.min, Max: q.entries.next}
	switch {
	case offset < r.Min:
		r.Verdict, r.Next = OffsetTooSmall, r.Min
	case offset == r.Max:
		r.Verdict, r.Next = OffsetOverflowOne, offset
	case offset > r.Max:
		r.Verdict, r.Next = OffsetOverflowBadly, r.Max
		if s.options.OvershootRewinds && r.Min == 0 {
			r.Next = 0
		}
	default:
		return s.read(dst, q, offset, n, match, r)
	}
	return dst, r
}

func (s *Store) read(dst []*wire.MessageExt, q *queue, offset int64, n int32, match func(code int64) bool, r Result) ([]*wire.MessageExt, Result) {
	batch := batch{limit: n, memory: s.MemoryLimit()}
	r.Verdict, r.Next = NoMatchedMessage, offset
	last := min(r.Max, offset+max(maxScanned, int64(n)))
	for ; r.Next < last; r.Next++ {
		e := q.entries.at(r.Next)
		m := *s.log.at(e.ref)
		full := batch.full(m, s.end)
		if !full || s.options.CountsUnread {
			r.Looked, r.Pulled = true, m.PhysicalOffset
		}
		if full {
			break
		}
		if match(e.code) {
			dst = append(dst, m)
			batch.add(m)
			r.Verdict = Found
		}
	}
	return dst, r
}

// batch is what a pull has gathered so far [DefaultMessageStore.isTheBatchFull].
type batch struct {
	limit  int32
	memory int64
	count  int32
	bytes  int64
}

func (b *batch) add(m *wire.MessageExt) {
	b.count++
	b.bytes += int64(m.Size)
}

func (b *batch) full(m *wire.MessageExt, end int64) bool {
	if b.count == 0 {
		return false
	}
	if b.count >= b.limit {
		return true
	}
	maxBytes, maxCount := int64(maxBytesInMemory), int32(maxCountInMemory)
	if end-m.PhysicalOffset > b.memory {
		maxBytes, maxCount = maxBytesInDisk, maxCountInDisk
	}
	return b.bytes+int64(m.Size) > maxBytes || b.count >= maxCount
}
