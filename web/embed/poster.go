package embed

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/scenario"
	"rocketscope/wasm/bridge"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/svg"
)

// Languages of the posters.
var Languages = []string{"en", "zh"}

// Size is one width of the posters.
type Size struct {
	Suffix string  // of the file's name
	W, H   float32 // of the stage, CSS px: what the figure's own bars leave of it
}

// Sizes are for a column of text and for a phone. A figure of 450 px height
// has 118 px of caption and bar.
var Sizes = []Size{{"", 800, 332}, {".narrow", 390, 332}}

// Moment is a named moment of a scenario, with its still in every size and
// language, for all themes at once.
type Moment struct {
	At       int64                // ns of simulated time
	Captions map[string][2]string // by language
	Pictures map[string][]byte    // by file name
	pos      engine.Pos
}

// Set is all posters of a scenario.
type Set struct {
	Name    string
	Best    int // the moment that stands for the scenario
	Moments []Moment
}

// Posters draws the named moments of a scenario.
func Posters(name, text string) (*Set, error) {
	story, err := scenario.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	named, best, err := moments(story)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	set := &Set{Name: name, Best: best}
	for _, p := range named {
		m := Moment{At: int64(p.At), Captions: map[string][2]string{}, Pictures: map[string][]byte{}, pos: p}
		for _, lang := range Languages {
			if err := m.draw(name, text, lang); err != nil {
				return nil, fmt.Errorf("%s at %d: %w", name, p.At, err)
			}
		}
		set.Moments = append(set.Moments, m)
	}
	return set, nil
}

// message is what of the session's messages a poster needs.
type message struct {
	Type string
	Text string
	List []struct {
		N             uint64
		Act, Quiet    bool
		First, Second sentence
	}
}

// draw asks a session for the moment, as the page would.
func (m *Moment) draw(name, text, lang string) error {
	var said message
	var refused error
	s := bridge.NewSession(func(line string) {
		var got message
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			refused = err
			return
		}
		switch got.Type {
		case "records":
			said = got
		case "error":
			refused = fmt.Errorf("%s", got.Text)
		}
	})
	s.Handle("lang", lang)
	s.Handle("load", position(m.pos)+"\n"+text)
	s.Report(make([]uint8, len(s.View().Nodes)))
	for i := len(said.List) - 1; i >= 0; i-- {
		if r := said.List[i]; !r.Quiet && !r.Act {
			m.Captions[lang] = [2]string{string(r.First), string(r.Second)}
			s.Handle("why", strconv.FormatUint(r.N, 10))
			break
		}
	}
	words := s.Words().Stage()
	for _, size := range Sizes {
		var l layout.Layout
		var sc scene.Scene
		layout.Place(&l, s.View(), s.Stage(size.W, size.H))
		scene.Compose(&sc, &l, s.View(), &words, &scene.UI{Spot: s.Spot(), Reduced: true})
		m.Pictures[m.File(lang, size)] = svg.Poster(nil, &sc, strings.TrimSpace(m.Captions[lang][0]))
	}
	return refused
}

// File is the name of a still below its scenario's folder.
func (m *Moment) File(lang string, size Size) string {
	return fmt.Sprintf("%d.%s%s.svg", m.At/1e6, lang, size.Suffix)
}

func position(p engine.Pos) string {
	return fmt.Sprintf("%d %d", p.At, p.Seq)
}

// sentence is a list of texts and of named processes, read as plain text.
type sentence string

// UnmarshalJSON joins the parts.
func (s *sentence) UnmarshalJSON(b []byte) error {
	var parts []any
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			*s += sentence(p)
		case map[string]any:
			*s += sentence(fmt.Sprint(p["name"]))
		}
	}
	return nil
}
