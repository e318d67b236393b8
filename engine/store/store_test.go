package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

const second = kernel.Time(time.Second)

var q0 = wire.MessageQueue{Topic: "orders", Broker: "broker-a"}

func every(int64) bool { return true }

// filled returns a store with n messages of size bytes in orders/0, one a second.
func filled(o Options, n int, size int32) *Store {
	s := New(o)
	s.Open(0)
	for i := range n {
		s.Put(&wire.Message{ID: wire.MessageID(i), Size: size}, q0, 0, kernel.Time(i)*second)
	}
	return &s
}

func roomy() Options { return Options{Memory: 1 << 30, MemoryRatio: 40} }

func ids(ms []*wire.MessageExt) (out []int64) {
	for _, m := range ms {
		out = append(out, int64(m.ID))
	}
	return out
}

func ExampleStore_Get() {
	s := New(Options{Memory: 1 << 30, MemoryRatio: 40})
	for _, tag := range []string{"A", "B", "A"} {
		m := wire.Message{Tags: tag, Size: 100}
		s.Put(&m, wire.MessageQueue{Topic: "orders"}, int64(tag[0]), 0)
	}
	found, r := s.Get(nil, "orders", 0, 0, 32, func(code int64) bool { return code == 'A' })
	for _, m := range found {
		fmt.Println(m.QueueOffset, m.PhysicalOffset)
	}
	fmt.Println("go on at", r.Next)
	// Output:
	// 0 0
	// 2 200
	// go on at 3
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name            string
		rewinds         bool
		offset, deleted int64
		verdict         Verdict
		next            int64
	}{
		{"at the end", false, 10, 0, OffsetOverflowOne, 10},
		{"beyond the end", false, 11, 0, OffsetOverflowBadly, 10},
		{"beyond the end of a young queue, to 4.9.3", true, 11, 0, OffsetOverflowBadly, 0},
		{"beyond the end of an old queue, to 4.9.3", true, 11, 4, OffsetOverflowBadly, 10},
		{"before the oldest", false, 3, 4, OffsetTooSmall, 4},
		{"at the oldest", false, 4, 4, Found, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := roomy()
			o.OvershootRewinds = c.rewinds
			s := filled(o, 10, 100)
			s.DeleteBefore(c.deleted * 100)
			_, r := s.Get(nil, "orders", 0, c.offset, 32, every)
			looked := c.verdict == Found
			r.Pulled = 0
			require.Equal(t, Result{Verdict: c.verdict, Next: c.next, Min: c.deleted, Max: 10, Looked: looked}, r)
		})
	}
}

func TestEmptyAndUnknownQueues(t *testing.T) {
	s := filled(roomy(), 1, 1)
	for _, topic := range []string{"orders", "nobody"} {
		_, r := s.Get(nil, topic, 1, 5, 32, every)
		require.Equal(t, Result{Verdict: NoMessageInQueue}, r)
		require.Zero(t, s.Max(topic, 1))
		require.Zero(t, s.Min(topic, 1))
		require.Nil(t, s.At(topic, 1, 0))
	}
}

func TestBatchLimits(t *testing.T) {
	for _, c := range []struct {
		name   string
		memory int64
		n      int
		size   int32
		max    int32
		want   int
	}{
		{"asked for", 1 << 40, 100, 100, 5, 5},
		{"32 in memory", 1 << 40, 100, 100, 64, 32},
		{"256 KiB in memory", 1 << 40, 100, 100 << 10, 32, 2},
		{"8 on disk", 0, 100, 100, 32, 8},
		{"64 KiB on disk", 0, 100, 30 << 10, 32, 2},
		{"the first always goes", 0, 3, 4 << 20, 32, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := filled(Options{Memory: c.memory, MemoryRatio: 40}, c.n, c.size)
			found, r := s.Get(nil, "orders", 0, 0, c.max, every)
			require.Len(t, found, c.want)
			require.Equal(t, int64(c.want), r.Next)
		})
	}
}

