package words

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Item is something that may be done to a node: what the menu shows, and the
// story's line that does it. Why says what stands against it now; then the item
// is there, but cannot be chosen.
type Item struct{ Verb, Line, Text, Why string }

// Menu lists what may be done to a node, the same for every role but for a
// broker's disk, and then to each of its links.
func (c *Catalogue) Menu(v *view.View, id kernel.NodeID) []Item {
	n := nodeOf(v, id)
	if n == nil {
		return nil
	}
	down, running := "", ""
	if n.State == view.Up {
		running = c.Error(explain.Err("node.running", "{0} is running: stop or kill it first", n.Name))
	} else {
		down = c.Error(explain.Err("node.down", "{0} is not running", n.Name))
	}
	items := []Item{
		{"stop", "stop " + n.Name, c.word("act.stop.menu"), down},
		{"kill", "kill " + n.Name, c.word("act.kill.menu"), down},
		{"lose", "lose " + n.Name, c.word("act.lose.menu"), down},
		{"restart", "restart " + n.Name, c.word("act.restart.menu"), running},
	}
	if n.Slow == 10 {
		items = append(items, Item{"slow", "slow " + n.Name + " x10", c.word("act.slow.menu"), ""})
	} else {
		items = append(items, Item{"slow", "slow " + n.Name + " x1", c.word("act.slow.menu.back"), ""})
	}
	for _, l := range v.Links {
		if l.From == id || l.To == id {
			items = append(items, c.linkItem(v, n, l))
		}
	}
	if n.Role == view.Broker {
		items = append(items, Item{"disk", "disk " + n.Name, c.word("act.disk.menu"), ""})
	}
	return append(items, Item{"remove", "remove " + n.Name, c.word("act.remove.menu"), ""})
}

// MenuOfLink lists what may be done to the link between two nodes: to cut it, or
// to heal it. It is empty when one of them is not there.
func (c *Catalogue) MenuOfLink(v *view.View, a, b kernel.NodeID) []Item {
	n := nodeOf(v, a)
	if n == nil || nodeOf(v, b) == nil {
		return nil
	}
	for _, l := range v.Links {
		if l.From == a && l.To == b || l.From == b && l.To == a {
			return []Item{c.linkItem(v, n, l)}
		}
	}
	return []Item{c.linkItem(v, n, view.Link{From: a, To: b})}
}

func (c *Catalogue) linkItem(v *view.View, n *view.Node, l view.Link) Item {
	peer := nodeOf(v, l.From+l.To-n.ID)
	if peer == nil {
		return Item{}
	}
	verb, key := "cut", "act.cut.menu"
	if l.Cut {
		verb, key = "heal", "act.heal.menu"
	}
	s := &scope{c: c}
	s.setText("a", n.Name)
	s.setText("b", peer.Name)
	text, _ := c.fill(key, s)
	return Item{verb, verb + " " + n.Name + " " + peer.Name, text.String(), ""}
}

func nodeOf(v *view.View, id kernel.NodeID) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return &v.Nodes[i]
		}
	}
	return nil
}
