// Command pack writes the trainer's pack: for each lesson and language a page to
// print, with pictures of its steps, their captions, the right answers as the
// engine works them out, the wrong ones to expect, and times.
//
//	go run ./web/cmd/pack DIR
//
// reads the lessons that ship and writes into DIR, a folder of the built site.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"rocketscope/engine/lesson"
	"rocketscope/web/server"
)

const (
	lessons   = "assets/lessons"
	scenarios = "assets/scenarios"
	locales   = "web/site/locale"
)

// Languages of the pack.
var languages = []string{"en", "zh"}

//go:embed page.html
var pageText string

//go:embed index.html
var indexText string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pack DIR")
		os.Exit(2)
	}
	if err := write(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// write makes the whole pack out of the checkout in root.
func write(root, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(root, lessons, "courses.txt"))
	if err != nil {
		return err
	}
	courses, err := lesson.ParseCourses(string(text))
	if err != nil {
		return fmt.Errorf("courses.txt: %w", err)
	}
	shelf := &shelf{root: root, dir: dir}
	for _, lang := range languages {
		if err := shelf.open(lang); err != nil {
			return err
		}
	}
	for _, c := range courses {
		if err := shelf.add(c); err != nil {
			return err
		}
	}
	return shelf.close()
}

// shelf writes the pages, and at last the lists of them, one a language.
type shelf struct {
	root, dir string
	words     []*words
	lists     []index
}

func (s *shelf) open(lang string) error {
	w, err := wordsOf(s.root, lang)
	if err != nil {
		return err
	}
	s.words = append(s.words, w)
	s.lists = append(s.lists, index{Lang: lang, Other: w.other(), Policy: server.Policy})
	return nil
}

// add writes the pages of a course.
func (s *shelf) add(c lesson.Course) error {
	rows := make([]course, len(s.words))
	for i, w := range s.words {
		rows[i] = course{Title: c.Title.In(w.lang), About: c.About.In(w.lang)}
	}
	for _, name := range append([]string{c.First}, c.Lessons...) {
		books, err := newBooks(s.words, s.root, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i, b := range books {
			b.Course = rows[i].Title
			if err := b.write(s.dir); err != nil {
				return err
			}
			rows[i].Books, rows[i].Room = append(rows[i].Books, b), rows[i].Room+b.Room
		}
	}
	for i := range s.lists {
		s.lists[i].Courses = append(s.lists[i].Courses, rows[i])
	}
	return nil
}

func (s *shelf) close() error {
	for i, w := range s.words {
		if err := w.save("index", indexText, filepath.Join(s.dir, "index."+w.lang+".html"), s.lists[i]); err != nil {
			return err
		}
	}
	return nil
}

// index lists the pages of one language.
type index struct {
	Lang, Other, Policy string
	Courses             []course
}

type course struct {
	Title, About string
	Room         seconds
	Books        []*book
}

// save fills a page with words of the language and writes it.
func (w *words) save(name, text, file string, data any) error {
	t, err := template.New(name).Funcs(template.FuncMap{"t": w.label}).Parse(text)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}
