package words

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// cluster is the small world of the tests: names by NodeID, from 1.
var cluster = []string{"ns1", "broker-a", "broker-a-s", "broker-b", "p1", "c1", "c2", "c3"}

func nameOf(id kernel.NodeID) string {
	if id < 1 || int(id) > len(cluster) {
		return ""
	}
	return cluster[id-1]
}

func idOf(name string) kernel.NodeID { return kernel.NodeID(slices.Index(cluster, name) + 1) }

func noted(node string, d explain.Decision) kernel.Note {
	return kernel.Note{ID: 41, At: 30_214_000_000, Node: idOf(node), Rule: d.Rule, Decision: &d}
}

func none(kernel.Cause) (kernel.Note, bool) { return kernel.Note{}, false }

// avg is c2's share of eight queues among three members.
var avg = explain.Decision{
	Rule: explain.AllocateAvg,
	Saw: []explain.Fact{
		explain.Text("topic", "orders"), explain.Text("asked", "broker-a"),
		explain.Text("current", "10.0.0.1@c2"), explain.Text("ids", "10.0.0.1@c1, 10.0.0.1@c2, 10.0.0.1@c3"),
		explain.Num("index", 1), explain.Num("queues", 8), explain.Num("members", 3),
		explain.Num("mod", 2), explain.Num("size", 3), explain.Num("start", 3), explain.Num("take", 3),
	},
	Chose: []string{"broker-a/3", "broker-b/0", "broker-b/1"},
	Passed: []explain.Passed{
		{What: "broker-a/0", Why: "other-member", Num: 0}, {What: "broker-a/1", Why: "other-member", Num: 0},
		{What: "broker-a/2", Why: "other-member", Num: 0},
		{What: "broker-b/2", Why: "other-member", Num: 2}, {What: "broker-b/3", Why: "other-member", Num: 2},
	},
}

func plainTexts(lines []Line) []string {
	var all []string
	for _, l := range lines {
		all = append(all, l.String())
	}
	return all
}
