// Command offline writes a built site as one self-contained page.
package main

import (
	"fmt"
	"os"

	"rocketscope/web/embed"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: offline DIST FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "offline:", err)
		os.Exit(1)
	}
}

func write(dist, file string) error {
	page, err := embed.Offline(dist)
	if err != nil {
		return err
	}
	return os.WriteFile(file, page, 0o644)
}
