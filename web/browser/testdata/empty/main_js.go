// Command empty is the least that an Ebitengine program can be. The benchmarks
// hold the figure's first frame against the one of this.
package main

import (
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

type game struct{ drawn bool }

// Update has nothing to do.
func (g *game) Update() error { return nil }

// Draw tells the page around when it is called first.
func (g *game) Draw(*ebiten.Image) {
	if !g.drawn {
		g.drawn = true
		js.Global().Get("parent").Call("postMessage", "drawn", "*")
	}
}

// Layout is CSS px: a device pixel each.
func (g *game) Layout(w, h int) (int, int) { return w, h }

func main() {
	if err := ebiten.RunGame(&game{}); err != nil {
		panic(err)
	}
}
