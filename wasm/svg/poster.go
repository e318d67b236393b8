package svg

import (
	"strings"

	"rocketscope/wasm/scene"
	"rocketscope/wasm/theme"
)

// Poster writes the scene in the light theme and, for whoever adds "#dark" or
// "#projector" to the picture's address, in these: one file serves all themes.
func Poster(dst []byte, s *scene.Scene, title string) []byte {
	p := &pen{out: dst, theme: &theme.Light, scene: s}
	p.head(title)
	p.str(`<g id="dark"><g id="projector">`)
	p.shapes()
	p.defs()
	p.str("</g></g><style>")
	p.retint(&theme.Dark)
	p.retint(&theme.Projector)
	return append(p.out, "</style></svg>\n"...)
}

// retint replaces colours, found by their spelling, while th's name is the target.
func (p *pen) retint(th *theme.Theme) {
	for c := theme.None + 1; c < theme.Count; c++ {
		if !p.used[c] || th.Colors[c] == p.theme.Colors[c] {
			continue
		}
		for _, what := range []string{"fill", "stroke"} {
			p.str("#").str(th.Name).str(":target [").str(what).str(`="`).str(spelling(p.theme, c)).str(`"]{`).str(what).str(":").str(hex(th.Colors[c])).str("}")
		}
	}
}

// spelling writes a colour. Colours of one value that may differ in another
// theme are told apart by how they are written: #ffffff, #FFFFFF, #fff.
func spelling(th *theme.Theme, c theme.Color) string {
	same := 0
	for o := theme.None + 1; o < c; o++ {
		if th.Colors[o] == th.Colors[c] {
			same++
		}
	}
	text := hex(th.Colors[c])
	switch same {
	case 1:
		return strings.ToUpper(text)
	case 2:
		return string([]byte{'#', text[1], text[3], text[5]})
	}
	return text
}

func hex(v uint32) string {
	const digits = "0123456789abcdef"
	b := []byte{'#'}
	for shift := 20; shift >= 0; shift -= 4 {
		b = append(b, digits[v>>shift&15])
	}
	return string(b)
}
