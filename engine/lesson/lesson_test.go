package lesson_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/lesson"
	"rocketscope/engine/scenario"
)

const head = `title
en T
story
nameserver ns
broker broker-a topics=orders:2
run 1s
consumer c1 group=g topic=orders
producer p1 topic=orders
run 5s
`

func parse(t *testing.T, text string) *lesson.Lesson {
	l, err := lesson.Parse(text, scenarioText)
	require.NoError(t, err)
	return l
}

func film(t *testing.T, steps string) *lesson.Film {
	f, err := parse(t, head+steps).Film()
	require.NoError(t, err)
	return f
}

// Each fault of a lesson is named with its line.
func TestFaults(t *testing.T) {
	const lines = 9 // of head
	for _, c := range []struct {
		text, key string
		line      int
	}{
		{"", "lesson.notitle", 1},
		{"title\nen T", "lesson.nostoryline", 1},
		{"title\nen T\nstory nowhere", "lesson.nostory", 3},
		{"title\nen T\nstory host-lost 0s", "run.positive", 3},
		{"title\nen T\nstory\nkill c9\nrun 1s\nstep\nen x", "node.unknown", 4},
		{"title\nen T\nstory\nrun 1x", "lesson.nosteps", 4},
		{"title\nen " + strings.Repeat("x", 45), "lesson.long", 2},
		{strings.Repeat("#", lesson.MaxBytes+1), "lesson.bytes", 1},
		{"en x", "lesson.words", 1},
		{"kill c1", "lesson.place", 1},
		{"step\nstory", "lesson.story", 2},
		{"look c1", "lesson.nostep", 1},
		{"source x", "lesson.source", 1},
		{"version", "word.missing", 1},
		{head + "step", "lesson.silent", lines + 1},
		{head + "step\nen", "lesson.empty", lines + 2},
		{head + "step\nen x\nrun 1x", "duration.bad", lines + 3},
		{head + "step\nen x\n\nkill c1", "lesson.run", lines + 4},
		{head + "step\nen x\nseed 3", "lesson.head", lines + 3},
		{head + "step\nen x\nlag g", "lesson.query", lines + 3},
		{head + "step\nen x\nlook c7", "lesson.look", lines + 3},
		{head + "step\nen x\ncard no.rule", "rule.unknown", lines + 3},
		{head + "step\nen x\ncard broker.member-closed", "lesson.card", lines + 3},
		{head + "step\nen x\nrun 1s\nuntil lag g 5 max=1s", "until.max", lines + 4},
		{head + "step\nen x\nsolution", "lesson.nogoal", lines + 3},
		{head + "step\nen x\ngoal lag g = 0", "lesson.nosolution", lines + 1},
		{head + "step\nen x\ngoal lag g", "lesson.condition", lines + 3},
		{head + "step\nen x\ngoal weight g = 0", "lesson.measure", lines + 3},
		{head + "step\nen x\ngoal lag g = 0\nsolution\nrun 1s", "lesson.already", lines + 1},
		{head + "step\nen x\ngoal lag g = 9\nsolution\nrun 1s", "lesson.unsolved", lines + 4},
		{head + "step\nen x\ngoal lag g = 9\nsolution\nrun 1s\nask time", "lesson.goalstep", lines + 1},
		{head + "step\nwithin 1s", "lesson.noask", lines + 2},
		{head + "step\nask where", "lesson.kind", lines + 2},
		{head + "step\nask owners g", "lesson.usage", lines + 2},
		{head + "step\nask order g 9", "lesson.messages", lines + 2},
		{head + "step\nask time\nask time", "lesson.one", lines + 3},
		{head + "step\nask time\noffer soon", "duration.bad", lines + 3},
		{head + "step\nask whether lag g = 0\noffer yes", "lesson.offer", lines + 3},
		{head + "step\nask whether lag g = 0\nwrong maybe", "lesson.guess", lines + 3},
		{head + "step\nask time\nen x", "lesson.nobody", lines + 2},
		{head + "step\nask time\nen x\nrun 1s", "lesson.notuntil", lines + 2},
		{head + "step\nask whether lag g = 0\nwrong yes\nen x\nen x\nrun 1s", "lesson.noquestion", lines + 2},
		{head + "step\nask whether lag g = 0\nen x\nwrong yes\nen x\nrun 1s", "lesson.right", lines + 4},
		{head + "step\nask number lag g\nen x\noffer 1 2\nrun 1s", "lesson.offered", lines + 2},
		{head + "step\nask owners g orders\nen x\nwrong broker-b/0=c1\nrun 1s", "lesson.noitem", lines + 4},
		{head + "step\nask owners g orders\nen x\nwrong broker-a/0=c3\nrun 1s", "lesson.nochoice", lines + 4},
		{head + "step\nask owners g pay\nen x\nrun 1s", "lesson.noqueues", lines + 2},
		{head + "step\nask times g 1\nen x\nrun 1s", "lesson.nomessage", lines + 2},
		{head + "step\nask order g 2\nen x\nrun 1s", "lesson.few", lines + 2},
		{head + "step\nask order g 2\nen x\nkill c1\nsend p1 2\nrun 1s", "lesson.undelivered", lines + 2},
	} {
		l, err := lesson.Parse(c.text, scenarioText)
		if err == nil {
			_, err = l.Film()
		}
		var line *scenario.LineError
		var reason *explain.Error
		require.ErrorAs(t, err, &line, c.text)
		require.True(t, errors.As(err, &reason), "%v", err)
		require.Equal(t, c.key, reason.Key, "%s: %v", c.text, err)
		require.Equal(t, c.line, line.Line, c.key)
	}
}

