package client_test

import (
	"fmt"

	"rocketscope/engine/client"
	"rocketscope/engine/profile"
)

// A clustering client has a new id in every life of its process, a broadcasting
// one keeps it and so finds its offset file again.
func ExampleConfig_ID() {
	c := client.Config{Name: "c1", Profile: &profile.Default().Client}
	fmt.Println(c.ID(1, false), c.ID(2, false))
	fmt.Println(c.ID(1, true), c.ID(2, true))
	// Output:
	// 10.0.0.1@c1 10.0.0.1@c1#2
	// c1@DEFAULT c1@DEFAULT
}
