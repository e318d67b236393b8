package main

import (
	"fmt"
	"strings"
	"unicode"

	"rocketscope/engine/lesson"
)

// What a step takes in a room. The pack says so in its own words.
const (
	wordsAMinute = 130 // read aloud, English
	runesAMinute = 240 // Chinese
	guessing     = 60  // seconds, the presentation's countdown
	discussing   = 30  // the answer and its reason card
	reaching     = 180 // a goal
	running      = 7   // the longest run of a step
)

// seconds of a trainer's time.
type seconds int

// String is minutes and seconds.
func (s seconds) String() string { return fmt.Sprintf("%d:%02d", s/60, s%60) }

// reading is how long it takes to read texts aloud.
func reading(lang string, texts ...string) seconds {
	text := strings.Join(texts, " ")
	if lang != "zh" {
		return seconds(len(strings.Fields(text)) * 60 / wordsAMinute)
	}
	n := 0
	for _, r := range text {
		if !unicode.IsSpace(r) && !unicode.IsPunct(r) {
			n++
		}
	}
	return seconds(n * 60 / runesAMinute)
}

// length is how long a step takes, in tens of seconds.
func (s *step) length(lang string, scene *lesson.Scene) seconds {
	said := []string{s.Say, s.Ask, s.Then}
	for _, w := range s.Wrong {
		said = append(said, w.Why)
	}
	all := reading(lang, said...)
	switch {
	case len(s.Goals) > 0:
		all += reaching
	case s.Ask != "":
		all += guessing + discussing
	}
	if scene.From != scene.To || len(s.Goals) > 0 {
		all += running
	}
	return (all + 9) / 10 * 10
}
