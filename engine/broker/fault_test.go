package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func (w *world) set(t *testing.T, a Answer) {
	require.NoError(t, w.act(func(env *kernel.Env) error { return w.b.SetAnswer(env, a) }))
}

// A process that stands still answers nothing; its host accepts connections,
// and when it goes on it works off what has come, in order.
func TestHangGoesOn(t *testing.T) {
	w := newWorld("4.9")
	require.NotNil(t, w.answer(12, sendTo(0, "")))
	w.set(t, Answer{Kind: AnswerHang})
	require.Nil(t, w.answer(12, sendTo(0, "")))
	require.Nil(t, w.answer(13, sendTo(0, "")))
	require.True(t, w.ends[13].Connected(self))
	require.EqualValues(t, 1, w.b.store.Max("orders", 0))
	w.run(40 * time.Second)
	c := w.b.Clone()
	w.heard = nil
	w.set(t, Answer{})
	w.run(4 * time.Millisecond)
	require.EqualValues(t, 3, w.b.store.Max("orders", 0))
	var registered bool
	for _, h := range w.heard {
		_, is := h.msg.(*wire.RegisterBroker)
		registered = registered || is
	}
	require.True(t, registered, "its own timers stood still too")
	require.EqualValues(t, 1, c.store.Max("orders", 0))
	require.NotEmpty(t, c.faults.stalled)
}

// A hanging process that is killed has never seen what came; one that is told
// to stop does so when it goes on.
func TestHangEnds(t *testing.T) {
	w := newWorld("4.9")
	w.set(t, Answer{Kind: AnswerHang})
	require.Nil(t, w.answer(12, sendTo(0, "")))
	w.kill(false)
	w.start()
	w.run(time.Second)
	require.Zero(t, w.b.store.Max("orders", 0))
	require.NotNil(t, w.answer(13, sendTo(0, "")), "a new process answers")

	w.set(t, Answer{Kind: AnswerHang})
	require.NoError(t, w.act(func(env *kernel.Env) error { w.b.Stop(env); return nil }))
	w.run(10 * time.Second)
	require.False(t, w.b.Stopped())
	w.set(t, Answer{})
	w.run(2 * time.Second)
	require.True(t, w.b.Stopped())
}

func TestAnswersComeLate(t *testing.T) {
	w := newWorld("4.9")
	require.NotNil(t, w.answer(12, sendTo(0, "")))
	w.set(t, Answer{Kind: AnswerLate, Delay: 500 * time.Millisecond})
	require.Nil(t, w.answer(12, sendTo(0, "")))
	require.EqualValues(t, 2, w.b.store.Max("orders", 0), "stored at once")
	w.set(t, Answer{Kind: AnswerLate, Delay: 100 * time.Millisecond})
	require.Nil(t, w.answer(12, &wire.GetMaxOffset{Queue: queue(0)}))
	w.run(time.Second)
	require.Len(t, w.heard, 2)
	require.Equal(t, &wire.Offset{Offset: 2}, w.heard[0].msg)
	require.IsType(t, &wire.SendResult{}, w.heard[1].msg)
	require.Empty(t, w.b.faults.late)
}

// An error code comes without the request being served, a code of those that
// are stored after it; sends= wins over answer= for sends.
func TestAnswersWithACode(t *testing.T) {
	w := newWorld("4.9")
	w.set(t, Answer{Kind: AnswerCode, Code: wire.SystemBusy})
	require.Equal(t, wire.SystemBusy, w.answer(12, sendTo(0, "")).(*wire.Answer).Code)
	require.Equal(t, wire.SystemBusy, w.answer(12, &wire.GetMaxOffset{Queue: queue(0)}).(*wire.Answer).Code)
	require.Zero(t, w.b.store.Max("orders", 0))
	require.NoError(t, w.act(func(env *kernel.Env) error {
		return w.b.SetAnswerToSends(env, Answer{Kind: AnswerCode, Code: wire.FlushSlaveTimeout})
	}))
	require.Equal(t, wire.FlushSlaveTimeout, w.answer(12, sendTo(0, "")).(*wire.SendResult).Code)
	require.EqualValues(t, 1, w.b.store.Max("orders", 0))
	require.Error(t, w.act(func(env *kernel.Env) error { return w.b.SetAnswerToSends(env, Answer{Kind: AnswerHang}) }))
}

// A closed port refuses whoever comes and closes what is open; the group's
// members are gone, the registration goes on.
func TestRefuse(t *testing.T) {
	w := newWorld("4.9")
	require.NotNil(t, w.answer(12, beat("c1", sub("orders", "*", 1))))
	w.set(t, Answer{Kind: AnswerRefuse})
	w.run(2 * time.Millisecond)
	require.False(t, w.ends[12].Connected(self))
	require.Empty(t, w.b.groups)
	require.EqualValues(t, -1, w.answer(13, sendTo(0, "")).(*wire.Answer).Code)
	w.heard = nil
	w.run(31 * time.Second)
	require.NotEmpty(t, w.heard, "it registers")
	w.set(t, Answer{})
	require.NotNil(t, w.answer(13, sendTo(0, "")))
}
