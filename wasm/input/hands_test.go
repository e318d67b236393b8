package input_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/input"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
)

// stage is the moment of the pictures on a page.
func stage() *scene.Scene {
	v := stagetest.MasterDies()
	var l layout.Layout
	layout.Place(&l, v, layout.Input{W: 1084, H: 612, Mode: layout.Page, Queue: -1})
	s := &scene.Scene{}
	scene.Compose(s, &l, v, &stagetest.English, &scene.UI{})
	return s
}

// middle is the place of the first target that a test asks for, in CSS px.
func middle(t *testing.T, s *scene.Scene, want func(scene.Target) bool) (x, y float32, target scene.Target) {
	t.Helper()
	for _, target := range s.Targets {
		if want(target) {
			return (target.Rect.X + target.Rect.W/2) * s.Zoom, (target.Rect.Y + target.Rect.H/2) * s.Zoom, target
		}
	}
	require.Fail(t, "no such target")
	return 0, 0, scene.Target{}
}

func handle(t scene.Target) bool { return t.Kind == scene.OnMenu }

func TestClickOnANodeAsksForItsMenu(t *testing.T) {
	s, h := stage(), input.Hands{}
	x, y, target := middle(t, s, handle)
	w := h.Click(s, x, y)
	require.Equal(t, input.Menu, w.Kind)
	require.Equal(t, target.Node, w.Target.Node)
	require.Equal(t, [2]float32{x, y}, [2]float32{w.X, w.Y})
	require.Equal(t, input.Menu, h.Context(s, x, y).Kind)
}

func TestClickBesideLetsGo(t *testing.T) {
	s, h := stage(), input.Hands{}
	require.Equal(t, input.Let, h.Click(s, 2, 2).Kind)
	require.Equal(t, input.Add, h.Context(s, 2, 2).Kind)
}

func TestPointerDrawsOnlyWhatChanges(t *testing.T) {
	s, h := stage(), input.Hands{}
	x, y, _ := middle(t, s, handle)
	require.Equal(t, input.Look, h.Move(s, x, y).Kind)
	require.Equal(t, input.Nothing, h.Move(s, x+1, y).Kind)
	require.Equal(t, input.Look, h.Leave().Kind)
	require.Equal(t, scene.Target{}, h.Hover)
}

func TestKeyboardReachesEveryNode(t *testing.T) {
	s, h := stage(), input.Hands{}
	h.Arrive(s)
	seen := map[int32]bool{}
	for range s.Targets {
		w, used := h.Key(s, "Enter")
		require.True(t, used)
		require.Equal(t, input.Menu, w.Kind)
		if w.Target.Kind == scene.OnNode {
			seen[int32(w.Target.Node)] = true
		}
		_, used = h.Key(s, "ArrowRight")
		require.True(t, used)
	}
	for _, target := range s.Targets {
		if target.Kind == scene.OnNode {
			require.True(t, seen[int32(target.Node)], "node %d", target.Node)
		}
	}
}

func TestKeysWithoutFocusAreThePages(t *testing.T) {
	s, h := stage(), input.Hands{}
	for _, key := range []string{" ", "Enter", "Escape", "w", "t", "Tab"} {
		_, used := h.Key(s, key)
		require.False(t, used, key)
	}
	w, used := h.Key(s, "a")
	require.True(t, used)
	require.Equal(t, input.Add, w.Kind)
	h.Arrive(s)
	_, used = h.Key(s, "Escape")
	require.True(t, used)
	require.Equal(t, scene.Target{}, h.Focus)
}

func TestLostTargetHasNoMenu(t *testing.T) {
	s, h := stage(), input.Hands{Focus: scene.Target{Kind: scene.OnNode, Node: 999}}
	_, used := h.Key(s, "Enter")
	require.False(t, used)
}

func TestClickOnALinkAsksForItsMenu(t *testing.T) {
	s, h := stage(), input.Hands{}
	w := h.Click(s, 760, 514) // the cable of broker-b/3
	require.Equal(t, input.Menu, w.Kind)
	require.Equal(t, scene.OnLink, w.Target.Kind)
}
