package consumer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/allocate"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// fill lets every queue hold n messages, ids from 100 times the queue id.
func (w *world) fill(n int64) {
	w.pulled = func(m *wire.PullMessage) kernel.Message {
		if m.Offset >= n {
			return nil
		}
		r := &wire.PullResult{Next: min(n, m.Offset+32), Max: n}
		for o := m.Offset; o < r.Next; o++ {
			r.Messages = append(r.Messages, &wire.MessageExt{
				Message: wire.Message{ID: wire.MessageID(100*int64(m.Queue.QueueID) + o), Topic: m.Queue.Topic, Size: 1000}, Queue: m.Queue, QueueOffset: o,
			})
		}
		return r
	}
}

// reading is a consumer whose four queues all start at 0.
func reading(c Config, n int64) *world {
	w := oneBroker(c)
	w.stored = map[string]int64{"broker-a/0": 0, "broker-a/1": 0, "broker-a/2": 0, "broker-a/3": 0}
	w.fill(n)
	return w
}

func (w *world) committed(q string) int64 {
	o, _ := w.consumer.offsetOf(queueOf(q))
	return o
}

func TestOneHangingMessageHoldsTheCommitBack(t *testing.T) {
	w := reading(orders(v49), 10)
	w.consumer.Hang(103)
	w.start()
	w.until(5 * time.Second)
	require.Equal(t, int64(3), w.committed("broker-a/1"))
	require.Equal(t, int64(10), w.committed("broker-a/2"))
	require.Equal(t, int64(39), w.consumer.consumed)
	w.do(func(env *kernel.Env, c *Consumer) { _ = c.Unhang(env, 103) })
	w.until(6 * time.Second)
	require.Equal(t, int64(10), w.committed("broker-a/1"))
}

func TestListenTimeAndThreads(t *testing.T) {
	c := orders(v49)
	c.Threads = 2
	w := reading(c, 10)
	w.start()
	w.until(150 * time.Millisecond)
	require.Len(t, w.consumer.pool.runs, 2)
	require.NoError(t, w.consumer.SetListen(time.Second))
	w.until(2 * time.Second)
	require.Less(t, w.consumer.consumed, int64(40))
}

func TestSuspendAndResume(t *testing.T) {
	w := reading(orders(v53), 10)
	w.start()
	w.until(5 * time.Second)
	require.Error(t, w.consumer.Resume(nil))
	require.NoError(t, w.consumer.Suspend())
	require.Error(t, w.consumer.Suspend())
	w.members = []string{"c0", "c1"}
	w.until(30 * time.Second)
	require.Len(t, w.consumer.table, 4, "no rebalance while suspended")
	w.do(func(env *kernel.Env, c *Consumer) { require.NoError(t, c.Resume(env)) })
	w.until(32 * time.Second)
	require.Len(t, w.consumer.table, 2)
}

func TestHeldPullsAreLookedAtOnTheirGrid(t *testing.T) {
	c := orders(v49)
	c.PullThreshold, c.Listen = 40, 10*time.Second
	w := reading(c, 200)
	w.start()
	w.until(5 * time.Second)
	p := w.consumer.table[0]
	require.Equal(t, int32(64), p.count, "the third pull is held")
	require.Equal(t, pullFlowControl, p.pull.hold.every)
	held := p.pull.hold.since
	require.NoError(t, w.consumer.SetListen(time.Millisecond))
	w.asked, w.times = nil, nil
	w.until(30 * time.Second)
	require.Zero(t, (kernel.Time(w.first("PULL_MESSAGE")).Sub(held)-time.Millisecond)%pullFlowControl)
}

func TestUnsubscribeDropsWithoutPersisting(t *testing.T) {
	w := reading(orders(v49), 10)
	w.start()
	w.until(5 * time.Second)
	require.Error(t, w.consumer.Unsubscribe(nil, "pay"))
	require.NoError(t, w.consumer.Unsubscribe(nil, "orders"))
	require.Len(t, w.consumer.table, 4, "until the next rebalance")
	w.asked, w.times = nil, nil
	w.until(21 * time.Second)
	require.Empty(t, w.consumer.table)
	require.Zero(t, w.count("GET_CONSUMER_LIST_BY_GROUP"))
}

func TestSubscribeTellsTheBrokersAtOnce(t *testing.T) {
	w := reading(orders(v49), 10)
	w.start()
	w.until(5 * time.Second)
	w.asked, w.times = nil, nil
	w.do(func(env *kernel.Env, c *Consumer) {
		require.NoError(t, c.Subscribe(env, "orders", "TagA || TagB"))
		require.Error(t, c.Subscribe(env, "orders", "||"))
	})
	w.until(6 * time.Second)
	require.Equal(t, 1, w.count("HEART_BEAT"))
	beat := w.asked[0].(*wire.HeartBeat)
	require.Equal(t, []string{"TagA", "TagB"}, beat.Consumers[0].Subscriptions[0].Tags)
	require.Equal(t, int64(5000), beat.Consumers[0].Subscriptions[0].SubVersion)
}

