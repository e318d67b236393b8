// Package theme holds the colours and strokes of the stage. Its values are
// those of the page's tokens.css, under the same names; a theme changes values,
// never meaning.
package theme

// Color names a colour of a theme. What a shape carries is the name, so that a
// change of theme needs no new scene.
type Color uint8

// The colours of tokens.css, in its order.
const (
	None     Color = iota // draws nothing
	Page                  // behind the page
	Stage                 // behind the drawing
	Surface               // of a card or replica
	Lane                  // of an empty queue
	Hair                  // frames and tracks; carries no meaning alone
	Ink                   // text and stored messages
	Ink2                  // quieter text
	Line                  // strokes that carry meaning
	Accent                // the decision under discussion
	OnAccent              // text on Accent
	Wash                  // halo of what is chosen
	Changed               // behind a value that just changed or fires next
	Down                  // failure; always with a sign or a word
	DownWash              // behind text in Down
	Offset                // the flat offset of a process
	C1                    // the six owners
	C2
	C3
	C4
	C5
	C6
	OnOwner // text on an owner's colour
	Count   // how many there are
)

// Owners is how many owners have a colour of their own.
const Owners = 6

// Owner returns the colour of owner slot n (1 to Owners), Line for any other.
func Owner(n uint8) Color {
	if n < 1 || n > Owners {
		return Line
	}
	return C1 + Color(n) - 1
}

// Theme is one set of values. Colours are 0xRRGGBB.
type Theme struct {
	Name   string
	Colors [Count]uint32
	Stroke float32 // of a replica, CSS px
	Cable  float32 // of an owner's cable, CSS px
	Dark   bool    // light text on a dark ground
}

// Light is the theme of the printed page.
var Light = Theme{Name: "light", Stroke: 2, Cable: 3, Colors: [Count]uint32{
	Page: 0xF5F3EE, Stage: 0xFBFAF7, Surface: 0xFFFFFF, Lane: 0xEFECE5, Hair: 0xDEDAD1,
	Ink: 0x1C2430, Ink2: 0x566070, Line: 0x7C8694,
	Accent: 0x5A3EC8, OnAccent: 0xFFFFFF, Wash: 0xEDE9FB,
	Changed: 0xFFE9A6, Down: 0xB3261E, DownWash: 0xF9E4E1, Offset: 0xE3DFD6,
	C1: 0x0062A8, C2: 0xBF4800, C3: 0x007A5B, C4: 0xA33B78, C5: 0x1F7AA8, C6: 0x4A3A14, OnOwner: 0xFFFFFF,
}}

// Dark is the theme for a dark room.
var Dark = Theme{Name: "dark", Stroke: 2, Cable: 3, Dark: true, Colors: [Count]uint32{
	Page: 0x10141A, Stage: 0x151A21, Surface: 0x1C232C, Lane: 0x28313D, Hair: 0x303A46,
	Ink: 0xEDF0F4, Ink2: 0xA7B1BF, Line: 0x7B8898,
	Accent: 0xAFA0FF, OnAccent: 0x17122E, Wash: 0x2B2650,
	Changed: 0x463A0E, Down: 0xFF8B80, DownWash: 0x3E2326, Offset: 0x0B0E12,
	C1: 0x58AEF0, C2: 0xFF8A3D, C3: 0x2FC796, C4: 0xEC86BC, C5: 0xA5DDF8, C6: 0xF6EBB0, OnOwner: 0x10141A,
}}

// Projector is the theme for a room: more contrast, heavier strokes.
var Projector = Theme{Name: "projector", Stroke: 2.5, Cable: 5, Colors: [Count]uint32{
	Page: 0xFFFFFF, Stage: 0xFFFFFF, Surface: 0xFFFFFF, Lane: 0xECECEC, Hair: 0xC9CDD3,
	Ink: 0x000000, Ink2: 0x333B45, Line: 0x5A6370,
	Accent: 0x4527B0, OnAccent: 0xFFFFFF, Wash: 0xE6E0FA,
	Changed: 0xFFE07A, Down: 0xA01810, DownWash: 0xF8DAD6, Offset: 0xD5D8DC,
	C1: 0x00508F, C2: 0xB03F00, C3: 0x006B4F, C4: 0x8F2A66, C5: 0x0077AA, C6: 0x3A2C08, OnOwner: 0xFFFFFF,
}}

// Named returns the theme of a name: "light", "dark" or "projector". Any other
// name is Light.
func Named(name string) *Theme {
	switch name {
	case Dark.Name:
		return &Dark
	case Projector.Name:
		return &Projector
	}
	return &Light
}
