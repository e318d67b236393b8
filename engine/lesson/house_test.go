package lesson_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/lesson"
)

const shipped = "../../assets/lessons"

func scenarioText(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join("../../assets/scenarios", name+".txt"))
	return string(text), err
}

func readText(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join(shipped, name+".txt"))
	require.NoError(t, err)
	return string(text)
}

// lessons parses every lesson that ships.
func lessons(t *testing.T) []*lesson.Lesson {
	files, err := filepath.Glob(filepath.Join(shipped, "*.txt"))
	require.NoError(t, err)
	var all []*lesson.Lesson
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		if name == "courses" || name == "glossary" {
			continue
		}
		l, err := lesson.Parse(readText(t, name), scenarioText)
		require.NoError(t, err, name)
		require.Equal(t, name, l.ID)
		all = append(all, l)
	}
	return all
}

// Every lesson runs, its conditions are reached, its answers worked out and no
// wrong guess is right; its solutions reach their goals. Going to any scene in
// any order shows what the first run showed.
func TestLessonsRun(t *testing.T) {
	for _, l := range lessons(t) {
		t.Run(l.ID, func(t *testing.T) {
			film, err := l.Film()
			require.NoError(t, err)
			sim, err := film.Sim()
			require.NoError(t, err)
			digests := map[engine.Pos]uint64{}
			for _, s := range film.Scenes {
				require.NoError(t, sim.Seek(s.To))
				digests[s.To] = sim.Digest()
				checkScene(t, &s)
			}
			for _, s := range slices.Backward(film.Scenes) {
				require.NoError(t, sim.Seek(s.To))
				require.Equal(t, digests[s.To], sim.Digest(), "back to the end of line %d", s.Step.Line)
			}
		})
	}
}

func checkScene(t *testing.T, s *lesson.Scene) {
	e := s.Step.Exercise
	if e == nil {
		return
	}
	right, err := s.Grade(s.Answer())
	require.NoError(t, err)
	require.True(t, right.Right, "the answer %s is right", s.Answer())
	require.Equal(t, -1, right.Wrong)
	for i, w := range e.Wrong {
		g, err := s.Grade(w.Guess)
		require.NoError(t, err)
		require.False(t, g.Right, w.Guess)
		require.Equal(t, i, g.Wrong, "%s is explained by its own words", w.Guess)
	}
}

// What each lesson has to have before it ships.
func TestLessonsAreWhole(t *testing.T) {
	for _, l := range lessons(t) {
		acts, asks := 0, 0
		for i := range l.Steps {
			s := &l.Steps[i]
			if s.Acts() {
				acts++
			}
			if s.Exercise != nil || s.Goal != nil {
				require.NotEmpty(t, s.Note.En, "%s: a note for the trainer at line %d, which asks", l.ID, s.Line)
			}
			if s.Exercise != nil {
				asks++
				require.NotEmpty(t, s.Exercise.Wrong, "%s: a tempting guess in line %d", l.ID, s.Exercise.Line)
				require.NotEmpty(t, s.Hints, "%s: a hint for line %d", l.ID, s.Exercise.Line)
			}
		}
		require.GreaterOrEqual(t, len(l.Steps), 3, l.ID)
		require.Positive(t, acts, l.ID)
		require.Positive(t, asks, l.ID)
		require.NotEmpty(t, l.Learn, l.ID)
		require.NotEmpty(t, l.Sources, l.ID)
		require.NotEmpty(t, l.Versions, l.ID)
		require.True(t, l.Minutes >= 1 && l.Minutes <= 5, l.ID)
		for _, text := range texts(l) {
			require.NotEmpty(t, text.En, "%s: %s", l.ID, text.Zh)
			require.NotEmpty(t, text.Zh, "%s: %s", l.ID, text.En)
		}
	}
}

// texts are all words of a lesson; those that may be missing only if they are not.
func texts(l *lesson.Lesson) []lesson.Text {
	all := append([]lesson.Text{l.Title, l.Rule, l.Try}, l.Learn...)
	for _, v := range l.Versions {
		all = append(all, v.Text)
	}
	for _, s := range l.Steps {
		all = append(all, s.Hints...)
		optional := []lesson.Text{s.Say, s.Then, s.Note}
		if e := s.Exercise; e != nil {
			all = append(all, e.Ask)
			for _, w := range e.Wrong {
				all = append(all, w.Why)
			}
		}
		for _, t := range optional {
			if t != (lesson.Text{}) {
				all = append(all, t)
			}
		}
	}
	return all
}

func TestCourses(t *testing.T) {
	courses, err := lesson.ParseCourses(readText(t, "courses"))
	require.NoError(t, err)
	terms, err := lesson.ParseGlossary(readText(t, "glossary"))
	require.NoError(t, err)
	ids := map[string]bool{}
	for _, l := range lessons(t) {
		ids[l.ID] = l.Minutes <= 2
	}
	placed, used := map[string]bool{}, map[string]bool{}
	for _, c := range courses {
		require.True(t, ids[c.First], "%s begins with a first look of two minutes", c.ID)
		require.NotEmpty(t, c.Terms, c.ID)
		for _, id := range append(c.Lessons, c.First) {
			require.Contains(t, ids, id)
			require.False(t, placed[id], "%s stands in one course", id)
			placed[id] = true
		}
		for _, id := range c.Terms {
			require.True(t, slices.ContainsFunc(terms, func(x lesson.Term) bool { return x.ID == id }), id)
			used[id] = true
		}
	}
	require.Len(t, placed, len(ids), "every lesson is in a course")
	require.Len(t, used, len(terms), "every term is of some course")
}

// otherTexts are the words of courses and glossary.
func otherTexts(t *testing.T) []lesson.Text {
	courses, err := lesson.ParseCourses(readText(t, "courses"))
	require.NoError(t, err)
	terms, err := lesson.ParseGlossary(readText(t, "glossary"))
	require.NoError(t, err)
	var all []lesson.Text
	for _, c := range courses {
		all = append(all, c.Title, c.About)
	}
	for _, x := range terms {
		all = append(all, x.Name, x.Means)
	}
	return all
}

// The style that both languages keep, as in the captions.
func TestStyle(t *testing.T) {
	forbidden := regexp.MustCompile(`[！!您]|——|因为|由于|对于|作为|的时候|其中之一|进行了|我们|延迟消息|积压|断开连接|偏移量|主题|消费者组|订阅组`)
	closed := regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}`)
	half := regexp.MustCompile(`\p{Han} ?[,;:?()]|[,;:?()] ?\p{Han}`)
	spaced := regexp.MustCompile(` [，。：；？、（）“”]|[，。：；？、（）“”] `)
	english := regexp.MustCompile(`!|\b[Ww]e\b|\bbecause\b|  |\p{Han}|[，。：；？]`)
	all := otherTexts(t)
	for _, l := range lessons(t) {
		all = append(all, texts(l)...)
	}
	for _, text := range all {
		for _, bad := range []*regexp.Regexp{forbidden, closed, half, spaced} {
			assert.NotRegexp(t, bad, text.Zh)
		}
		assert.NotRegexp(t, english, text.En)
		for sentence := range strings.SplitSeq(strings.NewReplacer("？", "。", "；", "。", "：", "。").Replace(text.Zh), "。") {
			assert.LessOrEqual(t, len([]rune(sentence)), 50, "%s", sentence)
		}
	}
}