func TestScanEndsAfter800Entries(t *testing.T) {
	s := filled(roomy(), 2000, 1)
	found, r := s.Get(nil, "orders", 0, 100, 32, func(int64) bool { return false })
	require.Empty(t, found)
	require.Equal(t, Result{Verdict: NoMatchedMessage, Next: 900, Max: 2000, Looked: true, Pulled: 899}, r)
}

func TestSearch(t *testing.T) {
	lower := filled(roomy(), 10, 1)
	nearest := filled(Options{SearchesNearest: true}, 10, 1)
	for _, c := range []struct {
		at            kernel.Time
		lower, by4dot int64
	}{
		{0, 0, 0}, {3 * second, 3, 3}, {3*second + 400e6, 4, 3}, {3*second + 600e6, 4, 4}, {99 * second, 10, 9},
	} {
		require.Equal(t, c.lower, lower.Search("orders", 0, c.at), c.at)
		require.Equal(t, c.by4dot, nearest.Search("orders", 0, c.at), c.at)
	}
	require.Zero(t, lower.Search("orders", 7, second))
}

func TestDeleteRaisesTheOldestOffsets(t *testing.T) {
	s := New(roomy())
	for i := range 4000 {
		q := q0
		q.QueueID = int32(i % 4)
		s.Put(&wire.Message{ID: wire.MessageID(i), Size: 10}, q, 0, 0)
	}
	require.Equal(t, int64(2002), s.DeleteBefore(20015))
	require.Equal(t, []int64{501, 501, 500, 500}, []int64{s.Min("orders", 0), s.Min("orders", 1), s.Min("orders", 2), s.Min("orders", 3)})
	require.Nil(t, s.At("orders", 0, 500))
	require.Equal(t, wire.MessageID(2004), s.At("orders", 0, 501).ID)
	found, r := s.Get(nil, "orders", 2, 500, 2, every)
	require.Equal(t, []int64{2002, 2006}, ids(found))
	require.Equal(t, int64(1000), r.Max)
	require.Equal(t, int64(1998), s.DeleteBefore(1<<40), "everything")
	require.Equal(t, int64(1000), s.Min("orders", 3))
	require.Equal(t, wire.MessageID(7), s.Put(&wire.Message{ID: 7}, q0, 0, 0).ID)
	require.Equal(t, wire.MessageID(7), s.At("orders", 0, 1000).ID)
}

func TestFlush(t *testing.T) {
	s := New(roomy())
	s.Open(0)
	_, dirty := s.FlushDue(0)
	require.False(t, dirty)
	s.Put(&wire.Message{Size: 100}, q0, 0, 0)
	at, _ := s.FlushDue(0)
	require.Equal(t, second/2, at, "the first look takes everything")
	at, _ = s.FlushDue(second / 2)
	require.Equal(t, 10*second+second/2, at, "too little for the looks in between")
	at, _ = s.FlushDue(10*second + second/2)
	require.Equal(t, 20*second+second/2, at)
	s.Put(&wire.Message{Size: 16 << 10}, q0, 0, 0)
	at, _ = s.FlushDue(11*second + 1)
	require.Equal(t, 11*second+second/2, at, "four pages are dirty")
	s.Flush()
	_, dirty = s.FlushDue(12 * second)
	require.False(t, dirty)
}

func TestHostLossTakesTheUnflushedTail(t *testing.T) {
	s := filled(roomy(), 600, 10)
	s.Flush()
	for range 700 {
		s.Put(&wire.Message{ID: 9, Size: 10}, q0, 0, 0)
	}
	require.Equal(t, int64(700), s.LoseTail())
	require.Equal(t, int64(600), s.Max("orders", 0))
	require.Equal(t, int64(6000), s.End())
	require.Zero(t, s.LoseTail())
	next := s.Put(&wire.Message{ID: 5, Size: 10}, q0, 0, 0)
	require.Equal(t, int64(600), next.QueueOffset)
	require.Equal(t, int64(6000), next.PhysicalOffset)
}

