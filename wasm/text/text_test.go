package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func ExampleCut() {
	s := "broker-a-with-a-long-name"
	n := Cut(s, 12, Regular, 80)
	fmt.Println(s[:n] + Ellipsis)
	// Output: broker-a-wi…
}

func TestFiguresAreTabular(t *testing.T) {
	for _, w := range weights {
		for d := '1'; d <= '9'; d++ {
			require.Equal(t, Digit(12, uint16(w)), Width(string(d), 12, uint16(w)))
		}
	}
}

func TestWidths(t *testing.T) {
	require.Greater(t, Width("broker-a", 12, Heavy), Width("broker-a", 12, Regular))
	require.InDelta(t, 2*Width("c1", 10, Semi), Width("c1", 20, Semi), 0.001)
	require.Equal(t, float32(36), Width("主节点", 12, Regular), "CJK is one em")
	require.Positive(t, Width("“…”·×", 12, Regular))
}

func TestCutKeepsWhatFits(t *testing.T) {
	for _, s := range []string{"broker-a", "主节点 · id 0", "", "W"} {
		require.Equal(t, len(s), Cut(s, 12, Regular, Width(s, 12, Regular)+0.01), s)
	}
	s := "主节点宕机了很久"
	n := Cut(s, 12, Regular, 50)
	require.True(t, strings.HasPrefix(s, s[:n]))
	require.Zero(t, n%3, "never inside a rune")
	require.LessOrEqual(t, Width(s[:n]+Ellipsis, 12, Regular), float32(50))
	require.Zero(t, Cut(s, 12, Regular, 1))
}

func TestAtlasPacksWithoutOverlap(t *testing.T) {
	a := NewAtlas(128, 64)
	a.Begin()
	var slots []Slot
	for i := range 8 {
		s, ok := a.Add(Key{Text: fmt.Sprint(i), Size: 120, Weight: 400}, 20, int32(8+i%2*4), 20)
		require.True(t, ok)
		for _, o := range slots {
			apart := s.X >= o.X+o.W || o.X >= s.X+s.W || s.Y >= o.Y+o.H || o.Y >= s.Y+s.H
			require.True(t, apart, "%v %v", s, o)
		}
		require.LessOrEqual(t, s.X+s.W, a.W)
		require.LessOrEqual(t, s.Y+s.H, a.H)
		slots = append(slots, s)
	}
	got, ok := a.Find(Key{Text: "3", Size: 120, Weight: 400})
	require.True(t, ok)
	require.Equal(t, slots[3], got)
}

func TestAtlasDropsTheShelfIdleForLongest(t *testing.T) {
	a := NewAtlas(64, 32)
	key := func(s string) Key { return Key{Text: s, Size: 120, Weight: 400} }
	a.Begin()
	_, ok := a.Add(key("a"), 60, 12, 60)
	require.True(t, ok)
	_, ok = a.Add(key("b"), 60, 12, 60)
	require.True(t, ok)
	_, ok = a.Add(key("c"), 60, 12, 60)
	require.False(t, ok, "both shelves are in use in this frame")
	a.Begin()
	_, ok = a.Find(key("a"))
	require.True(t, ok)
	_, ok = a.Add(key("c"), 60, 12, 60)
	require.True(t, ok)
	_, ok = a.Find(key("b"))
	require.False(t, ok, "b was idle")
	_, ok = a.Find(key("a"))
	require.True(t, ok)
	_, ok = a.Add(key("wide"), 100, 12, 100)
	require.False(t, ok)
	a.Clear()
	require.Zero(t, a.Len())
}

func TestFindingAllocatesNothing(t *testing.T) {
	a := NewAtlas(128, 64)
	a.Begin()
	k := Key{Text: "c1", Size: 120, Weight: 400}
	a.Add(k, 10, 10, 10)
	require.Zero(t, testing.AllocsPerRun(100, func() { a.Begin(); a.Find(k); Width("broker-a", 12, 650) }))
}
