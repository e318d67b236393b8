package allocate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

var eight = parseQueues("t", []string{"a/0", "a/1", "a/2", "a/3", "b/0", "b/1", "b/2", "b/3"})

func decide(t *testing.T, s Strategy, args Args) explain.Decision {
	_, d, err := s.Allocate(nil, args, true)
	require.NoError(t, err)
	return d
}

func passed(why explain.Key, num int64, names ...string) (list []explain.Passed) {
	for _, name := range names {
		list = append(list, explain.Passed{What: name, Why: why, Num: num})
	}
	return list
}

func TestReasonsOfAveragely(t *testing.T) {
	d := decide(t, strategy(t, "AVG"), Args{Current: "z", Queues: eight, Members: []string{"x", "y", "z"}})
	require.Equal(t, explain.Decision{
		Rule: explain.AllocateAvg,
		Saw: []explain.Fact{
			explain.Text("current", "z"), explain.Text("ids", "x, y, z"),
			explain.Num("index", 2), explain.Num("queues", 8), explain.Num("members", 3),
			explain.Num("mod", 2), explain.Num("size", 2), explain.Num("start", 6), explain.Num("take", 2),
		},
		Chose:  []string{"b/2", "b/3"},
		Passed: append(passed(whyOtherMember, 0, "a/0", "a/1", "a/2"), passed(whyOtherMember, 1, "a/3", "b/0", "b/1")...),
	}, d)
}

func TestReasonsOfADuplicateID(t *testing.T) {
	for _, sorted := range []bool{false, true} {
		d := decide(t, strategy(t, "AVG_BY_CIRCLE"), Args{Current: "h@170", Queues: eight[:3], Members: []string{"h@170", "h@170", "h@173"}, Sorted: sorted})
		require.Equal(t, []string{"a/0"}, d.Chose)
		require.Equal(t, append(passed(whyDuplicateID, 1, "a/1"), passed(whyOtherMember, 2, "a/2")...), d.Passed)
	}
}

func TestReasonsOfAStranger(t *testing.T) {
	d := decide(t, strategy(t, "CONSISTENT_HASH"), Args{Group: "g", Current: "c", Queues: eight, Members: []string{"a", "b"}})
	require.Equal(t, explain.Decision{
		Rule: explain.AllocateNotMember,
		Saw:  []explain.Fact{explain.Text("group", "g"), explain.Text("current", "c"), explain.Text("ids", "a, b")},
	}, d)
}

func TestReasonsOfConfig(t *testing.T) {
	s := strategy(t, "CONFIG")
	s.Configured = eight[:7]
	d := decide(t, s, Args{Current: "c", Queues: eight, Members: []string{"a", "b"}})
	require.Equal(t, explain.Num("configured", 7), d.Saw[3])
	require.Equal(t, passed(whyNotConfigured, 0, "b/3"), d.Passed)
}

func TestReasonsOfMachineRoom(t *testing.T) {
	s := strategy(t, "MACHINE_ROOM")
	s.Rooms = []string{"east"}
	queues := parseQueues("t", []string{"b/0", "east@a/0", "east@a/1", "east@a/2", "west@a/0"})
	d := decide(t, s, Args{Current: "x", Queues: queues, Members: []string{"x", "y"}})
	require.Equal(t, []explain.Fact{
		explain.Num("index", 0), explain.Num("queues", 5), explain.Num("members", 2), explain.Text("configured-rooms", "east"),
		explain.Num("kept", 3), explain.Num("size", 1), explain.Num("rem", 1), explain.Num("start", 0), explain.Num("extra", 2),
	}, d.Saw[2:])
	require.Equal(t, []string{"east@a/0", "east@a/2"}, d.Chose)
	require.Equal(t, []explain.Passed{
		{What: "b/0", Why: whyNoRoom}, {What: "east@a/1", Why: whyOtherMember, Num: 1}, {What: "west@a/0", Why: whyOtherRoom},
	}, d.Passed)
}

func TestReasonsOfConsistentHash(t *testing.T) {
	s := strategy(t, "CONSISTENT_HASH")
	args := Args{Current: "x", Queues: eight, Members: []string{"x", "y"}}
	d := decide(t, s, args)
	require.Equal(t, []explain.Fact{explain.Num("virtual-nodes", 10), explain.Num("points", 20)}, d.Saw[5:7])
	ring := NewRing(args.Members, 10)
	for i, name := range d.Chose {
		hash := Hash(QueueKey(parseQueue("t", name)))
		point := ring.Points[ring.Find(hash)]
		require.Zero(t, point.Member)
		require.Equal(t, []explain.Fact{explain.Text("queue", name), explain.Num("hash", int64(hash)), explain.Num("point", int64(point.Hash))}, d.Saw[7+3*i:10+3*i])
	}
	require.Len(t, d.Passed, len(eight)-len(d.Chose))

	s.VirtualNodes = 0
	d = decide(t, s, args)
	require.Empty(t, d.Chose)
	require.Equal(t, explain.Passed{What: "a/0", Why: whyEmptyRing}, d.Passed[0])
}

func TestReasonsOfNearby(t *testing.T) {
	queues := parseQueues("t", []string{"east-a/0", "east-a/1", "north-b/0", "north-b/1", "north-b/2", "west-c/0"})
	members := []string{"east-1", "west-2", "west-3"}
	d := decide(t, strategy(t, "MACHINE_ROOM_NEARBY-AVG"), Args{Current: "west-3", Queues: queues, Members: members})
	require.Equal(t, explain.Decision{
		Rule: explain.AllocateMachineRoomNearby,
		Saw: []explain.Fact{
			explain.Text("current", "west-3"), explain.Text("ids", "east-1, west-2, west-3"),
			explain.Text("inner", "AVG"), explain.Text("my-room", "west"),
			explain.Text("rooms", "east, north, west"), explain.Text("dead-rooms", "north"),
			explain.Text("room", "west"), explain.Num("index", 1), explain.Num("queues", 1), explain.Num("members", 2),
			explain.Num("mod", 1), explain.Num("size", 1), explain.Num("start", 2), explain.Num("take", 0),
			explain.Text("room", "north"), explain.Num("index", 2), explain.Num("queues", 3), explain.Num("members", 3),
			explain.Num("mod", 0), explain.Num("size", 1), explain.Num("start", 2), explain.Num("take", 1),
		},
		Chose: []string{"north-b/2"},
		Passed: []explain.Passed{
			{What: "west-c/0", Why: whyOtherMember, Num: 1},
			{What: "east-a/0", Why: whyRoomAlive}, {What: "east-a/1", Why: whyRoomAlive},
			{What: "north-b/0", Why: whyOtherMember, Num: 0}, {What: "north-b/1", Why: whyOtherMember, Num: 1},
		},
	}, d)
}

// Without an explanation there is the rule and nothing else.
func TestRuleWithoutReasons(t *testing.T) {
	for _, s := range All() {
		_, d, err := s.Allocate(nil, Args{Current: "r-c", Queues: []wire.MessageQueue{{Topic: "t", Broker: "r-a"}}, Members: []string{"r-c"}}, false)
		require.NoError(t, err)
		require.Equal(t, explain.Decision{Rule: s.Rule()}, d)
		info, ok := explain.Lookup(d.Rule)
		require.True(t, ok)
		require.Contains(t, info.Source, ".allocate")
	}
}
