package main

import (
	"github.com/hajimehoshi/ebiten/v2"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/bridge"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
)

// beside is the second run of a comparison on the stage: in the right half, or,
// where there is no room, in place of the first. It can be looked at, not acted on.
type beside struct {
	view   *view.View // nil when nothing is compared
	mark   kernel.Time
	differ []bool
	layout layout.Layout
	scene  scene.Scene
	halves [2]*ebiten.Image
}

// two tells whether both runs are on the stage.
func (g *game) two() bool { return g.beside.view != nil && g.w >= bridge.RoomForTwo }

// moving tells whether something of the second run is between two places.
func (b *beside) moving() bool { return b.view != nil && b.scene.Moving }

// foreign tells whether a place on the stage belongs to the second run.
func (g *game) foreign(x float32) bool {
	if g.two() {
		return float64(x) >= g.w/2
	}
	return g.beside.view != nil && g.session.ShowsOther()
}

// placeBeside lays the second run out as the first one is.
func (g *game) placeBeside(in layout.Input) {
	in.Touched, in.Queue, in.Open = "", -1, 0
	layout.Place(&g.beside.layout, g.beside.view, in)
}

// paintRuns paints one run, or both of a comparison.
func (g *game) paintRuns(screen *ebiten.Image) {
	b := &g.beside
	if b.view == nil || !g.two() && !g.session.ShowsOther() {
		g.painter.Paint(screen, &g.scene, g.theme, float32(g.dpr))
		return
	}
	ui := g.ui
	ui.Since, ui.Spot, ui.Hover, ui.Focus, ui.Picked = b.mark, scene.Spot{}, scene.Target{}, scene.Target{}, 0
	ui.Differs = b.differ
	scene.Compose(&b.scene, &b.layout, b.view, &g.words, &ui)
	if !g.two() {
		g.painter.Paint(screen, &b.scene, g.theme, float32(g.dpr))
		return
	}
	for i, s := range []*scene.Scene{&g.scene, &b.scene} {
		half := g.half(i, screen)
		g.painter.Paint(half, s, g.theme, float32(g.dpr))
		at := &ebiten.DrawImageOptions{}
		at.GeoM.Translate(float64(i*half.Bounds().Dx()), 0)
		screen.DrawImage(half, at)
	}
}

// half is the image of one half of the screen, made anew when its size changes.
func (g *game) half(i int, screen *ebiten.Image) *ebiten.Image {
	w, h := screen.Bounds().Dx()/2, screen.Bounds().Dy()
	if old := g.beside.halves[i]; old != nil {
		if old.Bounds().Dx() == w && old.Bounds().Dy() == h {
			return old
		}
		old.Deallocate()
	}
	g.beside.halves[i] = ebiten.NewImage(w, h)
	return g.beside.halves[i]
}
