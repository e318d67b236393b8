package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// edit changes one file of Ebitengine: each old text, which stands there once,
// becomes the new one; an old text "A...B" reaches from A to before B, and "A***"
// stands there more than once.
type edit struct {
	file    string
	changes []change
}

type change struct{ old, new string }

var edits = []edit{
	// Looks for Ebitengine's source on the disk of a browser.
	{"internal/debug/caller.go", []change{
		{"\t\"go/build\"\n", ""},
		{"\t\tpkg, err := build.Default...\t})", ""},
	}},
	// Hears keys, pointers, touches and dropped files, with tables made at the start:
	// frame.js keeps all of them to itself.
	{"internal/ui/keys_js.go", []change{{"import (...EOF", ""}}},
	{"internal/ui/input_js.go", []change{
		{"import (...type touchInClient", "import \"math\"\n\n"},
		{"func jsCodeToID(...func (u *UserInterface) saveCursorPosition", "func (u *UserInterface) KeyName(key Key) string { return \"\" }\n\n"},
		{"// uiKeyToJSKey is a map...EOF", ""},
	}},
	// Besides, asks for gamepads in every frame, from where on the browser watches for
	// them, and looks ten times a second whether sound is to rest. A figure that rests rests.
	{"internal/ui/ui_js.go", []change{
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/file\"\n", ""},
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/gamepad\"\n", ""},
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/hook\"\n", ""},
		{"\t\treturn hook.SuspendAudio()\n\t}\n\tif err := hook.ResumeAudio(); err != nil {\n\t\treturn err\n", "\t\treturn nil\n"},
		{"\tif err := gamepad.Update(); err != nil {\n\t\treturn err\n\t}\n\n", ""},
		{"\treqStopAudioCh := make(chan struct{})\n\tresStopAudioCh := make(chan struct{})\n", ""},
		{"\t\t\t\tclose(reqStopAudioCh)\n\t\t\t\t<-resStopAudioCh\n\n", ""},
		{"\t// Run another loop to watch suspended()...\treturn <-errCh", ""},
		{"\tu.setCanvasEventHandlers(canvas)\n...\treturn nil\n}\n\nfunc (u *UserInterface) setWindowEventHandlers", ""},
		{"func (u *UserInterface) setCanvasEventHandlers(...func (u *UserInterface) forceUpdateOnMinimumFPSMode", ""},
	}},
	// Looks in every frame for a key that saves images of the screen, by its name.
	{"gameforui.go", []change{
		{"\tif err := g.imageDumper.update(); err != nil {\n\t\treturn err\n\t}\n", ""},
		{"\tif err := g.imageDumper.dump(g.offscreen, g.transparent); err != nil {\n\t\treturn err\n\t}\n", ""},
	}},
	// Begins with goroutines and with package fmt, for texts of two letters.
	{"internal/graphicsdriver/opengl/program.go", []change{
		{"fmt.Sprintf(\"A%d\", i+3)", "\"A\" + string(rune('3'+i))"},
		{"fmt.Sprintf(\"T%d\", idx)", "\"T\" + string(rune('0'+idx))"},
	}},
	{"internal/restorable/shader.go", []change{
		{"\t\"fmt\"\n\n\t\"golang.org/x/sync/errgroup\"\n\n", ""},
		{"\tvar wg errgroup.Group\n...}\n\nEOF", "\tcompile := func(source []byte, name string) *Shader {\n\t\tir, err := graphics.CompileShader(source)\n\t\tif err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t\treturn NewShader(ir, name)\n\t}\n\tNearestFilterShader = compile(builtinshader.ShaderSource(builtinshader.FilterNearest, builtinshader.AddressUnsafe, false), \"nearest\")\n\tLinearFilterShader = compile(builtinshader.ShaderSource(builtinshader.FilterLinear, builtinshader.AddressUnsafe, false), \"linear\")\n\tclearShader = compile([]byte(builtinshader.ClearShaderSource), \"clear\")\n"},
	}},
	// Binds every function of WebGL by code of its own, 30 KB of it.
	{"internal/graphicsdriver/opengl/gl/default_js.go", []change{
		{"func NewDefaultContext(", "//go:noinline\nfunc bound(v js.Value, name string) js.Value { return v.Get(name).Call(\"bind\", v) }\n\nfunc NewDefaultContext("},
		{" v.Get(\"***", " bound(v, \""},
		{"\").Call(\"bind\", v),\n***", "\"),\n"},
	}},
	// Saves images of the screen as files, in PNG and ZIP.
	{"internal/graphicscommand/image.go", []change{
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/png\"\n", ""},
		{"\tif err := png.Encode(...\treturn nil\n}\n\nfunc LogImagesInfo", ""},
	}},
	{"internal/graphicscommand/image_js.go", []change{
		{"import (...func (i *Image) Dump(", "import (\n\t\"errors\"\n\t\"image\"\n\n\t\"github.com/hajimehoshi/ebiten/v2/internal/graphicsdriver\"\n)\n\nvar errNoDump = errors.New(\"graphicscommand: images cannot be dumped\")\n\n"},
		{"\tbuf := &bytes.Buffer{}\n\tif err := i.dumpTo(...// DumpImages dumps", "\treturn \"\", errNoDump\n}\n\n"},
		{"\tbuf := &bytes.Buffer{}\n\tzw := ...}\n\nEOF", "\treturn \"\", errNoDump\n"},
	}},
}

