package kernel

// Queue holds the events to come, earliest first. What is ordered are small
// keys without pointers, a heap with four children a node; the events lie
// still beside them. The zero value is an empty queue.
type Queue struct {
	heap  []key
	slots []Event // by key.slot; those of free hold no message
	free  []int32
}

// key is what an event is ordered by, and where it lies.
type key struct {
	at   Time
	seq  uint64
	slot int32
}

func (k *key) before(o *key) bool {
	if k.at != o.at {
		return k.at < o.at
	}
	return k.seq < o.seq
}

// Len is the number of events to come.
func (q *Queue) Len() int { return len(q.heap) }

// Peek returns the earliest event, or nil. It stays valid until the next Push or Pop.
func (q *Queue) Peek() *Event {
	if len(q.heap) == 0 {
		return nil
	}
	return q.At(0)
}

// At returns the i-th event in no particular order, for those who look at all of them.
func (q *Queue) At(i int) *Event { return &q.slots[q.heap[i].slot] }

// Push adds an event, which is copied: what e points to may be used again.
func (q *Queue) Push(e *Event) {
	slot := q.slot()
	q.slots[slot] = *e
	q.heap = append(q.heap, key{})
	q.rise(len(q.heap)-1, key{e.At, e.Seq, slot})
}

// slot is a free place for an event.
func (q *Queue) slot() int32 {
	if n := len(q.free); n > 0 {
		slot := q.free[n-1]
		q.free = q.free[:n-1]
		return slot
	}
	q.slots = append(q.slots, Event{})
	return int32(len(q.slots) - 1)
}

// Pop moves the earliest event to e. The queue must not be empty.
func (q *Queue) Pop(e *Event) {
	*e = *q.At(0)
	q.removeAt(0)
}

// rise puts k at place i or above it.
func (q *Queue) rise(i int, k key) {
	for i > 0 {
		parent := (i - 1) / 4
		if !k.before(&q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		i = parent
	}
	q.heap[i] = k
}

// sink puts k at place i or below it.
func (q *Queue) sink(i int, k key) {
	for {
		first := 4*i + 1
		if first >= len(q.heap) {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, len(q.heap)); c++ {
			if q.heap[c].before(&q.heap[least]) {
				least = c
			}
		}
		if !q.heap[least].before(&k) {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	q.heap[i] = k
}

// Edit lets change alter the event with number seq or remove it (false).
// It reports whether there was one.
func (q *Queue) Edit(seq uint64, change func(*Event) (keep bool)) bool {
	for i := range q.heap {
		if q.heap[i].seq != seq {
			continue
		}
		e := *q.At(i)
		keep := change(&e)
		q.removeAt(i)
		if keep {
			q.Push(&e)
		}
		return true
	}
	return false
}

func (q *Queue) removeAt(i int) {
	slot := q.heap[i].slot
	q.slots[slot].Msg = nil
	q.free = append(q.free, slot)
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if i == last {
		return
	}
	// The last leaf may belong above i as well as below it.
	if i > 0 && moved.before(&q.heap[(i-1)/4]) {
		q.rise(i, moved)
		return
	}
	q.sink(i, moved)
}

// Clone returns a copy that shares only the immutable messages.
func (q *Queue) Clone() Queue {
	return Queue{
		heap:  append([]key(nil), q.heap...),
		slots: append([]Event(nil), q.slots...),
		free:  append([]int32(nil), q.free...),
	}
}
