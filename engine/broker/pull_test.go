package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// results lists when and with which code a client's pulls were answered.
func (w *world) results(client kernel.NodeID) (at []kernel.Time, codes []wire.Code) {
	for _, h := range w.heard {
		if h.by != client {
			continue
		}
		switch m := h.msg.(type) {
		case *wire.PullResult:
			at, codes = append(at, h.at), append(codes, m.Code)
		case *wire.Answer:
			at, codes = append(at, h.at), append(codes, m.Code)
		}
	}
	return at, codes
}

// subscribed is a world at 1 s in which c1 (node 10) wants orders.
func subscribed(version, expr string) *world {
	w := newWorld(version)
	w.answer(10, beat("c1", sub("orders", expr, 1)))
	w.run(second.Sub(w.Now()))
	w.heard, w.notes = nil, nil
	return w
}

func TestPullFindsAndGoesOn(t *testing.T) {
	w := subscribed("4.9", "TagA")
	for _, tag := range []string{"TagA", "TagB", "TagA", "TagB"} {
		w.answer(12, sendTo(0, tag))
	}
	r := w.answer(10, pullAt(0, 0)).(*wire.PullResult)
	require.Equal(t, wire.Success, r.Code)
	require.Len(t, r.Messages, 2)
	require.Equal(t, []int64{4, 0, 4}, []int64{r.Next, r.Min, r.Max})
	r = w.answer(10, pullAt(0, 3)).(*wire.PullResult)
	require.Equal(t, wire.PullRetryImmediately, r.Code, "nothing that the filter lets through")
	require.Equal(t, int64(4), r.Next)
}

func TestHeldPullIsAnsweredByTheCheck(t *testing.T) {
	w := subscribed("4.9", "*")
	w.ask(10, pullAt(0, 0)) // held from 1.001 to 16.001
	w.run(30 * time.Second)
	at, codes := w.results(10)
	require.Equal(t, []kernel.Time{20*second + ms}, at, "the first check after 15 s")
	require.Equal(t, []wire.Code{wire.PullNotFound}, codes)
}

func TestArrivalWakesAHeldPull(t *testing.T) {
	w := subscribed("4.9", "*")
	w.ask(10, pullAt(0, 0))
	w.ask(10, pullAt(1, 0))
	w.run(2 * time.Second)
	w.ask(12, sendTo(0, "")) // connect, then arrives at 3.003
	w.run(2 * time.Second)
	at, codes := w.results(10)
	require.Equal(t, []kernel.Time{3*second + 4*ms}, at)
	require.Equal(t, []wire.Code{wire.Success}, codes)
	require.Len(t, w.b.holds[1].pulls, 1, "the other queue's is still held")
}

func TestUnwantedArrivalIsSeenByTheNextCheck(t *testing.T) {
	w := subscribed("4.9", "TagA")
	w.ask(10, pullAt(0, 0))
	w.run(time.Second)
	w.ask(12, sendTo(0, "TagB"))
	w.run(10 * time.Second)
	at, codes := w.results(10)
	require.Equal(t, []kernel.Time{5*second + ms}, at)
	require.Equal(t, []wire.Code{wire.PullRetryImmediately}, codes)
}

func TestArrivalAnswersAPullWhoseTimeIsOver(t *testing.T) {
	w := subscribed("4.9", "TagA")
	p := pullAt(0, 0)
	p.SuspendFor = time.Second
	w.ask(10, p)
	w.run(1500 * time.Millisecond)
	w.ask(12, sendTo(0, "TagB")) // arrives at 2.503
	w.run(time.Second)
	at, codes := w.results(10)
	require.Equal(t, []kernel.Time{2*second + 504*ms}, at)
	require.Equal(t, []wire.Code{wire.PullRetryImmediately}, codes)
}

func TestWokenPullRunsTheChecksAgain(t *testing.T) {
	w := subscribed("4.9", "*")
	commits := pullAt(0, 0)
	commits.Commit, commits.CommitOffset = true, 7
	w.ask(10, commits)
	w.run(time.Second)
	require.Equal(t, int64(7), w.b.offsets.get("g", "orders", 0))
	w.answer(11, &wire.UpdateConsumerOffset{Group: "g", Queue: queue(0), Offset: 9})
	w.answer(11, beat("c2", sub("pay", "*", 2))) // removes orders from the group's table
	w.answer(12, sendTo(0, ""))
	w.run(time.Second)
	_, codes := w.results(10)
	require.Contains(t, codes, wire.SubscriptionNotExist)
	require.Equal(t, int64(9), w.b.offsets.get("g", "orders", 0), "committed when it came, not when it woke")
}

func TestRefusals(t *testing.T) {
	w := subscribed("4.9", "*")
	late := pullAt(0, 0)
	late.SubVersion = 2
	stranger := pullAt(0, 0)
	stranger.Group = "x"
	nowhere := pullAt(0, 0)
	nowhere.Queue.Topic = "nowhere"
	for _, c := range []struct {
		m    *wire.PullMessage
		want wire.Code
	}{
		{late, wire.SubscriptionNotLast}, {stranger, wire.SubscriptionNotExist}, {nowhere, wire.TopicNotExist}, {pullAt(4, 0), wire.SystemError},
	} {
		require.Equal(t, c.want, w.answer(10, c.m).(*wire.Answer).Code)
	}
	require.NoError(t, w.act(func(env *kernel.Env) error { return w.b.SetPerm(env, "orders", wire.PermWrite) }))
	require.Equal(t, wire.NoPermission, w.answer(10, pullAt(0, 0)).(*wire.Answer).Code)
	require.Error(t, w.act(func(env *kernel.Env) error { return w.b.SetPerm(env, "orders", 9) }))
}

func TestOffsetsOutsideTheQueue(t *testing.T) {
	for _, c := range []struct {
		version      string
		offset, next int64
	}{{"4.8", 9, 0}, {"4.9", 9, 2}, {"5.3", 9, 2}} {
		w := subscribed(c.version, "*")
		w.answer(12, sendTo(0, ""))
		w.answer(12, sendTo(0, ""))
		r := w.answer(10, pullAt(0, c.offset)).(*wire.PullResult)
		require.Equal(t, wire.PullOffsetMoved, r.Code)
		require.Equal(t, c.next, r.Next, c.version)
		require.Equal(t, c.next, w.fact(explain.BrokerOffsetIllegal, "offset.next").Num)
		r = w.answer(10, pullAt(1, 5)).(*wire.PullResult)
		require.Equal(t, wire.PullOffsetMoved, r.Code, "an empty queue")
		require.Zero(t, r.Next)
	}
}

func TestExpireMovesAConsumerOn(t *testing.T) {
	w := subscribed("4.9", "*")
	for range 5 {
		w.answer(12, sendTo(0, ""))
	}
	expire := func(offset int64) error {
		return w.act(func(env *kernel.Env) error { return w.b.Expire(env, "orders", 0, offset) })
	}
	require.Error(t, expire(0))
	require.Error(t, expire(5))
	require.NoError(t, expire(3))
	r := w.answer(10, pullAt(0, 1)).(*wire.PullResult)
	require.Equal(t, wire.PullOffsetMoved, r.Code)
	require.Equal(t, int64(3), r.Next)
	require.Equal(t, []string{"broker.log-deleted", "broker.offset-illegal"}, w.rules())
}