func TestSetStrategyActsAtTheNextRun(t *testing.T) {
	w := reading(orders(v49), 10)
	w.members = []string{"c0", "c1"}
	w.start()
	w.until(5 * time.Second)
	require.Equal(t, "broker-a/2", w.consumer.table[0].queue.String())
	circle, _ := allocate.ByName("AVG_BY_CIRCLE")
	require.NoError(t, w.consumer.SetStrategy(circle))
	require.Error(t, w.consumer.SetStrategy(allocate.Strategy{Kind: allocate.ConsistentHash, VirtualNodes: -1}))
	w.until(25 * time.Second)
	require.Equal(t, "broker-a/1", w.consumer.table[0].queue.String())
	require.Equal(t, "AVG_BY_CIRCLE", w.consumer.Strategy().Name())
}

func TestResetByAnOperator(t *testing.T) {
	w := reading(orders(v49), 10)
	w.start()
	w.until(5 * time.Second)
	w.stored["broker-a/1"] = 4 // as the broker will have it after the commit
	w.asked, w.times = nil, nil
	w.do(func(env *kernel.Env, c *Consumer) {
		c.resetOffset(env, &wire.ResetConsumerOffset{Group: "g", Topic: "orders", Queues: queuesOf([]string{"broker-a/1"}), Offsets: []int64{4}})
	})
	w.until(14900 * time.Millisecond)
	require.True(t, w.consumer.table[1].dropped)
	w.until(16 * time.Second)
	require.False(t, w.consumer.table[1].dropped)
	require.Equal(t, int64(46), w.consumer.consumed, "six again")
	require.Contains(t, w.rules(), "5.000s consumer.reset")
}

func TestPullsFollowTheAdvice(t *testing.T) {
	w := newWorld(orders(v49), "broker-a", "broker-a-s")
	w.route, w.members, w.slave = queuesOf([]string{"broker-a/0"}), []string{"c1"}, 3
	w.stored = map[string]int64{"broker-a/0": 2}
	w.pulled = func(m *wire.PullMessage) kernel.Message {
		if m.Offset >= 4 {
			return nil
		}
		return &wire.PullResult{Code: wire.PullNotFound, Next: m.Offset + 1, SuggestBroker: 1}
	}
	w.start()
	w.until(time.Second)
	var whom []wire.Addr
	var commits []bool
	for i, m := range w.asked {
		if p, ok := m.(*wire.PullMessage); ok {
			whom, commits = append(whom, w.whom[i]), append(commits, p.Commit)
		}
	}
	require.Equal(t, []wire.Addr{2, 3, 3}, whom)
	require.Equal(t, []bool{true, false, false}, commits, "nothing is committed to a slave")
	require.Contains(t, w.rules()[len(w.rules())-1], "consumer.replica")
}

func TestConnectingBlocksThePullThreadBefore53(t *testing.T) {
	for _, p := range []bool{true, false} {
		version := v49
		if !p {
			version = v53
		}
		w := newWorld(orders(version), "broker-a", "broker-b")
		w.route = queuesOf([]string{"broker-a/0", "broker-b/0"})
		w.members, w.stored = []string{"c1"}, map[string]int64{"broker-a/0": 0, "broker-b/0": 0}
		w.start()
		w.until(5 * time.Second)
		w.lost = 3
		w.do(func(env *kernel.Env, c *Consumer) {
			c.client.Remoting.ShutPeer(env, 3)
			c.requeue(env, c.table[1].id) // broker-b's first
			c.requeue(env, c.table[0].id)
		})
		w.asked, w.times = nil, nil
		w.until(7 * time.Second)
		if p {
			require.Zero(t, w.count("PULL_MESSAGE"), "broker-a's pull waits for the connect to broker-b")
		} else {
			require.NotZero(t, w.count("PULL_MESSAGE"))
		}
	}
}

func TestCloneGoesTheSameWay(t *testing.T) {
	c := orders(v49)
	c.Orderly = true
	w := reading(c, 10)
	w.start()
	w.until(60 * time.Millisecond)
	twin := &world{Loop: w.Loop.Clone(), consumer: w.consumer.Clone(), route: w.route, members: w.members, stored: w.stored, pulled: w.pulled}
	for _, p := range w.peers {
		twin.peers = append(twin.peers, peer{id: p.id, name: p.name, end: p.end.Clone()})
	}
	w.until(25 * time.Second)
	require.Less(t, twin.consumer.consumed, w.consumer.consumed)
	twin.until(25 * time.Second)
	require.Equal(t, w.consumer.consumed, twin.consumer.consumed)
	require.Equal(t, w.consumer.offsets, twin.consumer.offsets)
	require.Equal(t, w.Seq(), twin.Seq())
}
