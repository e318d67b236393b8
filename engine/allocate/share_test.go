package allocate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/wire"
)

// makeQueues are n queues of 8 a broker, makeMembers n client ids, both sorted.
func makeQueues(n int) []wire.MessageQueue {
	queues := make([]wire.MessageQueue, n)
	for i := range queues {
		queues[i] = wire.MessageQueue{Topic: "orders", Broker: fmt.Sprintf("room%d-broker-%d", i/8%3, i/8), QueueID: int32(i % 8)}
	}
	SortQueues(queues)
	return queues
}

func makeMembers(n int) []string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf("room%d-10.0.%d.%d@%d", i%3, i/256, i%256, 4000+i)
	}
	SortMembers(members)
	return members
}

// shareAll lets every member work out its own share.
func shareAll(t testing.TB, s Strategy, queues []wire.MessageQueue, members []string) [][]wire.MessageQueue {
	var scratch Scratch
	shares := make([][]wire.MessageQueue, len(members))
	for i, id := range members {
		var err error
		shares[i], _, err = s.Allocate(nil, Args{Current: id, Queues: queues, Members: members, Sorted: true, Scratch: &scratch}, false)
		require.NoError(t, err)
	}
	return shares
}

// The strategies under which each queue has exactly one owner as long as all
// members see the same lists.
func complete() []Strategy {
	var list []Strategy
	for _, name := range []string{
		"AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH",
		"MACHINE_ROOM_NEARBY-AVG", "MACHINE_ROOM_NEARBY-AVG_BY_CIRCLE", "MACHINE_ROOM_NEARBY-CONSISTENT_HASH",
	} {
		s, _ := ByName(name)
		list = append(list, s)
	}
	return list
}

func TestSharesAreDisjointAndComplete(t *testing.T) {
	for _, s := range complete() {
		r := rand.New(rand.NewPCG(7, 7))
		for range 60 {
			queues, members := makeQueues(1+r.IntN(60)), makeMembers(1+r.IntN(40))
			all := slices.Concat(shareAll(t, s, queues, members)...)
			SortQueues(all)
			require.Equal(t, queues, all, "%s: %d queues, %d members", s.Name(), len(queues), len(members))
		}
	}
}

func TestMachineRoomSharesOnlyItsRooms(t *testing.T) {
	s, _ := ByName("MACHINE_ROOM")
	s.Rooms = []string{"east", "west"}
	queues := parseQueues("orders", []string{"broker/0", "east@a/0", "east@a/1", "east@a/2", "north@b/0", "west@c/0", "west@c/1"})
	all := slices.Concat(shareAll(t, s, queues, []string{"a", "b", "c"})...)
	SortQueues(all)
	require.Equal(t, parseQueues("orders", []string{"east@a/0", "east@a/1", "east@a/2", "west@c/0", "west@c/1"}), all)
}

