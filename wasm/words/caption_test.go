package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Golden captions: what a person reads of some records, in both languages.
func TestCaptions(t *testing.T) {
	nodes := func(rule explain.Rule, node string, chose []string, saw ...explain.Fact) kernel.Note {
		return noted(node, explain.Decision{Rule: rule, Saw: saw, Chose: chose})
	}
	for _, c := range []struct {
		note   kernel.Note
		en, zh [2]string
	}{
		{noted("c2", avg),
			[2]string{"AVG gives c2 broker-a/3, broker-b/0–1.", "Its index is 1 of 3 members, so it takes 3 queues from 3 on."},
			[2]string{"按 AVG，c2 分到 broker-a/3、broker-b/0–1。", "它在 3 个成员里序号是 1，从 3 号队列起取 3 个。"}},
		{nodes(explain.ConsumerReplica, "c2", nil, explain.Text("queue", "broker-a/3"), explain.Num("broker.wanted", 0), explain.Bool("slave", true), explain.Num("node", 3)),
			[2]string{"c2 reads broker-a/3 from the slave broker-a-s.", "Its route has no master address any more, so it takes the first one left."},
			[2]string{"c2 改向从节点 broker-a-s 拉取 broker-a/3。", "它的路由里没有主节点地址了，只能取剩下的第一个地址。"}},
		{nodes(explain.ClientRouteChanged, "c2", nil, explain.Text("topic", "orders"), explain.Text("route.old", "broker-a:4/4[0 1] broker-b:4/4[0]"), explain.Text("route.new", "broker-a:4/4[1] broker-b:4/4[0]")),
			[2]string{"c2 finds no master of broker-a in its route any more.", "It polls the route every 30 s, and this answer differs from the one before."},
			[2]string{"c2 的路由里没有 broker-a 的主节点了。", "它每 30 s 拉取一次路由，这次的应答和上次不同。"}},
		{nodes(explain.BrokerMemberExpired, "broker-a", nil, explain.Text("group", "g"), explain.Text("client", "10.0.0.1@c2"), explain.Num("silent.ns", 124e9)),
			[2]string{"broker-a removes c2 from group g and tells nobody.", "Its last heartbeat was 124 s ago; the others learn it when their 20 s timers fire."},
			[2]string{"broker-a 把 c2 移出消费组 g，谁也没通知。", "它 124 s 没有心跳；其余成员要等各自的 20 s 定时器到点才知道。"}},
		{nodes(explain.ProducerIsolated, "p1", []string{"broker-a"}, explain.Num("latency.ns", 620e6), explain.Num("isolated.ns", 30e9)),
			[2]string{"p1 isolates broker-a for 30 s.", "A send to it took 620 ms, which reaches a step of the latency table."},
			[2]string{"p1 把 broker-a 隔离 30 s。", "发往它的一次发送耗时 620 ms，到了延迟表里的一档。"}},
		{nodes(explain.ActKill, "c2", []string{"c2"}),
			[2]string{"You killed c2.", "Its connections close, so those it was connected to know at once."},
			[2]string{"你杀掉了 c2。", "它的连接都断开了，连着它的进程马上知道。"}},
		{kernel.Note{Node: idOf("c2"), Rule: explain.ConsumerDropped}, // nobody was reading when it happened
			[2]string{"c2: queue given up", ""},
			[2]string{"c2：交出队列", ""}},
	} {
		first, second := For("en").Caption(c.note, nameOf)
		require.Equal(t, c.en, [2]string{first.String(), second.String()})
		first, second = For("zh").Caption(c.note, nameOf)
		require.Equal(t, c.zh, [2]string{first.String(), second.String()})
	}
}

func TestNamesInCaptionsAreMarked(t *testing.T) {
	first, _ := For("zh").Caption(noted("c2", avg), nameOf)
	require.Equal(t, Line{{Text: "按 AVG，"}, {Text: "c2", Node: idOf("c2")}, {Text: " 分到 broker-a/3、broker-b/0–1。"}}, first)
}

// A caption that would not fit gives way to a shorter one.
func TestCaptionsGiveWay(t *testing.T) {
	d := avg
	d.Chose = nil
	for _, q := range []string{"0", "2", "4", "6", "8", "10", "12"} {
		d.Chose = append(d.Chose, "broker-a/"+q)
	}
	first, _ := For("en").Caption(noted("c2", d), nameOf)
	require.Equal(t, "AVG gives c2 7 of 8 queues.", first.String())
}

// Every record of every story of the engine has a caption whose slots are all
// filled, and a card.
func TestStoriesAreTold(t *testing.T) {
	var untold []string
	told(t, func(n kernel.Note, names Names, notes Notes) {
		for _, lang := range both {
			c := For(lang)
			first, second := c.Caption(n, names)
			if n.Decision == nil || second == nil || strings.HasSuffix(first.String(), c.Rule(n.Rule.String())) {
				untold = append(untold, lang+": "+n.Rule.String()+": "+first.String())
			}
			card := c.Card(n, names, notes)
			for _, p := range card.Passed {
				if p.Why == nil {
					untold = append(untold, lang+": "+n.Rule.String()+" passes over "+p.What.String())
				}
			}
		}
	})
	require.Empty(t, untold)
}
