package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
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
	if r.Decision != nil && s.isShown(r.Decision.Saw) {
		for _, names := range [][]string{r.Decision.Chose, about(r.Decision.Saw)} {
			if len(names) != 1 || spot.Broker != "" {
				continue // of several queues none is the one
			}
			if broker, id, ok := queueOf(names[0]); ok {
				spot.Broker, spot.Queue = broker, id
			}
		}
	}
	if spot.Broker != "" {
		spot.Verb = s.Words().Spot(r.Rule.String())
	}
	if news, ok := s.news(r); ok {
		spot.From, spot.Label = s.teller(), s.Words().SpotNews(news.At)
	}
	return spot
}

// isShown tells whether a decision is about the topic whose queues the stage
// shows, or about none.
func (s *Session) isShown(saw []explain.Fact) bool {
	for _, f := range saw {
		if f.Key == "topic" {
			return f.Text == s.View().Topic
		}
	}
	return true
}

// about are the queues that a decision is about without choosing them.
func about(saw []explain.Fact) (names []string) {
	for _, f := range saw {
		if f.Key == "queue" {
			names = append(names, f.Text)
		}
	}
	return names
}

// oldestNews bounds the records that are walked back to the news behind one.
const oldestNews = 16

// news is the route answer that led to a record: itself, or the nearest of its
// causes at the same node.
func (s *Session) news(r engine.Record) (engine.Record, bool) {
	for range oldestNews {
		if r.Rule == explain.ClientRouteChanged || r.Rule == explain.ClientRouteKept || r.Rule == explain.ClientBrokerOffline {
			return r, true
		}
		cause, ok := s.sim.RecordOf(uint64(r.Cause))
		if !ok || cause.Node != r.Node {
			return r, false
		}
		r = cause
	}
	return r, false
}

// teller is the name server that can have given the news: the only one that is
// running, 0 if there are more.
func (s *Session) teller() (id kernel.NodeID) {
	for _, n := range s.View().Nodes {
		if n.Role == view.NameServer && n.State == view.Up {
			if id != 0 {
				return 0
			}
			id = n.ID
		}
	}
	return id
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
