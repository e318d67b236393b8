package main

import "strings"

// shaderSource is what Ebitengine's template of built-in shaders gives: filter
// is nearest, linear or pixelated; address is unsafe, clamp to zero or repeat.
func shaderSource(filter, address int, useColorM bool) string {
	const repeat, nearest, linear = 2, 0, 1
	var b strings.Builder
	when := func(yes bool, text string) {
		if yes {
			b.WriteString(text)
		}
	}
	b.WriteString("//kage:unit pixels\n\npackage main\n\n")
	when(useColorM, "var ColorMBody mat4\nvar ColorMTranslation vec4\n\n")
	when(address == repeat, `func adjustSrcPosForAddressRepeat(p vec2) vec2 {
	origin := imageSrc0Origin()
	size := imageSrc0Size()
	return mod(p - origin, size) + origin
}

`)
	b.WriteString("func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {\n")
	at := [...]string{"imageSrc0UnsafeAt", "imageSrc0At", "imageSrc0At"}[address]
	if filter == nearest {
		pos := [...]string{"srcPos", "srcPos", "adjustSrcPosForAddressRepeat(srcPos)"}[address]
		b.WriteString("\tclr := " + at + "(" + pos + ")\n")
	} else {
		if filter == linear {
			b.WriteString("\tp0 := srcPos - 1/2.0\n\tp1 := srcPos + 1/2.0\n")
		} else {
			b.WriteString(`	inversedScale := vec2(abs(dfdx(srcPos.x)), abs(dfdy(srcPos.y)))
	inversedScale = min(inversedScale, vec2(1))
	p0 := srcPos - inversedScale/2.0
	p1 := srcPos + inversedScale/2.0
`)
		}
		when(address == repeat, "\tp0 = adjustSrcPosForAddressRepeat(p0)\n\tp1 = adjustSrcPosForAddressRepeat(p1)\n")
		b.WriteString("\tc0 := " + at + "(p0)\n\tc1 := " + at + "(vec2(p1.x, p0.y))\n\tc2 := " + at + "(vec2(p0.x, p1.y))\n\tc3 := " + at + "(p1)\n")
		if filter == linear {
			b.WriteString("\trate := fract(p1)\n")
		} else {
			b.WriteString("\trate := clamp(fract(p1)/inversedScale, 0, 1)\n")
		}
		b.WriteString("\tclr := mix(mix(c0, c1, rate.x), mix(c2, c3, rate.x), rate.y)\n")
	}
	if useColorM {
		b.WriteString(`	clr.rgb /= clr.a + (1-sign(clr.a))
	clr = (ColorMBody * clr) + ColorMTranslation
	clr.rgb *= clr.a
	clr *= color
	clr.rgb = min(clr.rgb, clr.a)
`)
	} else {
		b.WriteString("\tclr *= color\n")
	}
	b.WriteString("\treturn clr\n}\n")
	return b.String()
}
