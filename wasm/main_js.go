// Command wasm is the program behind the stage: it runs the engine, draws what
// it shows, and speaks with the page. It is built for GOOS=js only; all that can
// be tested without a browser lives in the packages beside it.
package main

import (
	"github.com/hajimehoshi/ebiten/v2"

	"rocketscope/wasm/bridge"
	"rocketscope/wasm/heap"
	"rocketscope/wasm/theme"
)

func main() {
	l := newLink()
	g := &game{link: l, session: bridge.NewSession(l.send), theme: theme.Named("light"), heap: heap.NewKeeper()}
	l.listen()
	<-l.first // the first frame shows something
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGame(g); err != nil {
		panic(err)
	}
}
