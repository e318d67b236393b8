package scene_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
)

func ExampleScene_Hit() {
	s := newStage(stagetest.MasterDies(), layout.Page).draw()
	for _, p := range [][2]float32{{1042, 118}, {900, 118}, {400, 240}, {245, 340}, {5, 5}} {
		t, ok := s.Hit(p[0], p[1])
		fmt.Println(ok, t.Kind == scene.OnMenu, t.Kind == scene.OnNode, t.Kind == scene.OnLane, t.Kind == scene.OnFlight, t.Node)
	}
	// Output:
	// true true false false false 8
	// true false true false false 8
	// true false false true false 3
	// true false false false true 0
	// false false false false false 0
}

func TestEveryNodeCanBeHitInEveryMode(t *testing.T) {
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		s := newStage(stagetest.MasterDies(), mode).draw()
		for _, want := range s.Targets {
			if want.Kind != scene.OnNode {
				continue
			}
			got, ok := s.Hit((want.Rect.X+6)*s.Zoom, (want.Rect.Y+6)*s.Zoom)
			require.True(t, ok)
			require.Equal(t, want.Node, got.Node, "mode %d", mode)
		}
	}
}

func TestLinksAndCablesCanBeHit(t *testing.T) {
	s := newStage(stagetest.MasterDies(), layout.Page).draw()
	got, ok := s.Hit(760, 514)
	require.True(t, ok)
	require.Equal(t, scene.OnLink, got.Kind)
	require.Equal(t, scene.Target{Kind: scene.OnLink, From: 4, To: 10, Rect: got.Rect}, got)
}

func TestACutLinkIsDrawnAndCanBeHit(t *testing.T) {
	v := stagetest.MasterDies()
	v.Links = []view.Link{{From: 1, To: 10, Cut: true}}
	s := newStage(v, layout.Page).draw()
	found := false
	for x := float32(621); x < 850; x += 2 {
		for y := float32(20); y < 560; y += 2 {
			if got, ok := s.Hit(x, y); ok && got.Kind == scene.OnLink && got.From == 1 && got.To == 10 {
				found = true
			}
		}
	}
	require.True(t, found)
}

func TestTheKeyboardVisitsEverythingOnce(t *testing.T) {
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		s := newStage(stagetest.MasterDies(), mode).draw()
		first, ok := s.Next(scene.Target{}, 1)
		require.True(t, ok)
		seen := []scene.Target{first}
		for at, _ := s.Next(first, 1); !at.Same(first); at, _ = s.Next(at, 1) {
			for _, o := range seen {
				require.False(t, at.Same(o), "twice: %v", at)
			}
			seen = append(seen, at)
			back, _ := s.Next(at, -1)
			require.True(t, back.Same(seen[len(seen)-2]))
		}
		lanes, nodes := 0, map[any]bool{}
		for _, o := range seen {
			if o.Kind == scene.OnLane {
				lanes++
			} else if o.Kind == scene.OnNode {
				nodes[o.Node] = true
			}
		}
		require.Equal(t, 8, lanes)
		least := 10
		if mode != layout.Page { // no name server
			least = 9
		}
		require.Len(t, nodes, least, "mode %d", mode)
	}
	var empty scene.Scene
	_, ok := empty.Next(scene.Target{}, 1)
	require.False(t, ok)
}

func TestFocusHoverAndPickedHaveRings(t *testing.T) {
	st := newStage(stagetest.MasterDies(), layout.Page)
	plain := len(st.draw().Shapes)
	st.ui.Focus, _ = st.s.Next(scene.Target{}, 1)
	st.ui.Hover = scene.Target{Kind: scene.OnNode, Node: 8}
	st.ui.Picked = 9
	require.Equal(t, plain+3, len(st.draw().Shapes))
}
