package layout_test

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
	"rocketscope/wasm/scene/stagetest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var stages = []struct {
	name string
	in   layout.Input
}{
	{"page", layout.Input{W: 1084, H: 612, Mode: layout.Page}},
	{"embed", layout.Input{W: 800, H: 332, Mode: layout.Embed}},
	{"phone", layout.Input{W: 390, H: 522, Mode: layout.Phone}},
	{"projector", layout.Input{W: 1280, H: 508, Mode: layout.Projector}},
}

func spotted(in layout.Input) layout.Input {
	in.Touched, in.Queue, in.Open = "broker-a", 3, 9
	return in
}

func dump(v *view.View, l *layout.Layout) string {
	var b strings.Builder
	rect := func(what string, r layout.Rect) {
		fmt.Fprintf(&b, "%-24s %6.1f %6.1f %6.1f %6.1f\n", what, r.X, r.Y, r.W, r.H)
	}
	fmt.Fprintf(&b, "zoom %.3f, %s, group %s\n", l.Zoom, l.Topic, l.Group)
	card := func(c layout.Card) {
		name := fmt.Sprintf("+%d more", c.More)
		if c.Node >= 0 {
			name = v.Nodes[c.Node].Name
		}
		rect(name, c.Rect)
	}
	for _, cards := range [][]layout.Card{l.NameServers, l.Producers} {
		for _, c := range cards {
			card(c)
		}
	}
	for _, g := range l.Groups {
		rect(g.Name, g.Frame)
		for _, r := range l.Replicas[g.First:g.Last] {
			kind := "mini"
			if r.Full {
				kind = "full"
			}
			rect("  "+kind+" "+v.Nodes[r.Node].Name, r.Rect)
			for _, lane := range l.Lanes[r.First:r.Last] {
				rect(fmt.Sprintf("    %d mark %.1f at %d", v.Queues[lane.Queue].ID, lane.Mark, lane.Offset), lane.Rect)
			}
		}
	}
	for _, c := range l.Consumers {
		card(c)
		for _, k := range l.Cables[c.First : c.First+c.Count] {
			o := v.Owners[k.Owner]
			fmt.Fprintf(&b, "  %s/%d x%d %.1f,%.1f -> %.1f,%.1f\n", o.Broker, o.ID, k.Count, k.X1, k.Y1, k.X2, k.Y2)
		}
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

func TestPlaceMasterDies(t *testing.T) {
	v := stagetest.MasterDies()
	for _, st := range stages {
		var l layout.Layout
		layout.Place(&l, v, spotted(st.in))
		golden(t, st.name, dump(v, &l))
	}
}

func TestPlaceCrowd(t *testing.T) {
	v := stagetest.Crowd(20, 200, 10)
	for _, st := range stages {
		var l layout.Layout
		layout.Place(&l, v, st.in)
		golden(t, "crowd-"+st.name, dump(v, &l))
	}
}

// views are situations that every arrangement has to place.
func views() map[string]*view.View {
	killed := stagetest.MasterDies()
	killed.Nodes[8].State = view.Killed
	lost := stagetest.MasterDies()
	for i := range lost.Nodes {
		if lost.Nodes[i].Role == view.Broker {
			lost.Nodes[i].State = view.Lost
		}
	}
	return map[string]*view.View{
		"nothing": {}, "master dies": stagetest.MasterDies(), "c2 killed": killed, "all brokers lost": lost,
		"one of each": stagetest.Crowd(9, 4, 0), "many": stagetest.Crowd(20, 200, 0), "more queues": stagetest.Crowd(12, 16, 0),
		"messages wait": stagetest.Waiting(),
	}
}

func TestEverythingStaysOnTheStage(t *testing.T) {
	sizes := [][2]float32{{1084, 612}, {1564, 792}, {844, 612}, {960, 480}, {640, 300}, {800, 332}, {390, 522}, {320, 480}, {640, 360}, {320, 180}}
	for name, v := range views() {
		for _, size := range sizes {
			for _, mode := range []layout.Mode{layout.Page, layout.Embed, layout.Phone, layout.Projector} {
				if mode == layout.Page && size[0] < 840 || mode == layout.Phone && size[0] >= 640 {
					continue
				}
				var l layout.Layout
				layout.Place(&l, v, layout.Input{W: size[0], H: size[1], Mode: mode, Queue: -1})
				stage := layout.Rect{W: l.W + 0.5, H: l.H + 0.5}
				what := fmt.Sprint(name, size, mode)
				for i, r := range boxes(&l) {
					require.True(t, r.X >= 0 && r.Right() <= stage.W, "%s: %v in width %v", what, r, stage.W)
					if size[1] >= 300 {
						require.True(t, r.Y >= 0 && r.Bottom() <= stage.H, "%s: %v in height %v", what, r, stage.H)
					}
					for _, o := range boxes(&l)[:i] {
						apart := r.X >= o.Right() || o.X >= r.Right() || r.Y >= o.Bottom() || o.Y >= r.Bottom()
						require.True(t, apart, "%s: %v and %v", what, r, o)
					}
				}
			}
		}
	}
}

func boxes(l *layout.Layout) (all []layout.Rect) {
	for _, cards := range [][]layout.Card{l.NameServers, l.Producers, l.Consumers} {
		for _, c := range cards {
			all = append(all, c.Rect)
		}
	}
	for _, r := range l.Replicas {
		all = append(all, r.Rect)
	}
	return all
}

func TestCommittedMarkStandsAtOneX(t *testing.T) {
	v := stagetest.MasterDies()
	for _, st := range stages {
		var l layout.Layout
		layout.Place(&l, v, spotted(st.in))
		require.Len(t, l.Lanes, 8)
		for _, lane := range l.Lanes {
			require.Equal(t, l.Lanes[0].Mark, lane.Mark, st.name)
		}
	}
}

func TestTheReplicaThatServesIsFull(t *testing.T) {
	v := stagetest.MasterDies()
	var l layout.Layout
	full := func() (names []string) {
		layout.Place(&l, v, stages[0].in)
		for _, r := range l.Replicas {
			if r.Full {
				names = append(names, v.Nodes[r.Node].Name)
			}
		}
		return names
	}
	require.Equal(t, []string{"broker-a-s", "broker-b"}, full(), "the master is dead")
	v.Nodes[1].State = view.Up
	require.Equal(t, []string{"broker-a-s", "broker-b"}, full(), "the slave has the readers")
	v.Owners = nil
	require.Equal(t, []string{"broker-a", "broker-b"}, full(), "nobody reads: the master")
	v.Nodes[1].State, v.Nodes[2].State = view.Killed, view.Killed
	require.Equal(t, []string{"broker-a", "broker-b"}, full(), "none lives: the master, shown as down")
}

func TestCablesOfOneOwnerNeverCross(t *testing.T) {
	for name, v := range views() {
		for _, st := range stages[:2] {
			var l layout.Layout
			layout.Place(&l, v, spotted(st.in))
			for _, c := range l.Consumers {
				cables := l.Cables[c.First : c.First+c.Count]
				for i := 1; i < len(cables); i++ {
					require.LessOrEqual(t, cables[i-1].Y1, cables[i].Y1, name)
					require.LessOrEqual(t, cables[i-1].Y2, cables[i].Y2, name)
				}
			}
		}
	}
}

func TestFoldingKeepsTheDecisionsQueueInSight(t *testing.T) {
	v := stagetest.Crowd(20, 200, 0)
	var l layout.Layout
	layout.Place(&l, v, layout.Input{W: 1084, H: 612, Touched: "broker-b", Queue: 77})
	seen := false
	for _, lane := range l.Lanes {
		q := v.Queues[lane.Queue]
		seen = seen || q.Broker == 4 && q.ID == 77
	}
	require.True(t, seen)
	require.LessOrEqual(t, len(l.Lanes), layout.MaxLanes)
	hidden := int32(0)
	for _, r := range l.Replicas {
		hidden += r.Hidden
	}
	require.Equal(t, int32(200-len(l.Lanes)), hidden)
}

func TestSixteenLanesInFullWhereThereIsRoom(t *testing.T) {
	var l layout.Layout
	layout.Place(&l, stagetest.Crowd(20, 200, 0), layout.Input{W: 1084, H: 900, Queue: -1})
	require.Len(t, l.Lanes, 16)
}

func TestOwnerColoursFollowTheName(t *testing.T) {
	v := &view.View{}
	for i, n := range []string{"c2", "c1", "x2", "billing", "c6", "c4", "c5", "c9"} {
		v.Nodes = append(v.Nodes, view.Node{ID: kernel.NodeID(i + 1), Name: n, Role: view.Consumer, Group: "g"})
	}
	var l layout.Layout
	layout.Place(&l, v, stages[0].in)
	require.Equal(t, []uint8{2, 1, 3, 0, 6, 4, 5, 0}, l.Slots)
	require.Len(t, l.Consumers, layout.MaxConsumers+1)
	require.Equal(t, int32(2), l.Consumers[layout.MaxConsumers].More)
	require.Equal(t, int32(layout.MaxConsumers), l.CardOf(v, 8), "folded into the grey card")
	require.Equal(t, int32(-1), l.CardOf(v, 99))
}

func TestModeFor(t *testing.T) {
	require.Equal(t, layout.Phone, layout.ModeFor(390))
	require.Equal(t, layout.Embed, layout.ModeFor(640))
	require.Equal(t, layout.Page, layout.ModeFor(844))
}

func TestDeadLinks(t *testing.T) {
	v := stagetest.MasterDies()
	var l layout.Layout
	layout.Place(&l, v, stages[0].in)
	for _, k := range l.Links {
		require.Equal(t, k.Group == 0, k.Dead, "broker-a is dead and isolated")
	}
	v.Links = append(v.Links, view.Link{From: 6, To: 4, Cut: true})
	layout.Place(&l, v, stages[0].in)
	require.True(t, l.Links[1].Dead, "p1 - broker-b is cut")
	require.False(t, l.Links[3].Dead)
}

func TestPlacingAllocatesNothing(t *testing.T) {
	v := stagetest.Crowd(20, 200, 1000)
	for _, st := range stages {
		var l layout.Layout
		layout.Place(&l, v, st.in)
		require.Zero(t, testing.AllocsPerRun(20, func() { layout.Place(&l, v, st.in) }), st.name)
	}
}

func BenchmarkPlace(b *testing.B) {
	v := stagetest.Crowd(20, 200, 1000)
	var l layout.Layout
	b.ReportAllocs()
	for b.Loop() {
		layout.Place(&l, v, layout.Input{W: 1084, H: 900, Queue: -1})
	}
}
