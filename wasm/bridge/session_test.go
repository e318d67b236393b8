package bridge

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

const twoConsumers = `# Two consumers share four queues.
rocketmq 4.9
seed 7
nameserver n1
broker   broker-a topics=orders:4
producer p1 topic=orders rate=20/s
consumer c1 group=g topic=orders strategy=AVG
run 10s
consumer c2 group=g topic=orders strategy=AVG
run 5s
`

// ear is a page: it keeps what it is told, by type.
type ear struct {
	t    *testing.T
	told map[string][]map[string]any
}

func listening(t *testing.T) (*Session, *ear) {
	e := &ear{t: t, told: map[string][]map[string]any{}}
	return NewSession(e.hear), e
}

func loaded(t *testing.T) (*Session, *ear) {
	s, e := listening(t)
	s.Handle("load", "\n"+twoConsumers)
	require.Empty(t, e.told["error"])
	s.Report(nil)
	return s, e
}

func (e *ear) hear(text string) {
	var m map[string]any
	require.NoError(e.t, json.Unmarshal([]byte(text), &m), text)
	kind := m["type"].(string)
	e.told[kind] = append(e.told[kind], m)
}

func (e *ear) last(kind string) map[string]any {
	e.t.Helper()
	require.NotEmpty(e.t, e.told[kind], kind)
	return e.told[kind][len(e.told[kind])-1]
}

func (e *ear) names(kind, list, field string) (names []string) {
	for _, row := range e.last(kind)[list].([]any) {
		names = append(names, row.(map[string]any)[field].(string))
	}
	return names
}

func TestLoadBeginsAfterTheActsAtZero(t *testing.T) {
	_, e := loaded(t)
	require.Equal(t, 0., e.last("state")["at"])
	require.Equal(t, []string{"n1", "broker-a", "p1", "c1"}, e.names("state", "nodes", "name"))
	require.Equal(t, "4.9", e.last("state")["version"])
	require.Equal(t, "7", e.last("state")["seed"])
	acts := e.last("story")["acts"].([]any)
	require.Len(t, acts, 5, "what lies ahead is told too")
	require.Equal(t, 1e10, acts[4].(map[string]any)["at"])
}

func TestLoadAtAPosition(t *testing.T) {
	s, e := listening(t)
	s.Handle("load", "12000000000 end\n"+twoConsumers)
	s.Report(nil)
	require.Equal(t, 12e9, e.last("state")["at"])
	require.Contains(t, e.names("state", "nodes", "name"), "c2")
}

func TestStoryGoesRoundTrip(t *testing.T) {
	s, e := loaded(t)
	s.Handle("play", "")
	s.Tick(100 * time.Millisecond)
	s.Handle("pause", "")
	s.Handle("do", "kill c1")
	s.Report(nil)
	text, state := e.last("story")["text"].(string), e.last("state")
	require.NotContains(t, text, "c2", "an act in the past begins a new future")

	again, f := listening(t)
	again.Handle("load", whole(state["at"])+" "+whole(state["seq"])+"\n"+text)
	again.Report(nil)
	require.Equal(t, state, f.last("state"))
	require.Equal(t, e.last("story")["text"], f.last("story")["text"])
	require.Equal(t, e.last("story")["acts"], f.last("story")["acts"])
}

// whole writes a number of a message as text.
func whole(n any) string { return strconv.FormatInt(int64(n.(float64)), 10) }

func TestErrorsChangeNothing(t *testing.T) {
	s, e := loaded(t)
	before := s.sim.Digest()
	for _, c := range []struct{ verb, arg, text string }{
		{"do", "kill nobody", "nobody"},
		{"do", "dance", "dance"},
		{"add", "moon", "moon"},
		{"seek", "yesterday", "no position"},
		{"speed", "fast", "no speed"},
		{"why", "x", "no number"},
		{"why", "999999", "not kept"},
		{"load", "\nbroker", ""},
		{"load", "x y\nseed 1", "no position"},
		{"sing", "", "no request"},
	} {
		n := len(e.told["error"])
		s.Handle(c.verb, c.arg)
		require.Len(t, e.told["error"], n+1, "%s %s", c.verb, c.arg)
		require.Equal(t, c.verb, e.last("error")["verb"])
		require.Contains(t, e.last("error")["text"], c.text)
	}
	require.Equal(t, before, s.sim.Digest())
}

