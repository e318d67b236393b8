// Package scene turns a placed view into flat shapes, back to front, and knows
// what a person points at. Shapes are values in stage units with colours by
// name; the caller brings the words. It keeps the little state that motion needs.
package scene

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/theme"
)

// Kind is how a shape is drawn.
type Kind uint8

// The kinds of shapes.
const (
	Box   Kind = iota // rounded rectangle X Y W H of radius R: fill, pattern, stroke, dash
	Token             // message: shape Sub, radius W, centre X Y, state in Pattern
	Arc               // timer: centre X Y, radius W, width H, fraction R left
	Path              // polyline Points[At:At+N]: stroke, dash
	Text              // label: left end of the baseline X Y, width W, size H
)

// Pattern is how an area is filled.
type Pattern uint8

// The patterns: of boxes, then of tokens by the state they stand for.
const (
	Plain   Pattern = iota
	Hatch           // diagonal lines in Hair: a replica or process that is down
	Solid           // stored
	Hollow          // consumed
	Stripes         // being consumed, in the owner's colour
	Core            // in flight
	Half            // delayed
	Dots            // retried
	Cross           // dead letter
	Dashed          // only on a dead disk
)

// Shape is one mark. Fill and Stroke are None where there is none.
type Shape struct {
	Kind         Kind
	Sub          uint8
	Pattern      Pattern
	Fill, Stroke theme.Color
	Weight       uint16
	X, Y, W, H   float32
	R            float32
	SW           float32 // width of the stroke
	Dash, Gap    float32 // 0 for a full stroke
	At, N        int32
	Text         string
}

// Point is a point of a path, in stage units.
type Point struct{ X, Y float32 }

// Spot is the decision under discussion.
type Spot struct {
	Node   kernel.NodeID // the process that decided; 0 if none is discussed
	Broker string        // the queue that it is about, "" if none
	Queue  int32
	Verb   string        // on its cable: "pull"
	From   kernel.NodeID // where the news came from, 0 if nothing is drawn
	Label  string        // on the thread from there: "route answer 30.212"
}

// UI is what a person's eyes and hands are at; none of it is part of the cluster.
type UI struct {
	Now     float64 // wall time in ms; only differences count
	Speed   float32 // simulated seconds a wall second; 0 while paused
	Reduced bool    // reduced motion
	Step    uint64  // changes at every step: what was kept until the next step goes
	Since   kernel.Time
	Spot    Spot
	Focus   Target // of the keyboard; zero if the stage has no focus
	Hover   Target
	Picked  kernel.NodeID // the process that is selected
	Differs []bool        // by the view's queues: lanes that are otherwise in the run beside this one
}

// Scene is the result of Compose. Shapes are in drawing order; Targets are in
// the order in which the keyboard visits them.
type Scene struct {
	Shapes  []Shape
	Points  []Point
	Targets []Target
	Zoom    float32
	W, H    float32
	Moving  bool // something is between two places: compose again soon

	l       *layout.Layout
	v       *view.View
	w       *Words
	ui      *UI
	runs    []run
	wires   []wire
	severed []curve     // between replicas
	head    float32     // where the words in the head of the replica at work end
	still   int         // how many targets stand still: those before the flights
	next    kernel.Time // when the next timer on the stage fires
	motion  motion
}

// Compose fills s from a layout and its view. It allocates only while its
// buffers grow.
func Compose(s *Scene, l *layout.Layout, v *view.View, w *Words, ui *UI) {
	s.Shapes, s.Points, s.Targets, s.wires = s.Shapes[:0], s.Points[:0], s.Targets[:0], s.wires[:0]
	s.severed = s.severed[:0]
	s.l, s.v, s.w, s.ui = l, v, w, ui
	s.Zoom, s.W, s.H, s.Moving = l.Zoom, l.W, l.H, false
	s.motion.begin(s)
	s.next = s.nextTimer()
	s.frames()
	s.copies()
	s.cables()
	s.links()
	s.replicas()
	s.homeward()
	s.nameServers()
	s.producers()
	s.consumers()
	s.legend()
	s.still = len(s.Targets)
	s.cuts()
	s.severances()
	s.flights()
	s.spot()
	s.rings()
	s.motion.end(s)
}

// nextTimer finds the timer that fires first, as only that one is washed.
func (s *Scene) nextTimer() kernel.Time {
	next := kernel.Never
	for i := range s.v.Timers {
		t := &s.v.Timers[i]
		if n := layout.NodeAt(s.v, t.Node); n >= 0 && t.At >= s.v.At && t.At < next && kindOf(s.v.Nodes[n].Role, t.Kind) {
			next = t.At
		}
	}
	return next
}
