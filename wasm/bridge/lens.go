package bridge

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// lens is what the page compares the strategies for; group is "" for nothing.
type lens struct {
	group, topic string
	column       int    // the strategy that is worked out, -1 the group's own
	told         string // the last message, which is not told again
}

// classes are the strategies' classes in RocketMQ, by kind.
var classes = [...]string{
	allocate.Averagely: "AllocateMessageQueueAveragely", allocate.AveragelyByCircle: "AllocateMessageQueueAveragelyByCircle",
	allocate.ByConfig: "AllocateMessageQueueByConfig", allocate.ByMachineRoom: "AllocateMessageQueueByMachineRoom",
	allocate.ConsistentHash: "AllocateMessageQueueConsistentHash", allocate.MachineRoomNearby: "AllocateMachineRoomNearby",
}

// compareStrategies answers "g orders" or "g orders 4", the strategy that is to
// be worked out; an empty argument ends it.
func (s *Session) compareStrategies(arg string) error {
	words := strings.Fields(arg)
	if len(words) == 0 {
		s.lens = lens{}
		return nil
	}
	l := lens{group: words[0], column: -1}
	if len(words) > 1 {
		l.topic = words[1]
	}
	if len(words) > 2 {
		n, err := strconv.Atoi(words[2])
		if err != nil || n < 0 || n >= len(classes) {
			return explain.Err("strategy.unknown", "there is no strategy {0}", words[2])
		}
		l.column = n
	}
	if _, err := s.sim.Lens(l.group, l.topic); err != nil {
		return err
	}
	s.lens, s.changed = l, true
	return nil
}

// tellLens tells the page how every strategy would share out, if that has changed.
func (s *Session) tellLens() {
	if s.lens.group == "" {
		return
	}
	o := newObject("lens")
	o.str("group", s.lens.group)
	o.str("topic", s.lens.topic)
	l, err := s.sim.Lens(s.lens.group, s.lens.topic)
	if err != nil {
		o.str("trouble", s.Words().Error(err))
	} else {
		s.fillLens(o, &l)
	}
	if text := o.end(); text != s.lens.told {
		s.lens.told = text
		s.post(text)
	}
}

func (s *Session) fillLens(o *object, l *allocate.Lens) {
	own := s.ownStrategy()
	column := s.lens.column
	if column < 0 {
		column = own
	}
	o.num("own", int64(own))
	o.num("column", int64(column))
	s.lists(o, "before", l.Before)
	s.lists(o, "after", l.After)
	o.list("columns", func() {
		for i := range l.Columns {
			c := &l.Columns[i]
			o.open('{')
			o.str("name", c.Strategy.Name())
			o.str("class", classes[c.Strategy.Kind])
			o.num("moved", int64(c.Moved))
			s.plan(o, "before", l.Before, &c.Before)
			s.plan(o, "after", l.After, &c.After)
			o.shut('}')
		}
	})
	o.list("why", func() {
		if l.Columns[column].After.Err == nil {
			for member := range l.After.Members {
				s.working(o, l, column, member)
			}
		}
	})
}

// ownStrategy is the kind of the strategy that the group's first member has.
func (s *Session) ownStrategy() int {
	for _, g := range s.View().Groups {
		if g.Name == s.lens.group {
			if own, ok := allocate.ByName(g.Strategy); ok {
				return int(own.Kind)
			}
		}
	}
	return 0
}

func (s *Session) lists(o *object, name string, l allocate.Lists) {
	o.key(name)
	o.open('{')
	o.list("members", func() {
		for _, id := range l.Members {
			o.text(s.memberName(id))
		}
	})
	o.list("queues", func() {
		for _, q := range l.Queues {
			o.text(q.String())
		}
	})
	o.shut('}')
}

// memberName is the name of the node that has a client id, or the id.
func (s *Session) memberName(id string) string {
	for _, n := range s.View().Nodes {
		if n.ClientID == id {
			return n.Name
		}
	}
	return id
}

// plan writes the owners of each queue, by their places in the list of members.
func (s *Session) plan(o *object, name string, l allocate.Lists, p *allocate.Plan) {
	o.key(name)
	o.open('{')
	if p.Err != nil {
		o.str("error", p.Err.Error())
	}
	o.num("idle", int64(p.Idle))
	o.num("unowned", int64(p.Unowned))
	o.num("shared", int64(p.Shared))
	o.list("owners", func() {
		for _, q := range l.Queues {
			o.open('[')
			for member, share := range p.Shares {
				if slices.ContainsFunc(share, func(x wire.MessageQueue) bool { return x == q }) {
					o.comma()
					o.buf = strconv.AppendInt(o.buf, int64(member), 10)
				}
			}
			o.shut(']')
		}
	})
	o.shut('}')
}

// working writes one member's share with its arithmetic.
func (s *Session) working(o *object, l *allocate.Lens, column, member int) {
	d := l.Why(column, member)
	name := s.memberName(l.After.Members[member])
	note := kernel.Note{At: s.sim.Now(), Rule: d.Rule, Decision: &d}
	if n := named(s.View(), name); n != nil {
		note.Node = n.ID
	}
	card := s.Words().Card(note, s.sim.Name, s.note)
	short := d
	short.Saw = slices.DeleteFunc(slices.Clone(d.Saw), func(f explain.Fact) bool { return f.Key == "ids" || f.Key == "current" })
	note.Decision = &short
	saw := s.Words().Card(note, s.sim.Name, s.note).Saw
	o.open('{')
	o.str("member", name)
	o.num("node", int64(note.Node))
	o.list("saw", func() {
		for _, row := range saw {
			o.open('{')
			o.str("label", row.Label)
			o.line("value", row.Value)
			o.shut('}')
		}
	})
	o.lines("working", card.Working)
	o.texts("takes", d.Chose)
	o.shut('}')
}
