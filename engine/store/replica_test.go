package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/wire"
)

type suggestion struct {
	ID                                                           string
	MaxOffsetPy, MaxPhyOffsetPulling, TotalMemory, Ratio, Memory int64
	Suggest                                                      bool
}

func TestVectorsPullSuggestion(t *testing.T) {
	vectortest.Each(t, "pull-suggestion", func(t *testing.T, _ string, c suggestion) {
		require.Equal(t, c.Memory, ShareOf(c.TotalMemory, c.Ratio), c.ID)
		s := New(Options{Memory: c.TotalMemory, MemoryRatio: c.Ratio})
		s.end = c.MaxOffsetPy
		require.Equal(t, c.Suggest, s.SuggestsSlave(Result{Looked: true, Pulled: c.MaxPhyOffsetPulling}), c.ID)
		require.False(t, s.SuggestsSlave(Result{}), "nothing looked at")
	})
}

// A test may use what the engine must not: the machine's own doubles.
func TestShareOfIsJavas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		total, percent := r.Int64N(1<<r.IntN(53)+1), r.Int64N(301)-100
		require.Equal(t, int64(float64(total)*(float64(percent)/100)), ShareOf(total, percent), "%d of %d", percent, total)
	}
}

// copyAll pushes what a lacks of b in pieces and returns how many they were.
func copyAll(b, a *Store, limit int64) (pieces int) {
	for a.End() < b.End() {
		from := a.End()
		size, messages, codes := b.Piece(from, limit)
		a.Append(from, size, messages, codes)
		pieces++
	}
	return pieces
}

func TestPiecesMakeTheSameLog(t *testing.T) {
	master := filled(roomy(), 2000, 100)
	master.Put(&wire.Message{Size: 50}, wire.MessageQueue{Topic: "pay", QueueID: 2}, 7, second)
	for _, limit := range []int64{1, 99, 100, 32 << 10} {
		slave := New(roomy())
		pieces := copyAll(master, &slave, limit)
		require.Equal(t, int((master.End()+limit-1)/limit), pieces)
		require.NoError(t, slave.Check())
		require.Equal(t, int64(2000), slave.Max("orders", 0))
		found, _ := slave.Get(nil, "pay", 2, 0, 32, func(code int64) bool { return code == 7 })
		require.Len(t, found, 1)
	}
}

func TestAPartOfAMessageIsNoMessage(t *testing.T) {
	master := filled(roomy(), 3, 100)
	slave := New(roomy())
	size, messages, codes := master.Piece(0, 250)
	slave.Append(0, size, messages, codes)
	require.Equal(t, int64(250), slave.End())
	require.Equal(t, int64(2), slave.Max("orders", 0))
	slave.Open(second)
	require.Equal(t, int64(200), slave.End(), "recovery drops it")
	require.Equal(t, 1, copyAll(master, &slave, 1000))
	require.Equal(t, int64(3), slave.Max("orders", 0))
}

func TestALateSlaveGetsTheLastFileOnly(t *testing.T) {
	master := filled(roomy(), 300, 4<<20) // a little over 1 GiB
	from := master.LastFile()
	require.Equal(t, int64(FileSize), from)
	slave := New(roomy())
	size, messages, codes := master.Piece(from, 1<<40)
	slave.Append(from, size, messages, codes)
	require.NoError(t, slave.Check())
	require.Equal(t, int64(256), slave.Min("orders", 0))
	require.Equal(t, int64(300), slave.Max("orders", 0))
	clone := slave.Clone()
	require.Equal(t, int64(299), clone.At("orders", 0, 299).QueueOffset)
	require.Zero(t, filled(roomy(), 3, 100).LastFile())
}

func TestLogsThatWentDifferentWays(t *testing.T) {
	master, slave := filled(roomy(), 4, 100), New(roomy())
	copyAll(master, &slave, 1000)
	master.flushed = 200
	require.Equal(t, int64(2), master.LoseTail())
	for range 3 {
		master.Put(&wire.Message{Size: 100}, q0, 0, second)
	}
	copyAll(master, &slave, 1000)
	require.Equal(t, int64(5), slave.Max("orders", 0), "what both have numbered alike is kept as it is")
	require.NoError(t, slave.Check())
	require.Equal(t, int64(5), slave.Wipe())
	require.Zero(t, slave.End())
}

func TestAdviceLooksAtTheLastEntry(t *testing.T) {
	for _, c := range []struct {
		unread bool
		want   int64
	}{{true, 200}, {false, 100}} {
		s := filled(Options{Memory: 1000, MemoryRatio: 40, CountsUnread: c.unread}, 10, 100)
		_, r := s.Get(nil, "orders", 0, 0, 2, every)
		require.True(t, r.Looked)
		require.Equal(t, c.want, r.Pulled, "to 4.9 the one that no longer fitted counts")
		behind, _ := s.Behind(r)
		require.Equal(t, 1000-c.want, behind)
		require.True(t, s.SuggestsSlave(r), "800 or 900 bytes are more than 400")
	}
	s := filled(roomy(), 10, 100)
	_, r := s.Get(nil, "orders", 0, 10, 32, every)
	require.False(t, s.SuggestsSlave(r), "a poll that has caught up says nothing")
}
