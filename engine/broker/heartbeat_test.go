package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

func TestJoinTellsTheWholeGroup(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	w.answer(11, beat("c2", sub("orders", "*", 2)))
	require.Equal(t, []string{"10 0.008s", "11 0.008s"}, w.told())
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	require.Empty(t, w.told(), "nothing new")
	require.ElementsMatch(t, []string{"c1", "c2"}, w.answer(11, &wire.GetConsumerList{Group: "g"}).(*wire.ConsumerList).ClientIDs)
	require.Equal(t, wire.SystemError, w.answer(11, &wire.GetConsumerList{Group: "x"}).(*wire.Answer).Code)
	require.Equal(t, []string{"broker.retry-topic-created", "broker.member-joined", "broker.member-joined"}, w.rules())
}

func TestDuplicateClientIDsAreTwoMembers(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	w.answer(11, beat("c1", sub("orders", "*", 1)))
	require.Equal(t, []string{"c1", "c1"}, w.answer(11, &wire.GetConsumerList{Group: "g"}).(*wire.ConsumerList).ClientIDs)
}

func TestLeavingTellsTheOthers(t *testing.T) {
	for name, leave := range map[string]func(*world){
		"unregister": func(w *world) { w.ask(11, &wire.UnregisterClient{ClientID: "c2", ConsumerGroup: "g"}) },
		"close":      func(w *world) { w.close(11) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld("4.9")
			w.answer(10, beat("c1", sub("orders", "*", 1)))
			w.answer(11, beat("c2", sub("orders", "*", 2)))
			w.heard, w.notes = nil, nil
			at := w.Now()
			leave(w)
			w.run(5 * time.Millisecond)
			require.Equal(t, []string{"10 " + (at + 2*ms).String()}, w.told())
			require.Len(t, w.rules(), 1)
		})
	}
}

func TestSilentMemberExpiresUnnoticed(t *testing.T) {
	w := newWorld("4.9")
	w.run(4*time.Second - time.Millisecond)
	w.answer(10, beat("c1", sub("orders", "*", 1))) // heard at 4.002
	w.run(26 * time.Second)
	w.answer(11, beat("c2", sub("orders", "*", 2)))
	w.lost[10] = true
	w.heard, w.notes = nil, nil
	w.run((130 * second).Sub(w.Now()) - 1)
	require.Len(t, w.b.groups[0].members, 2)
	w.run(1)
	require.Len(t, w.b.groups[0].members, 1, "the first scan after 124.002 s")
	require.Equal(t, int64(125998*ms), w.fact(explain.BrokerMemberExpired, "silent.ns").Num)
	require.Equal(t, []string{"broker.member-expired"}, w.rules())
	require.Empty(t, w.told())
	w.run(40 * time.Second)
	require.Empty(t, w.b.groups, "the last one takes the group with it")
}

func TestHeartbeatsKeepAMember(t *testing.T) {
	w := newWorld("4.9")
	for range 20 {
		w.answer(10, beat("c1", sub("orders", "*", 1)))
		w.run(30 * time.Second)
	}
	require.Len(t, w.b.groups[0].members, 1)
	require.NotContains(t, w.rules(), "broker.member-expired")
}

func TestBroadcastingGroupsHearNothingSince531(t *testing.T) {
	for version, want := range map[string]int{"4.8": 1, "4.9": 1, "5.3": 0} {
		w := newWorld(version)
		h := beat("c1", sub("orders", "*", 1))
		h.Consumers[0].Model = wire.Broadcasting
		w.answer(10, h)
		require.Len(t, w.told(), want, version)
	}
}

func TestTopicsChangeTellsExpressionsDoNot(t *testing.T) {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "*", 1)))
	w.answer(11, beat("c2", sub("orders", "*", 2)))
	w.rules()
	w.answer(10, beat("c1", sub("orders", "TagA", 3)))
	require.Empty(t, w.told())
	require.Equal(t, "TagA", w.fact(explain.BrokerSubscriptionReplaced, "expression.new").Text)
	require.Equal(t, []string{"broker.subscription-replaced"}, w.rules())
	w.answer(10, beat("c1", sub("orders", "TagA", 3), sub("pay", "*", 3)))
	require.Len(t, w.told(), 2)
	w.answer(11, beat("c2", sub("orders", "*", 2)))
	require.Len(t, w.told(), 2, "the other member's heartbeat removes it again")
	require.Equal(t, []string{"broker.topics-changed", "broker.topics-changed"}, w.rules())
	require.Equal(t, "TagA", w.b.groups[0].subscription("orders").Expression)
}

func TestProducersAreClosedWhenSilent(t *testing.T) {
	w := newWorld("4.9")
	w.answer(12, &wire.HeartBeat{ClientID: "p1", ProducerGroups: []string{"p"}})
	require.Len(t, w.b.producers, 1)
	w.run(2 * time.Minute)
	require.True(t, w.ends[12].Connected(self))
	w.run(11 * time.Second)
	require.Empty(t, w.b.producers)
	require.False(t, w.ends[12].Connected(self))
}