// A word that begins a line of a lesson never begins one of a story.
func TestKeywordsAreNoVerbs(t *testing.T) {
	for _, word := range lesson.Keywords() {
		require.False(t, engine.IsVerb(word), word)
		_, err := scenario.Parse(word)
		var reason *explain.Error
		require.True(t, errors.As(err, &reason) && reason.Key == "story.verb", word)
	}
}

func TestWordsJoinAndFallBack(t *testing.T) {
	l := parse(t, head+"step\nen One.\nen Two.\nstep\nzh 一。\nzh 二。")
	require.Equal(t, "One. Two.", l.Steps[0].Say.In("zh"), "what is missing in one language is said in the other")
	require.Equal(t, "一。二。", l.Steps[1].Say.In("en"))
}

// A story that ships serves too, up to a moment.
func TestStoryByName(t *testing.T) {
	f, err := parse(t, "title\nen T\nstory consumer-killed 20s\nstep\nen x\nlook c2").Film()
	require.NoError(t, err)
	sim, err := f.Sim()
	require.NoError(t, err)
	require.Equal(t, "20.000s", sim.Now().String())
	require.Less(t, f.Log.Entries[len(f.Log.Entries)-1].At, sim.Now(), "the kill at 25 s is not in it")
}

func TestGradeOwners(t *testing.T) {
	s := film(t, "step\nask owners g orders\nen x\nwrong broker-a/1=c1\nen stays\nconsumer c2 group=g topic=orders\nrun 1s").Scenes[0]
	require.Equal(t, []string{"broker-a/0", "broker-a/1"}, s.Items)
	require.Equal(t, []string{"c1", "c2"}, s.Choices)
	g, err := s.Grade("broker-a/0=c1 broker-a/1=c1")
	require.NoError(t, err)
	require.Equal(t, lesson.Grade{Hits: 1, Of: 2, Parts: []lesson.Part{
		{Item: "broker-a/0", Guess: "c1", Answer: "c1", Right: true},
		{Item: "broker-a/1", Guess: "c1", Answer: "c2"},
	}}, g)
	g, err = s.Grade("broker-a/1=c2+c1")
	require.NoError(t, err)
	require.Zero(t, g.Hits, "two owners are not one, and what is left out is not right")
	require.Equal(t, -1, g.Wrong)
	_, err = s.Grade("c1")
	require.Error(t, err)
}

func TestGradeOrder(t *testing.T) {
	s := film(t, "step\nask order g 3\nen x\nwrong 2 1 3\nen y\nsend p1 3 every=100ms\nrun 2s").Scenes[0]
	require.Equal(t, "1 2 3", s.Answer())
	g, err := s.Grade("2 1 3")
	require.NoError(t, err)
	require.Equal(t, 1, g.Hits)
	require.Equal(t, 0, g.Wrong)
	for _, bad := range []string{"1 2", "1 1 3", "1 2 4", "a b c"} {
		_, err = s.Grade(bad)
		require.Error(t, err, bad)
	}
}

func TestGradeTime(t *testing.T) {
	s := film(t, "step\nask time\nen x\nwithin 2s\nrun 1s\nkill c1\nrun 3s\nrestart c1\nsend p1 1\nuntil lag g 0 max=20s").Scenes[0]
	g, err := s.Grade("1s")
	require.NoError(t, err)
	require.Equal(t, s.Answer(), g.Parts[0].Answer)
	require.Equal(t, "20.000s", s.Longest.String())
	_, err = s.Grade("soon")
	require.Error(t, err)
}

// An attempt follows the learner's run, also back in time, and another one is
// told apart.
func TestAttempt(t *testing.T) {
	f := film(t, "step\nen x\nrun 2s\nstep\nen y\ngoal repeated g >= 1\ngoal up c1 = 1\nsolution\nset c1 listen=2s\nsend p1 1\nrun 500ms\nkill c1\nrun 1s\nrestart c1\nrun 5s")
	sim, err := f.Sim()
	require.NoError(t, err)
	require.NoError(t, sim.Seek(f.Scenes[1].From))
	try, err := f.Try(1)
	require.NoError(t, err)
	look := func() ([]lesson.Progress, bool) {
		all, done, err := try.Look(sim)
		require.NoError(t, err)
		return all, done
	}
	progress, done := look()
	require.False(t, done)
	require.Equal(t, []lesson.Progress{{Goal: "repeated g >= 1"}, {Goal: "up c1 = 1", Have: 1, Holds: true}}, progress)

	var acts []string
	for _, e := range f.Scenes[1].Acts() {
		acts = append(acts, e.Command.String())
	}
	require.Equal(t, []string{"set c1 listen=2s", "send p1 1", "kill c1", "restart c1"}, acts)
	require.Empty(t, f.Scenes[0].Acts())

	solution, err := scenario.Parse(f.Scenes[1].SolutionStory())
	require.NoError(t, err)
	solved, _, err := solution.Run()
	require.NoError(t, err)
	sim = solved
	_, done = look()
	require.True(t, done, "the solution reaches the goal in one leap")
	require.NoError(t, sim.Seek(f.Scenes[1].From))
	_, done = look()
	require.False(t, done, "and before it the goal is not reached")
	require.NoError(t, sim.Seek(engine.Pos{}))
	_, _, err = try.Look(sim)
	require.Error(t, err, "this is not the step")
	_, err = f.Try(0)
	require.Error(t, err, "no goal there")
}
