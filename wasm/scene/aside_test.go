package scene_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/theme"
)

// patterns counts the messages of a pattern right of the producers.
func patterns(s *scene.Scene, p scene.Pattern) (n int) {
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Token && sh.Pattern == p && sh.X > 260 {
			n++
		}
	}
	return n
}

// waiting is a stage with room for every level.
func waiting() *stage {
	st := newStage(stagetest.Waiting(), layout.Page)
	st.in.H = 900
	st.ui.Speed = 1
	return st
}

func TestWhatWaitsIsDrawnWithItsTimeLeft(t *testing.T) {
	st := waiting()
	s := st.draw()
	said := words(s)
	for _, phrase := range []string{"SCHEDULE_TOPIC_XXXX", "level 3 · 30 s", "level 6 · 1 min", "16.0 s", "31.0 s", "+2 levels", "%RETRY%g", "%DLQ%g", "answers sends with SYSTEM_BUSY"} {
		require.Contains(t, said, phrase)
	}
	require.Equal(t, 7, patterns(s, scene.Half), "two in each of four levels, one of which is a retry")
	require.Equal(t, 2, patterns(s, scene.Dots), "the retry that waits and the one that is back")
	require.Equal(t, 1, patterns(s, scene.Cross), "a dead letter")
	arcs := 0
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Arc {
			arcs++
			require.Less(t, sh.R, float32(0.6), "half of the time is over")
		}
	}
	require.Equal(t, 8, arcs)
}

func TestAMessageThatIsDueSaysSo(t *testing.T) {
	st := waiting()
	st.v.At += stagetest.Sec(17_000)
	require.Contains(t, words(st.draw()), "|due|")
}

func TestWhatIsPutAsideIsNotThereBeforeItsFlightHasLanded(t *testing.T) {
	st := waiting()
	st.draw()
	half := patterns(&st.s, scene.Half)
	newest := st.v.Tokens[st.l.Tokens[4]]
	st.v.At = newest.Since
	st.draw()
	st.v.Flights = append(st.v.Flights, view.Flight{Number: 1, From: 3, To: 2, Kind: view.FlightSend, Depart: newest.Since - stagetest.Sec(1), Arrive: newest.Since,
		Topic: "orders", Broker: "broker-a", QueueID: 1, Messages: 1})
	require.Equal(t, half-1, patterns(st.after(16, 0), scene.Half))
	for range 5 {
		st.after(100, 100)
	}
	require.Equal(t, half, patterns(&st.s, scene.Half))
}

// comeBack moves the first message of level 3 to the end of orders/0.
func comeBack(v *view.View) {
	var id int64
	for i := range v.Tokens {
		if t := &v.Tokens[i]; t.Queue == 4 && t.Offset == 2 {
			id, t.State = t.ID, view.Consumed
		}
	}
	for i := range v.Tokens {
		if t := &v.Tokens[i]; t.Queue == 8 && t.Offset == 5 {
			t.ID = id
		}
	}
}

func TestAMessageGoesBackToItsQueueByAVisiblePath(t *testing.T) {
	st := waiting()
	st.draw()
	before, stored := patterns(st.after(16, 16), scene.Core), patterns(&st.s, scene.Solid)
	comeBack(st.v)
	st.after(16, 16)
	require.Equal(t, before+1, patterns(&st.s, scene.Core), "it flies")
	require.Equal(t, stored-1, patterns(&st.s, scene.Solid), "and has not come yet")
	require.True(t, st.s.Moving)
	for range 12 {
		st.after(100, 100)
	}
	require.Equal(t, before, patterns(&st.s, scene.Core))
	require.Equal(t, stored, patterns(&st.s, scene.Solid))
	require.False(t, st.s.Moving)
}

func TestWithReducedMotionAMessageIsBackAtOnce(t *testing.T) {
	st := waiting()
	st.ui.Reduced = true
	st.draw()
	stored := patterns(&st.s, scene.Solid)
	comeBack(st.v)
	require.Equal(t, stored, patterns(st.after(16, 16), scene.Solid))
}

func TestAMessageIsNotInItsQueueBeforeItsFlightHasLanded(t *testing.T) {
	st := waiting()
	st.v.Nodes[1].AnswersSends = ""
	st.draw()
	stored := patterns(&st.s, scene.Solid)
	st.v.Flights = append(st.v.Flights, view.Flight{Number: 1, From: 3, To: 2, Kind: view.FlightSend, Depart: st.v.At, Arrive: st.v.At + stagetest.Sec(1),
		Topic: "orders", Broker: "broker-a", QueueID: 1, Messages: 1})
	require.Equal(t, stored-1, patterns(st.after(16, 16), scene.Solid))
	for range 5 {
		st.after(100, 100)
	}
	require.Equal(t, stored, patterns(&st.s, scene.Solid))
}

