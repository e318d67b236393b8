package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func TestSendStores(t *testing.T) {
	w := newWorld("4.9")
	r := w.answer(12, sendTo(3, "TagA")).(*wire.SendResult)
	require.Equal(t, wire.SendResult{Queue: queue(3)}, *r)
	batch := &wire.SendMessage{Messages: append(sendTo(3, "").Messages, sendTo(3, "").Messages...)}
	require.Equal(t, int64(1), w.answer(12, batch).(*wire.SendResult).QueueOffset)
	require.Equal(t, &wire.Offset{Offset: 3}, w.answer(12, &wire.GetMaxOffset{Queue: queue(3)}))
	require.Equal(t, wire.SystemError, w.answer(12, sendTo(4, "")).(*wire.Answer).Code)
	m := w.b.store.At("orders", 3, 0)
	require.Equal(t, 3*ms, m.StoredAt)
	require.Equal(t, self, m.StoreHost)
	require.NoError(t, w.b.Check())
	require.Less(t, w.answer(12, sendTo(-1, "")).(*wire.SendResult).Queue.QueueID, int32(4))
}

func TestFirstMessageCreatesItsTopic(t *testing.T) {
	w := newWorld("4.9")
	m := &wire.SendMessage{Messages: []wire.Message{{Topic: "new", QueueID: 2, Size: 1}}}
	require.IsType(t, &wire.SendResult{}, w.answer(12, m))
	c, _ := w.b.topic("new")
	require.Equal(t, wire.TopicConfig{Topic: "new", ReadQueues: 4, WriteQueues: 4, Perm: 6}, c)
	require.Equal(t, []string{"broker.topic-created"}, w.rules())
	registered := w.heard[len(w.heard)-1].msg
	for _, h := range w.heard {
		if r, ok := h.msg.(*wire.RegisterBroker); ok {
			registered = r
		}
	}
	require.Contains(t, registered.(*wire.RegisterBroker).Topics, c, "the name server hears of it at once")

	w = newWorld("4.9", func(c *Config) { c.NoAutoCreate = true })
	require.Equal(t, wire.TopicNotExist, w.answer(12, m).(*wire.Answer).Code)
}

func TestSetQueues(t *testing.T) {
	w := newWorld("4.9")
	set := func(topic string, r, wr int32) error {
		return w.act(func(env *kernel.Env) error { return w.b.SetQueues(env, topic, r, wr) })
	}
	require.NoError(t, set("orders", 8, 2))
	require.Equal(t, wire.SystemError, w.answer(12, sendTo(8, "")).(*wire.Answer).Code)
	require.IsType(t, &wire.SendResult{}, w.answer(12, sendTo(7, "")), "only producers look at the write count")
	require.NoError(t, set("pay", 1, 1))
	require.Error(t, set("", 1, 1))
	require.Error(t, set("%RETRY%g", 1, 1))
	require.Error(t, set("orders", -1, 1))
	require.Error(t, set("orders", 1, MaxQueues+1))
	w.kill(false)
	require.ErrorContains(t, set("orders", 1, 1), "not running")
}

func TestNoQueueToWriteTo(t *testing.T) {
	w := newWorld("4.9")
	require.NoError(t, w.act(func(env *kernel.Env) error { return w.b.SetQueues(env, "orders", 4, 0) }))
	require.Equal(t, wire.SystemError, w.answer(12, sendTo(-1, "")).(*wire.Answer).Code)
}

func TestUnknownRequest(t *testing.T) {
	w := newWorld("4.9")
	require.Equal(t, wire.RequestNotSupported, w.answer(12, &wire.GetRouteInfo{}).(*wire.Answer).Code)
}

func BenchmarkSendPull(b *testing.B) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	send, pull := sendTo(0, "TagA"), pullAt(0, 0)
	pull.Suspend = false
	from := caller{channel: 1, opaque: 1}
	env := w.env()
	env.Record = false
	b.ReportAllocs()
	for b.Loop() {
		w.Advance(w.Now().Add(time.Millisecond))
		w.b.process(&env, from, send)
		w.b.process(&env, from, pull)
		pull.Offset++
	}
}
