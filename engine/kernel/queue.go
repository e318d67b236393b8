package kernel

// Queue holds the events to come, earliest first: a heap of values with four
// children a node, which is shallower and kinder to the cache than two.
// The zero value is an empty queue.
type Queue struct{ heap []Event }

// Len is the number of events to come.
func (q *Queue) Len() int { return len(q.heap) }

// Peek returns the earliest event, or nil. It stays valid until the next Push or Pop.
func (q *Queue) Peek() *Event {
	if len(q.heap) == 0 {
		return nil
	}
	return &q.heap[0]
}

// At returns the i-th event in no particular order, for those who look at all of them.
func (q *Queue) At(i int) *Event { return &q.heap[i] }

// Push adds an event.
func (q *Queue) Push(e Event) {
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		i = parent
	}
	q.heap[i] = e
}

// Pop removes and returns the earliest event. The queue must not be empty.
func (q *Queue) Pop() Event {
	top := q.heap[0]
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap[last] = Event{} // lets go of its message
	q.heap = q.heap[:last]
	if last > 0 {
		q.sink(0, moved)
	}
	return top
}

func (q *Queue) sink(i int, e Event) {
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
		if !q.heap[least].before(&e) {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	q.heap[i] = e
}

// Edit lets change alter the event with number seq or remove it (false).
// It reports whether there was one.
func (q *Queue) Edit(seq uint64, change func(*Event) (keep bool)) bool {
	for i := range q.heap {
		if q.heap[i].Seq != seq {
			continue
		}
		e := q.heap[i]
		keep := change(&e)
		q.removeAt(i)
		if keep {
			q.Push(e)
		}
		return true
	}
	return false
}

func (q *Queue) removeAt(i int) {
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap[last] = Event{}
	q.heap = q.heap[:last]
	if i == last {
		return
	}
	// The last leaf may belong above i as well as below it.
	for i > 0 && moved.before(&q.heap[(i-1)/4]) {
		q.heap[i] = q.heap[(i-1)/4]
		i = (i - 1) / 4
	}
	q.sink(i, moved)
}

// Clone returns a copy that shares only the immutable messages.
func (q *Queue) Clone() Queue { return Queue{heap: append([]Event(nil), q.heap...)} }
