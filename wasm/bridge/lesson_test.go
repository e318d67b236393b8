package bridge

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func inLesson(t *testing.T, name string) (*Session, *ear) {
	t.Helper()
	text, err := os.ReadFile("../../assets/lessons/" + name + ".txt")
	require.NoError(t, err)
	s, e := listening(t)
	s.Handle("lesson", string(text))
	require.Empty(t, e.told["error"])
	s.Report(nil)
	return s, e
}

// watch lets real time pass until a scene has ended.
func watch(t *testing.T, s *Session, e *ear, at string) {
	t.Helper()
	for range 20 * 30 {
		s.Tick(50 * time.Millisecond)
		s.Report(nil)
		if e.last("scene")["at"] == at {
			return
		}
	}
	require.Fail(t, "the scene never ends")
}

func TestALessonIsToldAndPlayed(t *testing.T) {
	s, e := inLesson(t, "join")
	l := e.last("lesson")
	require.Equal(t, "join", l["id"])
	require.Equal(t, map[string]any{"en": "A consumer joins", "zh": "加入一个消费者"}, l["title"])
	steps := l["steps"].([]any)
	require.Len(t, steps, 3)
	ask := steps[1].(map[string]any)["ask"].(map[string]any)
	require.Equal(t, "owners", ask["kind"])
	require.Len(t, ask["items"], 8)
	require.Equal(t, []any{"c1", "c2", "c3"}, ask["choices"])
	require.Equal(t, map[string]any{"type": "scene", "scene": 0.0, "at": "begin"}, e.last("scene"))

	s.Handle("scene", "1 play")
	require.True(t, s.Busy())
	require.Equal(t, float32(0.5), s.Rate(), "a second takes two")
	watch(t, s, e, "end")
	require.False(t, s.Busy())
	require.Equal(t, int64(steps[1].(map[string]any)["to"].(float64)), int64(s.sim.Now()))
	there := s.sim.Digest()

	s.Handle("scene", "2 begin")
	require.Equal(t, there, s.sim.Digest())
	s.Handle("scene", "1 begin")
	require.NotEqual(t, there, s.sim.Digest())
	s.Handle("scene", "1 end")
	require.Equal(t, there, s.sim.Digest())
}

func TestAGuessIsGraded(t *testing.T) {
	s, e := inLesson(t, "join")
	s.Handle("guess", "1 broker-a/0=c1 broker-a/1=c1 broker-a/2=c1 broker-a/3=c1 broker-b/0=c2 broker-b/1=c2 broker-b/2=c3 broker-b/3=c3")
	g := e.last("grade")
	require.Equal(t, false, g["right"])
	require.EqualValues(t, 7, g["hits"])
	require.EqualValues(t, 8, g["of"])
	require.EqualValues(t, 0, g["wrong"], "the temptation is recognised")
	part := g["parts"].([]any)[3].(map[string]any)
	require.Equal(t, map[string]any{"item": "broker-a/3", "guess": "c1", "answer": "c2", "right": false}, part)
}

// A learner acts on the way to a goal, may see the solution, and comes back to
// the lesson wherever the run has gone.
func TestAGoalIsFollowed(t *testing.T) {
	s, e := inLesson(t, "first-rebalance")
	goal := len(e.last("lesson")["steps"].([]any)) - 1
	s.Handle("try", itoa(goal))
	s.Report(nil)
	require.Equal(t, "try", e.last("scene")["at"])
	require.Equal(t, false, e.last("goal")["done"])
	s.Handle("solve", itoa(goal))
	watch(t, s, e, "end")
	require.Equal(t, true, e.last("goal")["done"])
	s.Handle("do", "kill c1")
	s.Handle("scene", "0 begin")
	require.Empty(t, e.told["error"])
	require.Equal(t, s.class.film.Log.String(), s.sim.Log().String())
}

func TestALessonThatShipsAStoryTakesIt(t *testing.T) {
	const text = "title\nen T\nzh T\nstory ours 2s\nstep\nen x\nzh x\nlook c1\n"
	s, e := listening(t)
	s.Handle("lesson", text)
	require.Equal(t, "lesson", e.last("error")["verb"])
	require.EqualValues(t, 4, e.last("error")["line"])
	s.Handle("lesson", text+"\x00ours\n"+twoConsumers)
	require.Len(t, e.told["error"], 1)
	require.Len(t, e.told["lesson"], 1)
	s.Handle("scene", "3 begin")
	s.Handle("guess", "0 x")
	s.Handle("try", "0")
	require.Len(t, e.told["error"], 4)
	s.Handle("load", "\n"+twoConsumers)
	s.Handle("scene", "0 begin")
	require.Len(t, e.told["error"], 5, "no lesson is open")
}

func itoa(n int) string { return string(rune('0' + n)) }
