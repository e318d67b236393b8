// Command framebench measures a frame of the stage in a browser: 16 full and 184
// folded lanes, 20 nodes, 1,000 moving messages. It draws for five seconds, then
// times its own Update and Draw in 300 frames and leaves the figures in the
// page's global "figures". ./build.sh bench runs it.
package main

import (
	"runtime"
	"slices"
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"rocketscope/engine/view"
	"rocketscope/wasm/draw"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/theme"
)

const (
	warmUp = 5 * time.Second
	frames = 300
)

type game struct {
	view    *view.View
	layout  layout.Layout
	scene   scene.Scene
	ui      scene.UI
	painter *draw.Painter
	moment  int64 // of three, so that nothing arrives
	begun   time.Time
	own     time.Duration // in this frame
	times   []float64     // ms
	before  runtime.MemStats
}

// Layout is CSS px: a device pixel each.
func (g *game) Layout(w, h int) (int, int) { return w, h }

// Update places as the program does; every message has moved since the frame before.
func (g *game) Update() error {
	start := time.Now()
	g.moment = (g.moment + 1) % 3
	g.view.At = stagetest.Sec(60000 + g.moment)
	layout.Place(&g.layout, g.view, layout.Input{W: 1084, H: 612, Mode: layout.Page, Queue: -1})
	g.own = time.Since(start)
	return nil
}

// Draw paints and takes the time.
func (g *game) Draw(screen *ebiten.Image) {
	start := time.Now()
	g.ui.Now = float64(start.Sub(g.begun)) / float64(time.Millisecond)
	scene.Compose(&g.scene, &g.layout, g.view, &stagetest.English, &g.ui)
	g.painter.Paint(screen, &g.scene, &theme.Light, 320.0/1084)
	if own := g.own + time.Since(start); start.Sub(g.begun) > warmUp && len(g.times) < frames {
		if len(g.times) == 0 {
			runtime.ReadMemStats(&g.before)
		}
		g.times = append(g.times, float64(own)/float64(time.Millisecond))
		if len(g.times) == frames {
			g.tell(start)
		}
	}
}

func (g *game) tell(now time.Time) {
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	slices.Sort(g.times)
	js.Global().Set("figures", map[string]any{
		"median": g.times[frames/2], "p95": g.times[frames*95/100],
		"mallocs": float64(after.Mallocs-g.before.Mallocs) / frames, "shapes": len(g.scene.Shapes),
		"seconds": now.Sub(g.begun).Seconds(),
	})
}

func main() {
	p, err := draw.NewPainter()
	if err != nil {
		panic(err)
	}
	g := &game{view: stagetest.Crowd(20, 200, 1000), painter: p, begun: time.Now(), times: make([]float64, 0, frames)}
	g.ui.Speed = 0.001
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGame(g); err != nil {
		panic(err)
	}
}
