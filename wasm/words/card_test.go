package words

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// From the card alone one can say why c2 owns what it owns: index, size, start.
func TestCardOfAShare(t *testing.T) {
	en := For("en").Card(noted("c2", avg), nameOf, none)
	require.Equal(t, []string{
		"8 queues ÷ 3 members = 2 each, remainder 2.",
		"c2 has index 1 < 2, so it gets one more: size 3.",
		"Start = 1 × 3 = 3.",
		"So c2 takes queues 3 to 5 of the sorted list, counted from 0.",
	}, plainTexts(en.Working))
	require.Equal(t, "broker-a/3, broker-b/0–1", en.Result.String())
	require.Equal(t, "AllocateMessageQueueAveragely.allocate", en.Source)
	require.Len(t, en.Passed, 2)
	require.Equal(t, "broker-a/0–2", en.Passed[0].What.String())
	require.Equal(t, "goes to c1, index 0", en.Passed[0].Why.String())
	require.Equal(t, Row{"member list", Line{{"c1", 6}, {", ", 0}, {"c2", 7}, {", ", 0}, {"c3", 8}}}, en.Saw[3])
	require.Len(t, en.Saw, 7, "what the working derives is not among the inputs")

	zh := For("zh").Card(noted("c2", avg), nameOf, none)
	require.Equal(t, []string{
		"8 个队列 ÷ 3 个成员 = 每个成员 2 个，余 2。",
		"c2 的序号 1 小于余数 2，所以多取一个，数量是 3。",
		"起点 = 1 × 3 = 3。",
		"所以 c2 取排序后的 3 到 5 号队列（从 0 数起）。",
	}, plainTexts(zh.Working))
	require.Equal(t, "归 c3（序号 2）", zh.Passed[1].Why.String())
}

// A share that goes room by room is worked out for each room.
func TestCardOfRooms(t *testing.T) {
	card := For("en").Card(noted("c2", explain.Decision{
		Rule: explain.AllocateMachineRoomNearby,
		Saw: []explain.Fact{
			explain.Text("current", "west-3"), explain.Text("ids", "east-1, west-2, west-3"),
			explain.Text("inner", "AVG"), explain.Text("my-room", "west"),
			explain.Text("rooms", "east, north, west"), explain.Text("dead-rooms", "north"),
			explain.Text("room", "west"), explain.Num("index", 1), explain.Num("queues", 1), explain.Num("members", 2),
			explain.Num("mod", 1), explain.Num("size", 1), explain.Num("start", 2), explain.Num("take", 0),
			explain.Text("room", "north"), explain.Num("index", 2), explain.Num("queues", 3), explain.Num("members", 3),
			explain.Num("mod", 0), explain.Num("size", 1), explain.Num("start", 2), explain.Num("take", 1),
		},
		Chose: []string{"north-b/2"},
	}), nameOf, none)
	require.Equal(t, []string{
		"Room west:", "Queues 1, members 2: one each, until none is left.", "c2 has index 1: size 1.", "Start = 1 × 1 + 1 = 2.",
		"The last queue is number 0, so nothing is left at 2.",
		"Room north:", "Queues 3, members 3: one each, until none is left.", "c2 has index 2: size 1.", "Start = 2 × 1 = 2.",
		"So c2 takes queue 2 of the sorted list, counted from 0.",
	}, plainTexts(card.Working))
	require.Len(t, card.Saw, 6)
}

// A share by hash names the point that caught each queue.
func TestCardOfAHash(t *testing.T) {
	card := For("en").Card(noted("c2", explain.Decision{
		Rule: explain.AllocateConsistentHash,
		Saw: []explain.Fact{
			explain.Text("ids", "x, y"), explain.Num("index", 0), explain.Num("queues", 8), explain.Num("members", 2),
			explain.Num("virtual-nodes", 10), explain.Num("points", 20),
			explain.Text("queue", "a/0"), explain.Num("hash", 100), explain.Num("point", 120),
			explain.Text("queue", "a/3"), explain.Num("hash", 900), explain.Num("point", 7),
		},
		Chose: []string{"a/0", "a/3"},
	}), nameOf, none)
	require.Equal(t, []string{
		"2 members with 10 virtual nodes each make 20 points on the ring.",
		"a/0 hashes to 100; the next point is 120.",
		"a/3 hashes to 900; no point follows, so it goes to the smallest: 7.",
	}, plainTexts(card.Working))
}

func TestCardOfAShareInTurn(t *testing.T) {
	d := avg
	d.Rule = explain.AllocateAveragelyByCircle
	require.Equal(t, []string{
		"c2 has index 1 of 3 members, so it takes each queue k with k mod 3 = 1.",
		"Of the 8 queues, numbered from 0, that makes 1, 4, 7.",
	}, plainTexts(For("en").Card(noted("c2", d), nameOf, none).Working))
}

// The causes go back to the act that began it all.
func TestCausesOfACard(t *testing.T) {
	kept := []kernel.Note{
		{ID: 1, At: 1e9, Node: idOf("c3"), Rule: explain.ActKill, Decision: &explain.Decision{Rule: explain.ActKill, Chose: []string{"c3"}}},
		{ID: 2, Cause: 1, At: 2e9, Node: idOf("broker-a"), Rule: explain.BrokerMemberClosed, Decision: &explain.Decision{
			Rule: explain.BrokerMemberClosed, Saw: []explain.Fact{explain.Text("group", "g"), explain.Text("client", "10.0.0.1@c3")}}},
	}
	n := noted("c2", avg)
	n.Cause = 2
	card := For("zh").Card(n, nameOf, func(c kernel.Cause) (kernel.Note, bool) { return kept[c-1], true })
	require.Len(t, card.Causes, 2)
	require.Equal(t, kernel.Cause(1), card.Causes[0].ID)
	require.Equal(t, "你杀掉了 c3。", card.Causes[0].Text.String())
	require.Equal(t, "broker-a 把 c3 移出消费组 g。", card.Causes[1].Text.String())
}

// A card of a record that nobody was reading still has its rule and source.
func TestCardWithoutADecision(t *testing.T) {
	card := For("en").Card(kernel.Note{Node: idOf("c2"), Rule: explain.AllocateAvg}, nameOf, none)
	require.Equal(t, "c2: AVG share", card.Lead.String())
	require.NotEmpty(t, card.Rule)
	require.Empty(t, card.Saw)
}
