package bridge

import (
	"slices"
	"strconv"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/words"
)

// MenuOf tells the page what may be done to a node, and where a person asked
// for it: x and y in CSS px of the stage, or -1 when the page itself asked.
func (s *Session) MenuOf(id kernel.NodeID, x, y int) {
	n := nodeOf(s.View(), id)
	if n == nil {
		return
	}
	s.Selected, s.changed = n.Name, true
	s.tellMenu(n.Name, s.Words().Menu(s.View(), id), "node "+n.Name, x, y)
}

// MenuOfLane is the menu of a queue's broker; what was pointed at is the queue.
func (s *Session) MenuOfLane(lane int32, x, y int) {
	v := s.View()
	if lane < 0 || int(lane) >= len(v.Queues) {
		return
	}
	q := v.Queues[lane]
	n := nodeOf(v, q.Broker)
	s.Selected, s.changed = n.Name, true
	s.tellMenu(n.Name, s.Words().Menu(v, n.ID), "queue "+q.Topic+" "+queueName(n.Broker, q.ID), x, y)
}

// MenuOfGroup is the menu of a broker group's master.
func (s *Session) MenuOfGroup(name string, x, y int) {
	v := s.View()
	if i := slices.IndexFunc(v.Nodes, func(n view.Node) bool { return n.Broker == name && n.BrokerID == 0 }); i >= 0 {
		s.MenuOf(v.Nodes[i].ID, x, y)
	}
}

// MenuOfFlight tells the page what may be done to a message on its way. The
// page has the words, by the verb.
func (s *Session) MenuOfFlight(number uint64, x, y int) {
	n := strconv.FormatUint(number, 10)
	items := []words.Item{{Verb: "drop", Line: "drop " + n}, {Verb: "delay", Line: "delay " + n + " 2s"}, {Verb: "hold", Line: "hold " + n}}
	for i := range s.View().Flights {
		if f := &s.v.Flights[i]; f.Number == number && f.Arrive == kernel.Never {
			items = []words.Item{{Verb: "drop", Line: "drop " + n}, {Verb: "release", Line: "release " + n}}
		}
	}
	s.tellMenu("", items, "flight "+n, x, y)
}

// AddMenu asks the page to show what may be added.
func (s *Session) AddMenu(x, y int) { s.tellMenu("", nil, "", x, y) }

// Let says that nothing is chosen any more.
func (s *Session) Let() {
	if s.Selected != "" {
		s.Selected, s.changed = "", true
	}
}

func (s *Session) tellMenu(name string, items []words.Item, look string, x, y int) {
	o := newObject("menu")
	o.str("name", name)
	o.str("look", look)
	o.num("x", int64(x))
	o.num("y", int64(y))
	o.list("items", func() {
		for _, item := range items {
			o.open('{')
			o.str("verb", item.Verb)
			o.str("line", item.Line)
			o.str("text", item.Text)
			o.str("why", item.Why)
			o.shut('}')
		}
	})
	if n := named(s.View(), name); n != nil {
		o.groups(Groups(s.View(), n))
	}
	s.post(o.end())
}
