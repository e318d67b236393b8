package consumer

import "slices"

// fifo is a queue of values that keeps its room.
type fifo[T any] struct {
	items []T
	head  int
}

func (f *fifo[T]) len() int { return len(f.items) - f.head }

func (f *fifo[T]) push(v T) {
	if f.head > 0 && len(f.items) == cap(f.items) {
		n := copy(f.items, f.items[f.head:])
		f.items, f.head = f.items[:n], 0
	}
	f.items = append(f.items, v)
}

func (f *fifo[T]) pop() T {
	v := f.items[f.head]
	f.head++
	if f.head == len(f.items) {
		f.clear()
	}
	return v
}

func (f *fifo[T]) clear() { f.items, f.head = f.items[:0], 0 }

func (f *fifo[T]) clone() fifo[T] { return fifo[T]{items: slices.Clone(f.items[f.head:])} }
