package bridge

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// drawn requires that a message holds a picture that can be read.
func drawn(t *testing.T, m map[string]any) string {
	t.Helper()
	svg := m["svg"].(string)
	require.NoError(t, xml.Unmarshal([]byte(svg), &struct{}{}))
	return svg
}

func TestAPictureOfTheMoment(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "12s")
	s.Handle("play", "")
	s.Handle("picture", "dark 800 332")
	require.False(t, s.Busy(), "it stands still for its picture")
	plain := e.last("picture")
	require.EqualValues(t, 12e9, plain["at"])
	require.EqualValues(t, 800, plain["width"])
	require.EqualValues(t, 332, plain["height"])
	require.NotEmpty(t, plain["first"])
	require.NotContains(t, drawn(t, plain), "12.000 s")

	s.Handle("lang", "zh")
	s.Handle("picture", "light 390 300 caption")
	m := e.last("picture")
	require.Greater(t, m["height"], 340.)
	require.Contains(t, drawn(t, m), ">12.000 s</text>")
	require.Regexp(t, `\p{Han}`, m["first"])
	require.Empty(t, e.told["error"])
}

// Two runs that are compared are in one picture, and in each panel, in step.
func TestAPictureOfTwoRuns(t *testing.T) {
	s, e := standing(t)
	s.Handle("compare", e.keyOf(s, "version", "5.3"))
	s.Handle("seek", "30s")
	s.Handle("picture", "dark 1280 720 caption\nthis run\nRocketMQ 5.3")
	m := e.last("picture")
	require.EqualValues(t, 1280, m["width"])
	both := drawn(t, m)
	require.Contains(t, both, ">this run</text>")
	require.Contains(t, both, ">RocketMQ 5.3</text>")
	require.Equal(t, 2, strings.Count(both, ">p1</text>"), "both clusters")
	require.Equal(t, 1, strings.Count(both, ">30.000 s</text>"))
	require.Equal(t, s.sim.Now(), s.comparison.sim.Now(), "in step")

	s.Handle("picture", "light 800 332\nthis run\nRocketMQ 5.3")
	m = e.last("picture")
	require.EqualValues(t, 800, m["width"])
	require.Greater(t, m["height"], 2*332., "one below the other")
	for _, m := range storyboardOf(t, s, e, "light 1280 400 even 3 0 45000000000\nthis run\nRocketMQ 5.3") {
		require.Equal(t, 2, strings.Count(drawn(t, m), ">p1</text>"))
	}
	s.Handle("compare", "")
	s.Handle("picture", "light 1280 720\n\n")
	require.Equal(t, 1, strings.Count(drawn(t, e.last("picture")), ">p1</text>"))
	require.Empty(t, e.told["error"])
}

// storyboardOf asks for panels and lets the frames pass in which they are drawn.
func storyboardOf(t *testing.T, s *Session, e *ear, arg string) []map[string]any {
	t.Helper()
	e.told["panel"] = nil
	s.Handle("panels", arg)
	require.Empty(t, e.told["error"])
	for s.Drawing() {
		s.Tick(time.Millisecond)
	}
	panels := e.told["panel"]
	for i, m := range panels {
		drawn(t, m)
		require.EqualValues(t, i, m["number"])
		require.EqualValues(t, len(panels), m["count"])
		require.True(t, i == 0 || m["at"].(float64) > panels[i-1]["at"].(float64), "in order, each of another moment")
	}
	return panels
}

func TestAStoryboardHasItsPanelsAtDecisions(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "15s")
	digest, pos := s.sim.Digest(), s.sim.Pos()
	panels := storyboardOf(t, s, e, "light 800 332 decisions 5 0 15000000000")
	require.Len(t, panels, 5)
	require.EqualValues(t, 0, panels[0]["at"])
	var firsts []string
	for _, m := range panels {
		firsts = append(firsts, m["first"].(string))
		at := int64(m["at"].(float64))
		require.True(t, decidedAt(s, at), "nothing was decided at %d", at)
	}
	require.Contains(t, []any{panels[1]["at"], panels[2]["at"], panels[3]["at"], panels[4]["at"]}, 10e9, "the act at 10 s has a panel: %q", firsts)
	require.Equal(t, digest, s.sim.Digest())
	require.Equal(t, pos, s.sim.Pos(), "the present moment stays where it is")
}

func decidedAt(s *Session, at int64) bool {
	for _, r := range s.sim.Records(0) {
		if int64(r.At) == at && !quiet(r) {
			return true
		}
	}
	return false
}

func TestAStoryboardEvenlySpaced(t *testing.T) {
	s, e := loaded(t)
	var at []any
	for _, m := range storyboardOf(t, s, e, "projector 800 332 even 4 0 15000000000") {
		at = append(at, m["at"])
	}
	require.Equal(t, []any{0., 5e9, 10e9, 15e9}, at)
	require.Len(t, storyboardOf(t, s, e, "dark 800 332 even 1 0 15000000000"), 1)
	require.Len(t, storyboardOf(t, s, e, "dark 800 332 decisions 3 11000000000 11000000000"), 1, "the end, where nothing was decided")
}

func TestAStoryboardThatIsNotWantedAnyMore(t *testing.T) {
	s, e := loaded(t)
	s.Handle("panels", "light 800 332 even 9 0 15000000000")
	s.Tick(time.Millisecond)
	s.Handle("panels", "")
	require.False(t, s.Drawing())
	require.Len(t, e.told["panel"], 1)
}

func TestPicturesThatCannotBe(t *testing.T) {
	s, e := loaded(t)
	for _, arg := range []string{"", "light", "light 800", "light a 332", "light 10 332", "light 800 99999"} {
		s.Handle("picture", arg)
	}
	for _, arg := range []string{"light 800 332", "light 800 332 even 0 0 1", "light 800 332 odd 2 0 1", "light 800 332 even 2 1 0", "light 800 332 even 2 0 x", "light 800 332 even 99 0 1", "light 800 332 even 2 0 9000000000000000000"} {
		s.Handle("panels", arg)
		require.False(t, s.Drawing(), arg)
	}
	require.Len(t, e.told["error"], 13)
	require.True(t, strings.HasSuffix(e.told["error"][1]["text"].(string), "is no picture: write light 800 332"))
	require.Empty(t, e.told["picture"])
}
