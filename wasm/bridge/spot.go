package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
)

// Spot is the decision under discussion, for the stage to point at: the one
// whose card the page has asked for. While time passes nothing is discussed.
func (s *Session) Spot() scene.Spot {
	if s.Busy() {
		return scene.Spot{}
	}
	r, ok := s.sim.RecordOf(s.discussed)
	if !ok || r.At > s.sim.Now() {
		return scene.Spot{}
	}
	spot := scene.Spot{Node: r.Node}
	if r.Decision != nil {
		for _, name := range r.Decision.Chose {
			if broker, id, ok := queueOf(name); ok {
				spot.Broker, spot.Queue = broker, id
				break
			}
		}
	}
	return spot
}

// queueOf takes a queue's name "broker-a/3" apart.
func queueOf(name string) (broker string, id int32, ok bool) {
	broker, digits, found := strings.Cut(name, "/")
	n, err := strconv.ParseInt(digits, 10, 32)
	return broker, int32(n), found && err == nil
}

// Picked is the node selected, 0 for none.
func (s *Session) Picked() kernel.NodeID {
	if n := named(s.View(), s.Selected); n != nil {
		return n.ID
	}
	return 0
}

// Stage is what placing the present moment depends on, for a stage of a size in
// CSS px: the decision under discussion and the node selected stay in sight.
func (s *Session) Stage(w, h float32) layout.Input {
	spot := s.Spot()
	in := layout.Input{W: w, H: h, Mode: layout.ModeFor(w), Touched: spot.Broker, Queue: -1, Open: s.Picked()}
	if spot.Broker != "" {
		in.Queue = spot.Queue
	}
	if in.Open == 0 {
		in.Open = spot.Node
	}
	return in
}

// Steps counts what a person did to the run, and Since is the moment before the
// last of it: what changed after it is marked on the stage.
func (s *Session) Steps() (count uint64, since kernel.Time) { return s.steps, s.before }
