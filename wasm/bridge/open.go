package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/scenario"
)

// Moment is what a link holds: a story, what was done to it since, and a moment
// of it. The page has taken the link apart; its words are still to be believed.
type Moment struct {
	Story   string // a scenario's text, or the link's own
	Keep    int    // how many of the story's acts still hold, -1 for all
	Acts    []string
	Version string // of RocketMQ, "" for the story's own
	At      string // a position, "" for the beginning
	Digest  string // of the moment as the link's maker saw it, "" if unknown
	Engine  int    // whose behaviour that was, 0 if unknown
	Select  string // a node's name
	Marks   []Mark
	futures []future
}

// ParseMoment reads the argument of an open request: lines "key value", a blank
// line, and the story. Every line must be known.
func ParseMoment(arg string) (Moment, error) {
	head, story, found := strings.Cut(arg, "\n\n")
	m := Moment{Story: story, Keep: -1}
	if !found || strings.TrimSpace(story) == "" {
		return m, explain.Err("address.story", "the link holds no story")
	}
	for line := range strings.SplitSeq(head, "\n") {
		if err := m.set(line); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (m *Moment) set(line string) (err error) {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "at":
		m.At = value
	case "keep":
		m.Keep, err = number(key, value)
	case "engine":
		m.Engine, err = number(key, value)
	case "act":
		m.Acts = append(m.Acts, value)
	case "rocketmq":
		m.Version = value
	case "digest":
		m.Digest = value
	case "select":
		m.Select = value
	case "mark":
		if len(m.Marks) == maxMarks {
			return explain.Err("mark.full", "a link has at most {0} bookmarks", explain.Int(maxMarks))
		}
		var mark Mark
		mark, err = parseMark(value)
		m.Marks = append(m.Marks, mark)
	case "branch":
		var f future
		f, err = parseFuture(value)
		m.futures = append(m.futures, f)
	case "then":
		if len(m.futures) == 0 {
			return explain.Err("address.key", "a link has no part {0}", key)
		}
		f := &m.futures[len(m.futures)-1]
		e, bad := parseEntry(value)
		if bad != nil {
			return &ActError{value, bad}
		}
		f.acts = append(f.acts, e)
	default:
		return explain.Err("address.key", "a link has no part {0}", key)
	}
	return err
}

func number(key, value string) (int, error) {
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil {
		return 0, explain.Err("address.number", "{0} in a link is a whole number, not {1}", key, value)
	}
	return int(n), nil
}

// open goes to what a link shows. Whatever of it cannot be honoured is an error,
// and changes nothing. A moment that is another one here than it was for the
// link's maker is shown, and said to differ.
func (s *Session) open(arg string) error {
	m, err := ParseMoment(arg)
	if err != nil {
		return err
	}
	p := engine.EndOf(0)
	if m.At != "" {
		if p, err = ParsePos(m.At); err != nil {
			return err
		}
	}
	sim, base, err := m.run()
	if err != nil {
		return err
	}
	if err := reach(sim, p); err != nil {
		return err
	}
	if at := sim.Pos(); m.Digest == "" && p.Seq != engine.EndOf(0).Seq && at != p {
		return explain.Err("address.event", "there is no event {0} at {1}", strconv.FormatUint(p.Seq, 10), p.At.String())
	}
	fresh := Session{sim: sim}
	if m.Select != "" && named(fresh.View(), m.Select) == nil {
		return explain.Err("node.unknown", "there is no node {0}", m.Select)
	}
	for i := range m.Marks {
		if err := m.Marks[i].lies(sim.Log().Entries); err != nil {
			return err
		}
	}
	if err := m.recall(sim); err != nil {
		return err
	}
	o := newObject("opened")
	o.bool("differs", m.Digest != "" && m.Digest != digest(sim))
	o.num("engine", int64(m.Engine))
	o.num("here", engine.Behaviour)
	o.marks(m.Marks)
	s.post(o.end())
	s.begin(sim, base)
	s.Selected = m.Select
	return nil
}

// reach goes to a position that is not too far for a page to wait for.
func reach(sim *engine.Sim, p engine.Pos) error {
	done, err := sim.SeekSome(p, eventsReplaying)
	if err == nil && !done {
		err = explain.Err("address.far", "it lies more than {0} events ahead", explain.Int(eventsReplaying))
	}
	return err
}

// run plays the link's story with what was done to it; base is the story alone.
func (m *Moment) run() (sim *engine.Sim, base engine.Log, err error) {
	story, err := scenario.Parse(m.Story)
	if err != nil {
		return nil, base, err
	}
	if sim, _, err = story.Run(); err != nil {
		return nil, base, err
	}
	base = sim.Log()
	keep := len(base.Entries)
	if m.Keep >= 0 {
		if m.Keep > keep {
			return nil, base, explain.Err("address.keep", "the link keeps {0} acts of a story that has {1}", explain.Int(m.Keep), explain.Int(keep))
		}
		keep = m.Keep
	}
	log := engine.Log{Head: base.Head, Entries: base.Entries[:keep:keep]}
	if m.Version != "" {
		log.Head.Version = m.Version
	}
	for _, act := range m.Acts {
		e, err := parseEntry(act)
		if err != nil {
			return nil, base, &ActError{act, err}
		}
		log.Entries = append(log.Entries, e)
	}
	if log.Head == base.Head && len(log.Entries) == len(base.Entries) && len(m.Acts) == 0 {
		return sim, base, nil
	}
	sim, err = replay(log)
	return sim, base, err
}

// parseEntry reads an act with its moment: "25.1s kill c2".
func parseEntry(text string) (engine.Entry, error) {
	at, line, _ := strings.Cut(text, " ")
	p, err := ParsePos(at)
	if err != nil {
		return engine.Entry{}, err
	}
	if p.At > engine.MaxTime {
		return engine.Entry{}, explain.Err("run.long", "a run lasts at most {0}", engine.MaxTime.String())
	}
	c, err := engine.ParseCommand(line)
	return engine.Entry{At: p.At, Command: c}, err
}
