package bridge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// with puts lines into the head of a link.
func with(link string, lines ...string) string {
	head, story, _ := strings.Cut(link, "\n\n")
	return head + "\n" + strings.Join(lines, "\n") + "\n\n" + story
}

// The futures that were left come back with the moment, and can be returned to.
func TestFuturesAreBroughtBack(t *testing.T) {
	s, e := loaded(t)
	for _, act := range []string{"seek 16s", "do kill c1", "do kill c2", "seek 5s", "do kill broker-a", "do restart broker-a", "undo"} {
		verb, arg, _ := strings.Cut(act, " ")
		s.Handle(verb, arg)
	}
	link := e.link(s)
	var lines []string
	for _, b := range e.last("story")["branches"].([]any) {
		branch := b.(map[string]any)
		line := fmt.Sprintf("branch %v", branch["keep"])
		if branch["undone"] == true {
			line += " undone"
		}
		lines = append(lines, line)
		for _, a := range branch["acts"].([]any) {
			act := a.(map[string]any)
			lines = append(lines, fmt.Sprintf("then %ss %s", secondsOf(act["at"]), act["text"]))
		}
	}
	require.Len(t, e.last("story")["branches"], 2)
	again, f := listening(t)
	again.Handle("open", with(link, lines...))
	require.Empty(t, f.told["error"])
	again.Report(nil)
	require.Equal(t, e.last("story"), f.last("story"))
	for _, act := range []string{"redo", "return 0", "seek 20s"} {
		verb, arg, _ := strings.Cut(act, " ")
		s.Handle(verb, arg)
		again.Handle(verb, arg)
		require.Empty(t, f.told["error"])
		require.Equal(t, s.sim.Digest(), again.sim.Digest(), act)
	}
}

// Bookmarks come with the link; what is none is refused and changes nothing.
func TestMarksOfALink(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "16s")
	s.Handle("do", "kill c1")
	base := len(s.base.Entries)
	link := e.link(s)
	again, f := listening(t)
	again.Handle("open", with(link, fmt.Sprintf("mark 11s 17 %d 它死之前, 5=3", base), fmt.Sprintf("mark 16s end %d dead", base+1)))
	require.Empty(t, f.told["error"])
	require.Equal(t, []any{
		map[string]any{"at": 11e9, "seq": 17., "past": float64(base), "name": "它死之前, 5=3"},
		map[string]any{"at": 16e9, "seq": float64(maxSafe), "past": float64(base + 1), "name": "dead"},
	}, f.last("opened")["marks"])

	digest, opened := again.sim.Digest(), len(f.told["opened"])
	many := make([]string, maxMarks+1)
	for i := range many {
		many[i] = "mark 0s 1 0 x"
	}
	for _, lines := range [][]string{
		{"mark 3s 17"}, {"mark 3s 17 2 "}, {"mark soon 17 2 x"}, {"mark 3s -1 2 x"}, {"mark 3s 17 two x"}, {"mark 3s 17 99 x"},
		{fmt.Sprintf("mark 17s 99 %d x", base)}, {fmt.Sprintf("mark 15s 99 %d x", base+1)}, {"mark 3s 17 2 " + strings.Repeat("x", maxName+1)}, {"mark 3s 17 2 a\tb"}, many,
		{"branch x"}, {"branch 99", "then 3s kill c1"}, {"branch 0"}, {"then 3s kill c1"}, {"branch 1", "then 3s dance"}, {"branch 1", "then soon kill c1"},
	} {
		again.Handle("open", with(link, lines...))
		require.Len(t, f.told["opened"], opened, lines[0])
		require.Equal(t, digest, again.sim.Digest(), lines[0])
	}
}
