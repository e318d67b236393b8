// Command precompile is put into the copy of Ebitengine, whose compiler of
// shaders it may use there. It writes Go: what the driver needs of the built-in
// shaders and of those in the files named, as the compiler gives it.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
	"github.com/hajimehoshi/ebiten/v2/internal/graphics"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl"
)

func main() {
	sources := [][]byte{[]byte(builtinshader.ClearShaderSource)}
	for filter := range builtinshader.Filter(builtinshader.FilterCount) {
		sources = append(sources, builtinshader.ShaderSource(filter, builtinshader.AddressUnsafe, false))
	}
	for _, name := range os.Args[1:] {
		source, err := os.ReadFile(name)
		if err != nil {
			fail(err)
		}
		sources = append(sources, source)
	}
	fmt.Print("package shaderir\n\nvar compiled = []Program{\n")
	for _, source := range sources {
		p, err := graphics.CompileShader(source)
		if err != nil {
			fail(err)
		}
		fmt.Println(literal(source, p))
	}
	fmt.Println("}")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "precompile:", err)
	os.Exit(1)
}

// literal is a compiled shader as Go writes it within its own package.
func literal(source []byte, p *shaderir.Program) string {
	n := 0
	for _, t := range p.Uniforms {
		n += t.DwordCount()
	}
	reached := slices.Repeat([]uint32{1}, n)
	p.FilterUniformVariables(reached)
	vertex, fragment := glsl.Compile(p, glsl.GLSLVersionES300)
	text := fmt.Sprintf("\t{UniformNames: %#v, Uniforms: %#v, TextureCount: %d, Unit: %d, SourceHash: %#v, Vertex: %q, Fragment: %q, uniformFactors: %#v},",
		p.UniformNames, p.Uniforms, p.TextureCount, p.Unit, shaderir.CalcSourceHash(source), vertex, fragment, reached)
	return strings.ReplaceAll(text, "shaderir.", "")
}
