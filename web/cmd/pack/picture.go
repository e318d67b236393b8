package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"rocketscope/engine"
	"rocketscope/wasm/bridge"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/svg"
	"rocketscope/wasm/theme"
)

// The stage of a picture, CSS px: wide enough for a sheet of paper, with the
// large type of a figure.
const (
	width  = 800
	height = 340
)

// picture is a still of the stage.
type picture struct {
	File, Alt, At, Caption string
}

// camera asks a session for the lesson's moments, as the page does. Beside it
// runs what is read for the captions.
type camera struct {
	session *bridge.Session
	refused error
	sim     *engine.Sim
	log     engine.Log
}

func newCamera(text string) (*camera, error) {
	c := &camera{}
	c.session = bridge.NewSession(func(line string) {
		var said struct{ Type, Text string }
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			c.refused = err
		} else if said.Type == "error" {
			c.refused = fmt.Errorf("%s", said.Text)
		}
	})
	c.session.Handle("lesson", text)
	return c, c.refused
}

// run is a run of a log at a position.
func (c *camera) run(log engine.Log, to engine.Pos) (*engine.Sim, error) {
	if c.sim == nil || len(c.log.Entries) != len(log.Entries) || &c.log.Entries[0] != &log.Entries[0] {
		sim, err := engine.Replay(log)
		if err != nil {
			return nil, err
		}
		c.sim, c.log = sim, log
	}
	return c.sim, c.sim.Seek(to)
}

// take goes to a moment and draws it: look, a node or a queue, is ringed, and
// the record has its place on the stage.
func (c *camera) take(lang, verb, arg, look string, record uint64, title string) ([]byte, error) {
	s := c.session
	s.Handle("lang", lang)
	s.Handle(verb, arg)
	s.Handle("select", "")
	s.Handle("why", strconv.FormatUint(record, 10))
	if record == 0 {
		c.refused = nil // there is no such record: nothing is discussed
	}
	words := s.Words().Stage()
	var l layout.Layout
	var sc scene.Scene
	layout.Place(&l, s.View(), s.Stage(width, height))
	ui := scene.UI{Spot: s.Spot(), Reduced: true}
	scene.Compose(&sc, &l, s.View(), &words, &ui)
	if t, ok := s.Find(sc.Targets, look); ok {
		ui.Focus = t
		scene.Compose(&sc, &l, s.View(), &words, &ui)
	}
	return svg.Append(nil, &sc, &theme.Projector, title), c.refused
}
