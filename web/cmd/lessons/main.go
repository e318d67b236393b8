// Command lessons writes what the page needs to offer the lessons: all that can
// be said of them without running one, as index.json.
//
//	go run ./web/cmd/lessons DIR
//
// reads the lessons that ship and writes into DIR, which also gets their texts.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rocketscope/engine/lesson"
)

const (
	lessons   = "assets/lessons"
	scenarios = "assets/scenarios"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: lessons DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "lessons:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	shelf, texts, err := read()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	index, err := json.Marshal(shelf)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.json"), index, 0o644)
}

// shelf is what the page offers.
type shelf struct {
	Courses []course        `json:"courses"`
	Lessons map[string]book `json:"lessons"`
	Terms   []term          `json:"terms"`
}

type text struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

type course struct {
	ID      string   `json:"id"`
	Title   text     `json:"title"`
	About   text     `json:"about"`
	Lessons []string `json:"lessons"` // the first look first
	Terms   []string `json:"terms"`
}

type book struct {
	Title    text   `json:"title"`
	Learn    []text `json:"learn"`
	Minutes  int64  `json:"minutes"`
	Question int64  `json:"question"`
	Steps    int    `json:"steps"`
	Asks     int    `json:"asks"` // of the steps
}

type term struct {
	ID    string `json:"id"`
	Name  text   `json:"name"`
	Means text   `json:"means"`
}

func textOf(t lesson.Text) text { return text{t.In("en"), t.In("zh")} }

// read takes in the courses, their lessons and the glossary; texts are the
// lessons' files by name.
func read() (*shelf, map[string]string, error) {
	s, texts := &shelf{Lessons: map[string]book{}}, map[string]string{}
	file, err := os.ReadFile(filepath.Join(lessons, "courses.txt"))
	if err != nil {
		return nil, nil, err
	}
	courses, err := lesson.ParseCourses(string(file))
	if err != nil {
		return nil, nil, fmt.Errorf("courses.txt: %w", err)
	}
	for _, c := range courses {
		row := course{c.ID, textOf(c.Title), textOf(c.About), append([]string{c.First}, c.Lessons...), c.Terms}
		s.Courses = append(s.Courses, row)
		for _, name := range row.Lessons {
			b, text, err := readBook(name)
			if err != nil {
				return nil, nil, fmt.Errorf("%s.txt: %w", name, err)
			}
			s.Lessons[name], texts[name] = b, text
		}
	}
	if file, err = os.ReadFile(filepath.Join(lessons, "glossary.txt")); err != nil {
		return nil, nil, err
	}
	terms, err := lesson.ParseGlossary(string(file))
	if err != nil {
		return nil, nil, fmt.Errorf("glossary.txt: %w", err)
	}
	for _, t := range terms {
		s.Terms = append(s.Terms, term{t.ID, textOf(t.Name), textOf(t.Means)})
	}
	return s, texts, nil
}

func readBook(name string) (book, string, error) {
	text, err := os.ReadFile(filepath.Join(lessons, name+".txt"))
	if err != nil {
		return book{}, "", err
	}
	l, err := lesson.Parse(string(text), scenario)
	if err != nil {
		return book{}, "", err
	}
	b := book{Title: textOf(l.Title), Minutes: l.Minutes, Question: l.Question, Steps: len(l.Steps)}
	for _, t := range l.Learn {
		b.Learn = append(b.Learn, textOf(t))
	}
	for i := range l.Steps {
		if l.Steps[i].Exercise != nil || l.Steps[i].Goal != nil {
			b.Asks++
		}
	}
	return b, string(text), nil
}

func scenario(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(scenarios, strings.ReplaceAll(name, "/", "")+".txt"))
	return string(text), err
}
