package bridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
)

func TestNamesOfACardAreFoundOnTheStage(t *testing.T) {
	s, _ := loaded(t)
	s.Handle("seek", "14000000000 end")
	var l layout.Layout
	layout.Place(&l, s.View(), s.Stage(1084, 660))
	words, sc := s.Words().Stage(), scene.Scene{}
	scene.Compose(&sc, &l, s.View(), &words, &scene.UI{})
	node, ok := s.Find(sc.Targets, "c1")
	require.True(t, ok)
	require.Equal(t, named(s.View(), "c1").ID, node.Node)
	lane, ok := s.Find(sc.Targets, "broker-a/2")
	require.True(t, ok)
	require.Equal(t, int32(2), s.View().Queues[lane.Queue].ID)
	_, ok = s.Find(sc.Targets, "broker-z/2")
	require.False(t, ok)
}
