package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func commitTo(offset int64) *wire.UpdateConsumerOffset {
	return &wire.UpdateConsumerOffset{Group: "g", Queue: queue(0), Offset: offset}
}

func query(id int32) *wire.QueryConsumerOffset {
	return &wire.QueryConsumerOffset{Group: "g", Queue: queue(id)}
}

func TestCommitsMayGoBack(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, commitTo(9))
	w.answer(10, commitTo(4))
	require.Equal(t, &wire.Offset{Offset: 4}, w.answer(10, query(0)))
	require.Equal(t, []string{"broker.offset-back"}, w.rules())
}

func TestUnknownGroupIsToldZeroOnAYoungQueue(t *testing.T) {
	for _, c := range []struct {
		version      string
		memory, lag  int64
		expired      bool
		empty, first bool // told 0 on an empty queue, on one with messages
	}{
		{version: "4.9", memory: 1000, lag: 4, empty: true, first: true},
		{version: "4.9", memory: 1000, lag: 5, empty: true, first: false},
		{version: "5.3", memory: 1000, lag: 10, empty: false, first: true},
		{version: "5.3", memory: 1000, lag: 11, empty: false, first: false},
		{version: "4.9", memory: 1 << 40, lag: 4, expired: true, empty: true, first: false},
		{version: "5.3", memory: 1 << 40, lag: 4, expired: true, empty: false, first: false},
	} {
		w := newWorld(c.version, func(cfg *Config) { cfg.Memory = c.memory })
		for range c.lag {
			w.answer(12, sendTo(0, ""))
		}
		if c.expired {
			require.NoError(t, w.act(func(env *kernel.Env) error { return w.b.Expire(env, "orders", 0, 2) }))
		}
		for id, zero := range []bool{c.first, c.empty} {
			got := w.answer(10, query(int32(id)))
			if zero {
				require.Equal(t, &wire.Offset{}, got, "%+v %d", c, id)
			} else {
				require.Equal(t, wire.QueryNotFound, got.(*wire.Answer).Code, "%+v %d", c, id)
			}
		}
		require.Equal(t, int64(0), w.fact(explain.BrokerOffsetUnknown, "offset.max").Num)
	}
}

func TestSearchOffset(t *testing.T) {
	w := newWorld("5.3")
	for range 3 {
		w.answer(12, sendTo(0, ""))
		w.run(time.Second)
	}
	require.Equal(t, &wire.Offset{Offset: 1}, w.answer(10, &wire.SearchOffset{Queue: queue(0), At: second / 2}))
}

func TestCrashGoesBackToTheOffsetFile(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, commitTo(1))
	w.run((14 * second).Sub(w.Now())) // written at 10 s
	w.answer(10, commitTo(2))
	w.run((16 * second).Sub(w.Now())) // written at 15 s
	w.answer(10, commitTo(3))
	w.kill(false)
	w.rules()
	w.start()
	require.Equal(t, int64(2), w.b.offsets.get("g", "orders", 0))
	require.Equal(t, []string{"broker.offsets-lost"}, w.rules())
	w.kill(false)
	w.start()
	require.Empty(t, w.rules(), "nothing more to lose")
}

func TestResetIsToldToOnlineClientsBefore52(t *testing.T) {
	w := subscribed("4.9", "*")
	reset := func(at kernel.Time, force bool) error {
		return w.act(func(env *kernel.Env) error { return w.b.ResetOffset(env, "g", "orders", at, force) })
	}
	w.answer(12, sendTo(0, ""))
	w.answer(12, sendTo(0, ""))
	require.ErrorContains(t, reset(0, false), "no offset")
	for id := range int32(4) {
		w.answer(10, &wire.UpdateConsumerOffset{Group: "g", Queue: queue(id), Offset: 1})
	}
	w.heard = nil
	require.NoError(t, reset(ToEnd, false))
	require.NoError(t, reset(ToEnd, true))
	w.run(2 * time.Millisecond)
	require.Equal(t, []int64{1, 0, 0, 0}, w.heard[0].msg.(*wire.ResetConsumerOffset).Offsets, "only backwards")
	require.Equal(t, []int64{2, 0, 0, 0}, w.heard[1].msg.(*wire.ResetConsumerOffset).Offsets)
	require.Equal(t, int64(1), w.b.offsets.get("g", "orders", 0), "the clients will commit")

	w.close(10)
	w.run(2 * time.Millisecond)
	require.ErrorContains(t, reset(ToEnd, true), "CONSUMER_NOT_ONLINE")
	require.Equal(t, int64(1), w.b.offsets.get("g", "orders", 0))
	write := func(at kernel.Time, force bool) error {
		return w.act(func(env *kernel.Env) error { return w.b.WriteOffsets(env, "g", "orders", at, force) })
	}
	require.NoError(t, write(ToEnd, false))
	require.Equal(t, int64(1), w.b.offsets.get("g", "orders", 0), "only backwards")
	require.NoError(t, write(ToEnd, true))
	require.Equal(t, int64(2), w.b.offsets.get("g", "orders", 0))
	require.ErrorContains(t, w.act(func(env *kernel.Env) error { return w.b.WriteOffsets(env, "x", "orders", 0, true) }), "no offset")
}

func TestResetMeetsTheNextPullSince52(t *testing.T) {
	w := subscribed("5.3", "*")
	w.answer(12, sendTo(0, ""))
	w.answer(12, sendTo(0, ""))
	w.answer(10, commitTo(2))
	w.heard = nil
	w.ask(10, pullAt(0, 2)) // held
	w.run(time.Second)
	require.NoError(t, w.act(func(env *kernel.Env) error { return w.b.ResetOffset(env, "g", "orders", 0, false) }))
	require.Equal(t, &wire.Offset{}, w.answer(11, query(0)))
	w.answer(11, commitTo(2)) // ignored
	require.Equal(t, &wire.Offset{}, w.answer(11, query(0)))
	r := w.answer(10, pullAt(0, 2)).(*wire.PullResult)
	require.Equal(t, []any{wire.PullOffsetMoved, int64(0), int64(2)}, []any{r.Code, r.Next, r.Max})
	w.answer(10, commitTo(1))
	require.Equal(t, &wire.Offset{Offset: 1}, w.answer(11, query(0)), "met once, then forgotten")
	require.Error(t, w.act(func(env *kernel.Env) error { return w.b.ResetOffset(env, "g", "nowhere", 0, false) }))
}

func TestOffsetTableCopies(t *testing.T) {
	var a, b offsetTable
	a.set("g", "orders", 2, 5)
	b.copyFrom(a)
	a.set("g", "orders", 2, 6)
	a.set("f", "orders", 0, 1)
	require.Equal(t, int64(5), b.get("g", "orders", 2))
	require.Equal(t, int64(2), a.ahead(b))
	b.copyFrom(a)
	require.Equal(t, a, b)
	require.Zero(t, testing.AllocsPerRun(10, func() { b.copyFrom(a) }))
	require.Equal(t, int64(none), a.get("g", "orders", 1))
}
