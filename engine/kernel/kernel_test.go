package kernel_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// drain takes every event of a queue.
func drain(q *kernel.Queue) []kernel.Event {
	var out []kernel.Event
	for q.Len() > 0 {
		var e kernel.Event
		q.Pop(&e)
		out = append(out, e)
	}
	return out
}

func sorted(events []kernel.Event) bool {
	return slices.IsSortedFunc(events, func(a, b kernel.Event) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seq, b.Seq))
	})
}

func TestQueueOrdersByTimeThenSeq(t *testing.T) {
	random := kernel.NewStream(1, "test")
	for round := range 200 {
		var q kernel.Queue
		n := 1 + random.Below(300)
		for i := range n {
			q.Push(&kernel.Event{At: kernel.Time(random.Below(20)), Seq: uint64(i)})
		}
		got := drain(&q)
		require.Len(t, got, n)
		require.True(t, sorted(got), "round %d", round)
	}
}

func TestQueueEditKeepsTheOrder(t *testing.T) {
	random := kernel.NewStream(2, "test")
	for round := range 200 {
		var q kernel.Queue
		n := 2 + random.Below(100)
		for i := range n {
			q.Push(&kernel.Event{At: kernel.Time(random.Below(50)), Seq: uint64(i)})
		}
		gone := 0
		for range random.Below(n) {
			remove := random.Below(2) == 0
			found := q.Edit(uint64(random.Below(n)), func(e *kernel.Event) bool {
				e.At = kernel.Time(random.Below(50))
				return !remove
			})
			if found && remove {
				gone++
			}
		}
		got := drain(&q)
		require.Len(t, got, n-gone)
		require.True(t, sorted(got), "round %d", round)
	}
}

func TestQueueCloneHasItsOwnFuture(t *testing.T) {
	var q kernel.Queue
	q.Push(&kernel.Event{At: 2, Seq: 1})
	c := q.Clone()
	c.Push(&kernel.Event{At: 1, Seq: 2})
	require.Equal(t, kernel.Time(2), q.Peek().At)
	require.Equal(t, kernel.Time(1), c.Peek().At)
}

func TestStreamsAreIndependentAndRepeat(t *testing.T) {
	a, b := kernel.NewStream(7, "a"), kernel.NewStream(7, "b")
	again := kernel.NewStream(7, "a")
	first := a.Next()
	require.Equal(t, first, again.Next())
	require.NotEqual(t, first, b.Next())
	copied := a
	require.Equal(t, a.Next(), copied.Next())
}

func TestStreamIsEven(t *testing.T) {
	s := kernel.NewStream(3, "even")
	var count [10]int
	for range 100000 {
		count[s.Below(10)]++
	}
	for _, c := range count {
		require.InDelta(t, 10000, c, 500)
	}
}

// world records what an Env does.
type world struct {
	sent  []kernel.Event
	notes []kernel.Note
}

func (w *world) Transmit(e *kernel.Event) { w.sent = append(w.sent, *e) }
func (w *world) Note(n kernel.Note)       { w.notes = append(w.notes, n) }

func TestCausesRunThroughDecisionsAndTimers(t *testing.T) {
	var l kernel.Loop
	w := &world{}
	env := l.EnvFor(w, kernel.Node{ID: 1, Life: 1, Scale: 10}, 0)
	first := env.Explain(explain.Decision{Rule: explain.ActKill})
	env.After(time.Second, 100, 0, 0, 0)
	env.Every(2*time.Second, 101, 0, 0, 0)
	env.Send(2, 5, 0, 0, nil)
	require.Equal(t, first, w.sent[0].Cause)
	require.Nil(t, w.notes[0].Decision, "nobody reads")

	retry := l.Next(kernel.Never - 1)
	require.NotNil(t, retry)
	require.Equal(t, first, retry.Cause, "a delay goes on with its cause")
	tick := l.Next(kernel.Never - 1)
	require.Zero(t, tick.Cause, "a period begins a new chain")
	require.Equal(t, uint32(1), tick.Life)
}

func TestWorkIsStretchedOnASlowNode(t *testing.T) {
	var l kernel.Loop
	env := l.EnvFor(&world{}, kernel.Node{ID: 1, Scale: 100}, 0)
	require.Equal(t, time.Second, env.Work(100*time.Millisecond))
}

func ExampleTime_String() {
	fmt.Println(kernel.Time(30214*time.Millisecond), kernel.Time(0), kernel.Time(5*time.Millisecond))
	// Output: 30.214s 0.000s 0.005s
}

func BenchmarkQueue(b *testing.B) {
	var q kernel.Queue
	random := kernel.NewStream(1, "bench")
	for i := range 1000 {
		q.Push(&kernel.Event{At: kernel.Time(random.Below(1000)), Seq: uint64(i)})
	}
	b.ReportAllocs()
	seq := uint64(1000)
	var e kernel.Event
	for b.Loop() {
		q.Pop(&e)
		seq++
		e.At, e.Seq = e.At+kernel.Time(random.Below(1000)), seq
		q.Push(&e)
	}
}
