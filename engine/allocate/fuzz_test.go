package allocate

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/wire"
)

// FuzzAllocate gives a strategy any lists, sorted or not, with duplicates or
// not. It may refuse with an Exception, never panic; reasons change nothing and
// name every queue once; and distinct members share without overlap.
func FuzzAllocate(f *testing.F) {
	f.Add(uint8(0), uint8(0), "broker-a/0 broker-a/1 broker-b/0", "c1 c2", int32(10), "room1", true)
	f.Add(uint8(3), uint8(0), "room1@a/0 @b/1 c@/2", "c1 c1", int32(0), "", false)
	f.Add(uint8(4), uint8(0), "a/0 a/0", "😀 ～", int32(3), "", true)
	f.Add(uint8(5), uint8(4), "r1-a/0 r2-b/1 r3-c/2", "r1-1 r1-2 r4-3", int32(2), "r1", true)
	f.Add(uint8(5), uint8(2), "r1-a/0", "r1-1", int32(-1), "", true)
	f.Fuzz(func(t *testing.T, kind, inner uint8, queues, members string, nodes int32, rooms string, sorted bool) {
		s := Strategy{Kind: Kind(kind % 6), Inner: Kind(inner % 5), VirtualNodes: nodes % 64, Rooms: strings.Fields(rooms)}
		lists := Args{Queues: fuzzQueues(queues), Members: strings.Fields(members), Sorted: sorted, RoomChecks: sorted, Scratch: new(Scratch)}
		if sorted {
			SortQueues(lists.Queues)
			SortMembers(lists.Members)
		}
		var all []wire.MessageQueue
		for i, id := range append(lists.Members, "stranger-1") {
			args := lists
			args.Current = id
			got, _, err := s.Allocate(nil, args, false)
			again, d, errAgain := s.Allocate(nil, args, true)
			require.Equal(t, got, again)
			require.Equal(t, err, errAgain)
			if err != nil {
				require.IsType(t, &Exception{}, err)
				continue
			}
			if s.Kind == ByConfig || !slices.Contains(lists.Members, id) {
				require.Empty(t, got)
				continue
			}
			require.Len(t, d.Chose, len(got))
			require.Len(t, d.Passed, len(lists.Queues)-len(got))
			if slices.Index(lists.Members, id) == i {
				all = append(all, got...)
			}
		}
		require.LessOrEqual(t, len(all), len(lists.Queues))
		for _, q := range all {
			require.Contains(t, lists.Queues, q)
		}
	})
}

// fuzzQueues reads "broker/id" words; an id that is no number is 0.
func fuzzQueues(text string) []wire.MessageQueue {
	var queues []wire.MessageQueue
	for _, word := range strings.Fields(text) {
		broker, id, _ := strings.Cut(word, "/")
		n, _ := strconv.ParseInt(id, 10, 32)
		queues = append(queues, wire.MessageQueue{Topic: "t", Broker: broker, QueueID: int32(n)})
	}
	return queues
}

// FuzzCompare: the order is Java's, by UTF-16 code units.
func FuzzCompare(f *testing.F) {
	f.Add("😀", "～")
	f.Add("broker-10", "broker-2")
	f.Add("\uee00", "\uefff")
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, "")
		require.Equal(t, sign(slices.Compare(utf16Units(a), utf16Units(b))), sign(Compare(a, b)))
	})
}

func sign(n int) int { return max(-1, min(n, 1)) }

func utf16Units(s string) []uint16 { return utf16.Encode([]rune(s)) }
