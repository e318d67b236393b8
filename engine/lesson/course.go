package lesson

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
)

// Bounds of a list of courses and of a glossary.
const (
	maxCourses = 20
	maxTerms   = 200
)

// Course is a row of lessons that belong together.
type Course struct {
	ID      string
	Title   Text
	About   Text
	First   string   // the lesson for somebody who has never met RocketMQ: two minutes
	Lessons []string // the others, in order
	Terms   []string // of the glossary, by id
}

// Term is an entry of the glossary.
type Term struct {
	ID    string
	Name  Text // as RocketMQ's documentation writes it
	Means Text
}

// ParseCourses reads the list of courses. An error is a *scenario.LineError.
func ParseCourses(text string) ([]Course, error) {
	var all []Course
	last := func() *Course { return &all[len(all)-1] }
	words := map[string]func(rest string) (*Text, error){
		"course": func(rest string) (*Text, error) {
			if slices.ContainsFunc(all, func(c Course) bool { return c.ID == rest }) {
				return nil, explain.Err("lesson.twice", "{0} is there already", rest)
			}
			all = append(all, Course{ID: rest})
			return &last().Title, full(len(all)-1, "course", maxCourses)
		},
		"about":  func(string) (*Text, error) { return &last().About, nil },
		"first":  func(rest string) (*Text, error) { last().First = rest; return nil, nil },
		"lesson": func(rest string) (*Text, error) { last().Lessons = append(last().Lessons, rest); return nil, nil },
		"terms": func(rest string) (*Text, error) {
			last().Terms = append(last().Terms, strings.Fields(rest)...)
			return nil, nil
		},
	}
	return all, readWords(text, "course", words)
}

// ParseGlossary reads the glossary. An error is a *scenario.LineError.
func ParseGlossary(text string) ([]Term, error) {
	var all []Term
	words := map[string]func(rest string) (*Text, error){
		"term": func(rest string) (*Text, error) {
			if slices.ContainsFunc(all, func(t Term) bool { return t.ID == rest }) {
				return nil, explain.Err("lesson.twice", "{0} is there already", rest)
			}
			all = append(all, Term{ID: rest})
			return &all[len(all)-1].Name, full(len(all)-1, "term", maxTerms)
		},
		"means": func(string) (*Text, error) { return &all[len(all)-1].Means, nil },
	}
	return all, readWords(text, "term", words)
}

// readWords reads lines that begin with one of a few words, of which head comes
// first, and the words in both languages that belong to them.
func readWords(text, head string, words map[string]func(rest string) (*Text, error)) error {
	if len(text) > MaxBytes {
		return at(1, explain.Err("lesson.bytes", "a lesson has at most {0} bytes", explain.Int(MaxBytes)))
	}
	p, n, begun := &parser{size: longSize}, 0, false
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if word == "en" || word == "zh" {
			if err := p.say(rest, word); err != nil {
				return at(n, err)
			}
			continue
		}
		begun = begun || word == head
		read, known := words[word]
		if !known || !begun {
			return at(n, explain.Err("lesson.place", "a line that begins with {0} has no place here", word))
		}
		var err error
		if p.text, err = read(rest); err != nil {
			return at(n, err)
		}
	}
	return nil
}
