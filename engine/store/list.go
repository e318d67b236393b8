package store

import "slices"

// chunkSize is how many entries a list allocates at a time.
const chunkSize = 512

// list is an append-only list with 64-bit positions. Its chunks are shared
// between clones: a clone never writes into the room behind what it saw.
type list[T any] struct {
	chunks [][]T
	base   int64 // position of the first entry still held
	next   int64 // position after the last
}

func (l *list[T]) at(i int64) *T {
	i -= l.base
	return &l.chunks[i/chunkSize][i%chunkSize]
}

func (l *list[T]) append(v T) {
	last := len(l.chunks) - 1
	switch {
	case last < 0 || len(l.chunks[last]) == chunkSize:
		l.chunks = append(l.chunks, make([]T, 0, chunkSize))
		last++
	case cap(l.chunks[last]) < chunkSize: // shared with a clone
		l.chunks[last] = append(make([]T, 0, chunkSize), l.chunks[last]...)
	}
	l.chunks[last] = append(l.chunks[last], v)
	l.next++
}

// startAt makes the first entry of an empty list have position n.
func (l *list[T]) startAt(n int64) { l.base, l.next = n, n }

// truncate forgets the entries from position n on.
func (l *list[T]) truncate(n int64) {
	if n >= l.next {
		return
	}
	n = max(n, l.base)
	l.next = n
	kept := n - l.base
	l.chunks = l.chunks[:(kept+chunkSize-1)/chunkSize]
	if rest := kept % chunkSize; rest > 0 {
		last := len(l.chunks) - 1
		l.chunks[last] = l.chunks[last][:rest:rest]
	}
}

// release lets go of whole chunks in front of position n.
func (l *list[T]) release(n int64) {
	whole := (min(n, l.next) - l.base) / chunkSize
	if whole <= 0 {
		return
	}
	l.chunks = slices.Delete(l.chunks, 0, int(whole))
	l.base += whole * chunkSize
}

func (l *list[T]) clone() list[T] {
	c := *l
	c.chunks = slices.Clone(l.chunks)
	if last := len(c.chunks) - 1; last >= 0 {
		c.chunks[last] = slices.Clip(c.chunks[last])
	}
	return c
}
