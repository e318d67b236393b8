package text

import "math"

// Key names a rasterised label. Size is in tenths of a device pixel, so that a
// change of the device's scale makes new labels.
type Key struct {
	Text   string
	Size   uint16
	Weight uint16
}

// Slot is where a label lies in the atlas, in its pixels. Width is how wide the
// browser really drew it; the slot is Pad wider on each side.
type Slot struct {
	X, Y, W, H int32
	Width      float32
}

// Pad is the empty border of a slot, in pixels.
const Pad = 2

// Ascent is where the baseline of a label lies below the top of its slot's
// inside, in whole device pixels; size is in device pixels too.
func Ascent(size float32) float32 { return float32(math.Ceil(float64(size))) }

// Descent is how much of a slot's inside lies below the baseline.
func Descent(size float32) float32 { return float32(math.Ceil(float64(size) * 0.32)) }

// Atlas packs labels into shelves of equal height. When it is full, the shelf
// that has not been used for longest makes room.
type Atlas struct {
	W, H    int32
	slots   map[Key]entry
	shelves []shelf
	frame   uint32
	spare   []Key
}

type entry struct {
	Slot
	shelf int32
}

type shelf struct {
	y, h, x int32
	used    uint32
}

// NewAtlas returns an empty atlas of a size in pixels.
func NewAtlas(w, h int32) *Atlas {
	return &Atlas{W: w, H: h, slots: map[Key]entry{}}
}

// Begin starts a frame: what is found or added from now on is in use.
func (a *Atlas) Begin() { a.frame++ }

// Clear forgets every label; fonts or the ink have changed.
func (a *Atlas) Clear() {
	clear(a.slots)
	a.shelves = a.shelves[:0]
}

// Len returns how many labels the atlas holds.
func (a *Atlas) Len() int { return len(a.slots) }

// Find returns the slot of a label and marks it as used.
func (a *Atlas) Find(k Key) (Slot, bool) {
	e, ok := a.slots[k]
	if ok {
		a.shelves[e.shelf].used = a.frame
	}
	return e.Slot, ok
}

// Add makes room for a label of w x h pixels without its border. It fails when
// the labels of this frame alone fill the atlas, or one is wider than it.
func (a *Atlas) Add(k Key, w, h int32, width float32) (Slot, bool) {
	w, h = w+2*Pad, h+2*Pad
	i := a.shelf(w, h)
	if i < 0 {
		return Slot{}, false
	}
	s := &a.shelves[i]
	slot := Slot{X: s.x, Y: s.y, W: w, H: h, Width: width}
	s.x += w
	s.used = a.frame
	a.slots[k] = entry{Slot: slot, shelf: int32(i)}
	return slot, true
}

// shelf returns a shelf with room for w x h: one of that height, a new one, or
// the one idle for longest.
func (a *Atlas) shelf(w, h int32) int {
	if w > a.W {
		return -1
	}
	h = (h + 3) / 4 * 4
	bottom := int32(0)
	for i := range a.shelves {
		s := &a.shelves[i]
		if s.h == h && s.x+w <= a.W {
			return i
		}
		bottom = s.y + s.h
	}
	if bottom+h <= a.H {
		a.shelves = append(a.shelves, shelf{y: bottom, h: h})
		return len(a.shelves) - 1
	}
	idle := -1
	for i := range a.shelves {
		s := &a.shelves[i]
		if s.h >= h && s.used != a.frame && (idle < 0 || s.used < a.shelves[idle].used) {
			idle = i
		}
	}
	if idle >= 0 {
		a.empty(int32(idle))
	}
	return idle
}

func (a *Atlas) empty(i int32) {
	a.spare = a.spare[:0]
	for k, e := range a.slots {
		if e.shelf == i {
			a.spare = append(a.spare, k)
		}
	}
	for _, k := range a.spare {
		delete(a.slots, k)
	}
	a.shelves[i].x = 0
}
