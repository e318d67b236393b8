// Package input says what a pointer and keys mean on the stage. Events come
// from the frame's document rather than from Ebitengine's polling, so that a
// press between two frames, or while no frames are drawn, is never lost; what
// they mean depends on the scene alone and is tested natively.
package input

import "rocketscope/wasm/scene"

// Kind is what a person wants.
type Kind uint8

// The wishes.
const (
	Nothing Kind = iota
	Look         // another thing is pointed at or has the focus: draw again
	Menu         // what may be done to Target, at X, Y
	Add          // what may be added, at X, Y
	Let          // nothing is chosen any more
)

// Wish is what an event asks for. X and Y are CSS px of the stage.
type Wish struct {
	Kind   Kind
	Target scene.Target
	X, Y   float32
}

// Hands are where a person's pointer and keyboard are.
type Hands struct {
	Hover scene.Target // under the pointer
	Focus scene.Target // of the keyboard; zero when the stage has none
}

// Move points at a place.
func (h *Hands) Move(s *scene.Scene, x, y float32) Wish {
	t, _ := s.Hit(x, y)
	if t.Same(h.Hover) {
		return Wish{}
	}
	h.Hover = t
	return Wish{Kind: Look}
}

// Leave takes the pointer away.
func (h *Hands) Leave() Wish {
	h.Hover = scene.Target{}
	return Wish{Kind: Look}
}

// Click presses the main button, or taps.
func (h *Hands) Click(s *scene.Scene, x, y float32) Wish {
	h.Focus = scene.Target{}
	if t, ok := actable(s.Hit(x, y)); ok {
		return Wish{Menu, t, x, y}
	}
	return Wish{Kind: Let}
}

// Context presses the other button: the menu of a node, or of the stage.
func (h *Hands) Context(s *scene.Scene, x, y float32) Wish {
	if t, ok := actable(s.Hit(x, y)); ok {
		return Wish{Menu, t, x, y}
	}
	return Wish{Kind: Add, X: x, Y: y}
}

// Arrive gives the stage the keyboard: its first thing gets the focus.
func (h *Hands) Arrive(s *scene.Scene) Wish {
	if h.Focus.Kind == scene.Nothing {
		h.Focus, _ = s.Next(h.Focus, 1)
	}
	return Wish{Kind: Look}
}

// Depart takes the keyboard away.
func (h *Hands) Depart() Wish {
	h.Focus = scene.Target{}
	return Wish{Kind: Look}
}

// Key presses a key, by its DOM name. used is false for a key that the stage
// has no use for: the page may have one.
func (h *Hands) Key(s *scene.Scene, key string) (w Wish, used bool) {
	switch key {
	case "ArrowRight", "ArrowDown":
		return h.visit(s, 1), true
	case "ArrowLeft", "ArrowUp":
		return h.visit(s, -1), true
	case "Enter", " ", "ContextMenu":
		if t, ok := h.focused(s); ok {
			x, y := (t.Rect.X+t.Rect.W/2)*s.Zoom, (t.Rect.Y+t.Rect.H/2)*s.Zoom
			return Wish{Menu, t, x, y}, true
		}
	case "Escape":
		if h.Focus.Kind != scene.Nothing {
			return h.Depart(), true
		}
	case "a", "A":
		return Wish{Kind: Add, X: s.W * s.Zoom / 2, Y: s.H * s.Zoom / 2}, true
	}
	return Wish{}, false
}

func (h *Hands) visit(s *scene.Scene, step int) Wish {
	t, ok := s.Next(h.Focus, step)
	if !ok {
		return Wish{}
	}
	h.Focus = t
	return Wish{Kind: Look}
}

// focused finds the thing with the focus where it stands now.
func (h *Hands) focused(s *scene.Scene) (scene.Target, bool) {
	for _, t := range s.Targets {
		if t.Same(h.Focus) {
			return actable(t, true)
		}
	}
	return scene.Target{}, false
}

// actable passes on a target that has a menu: a node, by its card, its handle
// or one of its queues; a broker group; a message on its way; a link.
func actable(t scene.Target, found bool) (scene.Target, bool) {
	switch t.Kind {
	case scene.OnNode, scene.OnMenu, scene.OnLane, scene.OnGroup, scene.OnFlight, scene.OnLink:
		return t, found
	}
	return scene.Target{}, false
}
