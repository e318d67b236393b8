// Package text measures labels without a browser, from the advance widths of
// the Inter subset that ships beside the program, and keeps the atlas of
// rasterised labels. Only text_js.go draws glyphs, by the browser's 2D canvas,
// which knows every script.
package text

import "unicode/utf8"

// Weights of the stage's type.
const (
	Regular uint16 = 400
	Semi    uint16 = 600
	Bold    uint16 = 650
	Heavy   uint16 = 700
)

// Ellipsis stands for what was cut off.
const Ellipsis = "…"

// Width returns the width of s in CSS px at a size in CSS px. CJK is one em
// wide; a rune that the table lacks counts as 0.6 em.
func Width(s string, size float32, weight uint16) float32 {
	row := row(weight)
	var sum int
	for _, r := range s {
		sum += advance(row, r)
	}
	return float32(sum) * size / 1000
}

// Digit returns the width of a figure, which is the same for all ten.
func Digit(size float32, weight uint16) float32 {
	return float32(advance(row(weight), '0')) * size / 1000
}

// Cut returns how many bytes of s fit into width. When not all of s fits, room
// is kept for an Ellipsis, which the caller draws after s[:n].
func Cut(s string, size float32, weight uint16, width float32) int {
	row := row(weight)
	limit := int(width * 1000 / size)
	room := limit - advance(row, '…')
	sum, fit := 0, 0
	for i, r := range s {
		sum += advance(row, r)
		if sum > limit {
			return fit
		}
		if sum <= room {
			fit = i + utf8.RuneLen(r)
		}
	}
	return len(s)
}

func row(weight uint16) int {
	best := 0
	for i, w := range weights {
		if abs(w-int(weight)) < abs(weights[best]-int(weight)) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func advance(row int, r rune) int {
	switch {
	case r >= 0x20 && r < 0x7F:
		return int(widths[row][r-0x20])
	case r >= 0xA0 && r < 0x100:
		return int(widths[row][r-0xA0+95])
	case r >= 0x2E80 && r <= 0xD7FF, r >= 0xF900 && r <= 0xFAFF, r >= 0xFF00 && r <= 0xFF60, r >= 0x20000:
		return 1000
	}
	i := 95 + 96
	for _, e := range extra {
		if e == r {
			return int(widths[row][i])
		}
		i++
	}
	return 600
}
