package draw

import (
	_ "embed"
	"fmt"
	"image/color"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

//go:embed shader.kage
var shaderSource []byte

// The batch is handed to Ebitengine as it is: this line fails to compile when
// the two vertices differ.
var _ = ebiten.Vertex(Vertex{})

// Painter paints scenes. It owns the shader, the atlas of labels and the batch.
type Painter struct {
	shader  *ebiten.Shader
	labels  *text.Raster
	batch   Batch
	theme   *theme.Theme
	palette []float32
	options ebiten.DrawTrianglesShaderOptions
}

// NewPainter compiles the shader. Call it before or in the first frame.
func NewPainter() (*Painter, error) {
	shader, err := ebiten.NewShader(shaderSource)
	if err != nil {
		return nil, fmt.Errorf("stage shader: %w", err)
	}
	p := &Painter{shader: shader, labels: text.NewRaster(), palette: make([]float32, 4*theme.Count)}
	p.options.Images[0] = p.labels.Image()
	p.options.Uniforms = map[string]any{"Palette": p.palette, "Scale": float32(1)}
	return p, nil
}

// FontsChanged forgets all labels: a web font has arrived.
func (p *Painter) FontsChanged() { p.labels.Clear() }

// Paint draws a scene. dpr is device pixels a CSS px; the screen is in device
// pixels.
func (p *Painter) Paint(screen *ebiten.Image, s *scene.Scene, th *theme.Theme, dpr float32) {
	p.use(th)
	screen.Fill(rgb(th.Colors[theme.Stage]))
	scale := s.Zoom * dpr
	if old := p.options.Uniforms["Scale"]; old != scale {
		p.options.Uniforms["Scale"] = scale
	}
	p.labels.Begin()
	p.batch.Build(s, scale, p.labels)
	if p.batch.Missed { // the atlas is full of what earlier frames needed
		p.labels.Clear()
		p.batch.Build(s, scale, p.labels)
	}
	p.labels.Flush()
	if len(p.batch.Indices) == 0 {
		return
	}
	first := (*ebiten.Vertex)(unsafe.Pointer(&p.batch.Vertices[0]))
	screen.DrawTrianglesShader32(unsafe.Slice(first, len(p.batch.Vertices)), p.batch.Indices, p.shader, &p.options)
}

// use loads a theme's colours. Labels are rasterised for their ink, so another
// ink asks for new ones.
func (p *Painter) use(th *theme.Theme) {
	if th == p.theme {
		return
	}
	p.theme = th
	p.labels.Ink(th.Dark)
	for i, c := range th.Colors {
		v := p.palette[4*i : 4*i+4]
		if theme.Color(i) == theme.None {
			v[0], v[1], v[2], v[3] = 0, 0, 0, 0
			continue
		}
		v[0], v[1], v[2], v[3] = float32(c>>16&0xFF)/255, float32(c>>8&0xFF)/255, float32(c&0xFF)/255, 1
	}
}

func rgb(c uint32) color.RGBA {
	return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF}
}
