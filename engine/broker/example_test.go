package broker

import (
	"fmt"
	"time"

	"rocketscope/engine/wire"
)

// A pull that finds nothing is held; the next message of its queue answers it.
func Example() {
	w := newWorld("4.9")
	w.answer(10, beat("c1", sub("orders", "TagA || TagB", 1)))
	w.ask(10, pullAt(0, 0))
	w.run(3 * time.Second)
	w.ask(12, sendTo(0, "TagB"))
	w.run(time.Second)
	for _, h := range w.heard {
		if r, ok := h.msg.(*wire.PullResult); ok {
			fmt.Println(h.at, len(r.Messages), "message, go on at", r.Next)
		}
	}
	// Output: 3.008s 1 message, go on at 1
}
