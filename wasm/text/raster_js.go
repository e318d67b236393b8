package text

import (
	"image"
	"math"
	"strconv"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

// family is the stack of tokens.css.
const family = `px Inter,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif`

// Sizes of the atlas and of the canvas on which new labels are drawn.
const (
	atlasW, atlasH = 2048, 1024
	sheetW, sheetH = 1024, 1024
)

// Raster draws labels by the browser's 2D canvas into an atlas image. New
// labels of a frame are drawn together and read back once.
type Raster struct {
	atlas   *Atlas
	image   *ebiten.Image
	ctx     js.Value
	font    Key // of the context
	ink     string
	pending []pending
	x, y, h int32 // where the next label of the sheet goes
	pixels  []byte
	label   []byte
}

type pending struct {
	slot Slot
	x, y int32 // on the sheet
}

// NewRaster makes an empty atlas and its canvas.
func NewRaster() *Raster {
	canvas := js.Global().Get("document").Call("createElement", "canvas")
	canvas.Set("width", sheetW)
	canvas.Set("height", sheetH)
	ctx := canvas.Call("getContext", "2d", map[string]any{"willReadFrequently": true})
	ctx.Set("textRendering", "geometricPrecision")
	ctx.Set("fontKerning", "normal")
	return &Raster{
		atlas: NewAtlas(atlasW, atlasH),
		image: ebiten.NewImageWithOptions(image.Rect(0, 0, atlasW, atlasH), &ebiten.NewImageOptions{Unmanaged: true}),
		ctx:   ctx,
		ink:   "#000",
	}
}

// Image is the atlas.
func (r *Raster) Image() *ebiten.Image { return r.image }

// Begin starts a frame.
func (r *Raster) Begin() { r.atlas.Begin() }

// Clear forgets every label.
func (r *Raster) Clear() {
	r.atlas.Clear()
	r.pending = r.pending[:0]
	r.x, r.y, r.h = 0, 0, 0
}

// Ink says whether labels are light on dark; browsers thicken dark text.
func (r *Raster) Ink(light bool) {
	ink := "#000"
	if light {
		ink = "#fff"
	}
	if ink != r.ink {
		r.ink = ink
		r.Clear()
	}
}

// Slot returns where a label lies in the atlas, drawing it first if it is new.
// size is in device pixels; a label that comes out wider than width, because
// another font stands in, is squeezed into it.
func (r *Raster) Slot(words string, size float32, weight uint16, width float32) (Slot, bool) {
	k := Key{Text: words, Size: uint16(size*10 + 0.5), Weight: weight}
	if s, ok := r.atlas.Find(k); ok {
		return s, true
	}
	r.setFont(k)
	drawn := float32(r.ctx.Call("measureText", words).Get("width").Float())
	limit := width*1.02 + 1
	drawn = min(drawn, limit)
	asc, desc := int32(Ascent(size)), int32(Descent(size))
	s, ok := r.atlas.Add(k, int32(math.Ceil(float64(drawn))), asc+desc, drawn)
	if !ok {
		return s, false
	}
	if r.x+s.W > sheetW {
		r.x, r.y, r.h = 0, r.y+r.h, 0
	}
	if r.y+s.H > sheetH || s.W > sheetW {
		r.Flush()
	}
	r.h = max(r.h, s.H)
	if len(r.pending) == 0 {
		r.ctx.Call("clearRect", 0, 0, sheetW, sheetH)
		r.ctx.Set("fillStyle", r.ink)
	}
	r.ctx.Call("fillText", words, r.x+Pad, r.y+Pad+asc, limit)
	r.pending = append(r.pending, pending{slot: s, x: r.x, y: r.y})
	r.x += s.W
	return s, true
}

func (r *Raster) setFont(k Key) {
	if r.font.Size == k.Size && r.font.Weight == k.Weight {
		return
	}
	r.font = Key{Size: k.Size, Weight: k.Weight}
	b := strconv.AppendUint(nil, uint64(k.Weight), 10)
	b = append(b, ' ')
	b = strconv.AppendFloat(b, float64(k.Size)/10, 'f', 1, 64)
	r.ctx.Set("font", string(append(b, family...)))
}

// Flush reads the sheet back and copies its labels into the atlas.
func (r *Raster) Flush() {
	if len(r.pending) == 0 {
		return
	}
	h := r.y + r.h
	data := r.ctx.Call("getImageData", 0, 0, sheetW, h).Get("data")
	if n := int(sheetW * h * 4); cap(r.pixels) < n {
		r.pixels = make([]byte, n)
	} else {
		r.pixels = r.pixels[:n]
	}
	js.CopyBytesToGo(r.pixels, data)
	for _, p := range r.pending {
		r.write(p)
	}
	r.pending = r.pending[:0]
	r.x, r.y, r.h = 0, 0, 0
}

// write copies one label: its coverage, as white with premultiplied alpha.
func (r *Raster) write(p pending) {
	r.label = r.label[:0]
	for y := range p.slot.H {
		row := r.pixels[((p.y+y)*sheetW+p.x)*4:]
		for x := range p.slot.W {
			a := row[x*4+3]
			r.label = append(r.label, a, a, a, a)
		}
	}
	rect := image.Rect(int(p.slot.X), int(p.slot.Y), int(p.slot.X+p.slot.W), int(p.slot.Y+p.slot.H))
	r.image.SubImage(rect).(*ebiten.Image).WritePixels(r.label)
}
