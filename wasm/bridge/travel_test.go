package bridge

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
)

// page is what a page makes of the records that it is told.
func (e *ear) page() (numbers []float64) {
	for _, m := range e.told["records"] {
		if m["reset"] == true {
			numbers = nil
		}
		for len(numbers) > 0 && numbers[len(numbers)-1] > m["keep"].(float64) {
			numbers = numbers[:len(numbers)-1]
		}
		for _, r := range m["list"].([]any) {
			numbers = append(numbers, r.(map[string]any)["n"].(float64))
		}
	}
	return numbers
}

// knows requires that the page's records are those of the run.
func (e *ear) knows(s *Session) {
	e.t.Helper()
	s.Report(nil)
	var want []float64
	for _, r := range s.sim.Records(0) {
		want = append(want, float64(r.ID))
	}
	require.Equal(e.t, want, e.page())
}

func TestStepAndBackAreInverse(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "9s")
	for range 30 {
		s.Handle("step", "")
	}
	var digests []uint64
	for range 200 {
		digests = append(digests, s.sim.Digest())
		s.Handle("step", "")
	}
	for i := len(digests) - 1; i >= 0; i-- {
		s.Handle("back", "")
		require.Equal(t, digests[i], s.sim.Digest())
	}
	e.knows(s)
	require.Empty(t, e.told["error"])
}

func TestPreviousGoesBackOverTheSameDecisions(t *testing.T) {
	s, e := loaded(t)
	var stops []engine.Pos
	for range 6 {
		s.Handle("next", "")
		for s.Busy() {
			s.Tick(16 * time.Millisecond)
		}
		stops = append(stops, s.sim.Pos())
	}
	for i := len(stops) - 2; i >= 0; i-- {
		for s.sim.Pos() != stops[i] {
			before := s.sim.Pos()
			s.Handle("previous", "")
			require.True(t, isBefore(s.sim.Pos(), before))
			require.False(t, isBefore(s.sim.Pos(), stops[i]), "stop %d is passed over", i)
		}
	}
	e.knows(s)
	for range 10 {
		s.Handle("previous", "")
	}
	require.Equal(t, kernel.Time(0), s.sim.Now())
}

func TestThePageKnowsTheRecordsOfThePresent(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14s")
	e.knows(s)
	s.Handle("seek", "12s")
	e.knows(s)
	require.Equal(t, false, e.last("records")["reset"], "what it knows still holds")
	s.Handle("do", "kill c1")
	s.Handle("seek", "14s")
	e.knows(s)
	s.Handle("seek", "1s")
	e.knows(s)
	s.Handle("return", "0")
	s.Handle("seek", "14s")
	e.knows(s)
}

func TestAFarSeekLetsThePageLive(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "600s")
	require.True(t, s.Busy())
	s.Report(nil)
	ticks := 0
	for ; s.Busy(); ticks++ {
		s.Tick(16 * time.Millisecond)
	}
	require.Greater(t, ticks, 1)
	require.Equal(t, kernel.Time(600*time.Second), s.sim.Now())
	s.Handle("seek", "1200s")
	s.Handle("do", "kill c1")
	require.Equal(t, kernel.Time(1200*time.Second), s.sim.Now(), "an act waits for the moment it is meant for")
	require.Empty(t, e.told["error"])
}

func TestPauseStopsAFarSeek(t *testing.T) {
	s, _ := loaded(t)
	s.Handle("seek", "600s")
	s.Handle("pause", "")
	require.False(t, s.Busy())
	require.Less(t, s.sim.Now(), kernel.Time(600*time.Second))
}

func TestOnlyTheLatestSeekCounts(t *testing.T) {
	rs := []Request{{"seek", "1"}, {"seek", "2"}, {"why", "1"}, {"seek", "3"}, {"seek", "4"}}
	require.Equal(t, []Request{{"seek", "2"}, {"why", "1"}, {"seek", "4"}}, Latest(rs))
}

