package consumer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// The cache behaves as a sorted list of offsets, whatever is put and removed.
func TestCacheIsASortedMap(t *testing.T) {
	luck := kernel.NewStream(7, "cache")
	var c cache
	var want []int64
	for range 20000 {
		offset := int64(luck.Below(300))
		i, there := slices.BinarySearch(want, offset)
		if luck.Below(5) < 3 {
			require.Equal(t, !there, c.put(cached{offset: offset}))
			if !there {
				want = slices.Insert(want, i, offset)
			}
		} else {
			_, removed := c.remove(offset)
			require.Equal(t, there, removed)
			if there {
				want = slices.Delete(want, i, i+1)
			}
		}
		require.Equal(t, len(want), c.len())
		for k, o := range want {
			require.Equal(t, o, c.at(k).offset)
		}
		if len(want) > 0 {
			require.Equal(t, want[len(want)-1]-want[0], c.span())
		}
	}
}

func TestFifoKeepsItsOrder(t *testing.T) {
	luck := kernel.NewStream(7, "fifo")
	var f fifo[int]
	in, out := 0, 0
	for range 5000 {
		if luck.Below(2) == 0 {
			f.push(in)
			in++
		} else if f.len() > 0 {
			require.Equal(t, out, f.pop())
			out++
		}
		require.Equal(t, in-out, f.len())
	}
	require.Less(t, cap(f.items), 1024)
}

func BenchmarkProcessQueue(b *testing.B) {
	messages := make([]*wire.MessageExt, 32)
	for i := range messages {
		messages[i] = &wire.MessageExt{}
	}
	p := newProcessQueue(1, wire.MessageQueue{}, 0)
	next := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		for i, m := range messages {
			m.QueueOffset = next + int64(i)
		}
		p.put(messages)
		for i := range messages {
			p.remove(next + int64(i^1))
		}
		next += 32
	}
}

func BenchmarkShow(b *testing.B) {
	w := oneBroker(orders(v49))
	w.start()
	w.run(kernel.Time(2e9))
	v := &view.View{}
	b.ReportAllocs()
	for b.Loop() {
		v.Reset()
		w.consumer.Show(v)
	}
}

// A consumer shows a row of its own before it ever started.
func ExampleConsumer_Show() {
	c := New(Config{Name: "c1", Group: "g", Profile: v49})
	v := &view.View{}
	c.Show(v)
	fmt.Println(v.Nodes[0].Name, v.Nodes[0].Group, v.Nodes[0].Strategy, v.Nodes[0].Owns)
	// Output: c1 g AVG 0
}
