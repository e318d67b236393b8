package svg_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/layout"
	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/svg"
	"rocketscope/wasm/theme"
)

func composed(w, h float32, words scene.Words) *scene.Scene {
	var l layout.Layout
	s, v := &scene.Scene{}, stagetest.MasterDies()
	layout.Place(&l, v, layout.Input{W: w, H: h, Mode: layout.ModeFor(w), Queue: -1})
	scene.Compose(s, &l, v, &words, &scene.UI{})
	return s
}

// texts parses a picture and returns what its labels say.
func texts(t *testing.T, picture []byte) (said []string) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return said
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			var label string
			require.NoError(t, d.DecodeElement(&label, &e))
			said = append(said, label)
		}
	}
}

func TestAPictureSaysWhatTheSceneSays(t *testing.T) {
	for _, words := range []scene.Words{stagetest.English, stagetest.Chinese} {
		for _, width := range []float32{390, 800, 1084} {
			s := composed(width, 332, words)
			want := ""
			for _, sh := range s.Shapes {
				if sh.Kind == scene.Text && sh.Fill != theme.None {
					want += sh.Text
				}
			}
			picture := svg.Append(nil, s, &theme.Dark, "a < b & c")
			require.Equal(t, want, strings.Join(texts(t, picture), ""))
			require.Contains(t, string(picture), "<title>a &lt; b &amp; c</title>")
			require.NotContains(t, string(picture), "NaN")
		}
	}
}

func TestAPictureIsSmall(t *testing.T) {
	picture := svg.Append(nil, composed(800, 332, stagetest.English), &theme.Light, "title")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(picture)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	t.Logf("%d bytes, %d packed", len(picture), packed.Len())
	require.Less(t, packed.Len(), 12_000)
	if name := os.Getenv("SVG"); name != "" {
		require.NoError(t, os.WriteFile(name, picture, 0o644))
	}
}

func TestEveryPatternIsDefinedOnce(t *testing.T) {
	s := &scene.Scene{W: 100, H: 50, Zoom: 1}
	for _, p := range []scene.Pattern{scene.Solid, scene.Hollow, scene.Stripes, scene.Core, scene.Half, scene.Dots, scene.Cross, scene.Dashed} {
		for sub := range uint8(4) {
			s.Shapes = append(s.Shapes, scene.Shape{Kind: scene.Token, Sub: sub, Pattern: p, Fill: theme.C1, Stroke: theme.C1, W: 6, SW: 1.7})
		}
	}
	s.Shapes = append(s.Shapes, scene.Shape{Kind: scene.Box, Pattern: scene.Hatch, W: 9, H: 9, Stroke: theme.Down, SW: 1, Dash: 2, Gap: 2})
	picture := svg.Append(nil, s, &theme.Light, "")
	require.Empty(t, texts(t, picture))
	require.Equal(t, 4, bytes.Count(picture, []byte("<pattern ")))
	require.NotContains(t, string(picture), `stroke-width="0"`)
}

func BenchmarkAppend(b *testing.B) {
	s := composed(800, 332, stagetest.English)
	buf := svg.Append(nil, s, &theme.Light, "")
	for b.Loop() {
		buf = svg.Append(buf[:0], s, &theme.Light, "")
	}
}
