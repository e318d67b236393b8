package allocate

import (
	"cmp"
	"slices"

	"rocketscope/engine/wire"
)

// Compare orders two strings as Java's String.compareTo does, by UTF-16 code
// units: a character beyond U+FFFF, being a pair of surrogates there, sorts
// before U+E000..U+FFFF. Negative, 0 or positive.
func Compare(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(rank(a[i])) - int(rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// rank puts the first bytes of four-byte sequences (F0..FF) before those of
// U+E000..U+FFFF (EE, EF); all others keep their place, and UTF-8 is otherwise
// in the order of UTF-16.
func rank(b byte) byte {
	switch {
	case b >= 0xF0:
		return b - 2
	case b >= 0xEE:
		return b + 0x10
	default:
		return b
	}
}

// CompareQueues orders queues by topic, broker name and queue id; the ids are
// subtracted as 32-bit numbers, so that far apart ones overflow
// [MessageQueue.compareTo].
func CompareQueues(a, b wire.MessageQueue) int {
	if c := Compare(a.Topic, b.Topic); c != 0 {
		return c
	}
	if c := Compare(a.Broker, b.Broker); c != 0 {
		return c
	}
	return int(a.QueueID - b.QueueID)
}

// search finds a string in a list sorted by Compare. One without the bytes that
// rank moves is in the same order to all others in Java as in Go, where
// comparing is quicker.
func search(sorted []string, s string) (int, bool) {
	for i := range len(s) {
		if s[i] >= 0xEE {
			return slices.BinarySearchFunc(sorted, s, Compare)
		}
	}
	return slices.BinarySearch(sorted, s)
}

// SortQueues sorts a topic's queues as the rebalancer does before it asks a
// strategy [RebalanceImpl.rebalanceByTopic].
func SortQueues(queues []wire.MessageQueue) { slices.SortFunc(queues, CompareQueues) }

// SortMembers sorts client ids as the rebalancer does before it asks a strategy
// [RebalanceImpl.rebalanceByTopic]. "c10" comes before "c2".
func SortMembers(members []string) { slices.SortFunc(members, Compare) }
