package theme

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var cssNames = map[string]Color{
	"page": Page, "stage": Stage, "surface": Surface, "lane": Lane, "hair": Hair,
	"ink": Ink, "ink2": Ink2, "line": Line, "accent": Accent, "on-accent": OnAccent, "wash": Wash,
	"changed": Changed, "down": Down, "down-wash": DownWash, "offset": Offset,
	"c1": C1, "c2": C2, "c3": C3, "c4": C4, "c5": C5, "c6": C6, "on-owner": OnOwner,
}

// rules returns the custom properties of each theme of tokens.css; what a theme
// does not set it inherits from the first.
func rules(t *testing.T, path string) map[string]map[string]string {
	css, err := os.ReadFile(path)
	require.NoError(t, err)
	all := map[string]map[string]string{}
	for _, block := range regexp.MustCompile(`(?s):root(\[data-theme=(\w+)\])?\s*\{(.*?)\}`).FindAllStringSubmatch(string(css), -1) {
		name := block[2]
		if name == "" {
			name = "light"
		}
		props := map[string]string{}
		for k, v := range all["light"] {
			props[k] = v
		}
		for _, p := range regexp.MustCompile(`--([\w-]+):\s*([^;]+);`).FindAllStringSubmatch(block[3], -1) {
			props[p[1]] = p[2]
		}
		all[name] = props
	}
	return all
}

func TestThemesAreTokensCSS(t *testing.T) {
	all := rules(t, "testdata/tokens.css")
	require.Len(t, cssNames, int(Count)-1, "every colour has its name")
	for _, th := range []*Theme{&Light, &Dark, &Projector} {
		for name, c := range cssNames {
			require.Equal(t, strings.ToUpper(all[th.Name][name]), fmt.Sprintf("#%06X", th.Colors[c]), "%s %s", th.Name, name)
		}
		require.Equal(t, all[th.Name]["sw"], fmt.Sprint(th.Stroke), th.Name)
		require.Equal(t, all[th.Name]["sw-cable"], fmt.Sprint(th.Cable), th.Name)
		require.Same(t, th, Named(th.Name))
	}
	require.Same(t, &Light, Named("no such theme"))
}

func TestThePageHasTheSameColours(t *testing.T) {
	all := rules(t, "../../web/site/css/tokens.css")
	for _, th := range []*Theme{&Light, &Dark, &Projector} {
		for name, c := range cssNames {
			require.Equal(t, fmt.Sprintf("#%06X", th.Colors[c]), strings.ToUpper(all[th.Name][name]), "%s %s", th.Name, name)
		}
	}
}

func TestOwnersBeyondSixArePlain(t *testing.T) {
	require.Equal(t, C1, Owner(1))
	require.Equal(t, C6, Owner(6))
	require.Equal(t, Line, Owner(7))
	require.Equal(t, Line, Owner(0))
}

func luminance(c uint32) float64 {
	lin := func(v uint32) float64 {
		s := float64(v&0xFF) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		x := (s + 0.055) / 1.055
		return x * x * (0.6 + 0.4*x) // within 2 % of the power 2.4
	}
	return 0.2126*lin(c>>16) + 0.7152*lin(c>>8) + 0.0722*lin(c)
}

func contrast(a, b uint32) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestTextAndStrokesHaveContrast(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &Projector} {
		for _, ground := range []Color{Page, Stage, Surface, Lane} {
			for _, text := range []Color{Ink, Ink2, Accent, Down} {
				require.GreaterOrEqual(t, contrast(th.Colors[text], th.Colors[ground]), 4.5, "%s %d on %d", th.Name, text, ground)
			}
			for stroke := C1; stroke <= C6; stroke++ {
				require.GreaterOrEqual(t, contrast(th.Colors[stroke], th.Colors[ground]), 3.0, "%s %d on %d", th.Name, stroke, ground)
			}
			require.GreaterOrEqual(t, contrast(th.Colors[Line], th.Colors[ground]), 3.0, th.Name)
		}
		for owner := C1; owner <= C6; owner++ {
			require.GreaterOrEqual(t, contrast(th.Colors[OnOwner], th.Colors[owner]), 4.5, th.Name)
		}
	}
}