// A member's share is a function of the lists alone: it is the same with a
// scratch that served other lists, with none, and on a clone's.
func TestScratchDoesNotShow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var used Scratch
	for range 200 {
		s := complete()[r.IntN(len(complete()))]
		s.VirtualNodes = int32(r.IntN(4))
		queues, members := makeQueues(1+r.IntN(40)), makeMembers(1+r.IntN(5))
		args := Args{Current: members[r.IntN(len(members))], Queues: queues, Members: members}
		want, _, err := s.Allocate(nil, args, false)
		require.NoError(t, err)
		copied := used.Clone()
		for _, scratch := range []*Scratch{&used, &used, &copied} {
			args.Scratch = scratch
			got, _, err := s.Allocate(nil, args, false)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

func TestSteadyCallAllocatesNothing(t *testing.T) {
	queues, members := makeQueues(64), makeMembers(9)
	for _, s := range append(complete(), All()...) {
		scratch := new(Scratch)
		dst := make([]wire.MessageQueue, 0, len(queues))
		args := Args{Current: members[4], Queues: queues, Members: members, Sorted: true, Scratch: scratch}
		require.Zero(t, testing.AllocsPerRun(20, func() { _, _, _ = s.Allocate(dst, args, false) }), s.Name())
	}
}

func TestShareIsAppended(t *testing.T) {
	for _, s := range complete() {
		before := parseQueues("other", []string{"x/0"})
		got, _, err := s.Allocate(before, Args{Current: "room1-c", Queues: parseQueues("t", []string{"room1-a/0"}), Members: []string{"room1-c"}}, false)
		require.NoError(t, err)
		require.Equal(t, append(before, parseQueues("t", []string{"room1-a/0"})...), got)
	}
}

// The examples of the fact sheet: how many of eight queues change owner.
func TestMovedQueues(t *testing.T) {
	for _, c := range []struct {
		strategy      string
		before, after []string
		moved         int
	}{
		{"AVG", []string{"a", "b", "c"}, []string{"a", "b", "c", "d"}, 5},
		{"AVG", []string{"b", "c", "d"}, []string{"a", "b", "c", "d"}, 3},
		{"AVG", []string{"a", "b", "c", "d"}, []string{"a", "b", "c"}, 5},
		{"AVG", []string{"a", "b", "c", "d"}, []string{"b", "c", "d"}, 3},
		{"AVG_BY_CIRCLE", []string{"a", "b", "c"}, []string{"a", "b", "c", "d"}, 5},
		{"AVG_BY_CIRCLE", []string{"a", "b", "c", "d"}, []string{"b", "c", "d"}, 8},
		{"AVG_BY_CIRCLE", []string{"b", "c", "d"}, []string{"a", "b", "c", "d"}, 8},
	} {
		s := strategy(t, c.strategy)
		queues := makeQueues(8)
		before, after := shareAll(t, s, queues, c.before), shareAll(t, s, queues, c.after)
		moved := 0
		for _, q := range queues {
			if owner(before, c.before, q) != owner(after, c.after, q) {
				moved++
			}
		}
		require.Equal(t, c.moved, moved, "%v -> %v", c.before, c.after)
	}
}

func owner(shares [][]wire.MessageQueue, members []string, q wire.MessageQueue) string {
	return members[slices.IndexFunc(shares, func(share []wire.MessageQueue) bool { return slices.Contains(share, q) })]
}

// addAll(null): a nearby around a CONFIG that was never set throws, while the
// CONFIG alone does not; one that is set is repeated room by room.
func TestNearbyAroundConfig(t *testing.T) {
	s := strategy(t, "MACHINE_ROOM_NEARBY-CONFIG")
	args := Args{Current: "east-c", Queues: parseQueues("t", []string{"east-a/0", "west-b/0"}), Members: []string{"east-c"}}
	_, _, err := s.Allocate(nil, args, false)
	require.Equal(t, NullPointer, err.(*Exception).Class)

	s.Configured = parseQueues("t", []string{"west-b/0"})
	got, _, err := s.Allocate(nil, args, false)
	require.NoError(t, err)
	require.Equal(t, parseQueues("t", []string{"west-b/0", "west-b/0"}), got)

	s.Kind, s.Configured = ByConfig, nil
	got, _, err = s.Allocate(nil, args, false)
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestResolver(t *testing.T) {
	r := Resolver{Known: []Standing{{"broker-a", "east"}, {"c1@7", "west"}, {"b-0", ""}}}
	SortStandings(r.Known)
	require.Equal(t, "east", r.Room("broker-a"))
	require.Equal(t, "west", r.Room("c1@7"))
	require.Equal(t, "", r.Room("b-0"))
	require.Equal(t, "broker", r.Room("broker-b"))
	require.Equal(t, "", r.Room("nowhere"))
}

func TestRoomOfName(t *testing.T) {
	for _, c := range []struct {
		name, room string
		ok         bool
	}{
		{"room1@a", "room1", true}, {"@b", "", true}, {"room1@a@@", "room1", true},
		{"room1@", "", false}, {"a@b@c", "", false}, {"a@@c", "", false}, {"@", "", false}, {"", "", false}, {"a", "", false},
	} {
		room, ok := roomOfName(c.name)
		require.Equal(t, c.ok, ok, c.name)
		if ok {
			require.Equal(t, c.room, room, c.name)
		}
	}
}

// A duplicate id's second ten nodes are c-10 to c-19.
func TestRingCountsOnForADuplicate(t *testing.T) {
	r := NewRing([]string{"c", "d", "c"}, 10)
	require.Len(t, r.Points, 30)
	require.True(t, slices.IsSortedFunc(r.Points, func(a, b Point) int { return int(int64(a.Hash) - int64(b.Hash)) }))
	for v := range 20 {
		p := r.Points[r.Find(Hash(fmt.Sprintf("c-%d", v)))]
		require.Equal(t, Point{Hash(fmt.Sprintf("c-%d", v)), 0}, p)
	}
	require.Equal(t, -1, NewRing([]string{"c"}, 0).Find(1))
	last := r.Points[len(r.Points)-1].Hash
	require.Equal(t, 0, r.Find(last+1))
}

// Of two nodes with one hash the later one stays; the id that lost its node has
// none, so that its duplicate begins at 0 again and takes the place back.
func TestRingCollision(t *testing.T) {
	const a, b, h = "c106893", "c147464", 3379821892
	require.Equal(t, []Point{{h, 1}}, NewRing([]string{a, b}, 1).Points)
	require.Equal(t, []Point{{h, 0}}, NewRing([]string{a, b, a}, 1).Points)
}

func TestNegativeVirtualNodes(t *testing.T) {
	for _, name := range []string{"CONSISTENT_HASH", "MACHINE_ROOM_NEARBY-CONSISTENT_HASH"} {
		s := strategy(t, name)
		require.NoError(t, s.Check())
		s.VirtualNodes = -1
		require.EqualError(t, s.Check(), "IllegalArgumentException: illegal virtualNodeCnt :-1")
		_, _, err := s.Allocate(nil, Args{Current: "a-1", Queues: makeQueues(1), Members: []string{"a-1"}}, false)
		require.Equal(t, s.Check(), err)
	}
}

func TestByName(t *testing.T) {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name())
		found, ok := ByName(s.Name())
		require.True(t, ok)
		require.Equal(t, s, found)
	}
	require.Equal(t, []string{"AVG", "AVG_BY_CIRCLE", "CONFIG", "MACHINE_ROOM", "CONSISTENT_HASH", "MACHINE_ROOM_NEARBY-AVG"}, names)
	for _, name := range []string{"", "avg", "MACHINE_ROOM_NEARBY", "MACHINE_ROOM_NEARBY-", "MACHINE_ROOM_NEARBY-MACHINE_ROOM_NEARBY-AVG"} {
		_, ok := ByName(name)
		require.False(t, ok, name)
	}
}
