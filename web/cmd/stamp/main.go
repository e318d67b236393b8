// Command stamp moves a site's files into a folder named after their content.
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
	if err := embed.Stamp(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "stamp:", err)
		os.Exit(1)
	}
}
