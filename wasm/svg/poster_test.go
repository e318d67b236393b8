package svg

import (
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/theme"
)

func TestColoursAreToldApartByTheirSpelling(t *testing.T) {
	seen := map[string]theme.Color{}
	for c := theme.None + 1; c < theme.Count; c++ {
		text := spelling(&theme.Light, c)
		require.NotContains(t, seen, text)
		seen[text] = c
	}
}

func TestAPosterHasAllThemes(t *testing.T) {
	s := &scene.Scene{W: 100, H: 50, Zoom: 1, Shapes: []scene.Shape{
		{Kind: scene.Box, W: 9, H: 9, Fill: theme.Surface, Stroke: theme.Ink, SW: 1},
		{Kind: scene.Text, Text: "c1", Fill: theme.OnOwner, H: 12, W: 12},
	}}
	picture := string(Poster(nil, s, "title"))
	require.NoError(t, xml.Unmarshal([]byte(picture), &struct{}{}))
	require.Contains(t, picture, `<g id="dark"><g id="projector">`)
	require.Contains(t, picture, `#dark:target [fill="#ffffff"]{fill:#1c232c}`)
	require.Contains(t, picture, `#dark:target [fill="#fff"]{fill:#10141a}`)
	require.Contains(t, picture, `#projector:target [stroke="#1c2430"]{stroke:#000000}`)
	require.NotContains(t, picture, "#b3261e", "a colour that is not used")
}
