package scene_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// stage composes views as the program does.
type stage struct {
	v  *view.View
	l  layout.Layout
	s  scene.Scene
	ui scene.UI
	in layout.Input
	w  *scene.Words
}

func newStage(v *view.View, mode layout.Mode) *stage {
	st := &stage{v: v, w: &stagetest.English}
	st.in = layout.Input{Mode: mode, Queue: -1}
	size := map[layout.Mode][2]float32{layout.Page: {1084, 612}, layout.Embed: {800, 332}, layout.Phone: {390, 522}, layout.Projector: {1280, 508}}[mode]
	st.in.W, st.in.H = size[0], size[1]
	return st
}

// spot turns to the decision of MasterDies.
func (st *stage) spot() *stage {
	st.ui.Spot = stagetest.Spot()
	st.in.Touched, st.in.Queue, st.in.Open = "broker-a", 3, 9
	return st
}

func (st *stage) draw() *scene.Scene {
	layout.Place(&st.l, st.v, st.in)
	scene.Compose(&st.s, &st.l, st.v, st.w, &st.ui)
	return &st.s
}

// after draws again when ms of wall time and of simulated time have passed.
func (st *stage) after(ms, simulated int64) *scene.Scene {
	st.ui.Now += float64(ms)
	st.v.At += stagetest.Sec(simulated)
	return st.draw()
}

var kinds = map[scene.Kind]string{scene.Box: "box", scene.Token: "token", scene.Arc: "arc", scene.Path: "path", scene.Text: "text"}

