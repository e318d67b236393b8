package lesson_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rocketscope/engine/lesson"
	"rocketscope/engine/scenario"
)

// Whatever stands in a file, the parser reads it or names the line and why not.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(shipped, "*.txt"))
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(string(text))
		}
	}
	f.Add("title\nen x\nstory\nrun 1s\nstep\nask owners g orders\nen ?\nwrong a=b\nrun 1s")
	f.Fuzz(func(t *testing.T, text string) {
		var line *scenario.LineError
		if l, err := lesson.Parse(text, nil); err != nil && (!errors.As(err, &line) || line.Line < 1) || err == nil && len(l.Steps) == 0 {
			t.Fatalf("%v", err)
		}
		if _, err := lesson.ParseCourses(text); err != nil && !errors.As(err, &line) {
			t.Fatal(err)
		}
		if _, err := lesson.ParseGlossary(text); err != nil && !errors.As(err, &line) {
			t.Fatal(err)
		}
	})
}
