// Command posters makes the stills of every scenario that a figure shows before
// anybody presses play.
package main

import (
	"fmt"
	"os"

	"rocketscope/web/embed"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: posters STORIES LOCALES OUT")
		os.Exit(2)
	}
	if err := embed.Write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "posters:", err)
		os.Exit(1)
	}
}
