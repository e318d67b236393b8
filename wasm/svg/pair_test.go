package svg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/svg"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

func TestAPairHasBothRunsUnderTheirNames(t *testing.T) {
	a, b := composed(640, 332, stagetest.English), composed(640, 332, stagetest.Chinese)
	one := [2][]string{texts(t, svg.Append(nil, a, &theme.Light, "")), texts(t, svg.Append(nil, b, &theme.Light, ""))}
	_, still := svg.Still(nil, composed(1280, 332, stagetest.English), &theme.Light, svg.Caption{First: "It differs.", Clock: "1.000 s"})
	for _, beside := range []bool{true, false} {
		pair := svg.Pair{Scenes: [2]*scene.Scene{a, b}, Names: [2]string{"this run", strings.Repeat("without: kill c2 ", 9)}, Beside: beside}
		picture, w, h := pair.Append(nil, &theme.Light, svg.Caption{First: "It differs.", Clock: "1.000 s"}, true)
		said := texts(t, picture)
		require.Equal(t, "this run", said[0])
		require.Equal(t, one[0], said[1:1+len(one[0])])
		name := said[1+len(one[0])]
		require.True(t, strings.HasPrefix(name, "without: kill c2") && strings.HasSuffix(name, text.Ellipsis), name)
		require.Equal(t, one[1], said[2+len(one[0]):2+len(one[0])+len(one[1])])
		require.Equal(t, []string{"It differs.", "1.000 s"}, said[len(said)-2:])
		require.NotContains(t, string(picture), "NaN")
		_, plainW, plainH := pair.Append(nil, &theme.Light, svg.Caption{First: "It differs."}, false)
		require.Equal(t, w, plainW)
		require.Less(t, plainH, h)
		if beside {
			require.EqualValues(t, 1280, w)
			require.InDelta(t, still+36, h, 0.01)
		} else {
			require.EqualValues(t, 640, w)
			require.Greater(t, h, float32(2*332))
		}
	}
}
