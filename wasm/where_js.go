package main

import (
	"strconv"
	"strings"

	"rocketscope/engine/view"
	"rocketscope/wasm/scene"
)

// tellWhere tells the page where a node or a queue is drawn, or what lies at a
// place "X Y": a presenter lights it or comes near. What is not there has no size.
func (g *game) tellWhere(what string) {
	t, ok := g.session.Find(g.scene.Targets, what)
	if x, y, isPlace := strings.Cut(what, " "); isPlace {
		var hit scene.Target
		if hit, ok = g.scene.Hit(place(x + " " + y)); ok {
			what = g.nameOf(hit)
			t, ok = g.session.Find(g.scene.Targets, what)
		}
	}
	if !ok {
		t = scene.Target{}
	}
	out := append([]byte(`{"type":"where","name":`), strconv.Quote(what)...)
	for _, side := range []struct {
		name string
		size float32
	}{{"x", t.Rect.X}, {"y", t.Rect.Y}, {"w", t.Rect.W}, {"h", t.Rect.H}} {
		out = append(out, `,"`+side.name+`":`...)
		out = strconv.AppendFloat(out, float64(side.size*g.scene.Zoom), 'f', 1, 32)
	}
	g.link.send(string(append(out, '}')))
}

// nameOf is how the page names a target: "c1", "broker-a/3", "" for anything else.
func (g *game) nameOf(t scene.Target) string {
	switch v := g.session.View(); t.Kind {
	case scene.OnNode, scene.OnMenu:
		return g.session.Name(t.Node)
	case scene.OnLane:
		q := &v.Queues[t.Queue]
		return brokerOf(v, q) + "/" + strconv.Itoa(int(q.ID))
	}
	return ""
}

func brokerOf(v *view.View, q *view.Queue) string {
	for i := range v.Nodes {
		if v.Nodes[i].ID == q.Broker {
			return v.Nodes[i].Broker
		}
	}
	return ""
}
