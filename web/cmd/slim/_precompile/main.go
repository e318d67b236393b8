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

// shader is a source and what the program asks for it by.
type shader struct{ name, source []byte }

func main() {
	clear := []byte(builtinshader.ClearShaderSource)
	shaders := []shader{{clear, clear}}
	for filter := range builtinshader.Filter(builtinshader.FilterCount) {
		source := builtinshader.ShaderSource(filter, builtinshader.AddressUnsafe, false)
		shaders = append(shaders, shader{[]byte{byte(filter), byte(builtinshader.AddressUnsafe), 0}, source})
	}
	for _, name := range os.Args[1:] {
		source, err := os.ReadFile(name)
		if err != nil {
			fail(err)
		}
		shaders = append(shaders, shader{source, source})
	}
	fmt.Print("package shaderir\n\nvar compiled = []Program{\n")
	for _, s := range shaders {
		p, err := graphics.CompileShader(s.source)
		if err != nil {
			fail(err)
		}
		fmt.Println(literal(s.name, p))
	}
	fmt.Println("}")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "precompile:", err)
	os.Exit(1)
}

// literal is a compiled shader as Go writes it within its own package.
func literal(name []byte, p *shaderir.Program) string {
	n := 0
	for _, t := range p.Uniforms {
		n += t.DwordCount()
	}
	reached := slices.Repeat([]uint32{1}, n)
	p.FilterUniformVariables(reached)
	vertex, fragment := glsl.Compile(p, glsl.GLSLVersionES300)
	text := fmt.Sprintf("\t{UniformNames: %#v, Uniforms: %#v, TextureCount: %d, Unit: %d, SourceHash: %#v, Vertex: %q, Fragment: %q, uniformFactors: %#v},",
		p.UniformNames, p.Uniforms, p.TextureCount, p.Unit, shaderir.CalcSourceHash(name), vertex, fragment, reached)
	return strings.ReplaceAll(text, "shaderir.", "")
}
