package bridge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// Bounds of what a link or a page hands in beside the moment itself.
const (
	maxMarks = 100
	maxName  = 80 // characters of a bookmark's name
)

// Mark is a bookmark: a moment with a name, after so many of the acts.
type Mark struct {
	At   engine.Pos
	Past int
	Name string
}

// parseMark reads "3s 17 2 before it dies": moment, event, acts before it, name.
func parseMark(value string) (m Mark, err error) {
	parts := strings.SplitN(value, " ", 4)
	if len(parts) < 4 {
		return m, explain.Err("mark.bad", "{0} is no bookmark: write a moment, an event's number, how many acts come before, and a name", value)
	}
	if m.At, err = ParsePos(parts[0] + " " + parts[1]); err != nil {
		return m, err
	}
	if m.Past, err = number("mark", parts[2]); err != nil {
		return m, err
	}
	m.Name = strings.TrimSpace(parts[3])
	if n := utf8.RuneCountInString(m.Name); n == 0 || n > maxName || strings.ContainsFunc(m.Name, unicode.IsControl) {
		return m, explain.Err("mark.name", "the name of a bookmark has 1 to {0} characters", explain.Int(maxName))
	}
	return m, nil
}

// lies returns why a bookmark is not on a history, nil if it is.
func (m *Mark) lies(acts []engine.Entry) error {
	k := m.Past
	if k > len(acts) || m.At.At > engine.MaxTime || k > 0 && acts[k-1].At > m.At.At || k < len(acts) && acts[k].At < m.At.At {
		return explain.Err("mark.where", "the bookmark {0} is not on the link's history", m.Name)
	}
	return nil
}

// future is a history that was left: it shares the first acts and has others of
// its own.
type future struct {
	keep   int
	undone bool
	acts   []engine.Entry
}

// parseFuture reads "3" or "3 undone"; its acts follow.
func parseFuture(value string) (f future, err error) {
	keep, undone := strings.CutSuffix(value, " undone")
	f.undone = undone
	f.keep, err = number("branch", keep)
	return f, err
}

// recall gives a run the futures that were left.
func (m *Moment) recall(sim *engine.Sim) error {
	acts := sim.Log().Entries
	for _, f := range m.futures {
		if f.keep > len(acts) {
			return explain.Err("address.keep", "the link keeps {0} acts of a story that has {1}", explain.Int(f.keep), explain.Int(len(acts)))
		}
		if err := sim.Recall(append(acts[:f.keep:f.keep], f.acts...), f.undone); err != nil {
			return err
		}
	}
	return nil
}

// marks tells the page of the bookmarks, whose moments it need not read itself.
func (o *object) marks(marks []Mark) {
	o.list("marks", func() {
		for _, m := range marks {
			o.open('{')
			o.num("at", int64(m.At.At))
			o.num("seq", int64(min(m.At.Seq, maxSafe)))
			o.num("past", int64(m.Past))
			o.str("name", m.Name)
			o.shut('}')
		}
	})
}

// maxSafe is the greatest whole number that a page can hold.
const maxSafe = 1<<53 - 1
