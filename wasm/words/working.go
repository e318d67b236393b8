package words

import (
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/wasm/text"
)

// results are the facts of an allocation that its working derives from the
// others; the card shows them there.
const results = " mod size start take kept rem extra room queue hash point "

func (s *scope) allocates() bool { return strings.HasPrefix(s.note.Rule.String(), "allocate.") }

// inputs are the facts to list as seen.
func (s *scope) inputs() []explain.Fact {
	var facts []explain.Fact
	for _, f := range s.facts {
		if s.allocates() && f.Key == "room" { // from here on the facts are those of single rooms
			break
		}
		worked := s.allocates() && strings.Contains(results, " "+string(f.Key)+" ")
		noCode := f.Key == "code" && f.Num <= 0 // there was no answer
		if !worked && !noCode {
			facts = append(facts, f)
		}
	}
	return facts
}

// working is the rule with the numbers of this case put in. An allocation that
// goes room by room is worked out for each; one by hash for each queue taken.
func (s *scope) working() []Line {
	rule := s.note.Rule.String()
	if !s.allocates() {
		return s.lines(nil, rule+".work")
	}
	var lines []Line
	inner := rule
	if f, ok := s.fact("inner"); ok {
		inner = strategyRules[f.Text]
	}
	for _, part := range parts(s.facts) {
		room := *s
		room.facts = part
		switch part[0].Key {
		case "room":
			lines = room.lines(lines, "allocate.room")
			lines = room.lines(lines, inner+".work")
		case "queue":
			lines = room.lines(lines, "allocate.consistent-hash.catch")
		default:
			lines = room.lines(lines, rule+".work")
		}
	}
	return lines
}

var strategyRules = map[string]string{
	"AVG": "allocate.avg", "AVG_BY_CIRCLE": "allocate.averagely-by-circle", "CONFIG": "allocate.config",
	"MACHINE_ROOM": "allocate.machine-room", "CONSISTENT_HASH": "allocate.consistent-hash",
}

// parts cuts an allocation's facts where a room or a queue begins. Each part
// begins with its own facts, then come those that hold for all.
func parts(facts []explain.Fact) [][]explain.Fact {
	var all [][]explain.Fact
	begin := 0
	cut := func(end int) {
		if end > begin {
			all = append(all, facts[begin:end:end])
		}
		begin = end
	}
	for i, f := range facts {
		if f.Key == "room" || f.Key == "queue" {
			cut(i)
		}
	}
	cut(len(facts))
	for i := 1; i < len(all); i++ {
		all[i] = append(all[i], all[0]...)
	}
	return all
}

// lines appends the filled lines key.1, key.2 and so on.
func (s *scope) lines(lines []Line, key string) []Line {
	s.deriveShare()
	for i := '1'; s.c.has(key + "." + string(i)); i++ {
		if line, ok := s.c.fill(key+"."+string(i), s); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// deriveShare adds the steps between the facts of a share.
func (s *scope) deriveShare() {
	q, m := s.num("queues"), s.num("members")
	if m == 0 {
		return
	}
	s.setNum("each", q/m)
	s.setNum("queues.last", q-1)
	s.setNum("last", s.num("start")+s.num("take")-1)
	s.setNum("tail", s.num("size")*m)
	s.setText("circle", circle(s.num("index"), q, m, s.c.comma()))
}

// circle lists the places index, index + members, ... below queues.
func circle(index, queues, members int64, comma string) string {
	const shown = 12
	var b strings.Builder
	for i, k := 0, index; k < queues; i, k = i+1, k+members {
		if i > 0 {
			b.WriteString(comma)
		}
		if i == shown {
			b.WriteString(text.Ellipsis)
			break
		}
		b.WriteString(strconv.FormatInt(k, 10))
	}
	return b.String()
}
