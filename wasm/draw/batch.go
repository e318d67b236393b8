// Package draw paints a scene: one batch of triangles with one shader, in which
// every shape is a signed distance, and labels from the atlas. The batch is
// built without Ebitengine, which only paint_js.go uses.
package draw

import (
	"math"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// Vertex is ebiten.Vertex under another name, so that a batch is built and
// measured on any machine. What the fields carry is said in shader.kage.
type Vertex struct {
	DstX, DstY                         float32
	SrcX, SrcY                         float32
	ColorR, ColorG, ColorB, ColorA     float32
	Custom0, Custom1, Custom2, Custom3 float32
}

// Labels finds the atlas slot of a label; size is in device pixels.
type Labels interface {
	Slot(words string, size float32, weight uint16, width float32) (text.Slot, bool)
}

// Kinds of the shader.
const (
	kindBox = iota
	kindToken
	kindArc
	kindPath
	kindText
)

// Batch is the triangles of one frame. Build reuses its buffers.
type Batch struct {
	Vertices []Vertex
	Indices  []uint32
	Missed   bool // a label found no room in the atlas

	scale float32
}

// Build fills b from a scene. scale is device pixels a stage unit.
func (b *Batch) Build(s *scene.Scene, scale float32, labels Labels) {
	b.Vertices, b.Indices, b.scale, b.Missed = b.Vertices[:0], b.Indices[:0], scale, false
	for i := range s.Shapes {
		sh := &s.Shapes[i]
		switch sh.Kind {
		case scene.Box:
			b.box(sh)
		case scene.Token:
			b.token(sh)
		case scene.Arc:
			b.arc(sh)
		case scene.Path:
			b.path(sh, s.Points[sh.At:sh.At+sh.N])
		case scene.Text:
			b.text(sh, labels)
		}
	}
}

// header packs what selects the code of the shader: kind and pattern; then the
// two colours and the sub-shape.
func header(kind int, sh *scene.Shape) (float32, float32) {
	return float32(kind + 8*int(sh.Pattern)),
		float32(int(sh.Fill) + 32*int(sh.Stroke) + 1024*int(sh.Sub))
}

// around adds a quad of half size hw, hh around a centre, with local coordinates.
func (b *Batch) around(x, y, hw, hh float32, v Vertex) {
	n := uint32(len(b.Vertices))
	for i := range 4 {
		sx, sy := float32(i&1*2-1)*hw, float32(i&2-1)*hh
		v.DstX, v.DstY, v.SrcX, v.SrcY = x+sx, y+sy, sx, sy
		b.Vertices = append(b.Vertices, v)
	}
	b.Indices = append(b.Indices, n, n+1, n+2, n+1, n+2, n+3)
}

func (b *Batch) box(sh *scene.Shape) {
	k := b.scale
	var v Vertex
	v.Custom0, v.Custom1 = header(kindBox, sh)
	hw, hh, sw := sh.W*k/2, sh.H*k/2, sh.SW*k
	v.ColorR, v.ColorG, v.ColorB, v.ColorA = hw, hh, min(sh.R*k, hw, hh), sw
	v.Custom2, v.Custom3 = sh.Dash*k, sh.Gap*k
	b.around((sh.X+sh.W/2)*k, (sh.Y+sh.H/2)*k, hw+sw/2+1, hh+sw/2+1, v)
}

func (b *Batch) token(sh *scene.Shape) {
	k := b.scale
	var v Vertex
	v.Custom0, v.Custom1 = header(kindToken, sh)
	r, sw := sh.W*k, sh.SW*k
	v.ColorR, v.ColorG, v.ColorA = r, k, sw
	v.Custom2, v.Custom3 = sh.Dash*k, sh.Gap*k
	ext := r*1.25 + sw/2 + 1
	b.around(sh.X*k, sh.Y*k, ext, ext, v)
}

func (b *Batch) arc(sh *scene.Shape) {
	k := b.scale
	var v Vertex
	v.Custom0, v.Custom1 = header(kindArc, sh)
	v.ColorR, v.ColorG, v.ColorB = sh.W*k, sh.H*k, sh.R
	ext := sh.W*k + sh.H*k*0.62 + 1
	b.around(sh.X*k, sh.Y*k, ext, ext, v)
}

// path makes a strip of a polyline. Local coordinates are the length along it
// and the distance across; corners are mitred.
func (b *Batch) path(sh *scene.Shape, pts []scene.Point) {
	if len(pts) < 2 {
		return
	}
	k := b.scale
	half := sh.SW * k / 2
	ext := half + 1
	var v Vertex
	v.Custom0, v.Custom1 = header(kindPath, sh)
	v.Custom2, v.Custom3 = sh.Dash*k, sh.Gap*k
	v.ColorR, v.ColorG = half, length(pts)*k
	first := uint32(len(b.Vertices))
	var u float32
	dx, dy := direction(pts[0], pts[1], 1, 0)
	for i, p := range pts {
		ox, oy := dx, dy // towards this point
		if i+1 < len(pts) {
			dx, dy = direction(p, pts[i+1], dx, dy)
		}
		nx, ny := miter(ox, oy, dx, dy)
		x, y, along := p.X*k, p.Y*k, u
		switch i {
		case 0:
			x, y, along = x-dx*ext, y-dy*ext, -ext
		case len(pts) - 1:
			x, y, along = x+dx*ext, y+dy*ext, u+ext
		}
		v.DstX, v.DstY, v.SrcX, v.SrcY = x+nx*ext, y+ny*ext, along, ext
		b.Vertices = append(b.Vertices, v)
		v.DstX, v.DstY, v.SrcY = x-nx*ext, y-ny*ext, -ext
		b.Vertices = append(b.Vertices, v)
		if i+1 < len(pts) {
			u += dist(p, pts[i+1]) * k
			n := first + uint32(2*i)
			b.Indices = append(b.Indices, n, n+1, n+2, n+1, n+2, n+3)
		}
	}
}

// miter is the offset of a corner between two directions, for a half width of 1.
func miter(ax, ay, bx, by float32) (float32, float32) {
	nx, ny := -(ay + by), ax+bx
	d := nx*-by + ny*bx // twice the cosine of half the turn, squared, times ...
	if d < 0.5 {
		return -by, bx
	}
	return nx / d, ny / d
}

func direction(a, b scene.Point, dx, dy float32) (float32, float32) {
	d := dist(a, b)
	if d < 1e-4 {
		return dx, dy
	}
	return (b.X - a.X) / d, (b.Y - a.Y) / d
}

func dist(a, b scene.Point) float32 {
	return float32(math.Sqrt(float64((b.X-a.X)*(b.X-a.X) + (b.Y-a.Y)*(b.Y-a.Y))))
}

func length(pts []scene.Point) float32 {
	var sum float32
	for i := 1; i < len(pts); i++ {
		sum += dist(pts[i-1], pts[i])
	}
	return sum
}

// text places a label's slot on whole pixels, so that it is as sharp as the
// browser drew it.
func (b *Batch) text(sh *scene.Shape, labels Labels) {
	if sh.Text == " " || sh.Fill == theme.None {
		return
	}
	k := b.scale
	slot, ok := labels.Slot(sh.Text, sh.H*k, sh.Weight, sh.W*k)
	if !ok {
		b.Missed = true
		return
	}
	var v Vertex
	v.Custom0, v.Custom1 = header(kindText, sh)
	x := round(sh.X*k) - text.Pad
	y := round(sh.Y*k) - text.Pad - text.Ascent(sh.H*k)
	n := uint32(len(b.Vertices))
	for i := range 4 {
		ox, oy := float32(i&1)*float32(slot.W), float32(i&2/2)*float32(slot.H)
		v.DstX, v.DstY, v.SrcX, v.SrcY = x+ox, y+oy, float32(slot.X)+ox, float32(slot.Y)+oy
		b.Vertices = append(b.Vertices, v)
	}
	b.Indices = append(b.Indices, n, n+1, n+2, n+1, n+2, n+3)
}

func round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }
