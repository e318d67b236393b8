package client

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

var (
	v48 = profile.All()[0]
	v49 = profile.All()[1]
	v53 = profile.All()[2]
)

func TestScheduledThreadKeepsItsTimes(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(62 * time.Second)
	require.Equal(t, []string{"0.013s GET_ROUTEINFO_BY_TOPIC 1", "0.015s GET_ROUTEINFO_BY_TOPIC 1", "30.011s GET_ROUTEINFO_BY_TOPIC 1",
		"30.013s GET_ROUTEINFO_BY_TOPIC 1", "60.011s GET_ROUTEINFO_BY_TOPIC 1", "60.013s GET_ROUTEINFO_BY_TOPIC 1"}, only(w.log, "GET_ROUTEINFO_BY_TOPIC"))
	require.Equal(t, []string{"1.003s HEART_BEAT 10", "1.007s HEART_BEAT 11", "31.001s HEART_BEAT 10",
		"31.003s HEART_BEAT 11", "61.001s HEART_BEAT 10", "61.003s HEART_BEAT 11"}, only(w.log, "HEART_BEAT"))
	persists := 0
	for _, n := range w.notices {
		if n == "10.000s 4/0  false false" || n == "15.000s 4/0  false false" {
			persists++
		}
	}
	require.Equal(t, 2, persists)
}

func TestProducerHeartbeatsToMastersOnly(t *testing.T) {
	w := newWorld(v49, false, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(12 * time.Second)
	require.Equal(t, []string{"1.003s HEART_BEAT 10"}, only(w.log, "HEART_BEAT"))
	require.NotContains(t, w.notices, "10.000s 4/0  false false")
}

func TestHangingBrokerDelaysTheOthersAndThePersist(t *testing.T) {
	w := newWorld(v48, true, []wire.Addr{1}, 10, 11, 20, 21)
	w.routes = []*wire.TopicRoute{route("orders", 10, 20)}
	w.peer(10).state, w.peer(11).state, w.peer(20).state = 'h', 'h', 'h'
	w.start()
	w.run(31 * time.Second)
	require.Equal(t, []string{"1.003s HEART_BEAT 10", "4.003s HEART_BEAT 11", "7.003s HEART_BEAT 20", "10.003s HEART_BEAT 21"}, only(w.log, "HEART_BEAT"))
	require.Contains(t, w.notices, "10.004s 4/0  false false", "the persist of 10.0 waits for the thread")
}

func TestNoRouteKeepsTheOldOne(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(20 * time.Second)
	w.routes = nil
	w.run(40 * time.Second)
	queues, known := w.client.Subscribe("orders")
	require.True(t, known)
	require.Len(t, queues, 4)
	require.Equal(t, []string{"0.016s client.route.changed", "30.014s client.route.kept"}, w.rules())
	_, ok := w.client.InPublish("b10")
	require.True(t, ok)
}

func TestAddressesInNoRouteAreForgotten(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11, 20, 21)
	w.routes = []*wire.TopicRoute{route("orders", 10, 20)}
	w.start()
	w.run(20 * time.Second)
	w.routes = []*wire.TopicRoute{route("orders", 20)}
	w.run(30900 * time.Millisecond)
	require.NotNil(t, w.client.Addrs("b10"), "until the heartbeat job cleans")
	w.run(32 * time.Second)
	require.Nil(t, w.client.Addrs("b10"))
	require.Equal(t, explain.ClientBrokerOffline, w.notes[len(w.notes)-1].Rule)
}

func TestPublishListNeedsAMaster(t *testing.T) {
	r := route("orders", 10, 20)
	r.Brokers[0].Addrs = r.Brokers[0].Addrs[1:]
	r.Queues[1].WriteQueues = 2
	require.Equal(t, []wire.MessageQueue{{Topic: "orders", Broker: "b20"}, {Topic: "orders", Broker: "b20", QueueID: 1}}, publishQueues("orders", r))
	require.Len(t, subscribeQueues("orders", r), 8)
}

func TestUnknownTopicTakesTheTemplate(t *testing.T) {
	w := newWorld(v49, false, []wire.Addr{1}, 10, 11)
	template := route(CreateTopicKey, 10)
	template.Queues[0].ReadQueues, template.Queues[0].WriteQueues = 8, 8
	w.routes = []*wire.TopicRoute{template}
	w.start()
	w.do(func(env *kernel.Env, c *Instance) { c.FetchRoute(env, FirstThread, "fresh", true) })
	w.run(5 * time.Millisecond)
	queues, generation, known := w.client.Publish("fresh")
	require.True(t, known)
	require.Equal(t, uint32(1), generation)
	require.Len(t, queues, 4)
	require.Equal(t, "0.004s 1/2 fresh true true", w.notices[0])
	require.Equal(t, int32(8), template.Queues[0].WriteQueues)
}

