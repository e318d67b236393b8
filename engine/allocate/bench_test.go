package allocate

import (
	"testing"

	"rocketscope/engine/wire"
)

// benchGroup is a whole group in which each member works out its own share.
func benchGroup(b *testing.B, name string, queueCount, memberCount int) {
	s, _ := ByName(name)
	queues, members := makeQueues(queueCount), makeMembers(memberCount)
	dst := make([]wire.MessageQueue, 0, queueCount)
	b.ReportAllocs()
	for b.Loop() {
		var scratch Scratch // the ring is part of the work, once a list
		for _, id := range members {
			args := Args{Current: id, Queues: queues, Members: members, Sorted: true, Scratch: &scratch}
			if _, _, err := s.Allocate(dst[:0], args, false); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkGroupAveragely(b *testing.B) { benchGroup(b, "AVG", 16000, 1000) }

func BenchmarkGroupByCircle(b *testing.B) { benchGroup(b, "AVG_BY_CIRCLE", 16000, 1000) }

func BenchmarkGroupConsistentHash(b *testing.B) { benchGroup(b, "CONSISTENT_HASH", 1600, 100) }

func BenchmarkGroupNearby(b *testing.B) { benchGroup(b, "MACHINE_ROOM_NEARBY-AVG", 1600, 100) }

// BenchmarkOwnRing is one member that has to build the ring itself.
func BenchmarkOwnRing(b *testing.B) {
	members := makeMembers(100)
	for b.Loop() {
		NewRing(members, DefaultVirtualNodes)
	}
}

// BenchmarkExplained is one member's share with all its reasons.
func BenchmarkExplained(b *testing.B) {
	s, _ := ByName("AVG")
	args := Args{Queues: makeQueues(64), Members: makeMembers(8), Sorted: true}
	args.Current = args.Members[3]
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Allocate(nil, args, true); err != nil {
			b.Fatal(err)
		}
	}
}
