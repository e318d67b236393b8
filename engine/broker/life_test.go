package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// nameServerHeard lists when the name server was told something by this name.
func (w *world) nameServerHeard(name string) (at []kernel.Time) {
	for _, h := range w.heard {
		if h.by == nameServer && h.msg.Name() == name {
			at = append(at, h.at)
		}
	}
	return at
}

func TestRegistersAtStartAfterTenAndThenEveryThirtySeconds(t *testing.T) {
	w := newWorld("4.9")
	w.run(75 * time.Second)
	require.Equal(t, []kernel.Time{3 * ms, 10*second + ms, 40*second + ms, 70*second + ms}, w.nameServerHeard("REGISTER_BROKER"))
	require.Empty(t, w.rules())
}

func TestUnreachableNameServerIsToldOfOnce(t *testing.T) {
	w := newWorld("4.9")
	w.lost[nameServer] = true
	w.run(75 * time.Second)
	require.Equal(t, []string{"broker.register-failed"}, w.rules())
	w.lost[nameServer] = false
	w.run(30 * time.Second)
	require.NotEmpty(t, w.nameServerHeard("REGISTER_BROKER"))
	require.Empty(t, w.b.unreachable)
}

func TestOrderlyStopBefore5ClosesItsPortsFirst(t *testing.T) {
	w := subscribed("4.9", "*")
	w.answer(10, commitTo(3))
	w.act(func(env *kernel.Env) error { w.b.Stop(env); return nil })
	w.run(2 * time.Millisecond)
	require.False(t, w.ends[10].Connected(self))
	require.Empty(t, w.nameServerHeard("UNREGISTER_BROKER"))
	w.ask(11, query(0))
	w.run(3 * time.Millisecond)
	require.Equal(t, wire.Code(-1), w.heard[len(w.heard)-1].msg.(*wire.Answer).Code, "refused")
	require.False(t, w.b.Stopped())
	w.run(time.Second)
	require.Len(t, w.nameServerHeard("UNREGISTER_BROKER"), 1)
	require.True(t, w.b.Stopped())
	w.kill(false)
	require.Equal(t, int64(3), w.b.offsets.get("g", "orders", 0))
}

func TestOrderlyStopSince5UnregistersFirst(t *testing.T) {
	w := subscribed("5.3", "*")
	w.act(func(env *kernel.Env) error { w.b.Stop(env); return nil })
	w.run(time.Millisecond)
	require.Len(t, w.nameServerHeard("UNREGISTER_BROKER"), 1)
	require.True(t, w.ends[10].Connected(self))
	w.run(time.Millisecond)
	require.True(t, w.b.Stopped())
}

func TestStopWithoutNameServersEndsAtOnce(t *testing.T) {
	w := newWorld("5.3", func(c *Config) { c.NameServers = nil })
	w.act(func(env *kernel.Env) error { w.b.Stop(env); return nil })
	require.True(t, w.b.Stopped())
}

func TestRestartKnowsTheDiskAndNoClient(t *testing.T) {
	w := subscribed("4.9", "*")
	w.answer(12, sendTo(0, ""))
	w.kill(false)
	w.rules()
	w.run(time.Second)
	w.start()
	require.Equal(t, wire.SubscriptionNotExist, w.answer(10, pullAt(0, 0)).(*wire.Answer).Code)
	w.answer(11, beat("c2", sub("orders", "*", 1)))
	require.Equal(t, wire.Success, w.answer(10, pullAt(0, 0)).(*wire.PullResult).Code, "any member's heartbeat serves the group")
	require.Equal(t, []string{"broker.member-joined"}, w.rules())
}

func TestHostLossTakesWhatWasNotFlushed(t *testing.T) {
	w := newWorld("4.9")
	w.answer(12, sendTo(0, ""))
	w.run(time.Second)
	w.answer(12, sendTo(0, ""))
	w.run(time.Second)
	w.kill(true)
	w.start()
	require.Equal(t, int64(1), w.b.store.Max("orders", 0))
	require.Equal(t, []string{"broker.log-lost"}, w.rules())
	w.answer(13, sendTo(0, "")) // node 12 would still use its old connection
	w.run(time.Second)
	w.kill(true)
	w.start()
	require.Equal(t, int64(2), w.b.store.Max("orders", 0))
}

func TestCloneHasAFutureOfItsOwn(t *testing.T) {
	w := subscribed("4.9", "*")
	w.answer(12, sendTo(0, ""))
	w.ask(10, pullAt(0, 1))
	w.run(time.Second)
	c := w.b.Clone()
	w.answer(12, sendTo(0, ""))
	w.answer(10, commitTo(1))
	w.close(10)
	w.run(time.Second)
	require.Equal(t, int64(1), c.store.Max("orders", 0))
	require.Len(t, c.holds[0].pulls, 1)
	require.NotNil(t, c.holds[0].pulls[0].request)
	require.Len(t, c.groups, 1)
	require.Empty(t, c.offsets)
}

func TestShow(t *testing.T) {
	w := subscribed("4.9", "*")
	for range 40 {
		w.answer(12, sendTo(1, ""))
	}
	w.answer(10, &wire.UpdateConsumerOffset{Group: "g", Queue: queue(1), Offset: 5})
	w.act(func(env *kernel.Env) error { return w.b.SetQueues(env, "orders", 1, 2) })
	var v view.View
	show := func() { v.Reset(); v.At = w.Now(); w.b.Show(&v) }
	show()
	require.Equal(t, "broker-a", v.Nodes[0].Broker)
	require.Len(t, v.Queues, 3, "the retry topic's and two of orders")
	require.Equal(t, view.Queue{Broker: self, Topic: "orders", ID: 1, Max: 40, Writable: true}, v.Queues[2])
	require.Equal(t, []view.Offset{{Queue: 2, Group: "g", Offset: 5}}, v.Offsets)
	var offsets []int64
	for _, k := range v.Tokens {
		require.Equal(t, k.Offset < 5, k.State == view.Consumed)
		offsets = append(offsets, k.Offset)
	}
	require.Equal(t, []int64{39, 38, 37, 24}, offsets[:4])
	require.Equal(t, []int64{4, 3}, offsets[len(offsets)-2:])
	require.Len(t, offsets, 3+20+2)
	require.Equal(t, view.TimerRegister, v.Timers[0].Kind)
	require.Len(t, v.Timers, 1)
	require.Equal(t, []view.Subscription{{Broker: self, Group: "g", Topic: "orders", Expression: "*", Version: v.Subscriptions[0].Version}}, v.Subscriptions)
	require.Equal(t, "g", v.Members[0].Group)
	require.Zero(t, testing.AllocsPerRun(10, show))
	w.run(40 * time.Second)
	show()
	require.Equal(t, view.TimerExpiry, v.Timers[1].Kind, "c1 has missed a heartbeat")
	require.Equal(t, 130*second, v.Timers[1].At)
	w.kill(false)
	show()
	require.Empty(t, v.Timers)
	require.Len(t, v.Queues, 3)
}
