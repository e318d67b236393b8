// Command stamp makes a site ready to be served: its page asks for all at once,
// and its files lie in a folder named after their content.
package main

import (
	"fmt"
	"os"

	"rocketscope/web/embed"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: stamp DIR")
		os.Exit(2)
	}
	err := embed.Gather(os.Args[1])
	if err == nil {
		err = embed.Stamp(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stamp:", err)
		os.Exit(1)
	}
}
