package layout_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
	"rocketscope/engine/view"
	"rocketscope/wasm/bridge"
	"rocketscope/wasm/layout"
)

// figures are stages of figures in CSS px: 450 px of height leave 332, the strip
// of a comparison another 34 less; a bare figure has all.
var figures = [][2]float32{
	{320, 332}, {320, 240}, {360, 298}, {390, 332}, {390, 726}, {480, 332}, {639, 332},
	{640, 332}, {700, 298}, {800, 332}, {800, 298}, {800, 450}, {839, 332},
	{840, 332}, {960, 332}, {1084, 298}, {1280, 332}, {1400, 332}, {1400, 602}, {1920, 332}, {2560, 1322}, {3840, 332}, {3840, 2042},
}

// fits requires that nothing of a stage leaves it, or stands on something else.
func fits(t *testing.T, what string, l *layout.Layout) {
	t.Helper()
	stage := layout.Rect{W: l.W, H: l.H}
	all := boxes(l)
	for i, r := range all {
		require.True(t, within(r, stage), "%s: %v leaves the stage %v", what, r, stage)
		for _, o := range all[:i] {
			require.False(t, meet(r, o), "%s: %v stands on %v", what, r, o)
		}
	}
	for _, lane := range l.Lanes {
		require.True(t, within(lane.Rect, l.Replicas[lane.Replica].Rect), "%s: a lane %v leaves its replica %v", what, lane.Rect, l.Replicas[lane.Replica].Rect)
	}
	for i := range l.Replicas {
		if r := &l.Replicas[i]; r.Full {
			for _, fold := range []layout.Rect{r.Fold, r.LevelFold} {
				require.True(t, fold.H == 0 || within(fold, r.Rect), "%s: a block %v leaves its replica %v", what, fold, r.Rect)
			}
		}
	}
	for _, c := range l.Consumers {
		for _, k := range l.Cables[c.First : c.First+c.Count] {
			require.True(t, k.Y2 >= c.Rect.Y && k.Y2 <= c.Rect.Bottom(), "%s: a cable ends beside its card", what)
		}
	}
	if l.Legend.H > 0 {
		require.True(t, within(l.Legend, stage), what)
		for _, o := range all {
			require.False(t, meet(l.Legend, o), "%s: the legend stands on %v", what, o)
		}
	}
}

const slack = 0.5 // of a stage unit, for rounding

func within(r, of layout.Rect) bool {
	return r.X >= of.X-slack && r.Y >= of.Y-slack && r.Right() <= of.Right()+slack && r.Bottom() <= of.Bottom()+slack
}

func meet(r, o layout.Rect) bool {
	return r.X+slack < o.Right() && o.X+slack < r.Right() && r.Y+slack < o.Bottom() && o.Y+slack < r.Bottom()
}

func TestEveryFigureFits(t *testing.T) {
	for name, v := range views() {
		opens := []kernel.NodeID{0}
		for i := range v.Nodes {
			if v.Nodes[i].Role == view.Consumer {
				opens = append(opens, v.Nodes[i].ID)
			}
		}
		for _, size := range figures {
			for _, open := range opens {
				modes := []layout.Mode{layout.ModeFor(size[0])}
				if size[0] >= 480 { // half of a comparison, a page that presents
					modes = append(modes, layout.Embed, layout.Projector)
				}
				for _, mode := range modes {
					var l layout.Layout
					layout.Place(&l, v, layout.Input{W: size[0], H: size[1], Mode: mode, Queue: -1, Open: open})
					fits(t, fmt.Sprint(name, size, mode, " open ", open), &l)
				}
			}
		}
	}
}

// TestEveryScenarioFits looks at the moments of all scenarios after each of
// their decisions that are no routine, with their card open.
func TestEveryScenarioFits(t *testing.T) {
	files, err := filepath.Glob("../../assets/scenarios/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		var records []struct {
			N       uint64
			At, Seq int64
			Quiet   bool
		}
		s := bridge.NewSession(func(line string) {
			var m struct {
				Type string
				List json.RawMessage
			}
			require.NoError(t, json.Unmarshal([]byte(line), &m))
			require.NotEqual(t, "error", m.Type, line)
			if m.Type == "records" {
				require.NoError(t, json.Unmarshal(m.List, &records))
			}
		})
		story, err := scenario.Parse(string(text))
		require.NoError(t, err)
		sim, _, err := story.Run()
		require.NoError(t, err)
		s.Handle("load", fmt.Sprintf("%d end\n%s", sim.Now(), text))
		s.Report(make([]uint8, len(s.View().Nodes)))
		require.NotEmpty(t, records, name)
		all, seen := records, int64(-1)
		for _, r := range all {
			if r.Quiet || r.At < seen+1e9 { // one a second is enough
				continue
			}
			seen = r.At
			s.Handle("seek", fmt.Sprintf("%d %d", r.At, r.Seq))
			s.Handle("why", strconv.FormatUint(r.N, 10))
			for _, size := range figures {
				var l layout.Layout
				layout.Place(&l, s.View(), s.Stage(size[0], size[1]))
				fits(t, fmt.Sprint(name, " at ", r.At, " in ", size), &l)
			}
		}
	}
}
