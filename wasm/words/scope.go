package words

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Names is the name of a node, present or removed; "" for a number that is none.
type Names func(kernel.NodeID) string

// Notes finds a record that is still kept.
type Notes func(kernel.Cause) (kernel.Note, bool)

// find is the node of a name, the newest of those that had it.
func (names Names) find(name string) (found kernel.NodeID) {
	if names == nil {
		return 0
	}
	for id := kernel.NodeID(1); ; id++ {
		switch names(id) {
		case "":
			return found
		case name:
			found = id
		}
	}
}

// kind is how a fact is written.
type kind uint8

const (
	number  kind = iota // as it is
	length              // nanoseconds
	size                // bytes
	yesNo               // 0 or 1
	node                // a NodeID
	factor              // tenths
	code                // RocketMQ's response codes
	name                // a name, or several of them
	client              // a client id, or several of them
	special             // a word of the engine's; the catalogue has its own for most
)

// kinds says how facts are written whose numbers do not speak for themselves,
// and which ones are text. Durations and sizes are known by the end of their key.
var kinds = map[explain.Key]kind{
	"node": node, "nameserver": node, "code": code, "tenths": factor,
	"queues.kept": yesNo, "reachable": yesNo, "asked": yesNo, "told.zero": yesNo, "locked": yesNo, "slave": yesNo, "retry.locked": yesNo,
	"timer.late": yesNo, "force": yesNo,
	"bytes": size,

	"current": client, "ids": client, "client": client, "holder": client,
	"way": special, "mode": special, "set": special, "why": special, "failure": special,

	"group": name, "topic": name, "perm": name, "broker": name, "queue": name, "peer": name, "to": name, "message": name,
	"configured-rooms": name, "inner": name, "my-room": name, "rooms": name, "dead-rooms": name, "room": name,
	"route.old": name, "route.new": name, "exception": name, "strategy": name, "value": name, "version": name, "version.before": name,
	"topic.added": name, "topic.removed": name, "expression.old": name, "expression.new": name,
}

func kindOf(key explain.Key) kind {
	switch {
	case strings.HasSuffix(string(key), ".ns"):
		return length
	case strings.HasSuffix(string(key), ".bytes"):
		return size
	}
	return kinds[key]
}

// scope is what the slots of a line may name: the facts of a record, what is
// derived from them, and the record's own node and time.
type scope struct {
	c     *Catalogue
	names Names
	note  *kernel.Note
	facts []explain.Fact
	extra []slot
}

// slot is a value that is not a fact of the record.
type slot struct {
	name string
	value
}

// value is what stands in a slot: its words, and what conditions compare.
type value struct {
	line Line
	num  int64
	text string
}

func (c *Catalogue) scope(n *kernel.Note, names Names) *scope {
	s := &scope{c: c, names: names, note: n}
	if n.Decision != nil {
		s.facts = n.Decision.Saw
	}
	s.derive()
	return s
}

func (s *scope) set(name string, v value) { s.extra = append(s.extra, slot{name, v}) }

func (s *scope) setNum(name string, n int64) {
	s.set(name, value{line: plain(strconv.FormatInt(n, 10)), num: n})
}

func (s *scope) setText(name, text string) { s.set(name, value{line: plain(text), text: text}) }

// num is a fact's number, 0 if there is none.
func (s *scope) num(key explain.Key) int64 {
	f, _ := s.fact(key)
	return f.Num
}

func (s *scope) fact(key explain.Key) (explain.Fact, bool) {
	for _, f := range s.facts {
		if f.Key == key {
			return f, true
		}
	}
	return explain.Fact{}, false
}

func (s *scope) value(name string) (value, bool) {
	for i := range s.extra {
		if s.extra[i].name == name {
			return s.extra[i].value, true
		}
	}
	if f, ok := s.fact(explain.Key(name)); ok {
		return s.of(f), true
	}
	switch {
	case name == "who" && s.note != nil:
		return s.node(s.note.Node), true
	case name == "time" && s.note != nil:
		return value{line: plain(Moment(s.note.At)), num: int64(s.note.At)}, true
	}
	return value{}, false
}

// of writes a fact.
func (s *scope) of(f explain.Fact) value {
	v := value{num: f.Num, text: f.Text}
	switch kind := kindOf(f.Key); {
	case kind >= name && f.Text == "", kind == node && f.Num == 0:
		v.line = plain(s.c.word("word.none"))
	case kind == client:
		v.line = s.list(strings.Split(f.Text, ", "), clientName)
	case kind == special:
		v.line = plain(s.c.special(f.Text))
	case f.Text != "":
		v.line = s.list(strings.Split(s.withTopic(f), ", "), nil)
	case kind == node:
		return s.node(kernel.NodeID(f.Num))
	default:
		v.line = plain(s.figure(kind, f.Num))
	}
	return v
}

// withTopic is a fact's text; a queue of retries or dead letters is told from the
// one of the same number by its topic.
func (s *scope) withTopic(f explain.Fact) string {
	if topic, ok := s.fact("topic"); ok && f.Key == "queue" && strings.HasPrefix(topic.Text, "%") {
		return topic.Text + " " + f.Text
	}
	return f.Text
}

// special is a word of the engine's in the catalogue's words, or as it is: an
// exception's name, a broker's remark.
func (c *Catalogue) special(text string) string {
	if key := "word." + text; c.has(key) {
		return c.word(key)
	}
	return text
}

// figure writes a number.
func (s *scope) figure(k kind, n int64) string {
	switch k {
	case length:
		return Duration(time.Duration(n))
	case size:
		return Bytes(n)
	case yesNo:
		if n != 0 {
			return s.c.word("word.yes")
		}
		return s.c.word("word.no")
	case factor:
		return Tenths(n)
	case code:
		return Code(n)
	}
	return strconv.FormatInt(n, 10)
}

func (s *scope) node(id kernel.NodeID) value {
	name := s.names(id)
	if name == "" {
		name, id = s.c.word("word.you"), 0
	}
	return value{line: Line{{Text: name, Node: id}}, num: int64(id), text: name}
}

// list writes names one after another, those of nodes marked.
func (s *scope) list(names []string, change func(string) string) Line {
	var line Line
	for i, name := range names {
		if i > 0 {
			line = line.text(s.c.comma())
		}
		if change != nil {
			name = change(name)
		}
		if id := s.names.find(name); id != 0 {
			line = append(line, Span{Text: name, Node: id})
		} else {
			line = line.text(name)
		}
	}
	return line
}

// comma stands between the items of a list.
func (c *Catalogue) comma() string {
	if c.lang == "zh" {
		return "、"
	}
	return ", "
}

// clientName is the node's name within a client id that RocketMQ's client made
// by itself, "10.0.0.1@c2#3"; an id that a person gave stays as it is.
func clientName(id string) string {
	own, made := strings.CutPrefix(id, "10.0.0.1@")
	if !made {
		return strings.TrimSuffix(id, "@DEFAULT")
	}
	name, _, _ := strings.Cut(own, "#")
	return name
}