func TestHowABrokerAnswers(t *testing.T) {
	v := stagetest.MasterDies()
	for how, want := range map[string]string{"hang": "|hangs|", "refuse": "|refuses|", "500ms": "answers 500 ms late", "2s": "answers 2.0 s late", "SYSTEM_BUSY": "answers SYSTEM_BUSY"} {
		v.Nodes[3].Answers, v.Nodes[4].Answers = how, ""
		for mode := layout.Page; mode <= layout.Projector; mode++ {
			require.Contains(t, words(newStage(v, mode).draw()), want, "a master, mode %d", mode)
		}
		v.Nodes[3].Answers, v.Nodes[4].Answers = "", how
		require.Contains(t, words(newStage(v, layout.Page).draw()), want, "a slave")
	}
}

func TestWhatIsNotCopiedIsAtRisk(t *testing.T) {
	v := stagetest.MasterDies()
	require.NotContains(t, words(newStage(v, layout.Projector).draw()), "only here")
	v.Queues[8].Copied -= 2 // broker-b/0
	v.Queues[12].Max -= 2
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		s := newStage(v, mode).draw()
		said := words(s)
		require.Contains(t, said, "only here: 2", "mode %d", mode)
		require.Contains(t, said, "2 behind", "mode %d", mode)
		rings := 0
		for _, sh := range s.Shapes {
			if sh.Kind == scene.Box && sh.Stroke == theme.Down && sh.Fill == theme.None && sh.Dash == 3 {
				rings++
			}
		}
		require.Equal(t, 1, rings, "mode %d", mode)
	}
}

func TestTheWayToASlaveCanBeCutAndHealed(t *testing.T) {
	v := stagetest.MasterDies()
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		v.Links = nil
		crosses := len(newStage(v, mode).draw().Shapes)
		v.Links = []view.Link{{From: 4, To: 5, Cut: true}}
		st := newStage(v, mode)
		require.Greater(t, len(st.draw().Shapes), crosses, "mode %d", mode)
		found := false
		for x := float32(0); x < st.s.W; x += 6 {
			for y := float32(0); y < st.s.H; y += 3 {
				got, ok := st.s.Hit(x*st.s.Zoom, y*st.s.Zoom)
				found = found || ok && got.Kind == scene.OnLink && got.From == kernel.NodeID(4) && got.To == kernel.NodeID(5)
			}
		}
		require.True(t, found, "mode %d", mode)
	}
}

func TestALateNodeSaysSo(t *testing.T) {
	v := stagetest.MasterDies()
	for _, i := range []int{3, 5, 7} { // broker-b, p1, c1
		v.Nodes[i].Late = 200 * time.Millisecond
	}
	said := words(newStage(v, layout.Page).draw())
	require.Contains(t, said, "answers 200 ms late")
	require.Equal(t, 2, strings.Count(said, "|200 ms late"))
}

func TestARetryQueueIsNamedWithItsSign(t *testing.T) {
	st := newStage(stagetest.Waiting(), layout.Page)
	plain := patterns(st.draw(), scene.Dots)
	st.in.Open = 4
	require.Equal(t, plain+1, patterns(st.draw(), scene.Dots))
}

func TestABrokerThatIsNotReachableIsNotAvailable(t *testing.T) {
	v := stagetest.MasterDies()
	v.Faults[1].Unreachable = true
	said := words(newStage(v, layout.Page).draw())
	require.Equal(t, 1, strings.Count(said, "unreachable"))
	require.Equal(t, 1, strings.Count(said, "available"), "for p2")
}

func TestTheTimersMessagesAreInTheOrderOfTheirTime(t *testing.T) {
	st := waiting()
	q := &st.v.Queues[4] // level 3
	q.Topic, q.ID = "rmq_sys_wheel_timer", 0
	st.draw()
	newest := &st.v.Tokens[st.l.Tokens[4]]
	newest.Due = newest.Since + stagetest.Sec(20_000)
	said := words(st.draw())
	require.Contains(t, said, "timer wheel")
	require.Contains(t, said, "7.0 s", "the newest overtakes")
}
