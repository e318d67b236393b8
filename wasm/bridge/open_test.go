package bridge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// link writes what a page would write of the present moment.
func (e *ear) link(s *Session) string {
	s.Report(nil)
	state, story := e.last("state"), e.last("story")
	keep := int(story["keep"].(float64))
	var b strings.Builder
	fmt.Fprintf(&b, "engine 1\nkeep %d\n", keep)
	for _, a := range story["acts"].([]any)[keep:] {
		act := a.(map[string]any)
		fmt.Fprintf(&b, "act %ss %s\n", secondsOf(act["at"]), act["text"])
	}
	if state["version"] != story["origin"] {
		fmt.Fprintf(&b, "rocketmq %s\n", state["version"])
	}
	if state["selected"] != "" {
		fmt.Fprintf(&b, "select %s\n", state["selected"])
	}
	fmt.Fprintf(&b, "at %ss %s\ndigest %s\n\n", secondsOf(state["at"]), whole(state["seq"]), state["digest"])
	return b.String() + twoConsumers
}

func secondsOf(ns any) string {
	n := int64(ns.(float64))
	return fmt.Sprintf("%d.%09d", n/1e9, n%1e9)
}

// What the first frame shows is what is then opened; it tells nothing, and what it
// cannot show it leaves.
func TestAFirstFrameIsForeseen(t *testing.T) {
	s, e := listening(t)
	s.Handle("foresee", "at 16s\n\n"+twoConsumers)
	at, digest := s.sim.Pos(), s.sim.Digest()
	s.Report(nil)
	require.Empty(t, e.told)
	s.Handle("open", "at 16s\n\n"+twoConsumers)
	s.Report(nil)
	require.Equal(t, at, s.sim.Pos())
	require.Equal(t, digest, s.sim.Digest())
	require.Contains(t, e.told, "state")

	for _, arg := range []string{"at 16s", "at 16s 3\n\n" + twoConsumers, "at 16s\nact 15s kill c1\n\n" + twoConsumers, "at 16s\nrocketmq 5.3\n\n" + twoConsumers, "\n\nrun 1s\nkill c9\n"} {
		s, e := listening(t)
		before := s.sim
		s.Handle("foresee", arg)
		require.Same(t, before, s.sim, arg)
		require.Empty(t, e.told, arg)
	}
}

// What a person asks of a story that is only foreseen is done when it is open.
func TestAnEarlyActWaitsForItsStory(t *testing.T) {
	s, e := listening(t)
	arg := "at 16s\n\n" + twoConsumers
	s.Handle("foresee", arg)
	seen := s.sim.Digest()
	s.Handle("do", "kill c1")
	s.Handle("play", "20s")
	s.Handle("speed", "4")
	require.Equal(t, Speed{4, 1}, s.speed)
	require.False(t, s.Busy())
	require.Equal(t, seen, s.sim.Digest(), "of a run that will be another")

	s.Handle("open", "keep 99\n\n"+twoConsumers)
	require.Len(t, e.told["error"], 1)
	require.False(t, s.Busy(), "that story did not open")

	s.Handle("open", arg)
	require.True(t, s.Busy())
	require.Equal(t, "kill c1", s.sim.Log().Entries[len(s.base.Entries)].Command.String())

	s, _ = listening(t)
	s.Handle("foresee", arg)
	s.Handle("play", "")
	s.Handle("load", "\n"+twoConsumers)
	require.False(t, s.Busy(), "another story was chosen")

	s, e = listening(t)
	s.Handle("foresee", arg)
	for range mostEarly {
		s.Handle("step", "")
	}
	require.Empty(t, e.told["error"])
	s.Handle("step", "")
	require.Len(t, e.told["error"], 1)
}

func TestALinkShowsTheSameMoment(t *testing.T) {
	for name, acts := range map[string][]string{
		"untouched":  {"seek 12s", "step", "step"},
		"acts":       {"seek 16s", "do kill c1", "do producer p9 topic=orders", "seek 20s", "do restart c1", "step", "select c2"},
		"fork":       {"seek 5s", "do kill broker-a", "seek 9s", "back"},
		"undone":     {"seek 12s", "undo", "step"},
		"version":    {"version 5.3", "seek 12s", "do kill c2"},
		"afterwards": {"seek 60s", "do set c1 listen=70ms"},
		"beginning":  {"select p1"},
	} {
		t.Run(name, func(t *testing.T) {
			s, e := loaded(t)
			for _, act := range acts {
				verb, arg, _ := strings.Cut(act, " ")
				s.Handle(verb, arg)
			}
			link := e.link(s)
			require.Empty(t, e.told["error"])
			again, f := listening(t)
			again.Handle("open", link)
			require.Empty(t, f.told["error"], link)
			again.Report(nil)
			require.Equal(t, e.last("state"), f.last("state"))
			require.Equal(t, e.last("story")["text"], f.last("story")["text"])
			require.Equal(t, false, f.last("opened")["differs"])
			require.Equal(t, link, f.link(again))
		})
	}
}

