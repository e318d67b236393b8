// Command pages adds to a built site the pages that hosts show of an address:
// one for each scenario and language, with its oEmbed answer and its picture.
package main

import (
	"fmt"
	"os"

	"rocketscope/web/embed"
	"rocketscope/web/photo"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pages DIST BASE_URL")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func write(dist, base string) error {
	ctx, shut, err := photo.Open()
	if err != nil {
		return err
	}
	defer shut()
	return embed.Pages(dist, base, func(card []byte) ([]byte, error) {
		return photo.Take(ctx, card, embed.CardW, embed.CardH)
	})
}