func TestUndoAndRedo(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "12s")
	s.Handle("do", "kill c1")
	done := s.sim.Digest()
	require.Equal(t, true, e.last("story")["undo"])
	require.Equal(t, false, e.last("story")["redo"])
	s.Handle("undo", "")
	require.Equal(t, true, e.last("story")["redo"])
	require.NotContains(t, e.last("story")["text"], "kill c1")
	e.knows(s)
	s.Handle("redo", "")
	require.Equal(t, done, s.sim.Digest())
	require.Contains(t, e.last("story")["text"], "kill c1")
	e.knows(s)
	s.Handle("redo", "")
	require.Equal(t, "redo", e.last("error")["verb"])
}

func TestTheFutureLeftIsABranchToReturnTo(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "15s")
	first := s.sim.Digest()
	s.Handle("seek", "5s")
	s.Handle("do", "kill broker-a")
	story := e.last("story")
	require.Equal(t, 4., story["keep"])
	branch := story["branches"].([]any)[0].(map[string]any)
	require.Equal(t, 4., branch["keep"])
	require.Equal(t, 5e9, branch["leaves"])
	require.Contains(t, branch["acts"].([]any)[0].(map[string]any)["text"], "consumer c2")
	s.Handle("return", whole(branch["n"]))
	s.Handle("seek", "15s")
	require.Equal(t, first, s.sim.Digest())
	require.Len(t, e.last("story")["branches"], 1)
	s.Handle("return", "7")
	require.Equal(t, "return", e.last("error")["verb"])
	s.Handle("return", "x")
	require.Contains(t, e.last("error")["text"], "x is no number")
}

func TestAnotherVersionKeepsActsAndMoment(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14s")
	s.Handle("do", "kill c1")
	acts := e.last("story")["acts"]
	s.Handle("select", "c2")
	s.Handle("version", "5.3")
	s.Report(nil)
	require.Empty(t, e.told["error"])
	require.Equal(t, "5.3", e.last("state")["version"])
	require.Equal(t, 14e9, e.last("state")["at"])
	require.Equal(t, "c2", e.last("state")["selected"])
	require.Equal(t, acts, e.last("story")["acts"])
	require.Equal(t, "4.9", e.last("story")["origin"])
	e.knows(s)
	s.Handle("version", "3.2")
	require.Equal(t, "version", e.last("error")["verb"])
	require.Equal(t, "5.3", s.sim.Head().Version)
}

func TestAnActThatCannotBeUnderAnotherVersionIsNamed(t *testing.T) {
	s, e := loaded(t)
	s.Handle("version", "5.3")
	s.Handle("seek", "14s")
	s.Handle("do", "producer p3 topic=orders detector=on")
	require.Empty(t, e.told["error"])
	before := s.sim.Digest()
	s.Handle("version", "4.8")
	require.Equal(t, "14s producer p3 topic=orders detector=on", strings.Join(strings.Fields(e.last("error")["act"].(string))[:4], " ")+" detector=on")
	require.Contains(t, e.last("error")["text"], "5.1.4")
	require.Equal(t, before, s.sim.Digest())
}

func TestParsePos(t *testing.T) {
	for text, want := range map[string]engine.Pos{
		"0 0":        {},
		"250 7":      {At: 250, Seq: 7},
		"25.1s 7":    {At: 25_100_000_000, Seq: 7},
		"1m30s":      engine.EndOf(kernel.Time(90 * time.Second)),
		"1000 end":   engine.EndOf(1000),
		"1h0.5s end": engine.EndOf(kernel.Time(time.Hour + 500*time.Millisecond)),
	} {
		p, err := ParsePos(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p, text)
	}
	for _, text := range []string{"", "25", "x", "25s x", "-1s", "-5 2", "25s -1", "1s 2 3", "9999999999999h", " 1s"} {
		_, err := ParsePos(text)
		require.Error(t, err, text)
	}
}