func TestALinkThatCannotBeHonouredChangesNothing(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "3s")
	before, base := s.sim.Digest(), len(s.base.Entries)
	for _, c := range []struct{ arg, text, act string }{
		{"", "no story", ""},
		{"at 3s", "no story", ""},
		{"at 3s\n\n", "", ""},
		{"colour red\n\n" + twoConsumers, "no part colour", ""},
		{"at never\n\n" + twoConsumers, "no position", ""},
		{"at 3s 99999\n\n" + twoConsumers, "no event 99999", ""},
		{"at 999h\n\n" + twoConsumers, "lasts at most", ""},
		{"keep 9\n\n" + twoConsumers, "keeps 9 acts", ""},
		{"keep -1\n\n" + twoConsumers, "whole number", ""},
		{"engine x\n\n" + twoConsumers, "whole number", ""},
		{"act 12s dance\n\n" + twoConsumers, "no act dance", "12s dance"},
		{"act soon kill c1\n\n" + twoConsumers, "no position", "soon kill c1"},
		{"act 12s kill c9\n\n" + twoConsumers, "c9", "12s kill c9"},
		{"act 12s kill c1\nact 11s kill c2\n\n" + twoConsumers, "later act", "11s kill c2"},
		{"act 12s kill c1\nact 12s kill c1\n\n" + twoConsumers, "not running", "12s kill c1"},
		{"act 9999h kill c1\n\n" + twoConsumers, "lasts at most", "9999h kill c1"},
		{"rocketmq 3.2\n\n" + twoConsumers, "3.2", ""},
		{"select nobody\n\n" + twoConsumers, "nobody", ""},
	} {
		n := len(e.told["error"])
		s.Handle("open", c.arg)
		require.Len(t, e.told["error"], n+1, c.arg)
		require.Contains(t, e.last("error")["text"], c.text)
		require.Equal(t, c.act, e.last("error")["act"])
	}
	require.Equal(t, before, s.sim.Digest())
	require.Len(t, s.base.Entries, base)
	require.Empty(t, e.told["opened"])
	s.Handle("open", "at 3s\n\nseed 7\nnameserver n1\nkill n2\n")
	require.Equal(t, 3., e.last("error")["line"])
}

func TestALinkOfAnotherEngineSaysThatItDiffers(t *testing.T) {
	s, e := loaded(t)
	s.Handle("open", "engine 7\nat 12s 99999\ndigest 1\n\n"+twoConsumers)
	require.Empty(t, e.told["error"])
	require.Equal(t, true, e.last("opened")["differs"])
	require.Equal(t, 7., e.last("opened")["engine"])
	require.Equal(t, 1., e.last("opened")["here"])
	require.Equal(t, kernel.Time(12e9), s.sim.Now())
}

func TestShareIsAStoryAndATestThatPasses(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14.5s")
	s.Handle("do", "kill c1")
	s.Handle("seek", "15s")
	s.Handle("share", "")
	require.Empty(t, e.told["error"])
	shared := e.last("share")
	require.Contains(t, shared["test"], "owners g orders\n----\nc2  broker-a/0 broker-a/1 broker-a/2 broker-a/3\n")
	require.Contains(t, shared["test"], "offsets g orders\n----\n")
	require.Contains(t, shared["test"], "check\n----\nok\n")
	for _, form := range []string{"story", "test"} {
		story, err := scenario.Parse(shared[form].(string))
		require.NoError(t, err)
		sim, differences, err := story.Run()
		require.NoError(t, err)
		require.Empty(t, differences)
		require.Equal(t, s.sim.Digest(), sim.Digest(), form)
		require.Equal(t, s.sim.Now(), sim.Now(), form)
	}
	require.Equal(t, digest(s.sim), shared["digest"])
}

// FuzzOpen: whatever a link says, it is honoured in full or refused, and a
// refusal changes nothing.
func FuzzOpen(f *testing.F) {
	for _, head := range []string{
		"", "at 3s", "at 3s 40\nkeep 4", "act 11s kill c1\nat 12s", "engine 1\ndigest 1f\nselect c2", "rocketmq 5.3\nat 1s end",
		"act 11s kill \"c1\"\nact 11s restart c1", "keep 0", "at  ", "at 3s 18446744073709551615", "act", "keep 18446744073709551615",
	} {
		f.Add(head)
	}
	f.Fuzz(func(t *testing.T, head string) {
		if len(head) > 400 || strings.Contains(head, "\n\n") || strings.ContainsAny(head, "hm") && strings.Contains(head, "0h") {
			return
		}
		s, e := loaded(t)
		before := s.sim.Digest()
		s.Handle("open", head+"\n\n"+twoConsumers)
		if len(e.told["error"]) > 0 {
			require.Empty(t, e.told["opened"])
			require.Equal(t, before, s.sim.Digest())
			return
		}
		require.Len(t, e.told["opened"], 1)
		m, err := ParseMoment(head + "\n\n" + twoConsumers)
		require.NoError(t, err)
		require.Equal(t, m.Select, s.Selected)
		acts := e.last("story")["acts"].([]any)
		require.GreaterOrEqual(t, len(acts), len(m.Acts), "no act is dropped")
		if m.Keep >= 0 {
			require.Len(t, acts, m.Keep+len(m.Acts))
		}
		link := e.link(s)
		again, g := listening(t)
		again.Handle("open", link)
		require.Empty(t, g.told["error"], link)
		require.Equal(t, link, g.link(again))
	})
}

func FuzzParsePos(f *testing.F) {
	for _, text := range []string{"0 0", "25.1s 7", "1m30s", "1000 end", "-1s", "1e9s", "0x10 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParsePos(text); err == nil {
			require.GreaterOrEqual(t, p.At, kernel.Time(0))
			again, err := ParsePos(fmt.Sprintf("%d %d", p.At, p.Seq))
			require.NoError(t, err)
			require.Equal(t, p, again)
		}
	})
}
