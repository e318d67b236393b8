package scenario

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// Bounds of a story.
const (
	MaxBytes = 1 << 20
	MaxLines = 20000
)

// Story is a parsed story.
type Story struct {
	Title string   // the first comment line
	About []string // the comment lines that follow it
	Head  engine.Head
	Steps []Step
	lines []string
}

// StepKind is what a step does.
type StepKind uint8

// The kinds of steps. Acts and runs move the run on; queries never do.
const (
	Act StepKind = iota
	Run
	Until
	Query
)

// Step is one line of a story that does something.
type Step struct {
	Kind    StepKind
	Line    int // where it stands, counted from 1
	Text    string
	Command engine.Command // Act
	For     time.Duration  // Run; Until: the longest it waits
	Answer  []string       // Query: the answer the story expects
	from    int            // Query: the line after which the answer stands
}

// LineError is a fault of a story and the line it is on.
type LineError struct {
	Line int
	Err  error
}

// Error is the English text.
func (e *LineError) Error() string { return "line " + strconv.Itoa(e.Line) + ": " + e.Err.Error() }

// Unwrap is the reason.
func (e *LineError) Unwrap() error { return e.Err }

// Parse reads a story. An error is a *LineError.
func Parse(text string) (*Story, error) {
	if len(text) > MaxBytes {
		return nil, &LineError{1, explain.Err("story.bytes", "a story has at most {0} bytes", explain.Int(MaxBytes))}
	}
	s := &Story{Head: engine.Head{Version: "4.9", Seed: 1}, lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	if len(s.lines) > MaxLines {
		return nil, &LineError{MaxLines, explain.Err("story.lines", "a story has at most {0} lines", explain.Int(MaxLines))}
	}
	for i := 0; i < len(s.lines); i++ {
		end, err := s.parseLine(i)
		if err != nil {
			return nil, &LineError{i + 1, err}
		}
		i = end
	}
	if _, err := engine.New(s.Head); err != nil {
		return nil, &LineError{1, err}
	}
	return s, nil
}

// parseLine reads line i and returns the last line that belongs to it.
func (s *Story) parseLine(i int) (last int, err error) {
	text := strings.TrimSpace(s.lines[i])
	switch {
	case text == "":
		return i, nil
	case strings.HasPrefix(text, "#"):
		s.comment(strings.TrimSpace(strings.TrimLeft(text, "#")))
		return i, nil
	}
	l, err := engine.ParseLine(text)
	if err != nil {
		return i, err
	}
	if done, err := s.parseHead(l); done || err != nil {
		return i, err
	}
	step := Step{Line: i + 1, Text: text}
	switch query, isQuery := findQuery(l.Verb); {
	case engine.IsVerb(l.Verb):
		step.Command, err = l.Command()
	case l.Verb == "run":
		step.Kind = Run
		step.For, err = parseRun(l)
	case l.Verb == "until":
		step.Kind = Until
		_, step.For, err = parseUntil(l)
	case isQuery:
		step.Kind = Query
		if _, err = query.parse(l); err == nil {
			err = l.Done()
		}
		i = s.parseAnswer(&step, i)
	default:
		err = explain.Err("story.verb", "a story has no line that begins with {0}", l.Verb)
	}
	if err != nil {
		return i, err
	}
	s.Steps = append(s.Steps, step)
	return i, nil
}

func (s *Story) comment(text string) {
	if len(s.Steps) > 0 {
		return
	}
	if s.Title == "" {
		s.Title = text
		return
	}
	s.About = append(s.About, text)
}

// parseHead reads the two lines that come before the first act.
func (s *Story) parseHead(l *engine.Line) (done bool, err error) {
	if l.Verb != "rocketmq" && l.Verb != "seed" {
		return false, nil
	}
	if len(s.Steps) > 0 {
		return true, explain.Err("story.head", "{0} stands before the first act", l.Verb)
	}
	w, err := l.Word("a value")
	if err != nil {
		return true, err
	}
	if l.Verb == "rocketmq" {
		s.Head.Version = w
		return true, l.Done()
	}
	if s.Head.Seed, err = strconv.ParseUint(w, 10, 64); err != nil {
		return true, explain.Err("story.seed", "a seed is a whole number, not {0}", w)
	}
	return true, l.Done()
}

func parseRun(l *engine.Line) (time.Duration, error) {
	w, err := l.Word("a duration")
	if err != nil {
		return 0, err
	}
	d, err := engine.ParseDuration(w)
	if err != nil {
		return 0, err
	}
	if d <= 0 {
		return 0, explain.Err("run.positive", "run goes forward, not {0}", w)
	}
	return d, l.Done()
}

// parseAnswer reads "----" and the lines up to the next blank one.
func (s *Story) parseAnswer(step *Step, i int) (last int) {
	step.from = i + 1
	if i+1 >= len(s.lines) || strings.TrimSpace(s.lines[i+1]) != "----" {
		return i
	}
	step.from = i + 2
	for i += 2; i < len(s.lines) && strings.TrimSpace(s.lines[i]) != ""; i++ {
		step.Answer = append(step.Answer, strings.TrimSpace(s.lines[i]))
	}
	return i - 1
}
