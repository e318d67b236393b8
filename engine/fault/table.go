package fault

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"rocketscope/engine/kernel"
)

// CheckInterval is how soon the detector probes a broker again
// [LatencyFaultToleranceImpl.detectInterval, 5.1.4].
const CheckInterval = 2 * time.Second

// Item is what a producer remembers of one broker
// [LatencyFaultToleranceImpl.FaultItem].
type Item struct {
	Broker    string
	Latency   time.Duration // of the last send, or the time it took to fail
	Until     kernel.Time   // isolated until then [startTimestamp]
	Reachable bool          // [reachableFlag, 5.1.4]

	check kernel.Time // the detector leaves it alone until then [checkStamp]
	hash  uint32      // decides its place in Java's table
}

// Available reports whether the isolation is over.
func (i *Item) Available(now kernel.Time) bool { return now >= i.Until }

// Table is the fault table of one producer [LatencyFaultToleranceImpl]. The
// zero value knows no broker: an unknown broker is available and reachable.
type Table struct {
	items   []Item // by name
	buckets uint32 // of Java's table; 0 stands for its first size
	worst   Index  // [whichItemWorst]
	ranked  []rank // scratch of PickOneAtLeast
}

type rank struct {
	item      int
	place     uint32
	available bool
}

const firstBuckets = 16 // ConcurrentHashMap's own; it doubles at three quarters

// Items lists the table by name. It is the table's own: read it at once.
func (t *Table) Items() []Item { return t.items }

// Item finds what is known of a broker, or nil.
func (t *Table) Item(broker string) *Item {
	if i, ok := t.find(broker); ok {
		return &t.items[i]
	}
	return nil
}

func (t *Table) find(broker string) (int, bool) {
	return slices.BinarySearchFunc(t.items, broker, func(i Item, name string) int { return strings.Compare(i.Broker, name) })
}

// Overwrite sets what is known of a broker: one fast success makes it available
// at once [LatencyFaultToleranceImpl.updateFaultItem, 4.x].
func (t *Table) Overwrite(now kernel.Time, broker string, latency, notAvailable time.Duration) {
	i := t.put(broker)
	i.Latency, i.Until = latency, now.Add(notAvailable)
}

// Extend sets what is known of a broker, but never ends its isolation sooner
// [LatencyFaultToleranceImpl.updateFaultItem, 5.1.4].
func (t *Table) Extend(now kernel.Time, broker string, latency, notAvailable time.Duration, reachable bool) {
	i := t.put(broker)
	i.Latency, i.Reachable = latency, reachable
	if notAvailable > 0 {
		i.Until = max(i.Until, now.Add(notAvailable))
	}
}

func (t *Table) put(broker string) *Item {
	i, ok := t.find(broker)
	if !ok {
		t.items = kernel.Insert(t.items, i, Item{Broker: broker, Reachable: true, hash: javaSpread(broker)})
		t.buckets = max(t.buckets, firstBuckets)
		for 4*uint32(len(t.items)) >= 3*t.buckets {
			t.buckets *= 2
		}
	}
	return &t.items[i]
}

// Remove forgets a broker.
func (t *Table) Remove(broker string) {
	if i, ok := t.find(broker); ok {
		t.items = slices.Delete(t.items, i, i+1)
	}
}

// Available reports whether a broker is not isolated.
func (t *Table) Available(now kernel.Time, broker string) bool {
	i := t.Item(broker)
	return i == nil || i.Available(now)
}

// Reachable reports whether a broker may be thought to answer.
func (t *Table) Reachable(broker string) bool {
	i := t.Item(broker)
	return i == nil || i.Reachable
}

// Due finds the first broker after the named one that the detector must probe
// now, and leaves it alone for the next CheckInterval. The detector then
// removes it, if it has no address, or calls Reached if it answers
// [LatencyFaultToleranceImpl.detectByOneRound, 5.1.4].
func (t *Table) Due(now kernel.Time, after string) (broker string, ok bool) {
	for i := range t.items {
		if item := &t.items[i]; item.Broker > after && now >= item.check {
			item.check = now.Add(CheckInterval)
			return item.Broker, true
		}
	}
	return "", false
}

// Reached notes that a probe was answered. It does not end the isolation.
func (t *Table) Reached(broker string) {
	if i := t.Item(broker); i != nil {
		i.Reachable = true
	}
}

// PickOneAtLeast takes, in turn, one of the better half of the known brokers:
// available ones first, then by latency, then by the end of their isolation.
// Ties keep the order of Java's table, shuffled where shuffle is given. ok is
// false when no broker is known [LatencyFaultToleranceImpl.pickOneAtLeast].
func (t *Table) PickOneAtLeast(now kernel.Time, rule IndexRule, shuffle *kernel.Stream) (broker string, ok bool) {
	n := len(t.items)
	if n == 0 {
		return "", false
	}
	t.rank(now, shuffle)
	half := n / 2
	if half <= 0 {
		return t.items[t.ranked[0].item].Broker, true
	}
	i := int(t.worst.Take(rule)) % half
	return t.items[t.ranked[max(i, 0)].item].Broker, true
}

func (t *Table) rank(now kernel.Time, shuffle *kernel.Stream) {
	t.ranked = t.ranked[:0]
	for i := range t.items {
		item := &t.items[i]
		t.ranked = append(t.ranked, rank{item: i, place: item.hash & (t.buckets - 1), available: item.Available(now)})
	}
	if shuffle != nil {
		for i := range t.ranked {
			t.ranked[i].place = uint32(shuffle.Next())
		}
	}
	slices.SortStableFunc(t.ranked, func(a, b rank) int {
		if a.available != b.available {
			if a.available {
				return -1
			}
			return 1
		}
		x, y := &t.items[a.item], &t.items[b.item]
		return cmp.Or(cmp.Compare(x.Latency, y.Latency), cmp.Compare(x.Until, y.Until), cmp.Compare(a.place, b.place))
	})
}

// StartWorst sets the counter by which PickOneAtLeast takes turns.
func (t *Table) StartWorst(i int32) { t.worst.Start(i) }

// Clone returns a copy with buffers of its own.
func (t *Table) Clone() Table {
	c := *t
	c.items, c.ranked = slices.Clone(t.items), nil
	return c
}

// javaSpread is String.hashCode as ConcurrentHashMap spreads it; broker names
// are ASCII.
func javaSpread(s string) uint32 {
	var h uint32
	for i := 0; i < len(s); i++ {
		h = 31*h + uint32(s[i])
	}
	return (h ^ h>>16) & 0x7fffffff
}
