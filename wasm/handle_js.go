package main

import (
	"strconv"
	"strings"

	"rocketscope/wasm/bridge"
	"rocketscope/wasm/input"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/theme"
)

// handle meets a request: what concerns the drawing here, all else by the session.
func (g *game) handle(r bridge.Request) {
	switch r.Verb {
	case "theme":
		g.theme = theme.Named(r.Arg)
	case "fonts":
		if g.painter != nil {
			g.painter.FontsChanged()
		}
	case "point":
		g.point = r.Arg
	case "where":
		g.tellWhere(r.Arg)
	case "near":
		g.near, _ = strconv.ParseFloat(r.Arg, 64)
	case "qr":
		g.session.Code(r.Arg)
	case "motion":
		g.reduced = r.Arg == "reduce"
	default:
		if hand, ok := strings.CutPrefix(r.Verb, "hands."); ok {
			g.hand(hand, r.Arg)
			return
		}
		g.session.Handle(r.Verb, r.Arg)
	}
}

// hand is something that a person did on the stage.
func (g *game) hand(what, arg string) {
	h, s := &g.hands, &g.scene
	if x, _ := place(arg); what == "move" && g.foreign(x) {
		what = "leave"
	} else if (what == "click" || what == "context") && g.foreign(x) {
		return
	}
	switch what {
	case "move":
		x, y := place(arg)
		h.Move(s, x, y)
	case "leave":
		h.Leave()
	case "arrive":
		h.Arrive(s)
	case "depart":
		h.Depart()
	case "click":
		x, y := place(arg)
		g.grant(h.Click(s, x, y))
	case "context":
		x, y := place(arg)
		g.grant(h.Context(s, x, y))
	case "key":
		wish, used := h.Key(s, arg)
		g.grant(wish)
		if !used {
			g.link.key(arg)
		}
	}
}

// grant does what a person wishes.
func (g *game) grant(w input.Wish) {
	x, y := int(w.X), int(w.Y)
	switch w.Kind {
	case input.Let:
		g.session.Let()
	case input.Add:
		g.session.AddMenu(x, y)
	case input.Menu:
		switch t := w.Target; t.Kind {
		case scene.OnFlight:
			g.session.MenuOfFlight(t.Flight, x, y)
		case scene.OnLane:
			g.session.MenuOfLane(t.Queue, x, y)
		case scene.OnLink:
			g.session.MenuOfLink(t.From, t.To, x, y)
		case scene.OnGroup:
			g.session.MenuOfGroup(t.Name, x, y)
		default:
			g.session.MenuOf(t.Node, x, y)
		}
	}
}

// place reads "X Y" in CSS px; both are numbers of the browser's own.
func place(arg string) (x, y float32) {
	first, second, _ := strings.Cut(arg, " ")
	a, _ := strconv.ParseFloat(first, 32)
	b, _ := strconv.ParseFloat(second, 32)
	return float32(a), float32(b)
}
