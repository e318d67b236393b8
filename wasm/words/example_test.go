package words_test

import (
	"fmt"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/wasm/words"
)

func Example() {
	names := func(id kernel.NodeID) string { return map[kernel.NodeID]string{1: "broker-a", 2: "c1"}[id] }
	note := kernel.Note{Node: 1, Rule: explain.BrokerMemberClosed, Decision: &explain.Decision{
		Rule: explain.BrokerMemberClosed,
		Saw: []explain.Fact{
			explain.Text("group", "g"), explain.Text("client", "10.0.0.1@c2"), explain.Num("members", 1), explain.Num("notified", 1),
		},
		Chose: []string{"10.0.0.1@c1"},
	}}
	for _, lang := range []string{"en", "zh"} {
		first, second := words.For(lang).Caption(note, names)
		fmt.Println(first)
		fmt.Println(second)
	}
	// Output:
	// broker-a removes c2 from group g.
	// Its connection closed, so the other member is told at once.
	// broker-a 把 c2 移出消费组 g。
	// 它的连接断开，于是马上通知其余 1 个成员。
}
