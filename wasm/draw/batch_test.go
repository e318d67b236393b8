package draw

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// labels has a slot for every label, and may have no room.
type labels struct{ full bool }

func (l labels) Slot(words string, size float32, weight uint16, width float32) (text.Slot, bool) {
	return text.Slot{X: 10, Y: 20, W: int32(width) + 2*text.Pad, H: int32(size), Width: width}, !l.full
}

func compose(mode layout.Mode, w, h float32) *scene.Scene {
	var l layout.Layout
	var s scene.Scene
	v := stagetest.MasterDies()
	layout.Place(&l, v, layout.Input{W: w, H: h, Mode: mode, Touched: "broker-a", Queue: 3, Open: 9})
	scene.Compose(&s, &l, v, &stagetest.English, &scene.UI{Spot: stagetest.Spot()})
	return &s
}

func TestShaderKnowsThePalette(t *testing.T) {
	src, err := os.ReadFile("shader.kage")
	require.NoError(t, err)
	require.Contains(t, string(src), fmt.Sprintf("var Palette [%d]vec4", theme.Count))
	require.Contains(t, string(src), fmt.Sprintf("Palette[%d], sub", theme.Surface))
	require.Contains(t, string(src), fmt.Sprintf("Palette[%d])", theme.Hair))
	require.Less(t, int(theme.Count), 32, "a colour has five bits")
	for p, kage := range map[scene.Pattern]string{scene.Hatch: "pattern == 1", scene.Solid: "pattern == 2", scene.Stripes: "pattern == 4",
		scene.Core: "pattern == 5", scene.Half: "pattern == 6", scene.Dots: "pattern == 7", scene.Cross: "pattern == 8"} {
		require.Contains(t, string(src), kage)
		require.True(t, strings.HasSuffix(kage, fmt.Sprint(p)), kage)
	}
}

func TestEveryShapeIsOnTheScreen(t *testing.T) {
	for _, dpr := range []float32{1, 2} {
		var b Batch
		b.Build(compose(layout.Page, 1084, 612), dpr, labels{})
		require.NotEmpty(t, b.Indices)
		require.Zero(t, len(b.Indices)%3)
		for _, i := range b.Indices {
			require.Less(t, int(i), len(b.Vertices))
		}
		for _, v := range b.Vertices {
			require.True(t, v.DstX > -8 && v.DstX < 1084*dpr+8 && v.DstY > -8 && v.DstY < 612*dpr+8, "%v", v)
			require.Equal(t, float32(int(v.Custom0)), v.Custom0, "a header is a whole number")
			require.Equal(t, float32(int(v.Custom1)), v.Custom1)
		}
	}
}

func TestABoxHasItsEdgeInside(t *testing.T) {
	s := &scene.Scene{Shapes: []scene.Shape{{Kind: scene.Box, X: 10, Y: 20, W: 30, H: 40, R: 5, SW: 2, Fill: theme.Surface, Stroke: theme.Line}}}
	var b Batch
	b.Build(s, 2, labels{})
	require.Len(t, b.Vertices, 4)
	v := b.Vertices[0]
	require.Equal(t, []float32{17, 37}, []float32{v.DstX, v.DstY}, "stroke and a pixel more")
	require.Equal(t, []float32{-33, -43}, []float32{v.SrcX, v.SrcY})
	require.Equal(t, []float32{30, 40, 10, 4}, []float32{v.ColorR, v.ColorG, v.ColorB, v.ColorA})
}

func TestAPathIsAStripAlongItsLength(t *testing.T) {
	s := &scene.Scene{Points: []scene.Point{{X: 0, Y: 10}, {X: 10, Y: 10}, {X: 10, Y: 30}},
		Shapes: []scene.Shape{{Kind: scene.Path, N: 3, SW: 2, Stroke: theme.Line}}}
	var b Batch
	b.Build(s, 1, labels{})
	require.Len(t, b.Vertices, 6)
	require.Equal(t, float32(-2), b.Vertices[0].SrcX, "its round end")
	require.Equal(t, float32(10), b.Vertices[2].SrcX, "the corner")
	require.Equal(t, float32(32), b.Vertices[5].SrcX)
	require.Equal(t, float32(30), b.Vertices[0].ColorG)
	corner := []float32{b.Vertices[2].DstX, b.Vertices[2].DstY, b.Vertices[3].DstX, b.Vertices[3].DstY}
	require.InDeltaSlice(t, []float32{8, 12, 12, 8}, corner, 0.001, "mitred")
	s.Shapes[0].N = 1
	b.Build(s, 1, labels{})
	require.Empty(t, b.Indices, "one point is no path")
}

func TestLabelsStandOnWholePixels(t *testing.T) {
	s := &scene.Scene{Shapes: []scene.Shape{{Kind: scene.Text, X: 10.3, Y: 20.7, W: 30, H: 12, Weight: 400, Fill: theme.Ink, Text: "c1"}}}
	var b Batch
	b.Build(s, 1, labels{})
	require.Equal(t, float32(10-text.Pad), b.Vertices[0].DstX)
	require.Equal(t, float32(21-12-text.Pad), b.Vertices[0].DstY)
	require.False(t, b.Missed)
	b.Build(s, 1, labels{full: true})
	require.True(t, b.Missed)
	require.Empty(t, b.Vertices)
}

func TestBuildingAllocatesNothing(t *testing.T) {
	s := compose(layout.Page, 1084, 612)
	var b Batch
	b.Build(s, 2, labels{})
	require.Zero(t, testing.AllocsPerRun(20, func() { b.Build(s, 2, labels{}) }))
}

func BenchmarkBuild(b *testing.B) {
	var l layout.Layout
	var s scene.Scene
	v := stagetest.Crowd(20, 200, 1000)
	layout.Place(&l, v, layout.Input{W: 1084, H: 900, Queue: -1})
	scene.Compose(&s, &l, v, &stagetest.English, &scene.UI{})
	var batch Batch
	b.ReportAllocs()
	for b.Loop() {
		batch.Build(&s, 1, labels{})
	}
	b.ReportMetric(float64(len(batch.Vertices)), "vertices")
}
