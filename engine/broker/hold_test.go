package broker

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

// polled is a held pull as a hold service that really looks every 5 s would
// treat it, in ms.
type polled struct {
	offset   int64
	until    int64
	answered int64
}

// TestComputedChecksEqualPolling compares the checks computed on their grid
// with a service that looks at every grid moment.
func TestComputedChecksEqualPolling(t *testing.T) {
	for seed := range uint64(4) {
		r := kernel.NewStream(seed, "hold")
		w := subscribed("4.9", "TagA")
		from := caller{channel: 99}
		var want []polled
		end := int64(0)
		for now := int64(1001); now < 120000; now++ {
			w.run(time.Millisecond)
			env := w.env()
			if r.Below(700) == 0 {
				p := pullAt(0, end)
				p.SuspendFor = time.Duration(1+r.Below(20000)) * time.Millisecond
				require.Nil(t, w.b.process(&env, caller{channel: 99, opaque: int64(len(want))}, p))
				want = append(want, polled{offset: end, until: now + int64(p.SuspendFor/time.Millisecond)})
			}
			if r.Below(3000) == 0 && now%5000 != 0 {
				tag := []string{"TagA", "TagB", "TagB"}[r.Below(3)]
				w.b.process(&env, from, sendTo(0, tag))
				end++
				settle(want, now, end, tag == "TagA")
			}
			if now%5000 == 0 {
				settle(want, now, end, true)
			}
			require.True(t, slices.Equal(waiting(want), heldNow(w)), "seed %d at %d ms", seed, now)
		}
	}
}

func settle(all []polled, now, end int64, match bool) {
	for i := range all {
		if p := &all[i]; p.answered == 0 && (match && end > p.offset || now >= p.until) {
			p.answered = now
		}
	}
}

func waiting(all []polled) (ids []int64) {
	for i, p := range all {
		if p.answered == 0 {
			ids = append(ids, int64(i))
		}
	}
	return ids
}

func heldNow(w *world) (ids []int64) {
	for _, h := range w.b.holds {
		for _, p := range h.pulls {
			ids = append(ids, p.from.opaque)
		}
	}
	return ids
}

func BenchmarkHoldAndWake(b *testing.B) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	send, pull := sendTo(0, "TagA"), pullAt(0, 0)
	env := w.env()
	env.Record = false
	b.ReportAllocs()
	for b.Loop() {
		w.b.process(&env, caller{channel: 1}, pull)
		w.b.process(&env, caller{channel: 2}, send)
		pull.Offset++
	}
}
