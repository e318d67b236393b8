package producer_test

import (
	"fmt"

	"rocketscope/engine/producer"
	"rocketscope/engine/profile"
)

// A configuration says in words why it cannot be.
func ExampleConfig_Check() {
	c := producer.Config{
		Name: "p1", Topic: "orders", Profile: profile.Default(),
		Traffic:  producer.Traffic{Rate: 1200, Batch: 10},
		Settings: producer.Defaults(),
	}
	fmt.Println(c.Check())
	c.Traffic.DelayLevel = 3
	fmt.Println(c.Check())
	// Output:
	// <nil>
	// a batch cannot be delayed
}
