package fault_test

import (
	"fmt"
	"time"

	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// A send to broker-a failed a second ago: 4.9 leaves it alone for ten minutes.
func ExampleStrategy_Select() {
	list := &fault.Publish{Queues: []wire.MessageQueue{{Topic: "orders", Broker: "broker-a"}, {Topic: "orders", Broker: "broker-b"}}}
	list.Next.Start(1)
	s := fault.Strategy{Enabled: true, Rules: &profile.Default().Producer}
	s.Update(0, "broker-a", 3*time.Second, true, true)

	var trace fault.Trace
	choice := s.Select(kernel.Time(time.Second), list, "", &trace)
	fmt.Println(choice.Queue)
	fmt.Println(trace.Passed[0].Queue, "is isolated for", trace.Passed[0].Left)
	// Output:
	// broker-b/0
	// broker-a/0 is isolated for 9m59s
}

// What a send that took 1,200 ms means: a minute in 4.9, two seconds in 5.3.
func ExampleNotAvailable() {
	for _, name := range []string{"4.9", "5.3"} {
		p, _ := profile.ByName(name)
		fmt.Println(name, fault.NotAvailable(p.Producer.FaultTable, 1200), "ms")
	}
	// Output:
	// 4.9 60000 ms
	// 5.3 2000 ms
}