func TestSecondNameServerAfterTheFirst(t *testing.T) {
	w := newWorld(v49, false, []wire.Addr{1, 2}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(time.Second)
	first := wire.Addr(w.client.config.NameServers[w.client.server])
	w.shut(first)
	w.run(31 * time.Second)
	require.NotEqual(t, first, w.client.config.NameServers[w.client.server])
	w.shut(3 - first)
	w.run(61 * time.Second)
	require.Equal(t, "60.018s client.route.unanswered", w.rules()[len(w.notes)-1])
}

func TestOneThreadWaitsForTheOthersRouteQuestion(t *testing.T) {
	w := newWorld(v48, false, []wire.Addr{1}, 10)
	w.peer(1).state = 'h'
	w.start()
	w.do(func(env *kernel.Env, c *Instance) {
		c.FetchRoute(env, FirstThread, "a", false)
		c.FetchRoute(env, FirstThread+1, "b", false)
	})
	w.run(7 * time.Second)
	require.Contains(t, w.notices, "3.000s 1/2 a false false")
	require.Contains(t, w.notices, "3.000s 1/3 b false false", "tryLock gives up after 3 s")
}

func TestOneThreadAtATimeHeartbeats(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(500 * time.Millisecond)
	w.do(func(env *kernel.Env, c *Instance) {
		c.SendHeartbeats(env, FirstThread)
		c.SendHeartbeats(env, FirstThread+1)
		c.Unregister(env, FirstThread+2, "", "g")
	})
	w.run(900 * time.Millisecond)
	require.Equal(t, []string{"0.500s 2/3  false false", "0.508s 2/2  true false", "0.512s 3/4  true false"}, w.notices[len(w.notices)-3:])
	require.Contains(t, w.rules(), "0.500s client.heartbeat.skipped")
}

func TestReconnectHeartbeatsFrom52(t *testing.T) {
	for _, p := range []*profile.Profile{v49, v53} {
		w := newWorld(p, true, []wire.Addr{1}, 10, 11)
		w.routes = []*wire.TopicRoute{route("orders", 10)}
		w.start()
		w.run(2 * time.Second)
		w.shut(10)
		w.run(3 * time.Second)
		w.peer(10).state = 0
		before := len(w.notices)
		w.do(func(env *kernel.Env, c *Instance) {
			c.Remoting.Call(env, callTo(10))
		})
		w.run(4 * time.Second)
		if p == v53 {
			require.Equal(t, []string{"3.004s 5/1  true false"}, w.notices[before:])
			require.Contains(t, w.rules(), "3.002s client.heartbeat.reconnect")
		} else {
			require.Empty(t, w.notices[before:])
		}
	}
}

func TestHeartbeatFailureIsSaid(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(2 * time.Second)
	w.shut(10)
	w.run(32 * time.Second)
	require.Contains(t, w.rules(), "31.002s client.heartbeat.failed")
	require.Contains(t, w.log, "31.003s HEART_BEAT 11")
}

func TestCloneHasItsOwnFuture(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(500 * time.Millisecond)
	kept := w.client.Clone()
	w.routes = []*wire.TopicRoute{route("orders", 20)}
	w.run(31 * time.Second)
	require.Nil(t, kept.Addrs("b20"))
	require.NotNil(t, w.client.Addrs("b20"))
	require.Equal(t, kernel.Time(time.Second), kept.jobs[jobHeartbeat].next)
}

func TestIDsFollowNamesAndLives(t *testing.T) {
	c := Config{Name: "c1"}
	require.Equal(t, "10.0.0.1@c1", c.ID(1, false))
	require.Equal(t, "10.0.0.1@c1#2", c.ID(2, false))
	require.Equal(t, c.ID(1, true), c.ID(2, true))
	c.ClientID = "x@y"
	require.Equal(t, "x@y", c.ID(3, false))
}

func TestSteadyStateShowAllocatesNothing(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.start()
	v := &view.View{}
	w.client.Show(v, self)
	require.Len(t, v.Timers, 3)
	require.Zero(t, testing.AllocsPerRun(10, func() { v.Reset(); w.client.Show(v, self) }))
}

func TestCrashForgets(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(2 * time.Second)
	w.client.Crash()
	require.Nil(t, w.client.Route("orders"))
	require.False(t, w.client.Remoting.Connected(10))
}

func TestStopEndsTheJobs(t *testing.T) {
	w := newWorld(v49, true, []wire.Addr{1}, 10, 11)
	w.routes = []*wire.TopicRoute{route("orders", 10)}
	w.start()
	w.run(2 * time.Second)
	said := len(w.log)
	w.do(func(_ *kernel.Env, c *Instance) { c.Stop() })
	w.run(90 * time.Second)
	require.Len(t, w.log, said)
}
