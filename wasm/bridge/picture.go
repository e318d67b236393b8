package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/svg"
	"rocketscope/wasm/theme"
)

// The sizes that a picture may have, in CSS px.
const (
	smallest = 240
	greatest = 4096
)

// look is how a picture is to be drawn.
type look struct {
	theme   *theme.Theme
	w, h    float32
	caption bool
	names   [2]string // of both runs, where two are compared
}

// parseLook reads "THEME WIDTH HEIGHT", and "caption" behind it for a strip with
// words and clock; rest is what follows in the line. The names of two runs that
// are compared stand in the lines below.
func parseLook(arg string) (l look, rest []string, err error) {
	arg, names, _ := strings.Cut(arg, "\n")
	l.names[0], l.names[1], _ = strings.Cut(names, "\n")
	words := strings.Fields(arg)
	if len(words) < 3 {
		return l, nil, badPicture(strings.Join(words, " "))
	}
	l.theme = theme.Named(words[0])
	for i, side := range []*float32{&l.w, &l.h} {
		n, err := strconv.Atoi(words[1+i])
		if err != nil || n < smallest || n > greatest {
			return l, nil, badPicture(words[1+i])
		}
		*side = float32(n)
	}
	rest = words[3:]
	if len(rest) > 0 && rest[0] == "caption" {
		l.caption, rest = true, rest[1:]
	}
	return l, rest, nil
}

func badPicture(words string) error {
	return explain.Err("picture.bad", "{0} is no picture: write light 800 332", words)
}

// picture stops, and tells the page the present moment as an SVG.
func (s *Session) picture(arg string) error {
	l, _, err := parseLook(arg)
	if err != nil {
		return err
	}
	s.stop()
	o := newObject("picture")
	s.draw(o, l)
	s.post(o.end())
	return nil
}

// draw writes the present moment, of both runs where two are compared, with the
// words that belong to it: those of the record under discussion, or of the last
// that is no routine.
func (s *Session) draw(o *object, l look) {
	s.inStep()
	in := s.Stage(l.w, l.h)
	if l.theme == &theme.Projector && in.Mode != layout.Phone {
		in.Mode = layout.Projector
	}
	beside, mark := s.Beside()
	both := svg.Pair{Names: l.names, Beside: l.w >= RoomForTwo}
	if beside != nil && both.Beside {
		in.W, in.Mode = l.w/2, layout.Embed
	}
	ui := scene.UI{Spot: s.Spot(), Since: s.before, Step: s.steps, Picked: s.Picked(), Reduced: true}
	if beside != nil {
		var differ []bool
		ui.Differs, differ = s.Differing()
		in := in
		in.Touched, in.Queue, in.Open = "", -1, 0
		both.Scenes[1] = s.compose(beside, in, scene.UI{Since: mark, Step: s.steps, Reduced: true, Differs: differ})
	}
	drawn := s.compose(s.View(), in, ui)
	both.Scenes[0] = drawn

	c := svg.Caption{Clock: clock(s.sim.Now())}
	r, ok := s.sim.RecordOf(s.discussed)
	if !ok || r.At > s.sim.Now() {
		r, ok = s.sim.RecordOf(s.lastNews())
	}
	if ok {
		first, second := s.Words().Caption(r, s.sim.Name)
		c.First, c.Second = first.String(), second.String()
	}
	w, h := drawn.W*drawn.Zoom, drawn.H*drawn.Zoom
	var picture []byte
	switch {
	case beside != nil:
		picture, w, h = both.Append(nil, l.theme, c, l.caption)
	case l.caption:
		picture, h = svg.Still(nil, drawn, l.theme, c)
	default:
		picture = svg.Append(nil, drawn, l.theme, strings.TrimSpace(c.First))
	}
	o.num("at", int64(s.sim.Now()))
	o.num("width", int64(w))
	o.num("height", int64(h))
	o.str("first", c.First)
	o.str("second", c.Second)
	o.str("svg", string(picture))
}

// compose is a moment on a stage on which nothing moves.
func (s *Session) compose(v *view.View, in layout.Input, ui scene.UI) *scene.Scene {
	var placed layout.Layout
	var drawn scene.Scene
	words := s.Words().Stage()
	layout.Place(&placed, v, in)
	scene.Compose(&drawn, &placed, v, &words, &ui)
	return &drawn
}

// clock is a moment in seconds, to the millisecond.
func clock(t kernel.Time) string {
	ms := int64(t) / 1e6
	return strconv.FormatInt(ms/1000, 10) + "." + strconv.FormatInt(1000+ms%1000, 10)[1:] + " s"
}

// lastNews is the number of the last record that is no routine, 0 for none.
func (s *Session) lastNews() uint64 {
	last := uint64(0)
	for _, r := range s.sim.Records(0) {
		if !quiet(r) {
			last = uint64(r.ID)
		}
	}
	return last
}