func dump(s *scene.Scene) string {
	var b strings.Builder
	for _, sh := range s.Shapes {
		fmt.Fprintf(&b, "%-5s %.1f %.1f %.1f %.1f", kinds[sh.Kind], sh.X, sh.Y, sh.W, sh.H)
		if sh.Kind == scene.Path {
			p, q := s.Points[sh.At], s.Points[sh.At+sh.N-1]
			fmt.Fprintf(&b, " %.1f,%.1f -> %.1f,%.1f", p.X, p.Y, q.X, q.Y)
		}
		fmt.Fprintf(&b, " fill %d stroke %d/%.1f pattern %d", sh.Fill, sh.Stroke, sh.SW, sh.Pattern)
		if sh.Text != "" {
			fmt.Fprintf(&b, " %q %d", sh.Text, sh.Weight)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	path := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run with -update if the change is meant")
}

func TestComposeMasterDies(t *testing.T) {
	for mode, name := range map[layout.Mode]string{layout.Page: "page", layout.Embed: "embed", layout.Phone: "phone", layout.Projector: "projector"} {
		golden(t, name, dump(newStage(stagetest.MasterDies(), mode).spot().draw()))
	}
}

// A lane that is otherwise in the run beside this one bears the sign for it; the
// same stage without is the rest of the picture.
func TestLanesThatDifferAreMarked(t *testing.T) {
	for mode, name := range map[layout.Mode]string{layout.Page: "page", layout.Embed: "embed", layout.Phone: "phone", layout.Projector: "projector"} {
		st := newStage(stagetest.MasterDies(), mode)
		plain := lines(dump(st.draw()))
		st.ui.Differs = make([]bool, len(st.v.Queues))
		for i := range st.v.Queues {
			st.ui.Differs[i] = st.v.Queues[i].ID == 3
		}
		var marks []string
		for _, line := range lines(dump(st.draw())) {
			if len(plain) > 0 && line == plain[0] {
				plain = plain[1:]
				continue
			}
			marks = append(marks, line)
		}
		require.Empty(t, plain)
		golden(t, "differs-"+name, strings.Join(marks, "\n")+"\n")
	}
}

func lines(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") }

// words joins the labels of a scene, in drawing order.
func words(s *scene.Scene) string {
	var b strings.Builder
	var x, y float32
	for _, sh := range s.Shapes {
		if sh.Kind != scene.Text {
			continue
		}
		if b.Len() > 0 && (sh.Y != y || sh.X > x+0.01 || sh.X < x-0.01) {
			b.WriteByte('|')
		}
		b.WriteString(sh.Text)
		x, y = sh.X+sh.W, sh.Y
	}
	return b.String()
}

func TestWhatThePageSays(t *testing.T) {
	said := words(newStage(stagetest.MasterDies(), layout.Page).spot().draw())
	for _, phrase := range []string{"DOWN 17.8 s", "slave · id 1 · serving reads", "committed by g", "only here: 1", "+129", "fault table",
		"582 s", "route poll|0.2 s", "a/3|pull from 129 …", "b/0|148|149", "group g · AVG", "route answer 30.212", "orders · 4"} {
		require.Contains(t, said, phrase)
	}
}

func TestNothingIsSmallerThanElevenPixels(t *testing.T) {
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		s := newStage(stagetest.MasterDies(), mode).spot().draw()
		least := float32(11)
		if mode == layout.Projector {
			least = 18
		}
		for _, sh := range s.Shapes {
			if sh.Kind == scene.Text {
				require.GreaterOrEqual(t, sh.H*s.Zoom, least-0.01, "mode %d: %q", mode, sh.Text)
			}
		}
	}
}

func TestLabelsStayOnTheStageInBothLanguages(t *testing.T) {
	for _, w := range []*scene.Words{&stagetest.English, &stagetest.Chinese} {
		for _, v := range []*view.View{stagetest.MasterDies(), stagetest.Crowd(20, 200, 0), stagetest.Waiting()} {
			for mode := layout.Page; mode <= layout.Projector; mode++ {
				st := newStage(v, mode).spot()
				st.w = w
				s := st.draw()
				for _, sh := range s.Shapes {
					if sh.Kind == scene.Text {
						require.True(t, sh.X >= 0 && sh.X+sh.W <= s.W, "mode %d: %q at %v..%v of %v", mode, sh.Text, sh.X, sh.X+sh.W, s.W)
						require.True(t, sh.Y >= 0 && sh.Y <= s.H, "mode %d: %q at y %v of %v", mode, sh.Text, sh.Y, s.H)
					}
				}
			}
		}
	}
}

func TestFlightsAreDrawnOnTheirCables(t *testing.T) {
	st := newStage(stagetest.MasterDies(), layout.Page)
	s := st.draw()
	flying := 0
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Token && sh.Pattern == scene.Core && sh.X > 60 { // not the legend's
			flying++
		}
	}
	require.Equal(t, 6, flying)
}

func TestShapesAreInTheOrderOfTheLayers(t *testing.T) {
	s := newStage(stagetest.MasterDies(), layout.Page).spot().draw()
	at := func(match func(sh scene.Shape) bool) int {
		for i, sh := range s.Shapes {
			if match(sh) {
				return i
			}
		}
		require.Fail(t, "no such shape")
		return 0
	}
	frame := at(func(sh scene.Shape) bool { return sh.Kind == scene.Box && sh.Stroke == theme.Hair })
	halo := at(func(sh scene.Shape) bool { return sh.Kind == scene.Path && sh.Stroke == theme.Wash })
	cable := at(func(sh scene.Shape) bool { return sh.Kind == scene.Path && sh.Stroke == theme.C1 })
	lane := at(func(sh scene.Shape) bool { return sh.Kind == scene.Box && sh.Fill == theme.Lane })
	card := at(func(sh scene.Shape) bool { return sh.Kind == scene.Box && sh.Fill == theme.Offset })
	pill := at(func(sh scene.Shape) bool { return sh.Text == "pull" })
	require.IsIncreasing(t, []int{frame, halo, cable, lane, card, pill})
}

func TestTwoOwnersAtOnceAndNone(t *testing.T) {
	v := stagetest.MasterDies()
	v.Owners = append([]view.Owner{{Consumer: 8, Topic: "orders", Broker: "broker-b", ID: 3, Queue: 11, From: 4}}, v.Owners...)
	s := newStage(v, layout.Page).draw()
	tags := func(name string) (n int) {
		for _, sh := range s.Shapes {
			if sh.Kind == scene.Text && sh.Text == name && sh.Fill == theme.OnOwner {
				n++
			}
		}
		return n
	}
	require.Equal(t, 1+4, tags("c1"), "card, a/0 a/1 a/2 and b/3")
	require.Equal(t, 1+2, tags("c3"))
	v.Owners = nil
	v.Runs = nil
	s = newStage(v, layout.Page).draw()
	require.Equal(t, 1, tags("c1"))
	nobody := 0
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Box && sh.Pattern == scene.Hatch && sh.Dash == 2 && sh.Gap == 4 {
			nobody++
		}
	}
	require.Equal(t, 8, nobody)
	require.Contains(t, words(s), "owns no queue")
}

