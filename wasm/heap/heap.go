// Package heap collects garbage when it costs least. WebAssembly has one
// thread: a collection that Go begins by itself creeps along beside the
// program, which pays for every pointer that it writes until all is marked.
// The same work done at once, between two frames, lets the engine run nearly
// twice as fast.
package heap

import (
	"runtime"
	"runtime/metrics"
)

// leastGrowth is by how many bytes a heap grows at least before it is worth a
// collection.
const leastGrowth = 8 << 20

// Keeper looks after the heap of the program. The program lets Go's own
// collector begin so late (GOGC) that it only does when one frame takes much.
type Keeper struct {
	size []metrics.Sample
	next uint64 // bytes at which the next collection is due
}

// NewKeeper returns one whose first collection is due when the heap has grown.
func NewKeeper() *Keeper {
	k := &Keeper{size: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
	k.plan()
	return k
}

// Tidy collects all at once if the heap has doubled since the last time, and
// reports whether it did. It is called between frames and allocates nothing.
func (k *Keeper) Tidy() bool {
	if k.bytes() < k.next {
		return false
	}
	runtime.GC()
	k.plan()
	return true
}

func (k *Keeper) plan() {
	live := k.bytes()
	k.next = live + max(live, leastGrowth)
}

// bytes is the size of all objects, those not yet collected included.
func (k *Keeper) bytes() uint64 {
	metrics.Read(k.size)
	return k.size[0].Value.Uint64()
}
