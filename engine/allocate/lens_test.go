package allocate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

func lists(queues int, members ...string) (l Lists) {
	for id := range int32(queues) {
		l.Queues = append(l.Queues, wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: id})
	}
	l.Members = members
	return l
}

// What moves when a member comes or goes: the arithmetic of 8 queues.
func TestLensCountsWhatMoves(t *testing.T) {
	for _, c := range []struct {
		before, after Lists
		avg, circle   int
	}{
		{lists(8, "a", "b", "c"), lists(8, "a", "b", "c", "d"), 5, 5},
		{lists(8, "b", "c", "d"), lists(8, "a", "b", "c", "d"), 3, 8},
		{lists(8, "a", "b", "c", "d"), lists(8, "a", "b", "c"), 5, 5},
		{lists(8, "a", "b", "c", "d"), lists(8, "b", "c", "d"), 3, 8},
		{lists(8, "a", "b"), lists(10, "a", "b"), 1, 0},
		{Lists{}, lists(8, "a"), 0, 0},
	} {
		l := NewLens(c.before, c.after, All()[:2], true)
		require.Equal(t, []int{c.avg, c.circle}, []int{l.Columns[0].Moved, l.Columns[1].Moved}, "%v -> %v", c.before.Members, c.after.Members)
	}
}

func TestLensWeighsThePlans(t *testing.T) {
	l := NewLens(Lists{}, lists(4, "c1", "c10", "c2", "c3", "c4"), All(), true)
	avg := l.Columns[Averagely].After
	require.Equal(t, Plan{Shares: avg.Shares, Least: 0, Most: 1, Idle: 1}, avg)
	require.Contains(t, l.Why(int(Averagely), 4).Saw, explain.Num("index", 4))
	require.Equal(t, Plan{Shares: l.Columns[ByConfig].After.Shares, Idle: 5, Unowned: 4}, l.Columns[ByConfig].After, "a list that was never set")
	require.ErrorContains(t, l.Columns[MachineRoomNearby].After.Err, "Machine room is null for consumer id c1")
	require.Equal(t, 4, l.Columns[MachineRoomNearby].After.Unowned)

	twice := NewLens(Lists{}, lists(4, "x", "x"), All()[:1], true).Columns[0].After
	require.Equal(t, Plan{Shares: twice.Shares, Least: 2, Most: 2, Unowned: 2, Shared: 2}, twice, "a duplicate id")
}
