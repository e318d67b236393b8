package svg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/scene/stagetest"
	"rocketscope/wasm/svg"
	"rocketscope/wasm/theme"
)

func TestAStillHasItsCaptionBelow(t *testing.T) {
	for _, c := range []svg.Caption{
		{First: "c3 takes over broker-a/2 and broker-b/0–1.", Second: "Its index is 2 of 3 members, so it takes 2 queues from 4 on.", Clock: "25.022 s"},
		{First: "c3 分到 broker-a/2、broker-b/0–1。", Second: "它在 3 个成员里序号是 2，从 4 号队列起取 2 个。", Clock: "25.022 s"},
	} {
		for _, width := range []float32{390, 800, 1280} {
			s := composed(width, 332, stagetest.English)
			plain := texts(t, svg.Append(nil, s, &theme.Light, ""))
			picture, height := svg.Still(nil, s, &theme.Light, c)
			said := texts(t, picture)
			require.Equal(t, plain, said[:len(plain)])
			caption := said[len(plain):]
			require.Contains(t, caption, c.Clock)
			require.Equal(t, squeezed(c.First+c.Clock+c.Second), squeezed(strings.Join(caption, "")), "at %v px", width)
			require.Greater(t, height, float32(332+50))
			require.Contains(t, string(picture), "<title>"+c.First+"</title>")
		}
	}
}

func squeezed(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestACaptionThatIsTooLongIsCut(t *testing.T) {
	s := composed(390, 332, stagetest.English)
	long := svg.Caption{First: strings.Repeat("one two ", 40), Second: strings.Repeat("三四", 200), Clock: "1.000 s"}
	picture, height := svg.Still(nil, s, &theme.Dark, long)
	require.Less(t, height, float32(332+200))
	said := texts(t, picture)
	require.Contains(t, said[len(said)-1], "…")
	require.Equal(t, 2, strings.Count(strings.Join(said, ""), "…"))
}

func TestAStillWithoutWordsKeepsItsClock(t *testing.T) {
	picture, _ := svg.Still(nil, composed(800, 332, stagetest.English), &theme.Light, svg.Caption{Clock: "0.000 s"})
	require.Contains(t, texts(t, picture), "0.000 s")
}
