package scene_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/theme"
)

// flying returns the xs of messages on their way.
func flying(s *scene.Scene) (xs []float32) {
	for _, t := range s.Targets {
		if t.Kind == scene.OnFlight {
			xs = append(xs, t.Rect.X)
		}
	}
	return xs
}

// quiet is a stage on which nothing flies, at normal speed.
func quiet() *stage {
	v := stagetest.MasterDies()
	v.Flights = nil
	st := newStage(v, layout.Page)
	st.ui.Speed = 1
	st.draw()
	return st
}

// send adds a flight of 1 ms that departs now.
func (st *stage) send() {
	st.v.Flights = append(st.v.Flights, view.Flight{Number: uint64(len(st.v.Flights) + 1), From: 4, To: 9, Kind: view.FlightDeliver,
		Depart: st.v.At, Arrive: st.v.At + stagetest.Sec(1), Broker: "broker-b", QueueID: 0, Messages: 1})
}

func TestAShortFlightIsStretched(t *testing.T) {
	st := quiet()
	st.send()
	x := flying(st.after(16, 16))
	require.Len(t, x, 1, "it has arrived, but is seen")
	require.True(t, st.s.Moving)
	later := flying(st.after(100, 100))
	require.Len(t, later, 1)
	require.Greater(t, later[0], x[0])
	for range 3 {
		st.after(100, 100)
	}
	require.Empty(t, flying(st.after(16, 16)))
	require.False(t, st.s.Moving, "nothing moves: no frame is needed")
}

func TestAFlightThatTheViewForgetsStillLands(t *testing.T) {
	st := quiet()
	st.send()
	st.after(16, 16)
	st.v.Flights = nil
	require.Len(t, flying(st.after(100, 10000)), 1)
}

func TestALongFlightIsWhereItReallyIs(t *testing.T) {
	st := quiet()
	st.send()
	st.v.Flights[0].Arrive = st.v.At + stagetest.Sec(2000)
	a := flying(st.after(100, 500))[0]
	b := flying(st.after(100, 1000))[0]
	way := b - a
	require.Greater(t, way, float32(30))
	require.Empty(t, flying(st.after(100, 500)))
}

func TestWhilePausedAFlightStaysWhereItIs(t *testing.T) {
	st := newStage(stagetest.MasterDies(), layout.Page)
	before := flying(st.draw())
	require.Equal(t, before, flying(st.after(1000, 0)))
	require.False(t, st.s.Moving)
}

func TestAHeldFlightWaitsHalfWay(t *testing.T) {
	st := quiet()
	st.send()
	st.v.Flights[0].Arrive = kernel.Never
	st.after(500, 500)
	for range 20 {
		st.after(100, 100)
	}
	a := flying(&st.s)
	require.Len(t, a, 1)
	require.Equal(t, a, flying(st.after(1000, 1000)))
}

func TestALostFlightEndsInACross(t *testing.T) {
	st := quiet()
	plain := len(st.draw().Shapes)
	st.send()
	st.v.Flights[0].Lost = true
	require.Equal(t, plain+3, len(st.after(16, 0).Shapes), "token and cross")
}

func TestGoingBackInTimeForgetsMotion(t *testing.T) {
	st := quiet()
	st.send()
	st.after(16, 16)
	st.v.Flights = nil
	require.Empty(t, flying(st.after(16, -5000)))
}

func TestReducedMotionHasNoTweens(t *testing.T) {
	st := quiet()
	st.ui.Reduced = true
	st.send()
	require.Empty(t, flying(st.after(16, 16)), "arrived is arrived")
	require.False(t, st.s.Moving)
}

func TestAtMostAThousandMove(t *testing.T) {
	st := newStage(stagetest.Crowd(20, 200, 3000), layout.Page)
	n := len(flying(st.draw()))
	require.Equal(t, 1000, n)
}

// strokes counts paths of a colour and dash.
func strokes(s *scene.Scene, c theme.Color, gap float32) (n int) {
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Path && sh.Stroke == c && sh.Gap == gap && sh.N > 2 {
			n++
		}
	}
	return n
}

func TestAFormerCableStaysAsAGhostUntilTheNextStep(t *testing.T) {
	st := quiet()
	dashed := strokes(&st.s, theme.Line, 5)
	require.Equal(t, 2, strokes(st.after(16, 16), theme.C3, 0))
	st.v.Owners = st.v.Owners[:len(st.v.Owners)-1] // c3 lets b/3 go
	s := st.after(16, 16)
	require.Equal(t, 1, strokes(s, theme.C3, 0))
	s = st.after(16, 16)
	require.Equal(t, dashed+1, strokes(s, theme.Line, 5))
	st.ui.Step++
	require.Equal(t, dashed, strokes(st.after(16, 16), theme.Line, 5))
}

func TestANewCableGrowsToItsCard(t *testing.T) {
	st := quiet()
	last := st.v.Owners[len(st.v.Owners)-1]
	st.v.Owners = st.v.Owners[:len(st.v.Owners)-1]
	st.after(16, 16)
	st.v.Owners = append(st.v.Owners, last)
	reach := func() (x float32) {
		for _, sh := range st.s.Shapes {
			if sh.Kind == scene.Path && sh.Stroke == theme.C3 {
				x = st.s.Points[sh.At+sh.N-1].X
			}
		}
		return x
	}
	st.after(16, 16)
	require.Less(t, reach(), st.l.Consumers[2].Rect.X)
	require.True(t, st.s.Moving)
	for range 4 {
		st.after(100, 100)
	}
	require.Equal(t, st.l.Consumers[2].Rect.X, reach())
}
