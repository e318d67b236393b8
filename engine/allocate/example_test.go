package allocate_test

import (
	"fmt"

	"rocketscope/engine/allocate"
	"rocketscope/engine/wire"
)

// Three members share eight queues under AVG: the first two get one more.
func Example() {
	var queues []wire.MessageQueue
	for id := range int32(8) {
		queues = append(queues, wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: id})
	}
	members := []string{"c3", "c1", "c2"}
	allocate.SortQueues(queues)
	allocate.SortMembers(members)

	avg, _ := allocate.ByName("AVG")
	for _, id := range members {
		share, _, err := avg.Allocate(nil, allocate.Args{Current: id, Queues: queues, Members: members, Sorted: true}, false)
		fmt.Println(id, share, err)
	}
	// Output:
	// c1 [broker-a/0 broker-a/1 broker-a/2] <nil>
	// c2 [broker-a/3 broker-a/4 broker-a/5] <nil>
	// c3 [broker-a/6 broker-a/7] <nil>
}

// The decision says what the member saw, and where every other queue went.
func ExampleStrategy_Allocate() {
	queues := []wire.MessageQueue{{Broker: "broker-a", QueueID: 0}, {Broker: "broker-a", QueueID: 1}, {Broker: "broker-a", QueueID: 2}}
	circle, _ := allocate.ByName("AVG_BY_CIRCLE")
	_, why, _ := circle.Allocate(nil, allocate.Args{Current: "c1", Queues: queues, Members: []string{"c1", "c2"}}, true)
	fmt.Println(why.Rule, why.Chose)
	for _, p := range why.Passed {
		fmt.Println(p.What, p.Why, p.Num)
	}
	// Output:
	// allocate.averagely-by-circle [broker-a/0 broker-a/2]
	// broker-a/1 other-member 1
}

func ExampleAll() {
	for _, s := range allocate.All() {
		fmt.Println(s.Name())
	}
	// Output:
	// AVG
	// AVG_BY_CIRCLE
	// CONFIG
	// MACHINE_ROOM
	// CONSISTENT_HASH
	// MACHINE_ROOM_NEARBY-AVG
}

// A fourth member joins: what each of two strategies would move.
func ExampleNewLens() {
	var queues []wire.MessageQueue
	for id := range int32(8) {
		queues = append(queues, wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: id})
	}
	before := allocate.Lists{Queues: queues, Members: []string{"a", "b", "c"}}
	after := allocate.Lists{Queues: queues, Members: []string{"a", "b", "c", "d"}}
	lens := allocate.NewLens(before, after, allocate.All()[:2], true)
	for _, c := range lens.Columns {
		fmt.Println(c.Strategy.Name(), "moves", c.Moved, "queues, load", c.After.Least, "to", c.After.Most)
	}
	// Output:
	// AVG moves 5 queues, load 2 to 2
	// AVG_BY_CIRCLE moves 5 queues, load 2 to 2
}