func TestErrorOfAStoryNamesItsLine(t *testing.T) {
	s, e := loaded(t)
	s.Handle("load", "\nrocketmq 4.9\nseed 7\nnameserver n1\nkill n2\n")
	require.Equal(t, 4., e.last("error")["line"])
	require.NotContains(t, e.last("error")["text"], "line")
}

func TestPlayKeepsToItsSpeed(t *testing.T) {
	s, e := loaded(t)
	s.Handle("speed", "1/20")
	s.Handle("play", "")
	for range 60 {
		s.Tick(20 * time.Millisecond)
		s.Report(nil)
	}
	require.Equal(t, kernel.Time(60*time.Millisecond), s.sim.Now())
	require.LessOrEqual(t, len(e.told["state"]), 14, "at most ten states a second")
	s.Handle("pause", "")
	s.Tick(time.Second)
	require.Equal(t, kernel.Time(60*time.Millisecond), s.sim.Now())
	require.False(t, s.Busy())
}

func TestPlayStopsWhereItIsToEnd(t *testing.T) {
	s, e := loaded(t)
	s.Handle("play", "1030000000 end")
	for range 99 {
		s.Tick(20 * time.Millisecond)
		s.Report(nil)
	}
	require.False(t, s.Busy())
	require.EqualValues(t, 1_030_000_000, e.last("state")["at"])
	require.Equal(t, false, e.last("state")["running"])
	s.Handle("play", "")
	s.Tick(20 * time.Millisecond)
	require.Equal(t, kernel.Time(1_050_000_000), s.sim.Now(), "the next one goes on")
	s.Handle("play", "noon")
	require.Contains(t, e.last("error")["text"], "noon")
}

func TestHiddenTabDoesNotCatchUp(t *testing.T) {
	s, _ := loaded(t)
	s.Handle("play", "")
	s.Tick(time.Hour)
	require.Equal(t, kernel.Time(longestFrame), s.sim.Now())
}

func TestTooFastIsSaid(t *testing.T) {
	s, e := loaded(t)
	s.Handle("speed", "100000")
	s.Handle("play", "")
	s.Tick(longestFrame)
	s.Report(nil)
	require.Equal(t, true, e.last("state")["behind"])
}

func TestNextStopsAtADecision(t *testing.T) {
	s, e := loaded(t)
	for range 5 {
		before := s.sim.LastRecord()
		s.Handle("next", "")
		for s.Busy() {
			s.Tick(16 * time.Millisecond)
		}
		s.Report(nil)
		records := s.sim.Records(before)
		require.NotEmpty(t, records)
		require.False(t, quiet(records[len(records)-1]))
		require.Equal(t, false, e.last("state")["next"])
	}
}

func TestCardAnswersWhy(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14000000000 end")
	for _, r := range s.sim.Records(0) {
		s.Handle("why", strconv.FormatUint(uint64(r.ID), 10))
		require.Equal(t, float64(r.ID), e.last("card")["n"])
		require.NotEmpty(t, e.last("card")["lead"])
	}
	require.Empty(t, e.told["error"])
	chain := 0
	for _, c := range e.told["card"] {
		chain = max(chain, len(c["because"].([]any)))
	}
	require.Positive(t, chain, "some record has a cause")
}

func TestAdditionsCanBeDone(t *testing.T) {
	s, e := loaded(t)
	for _, what := range []string{"consumer", "producer", "broker", "queue", "queue broker-b"} {
		s.Handle("add", what)
	}
	require.Empty(t, e.told["error"])
	text := e.last("story")["text"].(string)
	for _, line := range []string{"consumer c2 ", "producer p2 ", "broker broker-b ", "queues broker-a orders read=5 write=5"} {
		require.Contains(t, text, line)
	}
	require.Equal(t, 1, strings.Count(text, "seed 7"))
}