// lag makes a lane with so many waiting messages, of which the view shows eight
// at the head and three at the end.
func lag(waiting int64) *view.View {
	v := stagetest.MasterDies()
	v.Queues, v.Offsets, v.Tokens = v.Queues[:0], v.Offsets[:0], v.Tokens[:0]
	for b := kernel.NodeID(2); b <= 5; b++ {
		q := int32(len(v.Queues))
		v.Queues = append(v.Queues, view.Queue{Broker: b, Topic: "orders", Max: 100 + waiting, Copied: 100 + waiting})
		v.Offsets = append(v.Offsets, view.Offset{Queue: q, Group: "g", Offset: 100})
		for o := 99 + waiting; o >= 98; o-- {
			if o < 108 || o >= 97+waiting {
				v.Tokens = append(v.Tokens, view.Token{Queue: q, Offset: o})
			}
		}
	}
	v.Owners, v.Runs, v.Flights = nil, nil, nil
	return v
}

func TestWhatIsNotDrawnIsCounted(t *testing.T) {
	for waiting, want := range map[int64]struct {
		tokens int
		block  string
	}{0: {0, ""}, 1: {1, ""}, 8: {8, ""}, 11: {11, ""}, 12: {11, "+1"}, 15: {11, "+4"}, 900: {9, "+891"}} {
		st := newStage(lag(waiting), layout.Page)
		s := st.draw()
		lane := st.l.Lanes[0]
		tokens, block := 0, ""
		for _, sh := range s.Shapes {
			switch {
			case sh.Y < lane.Rect.Y || sh.Y > lane.Rect.Bottom() || sh.X < lane.Rect.X || sh.X > lane.Mark:
			case sh.Kind == scene.Token:
				tokens++
			case sh.Kind == scene.Text:
				block += sh.Text
			}
		}
		require.Equal(t, want.tokens, tokens, "%d wait", waiting)
		require.Equal(t, want.block, block, "%d wait", waiting)
	}
}

func TestNamesThatAreTooLongAreCut(t *testing.T) {
	v := stagetest.MasterDies()
	v.Nodes[7].Name = "a-consumer-with-a-very-long-name"
	s := newStage(v, layout.Page).draw()
	require.Contains(t, words(s), text.Ellipsis)
	require.NotContains(t, words(s), "very-long-name")
}

func TestGoneProcessesSayHow(t *testing.T) {
	v := stagetest.MasterDies()
	for i, st := range []view.State{view.Killed, view.Lost, view.Stopped} {
		v.Nodes[7+i].State, v.Nodes[7+i].Since = st, v.At-kernel.Time(stagetest.Sec(2000))
	}
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		said := words(newStage(v, mode).draw())
		if mode == layout.Phone {
			require.Contains(t, said, "2.0 s")
			continue
		}
		for _, phrase := range []string{"DOWN 2.0 s", "host lost 2.0 s", "stopped 2.0 s"} {
			require.Contains(t, said, phrase, "mode %d", mode)
		}
	}
}

func TestComposingAllocatesNothing(t *testing.T) {
	for mode := layout.Page; mode <= layout.Projector; mode++ {
		for _, v := range []*view.View{stagetest.MasterDies(), stagetest.Crowd(20, 200, 1000), stagetest.Waiting()} {
			st := newStage(v, mode).spot()
			st.ui.Speed = 1
			st.draw()
			require.Zero(t, testing.AllocsPerRun(20, func() { st.after(16, 1) }), "mode %d", mode)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	v := stagetest.Crowd(20, 200, 1000)
	st := newStage(v, layout.Page)
	st.in.H = 900
	st.ui.Speed = 0.001
	b.ReportAllocs()
	for b.Loop() {
		st.after(16, 0)
	}
	b.ReportMetric(float64(len(st.s.Shapes)), "shapes")
}
