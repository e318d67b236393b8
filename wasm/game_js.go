package main

import (
	"strconv"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"rocketscope/engine"
	"rocketscope/wasm/bridge"
	"rocketscope/wasm/draw"
	"rocketscope/wasm/heap"
	"rocketscope/wasm/input"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/theme"
	"rocketscope/wasm/words"
)

// maxDPR bounds the device pixels of a CSS px: more cannot be seen, but costs.
const maxDPR = 2

// afterStart is how long after the beginning nobody waits for the first frame
// any more: until then nothing is collected.
const afterStart = 2 * time.Second

// game is the loop between Ebitengine and the session. Its buffers are used
// again in every frame.
type game struct {
	link    *link
	session *bridge.Session
	hands   input.Hands
	painter *draw.Painter
	heap    *heap.Keeper
	theme   *theme.Theme
	spoken  *words.Catalogue // where words are from
	words   scene.Words
	reduced bool // motion

	layout layout.Layout
	scene  scene.Scene
	ui     scene.UI
	beside beside
	point  string // a name that the page points at

	w, h, dpr float64 // CSS px, and device pixels of one
	near      float64 // how much the page has enlarged the frame to show a part of it; 0 is not at all
	begun     time.Time
	last      time.Time // of the frame before; zero after a rest
	ready     bool      // the page knows that a frame was drawn
}

// speak takes over the words of the language chosen.
func (g *game) speak() {
	if c := g.session.Words(); c != g.spoken {
		g.spoken, g.words = c, c.Stage()
	}
}

// LayoutF draws in device pixels, so that text is sharp.
func (g *game) LayoutF(w, h float64) (float64, float64) {
	near := max(g.near, 1)
	g.w, g.h = w/near, h/near
	g.dpr = min(ebiten.Monitor().DeviceScaleFactor(), maxDPR) * near
	return g.w * g.dpr, g.h * g.dpr
}

// Layout is what Ebitengine asks for where LayoutF is not known.
func (g *game) Layout(w, h int) (int, int) { return w, h }

// Update takes what the page and the person asked for, lets time pass, and
// places what there is now.
func (g *game) Update() error {
	now := time.Now()
	if g.begun.IsZero() {
		g.begun = now
	}
	for _, r := range g.link.take() {
		g.handle(r)
	}
	if g.last.IsZero() {
		g.last = now
	}
	g.session.Tick(now.Sub(g.last))
	g.last = now
	g.place()
	if g.ready { // the first frame waits for nothing
		g.session.Report(g.layout.Slots)
	}
	if now.Sub(g.begun) > afterStart {
		g.heap.Tidy()
	}
	return nil
}

// place lays the present moment out.
func (g *game) place() {
	g.ui.Spot = g.session.Spot()
	g.beside.view, g.beside.mark = g.session.Beside()
	g.ui.Differs, g.beside.differ = g.session.Differing()
	w := g.w
	if g.two() {
		w /= 2
	}
	in := g.session.Stage(float32(w), float32(g.h))
	if g.theme == &theme.Projector && in.Mode != layout.Phone { // a page that presents
		in.Mode = layout.Projector
	}
	if g.two() {
		in.Mode = layout.Embed
	}
	layout.Place(&g.layout, g.session.View(), in)
	if g.beside.view != nil {
		g.placeBeside(in)
	}
}

// Draw paints the moment and, when nothing moves, closes the gate until
// something happens.
func (g *game) Draw(screen *ebiten.Image) {
	if g.painter == nil {
		p, err := draw.NewPainter()
		if err != nil {
			panic(err)
		}
		g.painter = p
	}
	ui := &g.ui
	ui.Now = float64(g.last.Sub(g.begun)) / float64(time.Millisecond)
	ui.Speed = g.session.Rate()
	ui.Reduced = g.reduced
	ui.Step, ui.Since = g.session.Steps()
	ui.Focus, ui.Hover, ui.Picked = g.hands.Focus, g.hands.Hover, g.session.Picked()
	if t, ok := g.session.Find(g.scene.Targets, g.point); ok {
		ui.Focus = t
	}
	g.speak()
	scene.Compose(&g.scene, &g.layout, g.session.View(), &g.words, ui)
	g.paintRuns(screen)
	if !g.ready {
		g.ready = true
		g.link.send(`{"type":"ready","engine":` + strconv.Itoa(engine.Behaviour) + `}`)
		return
	}
	if !g.session.Busy() && !g.session.Searching() && !g.session.Drawing() && !g.scene.Moving && !g.beside.moving() && g.link.quiet() {
		g.last = time.Time{}
		g.link.rest()
	}
}