// withoutCompiler leaves the compiler of shaders out, when precompile has done
// its work.
var withoutCompiler = []edit{
	{"internal/graphics/shader.go", []change{
		{"import (...EOF", "import \"github.com/hajimehoshi/ebiten/v2/internal/shaderir\"\n\n// CompileShader finds a shader that was compiled at the build.\nfunc CompileShader(source []byte) (*shaderir.Program, error) { return shaderir.Find(source) }\n"},
	}},
	// A built-in shader is found by three bytes, which stand for its source.
	{"internal/builtinshader/shader.go", []change{
		{"import (...type Filter int", ""},
		{"var (\n\tshaders ...// ShaderSource returns", ""},
		{"\tshadersM.Lock()...}\n\n//ebitengine:shadersource", "\tname := []byte{byte(filter), byte(address), 0}\n\tif useColorM {\n\t\tname[2] = 1\n\t}\n\treturn name\n"},
	}},
	{"internal/shaderir/check.go", []change{{"import (...EOF", ""}}},
	{"internal/shaderir/type.go", []change{{"func descendantLocalVars(...EOF", ""}}},
	{"internal/shaderir/program.go", []change{
		{"\t\"encoding/hex\"\n\t\"go/constant\"\n\t\"go/token\"\n\t\"hash/fnv\"\n\t\"sort\"\n\t\"strings\"\n", "\t\"errors\"\n\t\"hash/fnv\"\n"},
		{"func (s SourceHash) String() string {...type Program struct", ""},
		{"\tAttributes   []Type\n...\tUnit ", ""},
		{"\tSourceHash SourceHash\n", "\tSourceHash       SourceHash // of the source without what Ebitengine adds\n\tVertex, Fragment string     // in GLSL ES 3.00\n"},
		{"type Func struct {...// FilterUniformVariables replaces", "// Find returns the shader compiled from a source.\nfunc Find(source []byte) (*Program, error) {\n\thash := CalcSourceHash(source)\n\tfor i := range compiled {\n\t\tif compiled[i].SourceHash == hash {\n\t\t\treturn &compiled[i], nil\n\t\t}\n\t}\n\treturn nil, errors.New(\"shaderir: this shader was not compiled at the build\")\n}\n\n"},
		{"\tif p.uniformFactors == nil {...\tfor i, factor := range", ""},
	}},
	{"internal/graphicsdriver/opengl/shader.go", []change{
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", ""},
		{"glsl.Compile(s.ir, s.graphics.context.glslVersion())", "s.ir.Vertex, s.ir.Fragment"},
	}},
	{"internal/graphicsdriver/opengl/context.go", []change{
		{"\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl\"\n", ""},
		{"func (c *context) glslVersion() glsl.GLSLVersion {...func shouldCheckFramebufferStatus", ""},
	}},
}

func applyAll(edits []edit, root string) error {
	for _, e := range edits {
		if err := e.apply(root); err != nil {
			return err
		}
	}
	return nil
}

func (e edit) apply(root string) error {
	name := filepath.Join(root, filepath.FromSlash(e.file))
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(b) + "\nEOF"
	for _, c := range e.changes {
		if text, err = c.apply(text); err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
	}
	return os.WriteFile(name, []byte(strings.TrimSuffix(text, "\nEOF")), 0o644)
}

func (c change) apply(text string) (string, error) {
	if many, ok := strings.CutSuffix(c.old, "***"); ok {
		if strings.Count(text, many) < 2 {
			return "", fmt.Errorf("does not stand there twice: %q", many)
		}
		return strings.ReplaceAll(text, many, c.new), nil
	}
	from, to, isStretch := strings.Cut(c.old, "...")
	if strings.Count(text, from) != 1 {
		return "", fmt.Errorf("does not stand there once: %q", from)
	}
	before, after, _ := strings.Cut(text, from)
	if isStretch {
		i := strings.Index(after, to)
		if i < 0 {
			return "", fmt.Errorf("does not follow: %q", to)
		}
		after = after[i:]
	}
	return before + c.new + after, nil
}
