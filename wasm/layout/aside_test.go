package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene/stagetest"
)

// kinds lists the kinds of the lanes of a stage, and their queues' ids.
func kinds(v *view.View, l *layout.Layout) (all []layout.LaneKind, ids []int32) {
	for _, lane := range l.Lanes {
		all = append(all, lane.Kind)
		ids = append(ids, v.Queues[lane.Queue].ID)
	}
	return all, ids
}

func TestLanesThatStandAside(t *testing.T) {
	v := stagetest.Waiting()
	var l layout.Layout
	in := stages[0].in
	in.H = 900
	layout.Place(&l, v, in)
	got, ids := kinds(v, &l)
	require.Equal(t, []layout.LaneKind{0, 0, layout.LevelLane, layout.LevelLane, layout.LevelLane, layout.LevelLane, layout.RetryLane, layout.DeadLane}, got)
	require.Equal(t, []int32{0, 1, 2, 3, 4, 5, 0, 0}, ids, "levels in which something waits come first")
	require.Equal(t, int32(2), l.Replicas[0].LevelsMore)
	for _, lane := range l.Lanes {
		require.Equal(t, l.Lanes[0].Mark, lane.Mark, "one x for what is next")
		require.Equal(t, lane.Queue == l.Lanes[2].Queue, lane.Head)
	}
	require.Equal(t, int64(2), l.Lanes[2].Offset, "the first that waits")
	require.Equal(t, int32(3), l.Consumers[0].Count, "two queues and the retries")
}

func TestLevelsAreNotThereBeforeTheyAreUsed(t *testing.T) {
	v := stagetest.Waiting()
	for i := range v.Queues {
		if v.Queues[i].Topic != "orders" {
			v.Queues[i].Max = 0
		}
	}
	v.Tokens = nil
	var l layout.Layout
	layout.Place(&l, v, stages[0].in)
	require.Len(t, l.Lanes, 2)
	require.Equal(t, int32(2), l.Consumers[0].Count, "retries that are not drawn have no cable")
}

func TestLevelsFoldBeforeLanes(t *testing.T) {
	v := stagetest.Waiting()
	for _, st := range stages {
		var l layout.Layout
		st.in.H = 300
		layout.Place(&l, v, st.in)
		got, _ := kinds(v, &l)
		require.Equal(t, layout.TopicLane, got[1], st.name)
		require.GreaterOrEqual(t, l.Replicas[0].LevelsMore, int32(2), st.name)
		fold := l.Replicas[0].LevelFold
		for _, lane := range l.Lanes {
			require.True(t, lane.Rect.Bottom() <= fold.Y || lane.Rect.Y >= fold.Bottom(), st.name)
			require.LessOrEqual(t, lane.Rect.Bottom(), l.Replicas[0].Rect.Bottom(), st.name)
		}
	}
}