func TestClonesPartWays(t *testing.T) {
	s := filled(roomy(), 700, 10)
	s.Flush()
	c := s.Clone()
	a := s.Put(&wire.Message{ID: 1000}, q0, 0, 0)
	b := c.Put(&wire.Message{ID: 2000}, q0, 0, 0)
	require.Equal(t, a.QueueOffset, b.QueueOffset)
	require.Equal(t, wire.MessageID(1000), s.At("orders", 0, 700).ID)
	require.Equal(t, wire.MessageID(2000), c.At("orders", 0, 700).ID)
	d := s.Clone()
	s.LoseTail()
	s.Put(&wire.Message{ID: 3000}, q0, 0, 0)
	require.Equal(t, wire.MessageID(1000), d.At("orders", 0, 700).ID)
	require.Equal(t, wire.MessageID(3000), s.At("orders", 0, 700).ID)
	s.DeleteBefore(s.End())
	require.Equal(t, wire.MessageID(0), d.At("orders", 0, 0).ID)
}

// TestRandomStore compares a store with the plain list of what was put.
func TestRandomStore(t *testing.T) {
	for seed := range uint64(20) {
		r := kernel.NewStream(seed, "store")
		s := New(roomy())
		s.Open(0)
		kept := map[int32][]wire.MessageID{} // by queue, from offset 0 on
		mins := map[int32]int64{}
		for i := range 3000 {
			id := int32(r.Below(3))
			switch r.Below(40) {
			case 0:
				if n := len(kept[id]); n > 0 {
					if m := s.At("orders", id, int64(r.Below(n))); m != nil {
						s.DeleteBefore(m.PhysicalOffset)
						mins[id] = m.QueueOffset
					}
				}
			case 1:
				s = s.Clone()
			default:
				q := q0
				q.QueueID = id
				s.Put(&wire.Message{ID: wire.MessageID(i), Size: int32(r.Below(5000))}, q, 0, kernel.Time(i))
				kept[id] = append(kept[id], wire.MessageID(i))
			}
		}
		for id, want := range kept {
			require.NoError(t, s.Check())
			require.Equal(t, int64(len(want)), s.Max("orders", id))
			require.GreaterOrEqual(t, s.Min("orders", id), mins[id])
			last := int64(-1)
			for o := s.Min("orders", id); o < s.Max("orders", id); o++ {
				m := s.At("orders", id, o)
				require.Equal(t, want[o], m.ID)
				require.Equal(t, o, m.QueueOffset)
				require.Greater(t, m.PhysicalOffset, last)
				last = m.PhysicalOffset
			}
		}
	}
}

func TestCheckFindsDisorder(t *testing.T) {
	for name, spoil := range map[string]func(*Store){
		"log":         func(s *Store) { s.spoil(3, func(m *wire.MessageExt) { m.PhysicalOffset++ }) },
		"end":         func(s *Store) { s.end-- },
		"queue order": func(s *Store) { s.queue("orders", 0).entries.at(3).ref = 1 },
		"queue":       func(s *Store) { s.spoil(3, func(m *wire.MessageExt) { m.QueueOffset = 9 }) },
	} {
		s := filled(roomy(), 5, 10)
		require.NoError(t, s.Check())
		spoil(s)
		require.Error(t, s.Check(), name)
	}
}

// spoil replaces the message at a place of the log by a changed copy.
func (s *Store) spoil(i int64, change func(*wire.MessageExt)) {
	m := **s.log.at(i)
	change(&m)
	*s.log.at(i) = &m
}

func BenchmarkPutGet(b *testing.B) {
	s := New(roomy())
	s.Open(0)
	m := wire.Message{Size: 200}
	found := make([]*wire.MessageExt, 0, 32)
	i := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		s.Put(&m, q0, 0, kernel.Time(i))
		found, _ = s.Get(found[:0], "orders", 0, i, 32, every)
		if i++; i%100000 == 0 {
			s.DeleteBefore(s.End())
		}
	}
}

func BenchmarkClone(b *testing.B) {
	s := filled(roomy(), 100000, 200)
	b.ReportAllocs()
	for b.Loop() {
		c := s.Clone()
		_ = c
	}
}
