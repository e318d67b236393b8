package consumer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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

func orders(p *profile.Profile) Config {
	return Config{
		Profile: p, Group: "g", ClientID: "c1", Listen: 10 * time.Millisecond,
		Subscriptions: []wire.SubscriptionData{{Topic: "orders", Expression: "*"}},
	}
}

// oneBroker is a consumer alone with four queues of broker-a.
func oneBroker(c Config) *world {
	w := newWorld(c, "broker-a")
	w.route = queuesOf([]string{"broker-a/0", "broker-a/1", "broker-a/2", "broker-a/3"})
	w.members = []string{"c1"}
	w.stored = map[string]int64{"broker-a/0": 5, "broker-a/1": 6}
	return w
}

func (w *world) start() { w.do(func(env *kernel.Env, c *Consumer) { c.Start(env) }) }

// until runs to a moment after the beginning.
func (w *world) until(d time.Duration) { w.run(kernel.Time(d)) }

func TestStartTimes(t *testing.T) {
	for _, v := range []struct {
		profile         *profile.Profile
		rebalance, pull time.Duration
	}{{v48, 0, 0}, {v49, 0, 0}, {v53, time.Second, 1500 * time.Millisecond}} {
		w := oneBroker(orders(v.profile))
		w.start()
		w.until(22 * time.Second)
		near(t, v.rebalance, w.first("GET_CONSUMER_LIST_BY_GROUP"))
		near(t, v.pull, w.first("PULL_MESSAGE"))
		near(t, 0, w.first("HEART_BEAT"))
		near(t, 10*time.Second, w.first("UPDATE_CONSUMER_OFFSET"))
		require.Equal(t, 4, w.count("PULL_MESSAGE"), "each is held")
		require.Equal(t, 6, w.count("UPDATE_CONSUMER_OFFSET"), "two stored offsets at 10, 15 and 20 s")
	}
}

func TestFirstPullsStartWhereThePolicySays(t *testing.T) {
	w := oneBroker(orders(v49))
	w.start()
	w.until(2 * time.Second)
	var from []int64
	for _, p := range w.consumer.table {
		from = append(from, p.pull.next)
	}
	require.Equal(t, []int64{5, 6, 902, 903}, from)
	require.Contains(t, w.rules(), "0.014s consumer.start.stored")
}

func TestCommitRidesOnThePull(t *testing.T) {
	w := oneBroker(orders(v49))
	w.start()
	w.until(2 * time.Second)
	for _, a := range w.asked {
		if m, ok := a.(*wire.PullMessage); ok {
			stored, known := w.stored[m.Queue.String()]
			require.Equal(t, known, m.Commit)
			require.Equal(t, stored, m.CommitOffset)
		}
	}
}

func TestTickIsCountedFromTheLastRun(t *testing.T) {
	w := oneBroker(orders(v49))
	w.start()
	w.until(5 * time.Second)
	w.do(func(env *kernel.Env, c *Consumer) { c.wake(env) })
	w.until(24900 * time.Millisecond)
	before := w.count("GET_CONSUMER_LIST_BY_GROUP")
	w.until(25200 * time.Millisecond)
	require.Equal(t, before+1, w.count("GET_CONSUMER_LIST_BY_GROUP"), "nobody is asked about a retry topic without a route")
}

func TestNotificationsWithinASecondWaitFrom52(t *testing.T) {
	for _, v := range []struct {
		profile *profile.Profile
		at      time.Duration
	}{{v49, 5300 * time.Millisecond}, {v53, 6 * time.Second}} {
		w := oneBroker(orders(v.profile))
		w.start()
		w.until(5 * time.Second)
		w.do(func(env *kernel.Env, c *Consumer) { c.wake(env) })
		w.until(5300 * time.Millisecond)
		w.asked = nil
		w.times = nil
		w.do(func(env *kernel.Env, c *Consumer) { c.wake(env) })
		w.until(8 * time.Second)
		near(t, v.at, w.first("GET_CONSUMER_LIST_BY_GROUP"))
	}
}

func TestNoMemberListChangesNothing(t *testing.T) {
	w := oneBroker(orders(v49))
	w.start()
	w.until(2 * time.Second)
	w.members = nil
	w.until(25 * time.Second)
	require.Len(t, w.consumer.table, 4)
	require.Contains(t, w.rules(), "20.030s consumer.nomembers")
}

func TestShutdownCommitsAndUnregisters(t *testing.T) {
	for _, orderly := range []bool{false, true} {
		c := orders(v49)
		c.Orderly = orderly
		w := oneBroker(c)
		w.start()
		w.until(2 * time.Second)
		w.asked, w.times = nil, nil
		w.do(func(env *kernel.Env, c *Consumer) { c.Stop(env) })
		w.until(3 * time.Second)
		require.True(t, w.consumer.Stopped())
		require.Equal(t, 2, w.count("UPDATE_CONSUMER_OFFSET"))
		require.Equal(t, 1, w.count("UNREGISTER_CLIENT"))
		if orderly {
			require.Equal(t, 1, w.count("UNLOCK_BATCH_MQ"))
			require.Less(t, w.first("UNLOCK_BATCH_MQ"), w.first("UPDATE_CONSUMER_OFFSET"))
		}
	}
}

func TestSteadyShowAllocatesNothing(t *testing.T) {
	w := oneBroker(orders(v49))
	w.start()
	w.until(2 * time.Second)
	v := &view.View{}
	w.consumer.Show(v)
	require.Len(t, v.Owners, 4)
	require.Equal(t, int32(4), v.Nodes[0].Owns)
	require.Zero(t, testing.AllocsPerRun(10, func() { v.Reset(); w.consumer.Show(v) }))
}

func near(t *testing.T, want, got time.Duration) {
	t.Helper()
	require.InDelta(t, want.Milliseconds(), got.Milliseconds(), 100)
}
