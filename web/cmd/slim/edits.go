package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed shaders.go
var shaders string

// edit changes one file of Ebitengine: each old text, which stands there once,
// becomes the new one; an old text "A...B" reaches from A to before B.
type edit struct {
	file    string
	changes []change
}

type change struct{ old, new string }

var edits = []edit{
	// The sources of the built-in shaders, put together by plain code.
	{"internal/builtinshader/shader.go", []change{
		{"import (\n\t\"bytes\"\n\t\"fmt\"\n\t\"sync\"\n\t\"text/template\"\n)", "import (\n\t\"strings\"\n\t\"sync\"\n)"},
		{"var tmpl = template.Must(...// ShaderSource returns", strings.SplitAfterN(shaders, "import \"strings\"\n", 2)[1] + "\n"},
		{"\tvar buf bytes.Buffer...\tshaders[filter][address][c] = b", "\tb := []byte(shaderSource(int(filter), int(address), useColorM))\n"},
	}},
	// Looks for Ebitengine's source on the disk of a browser.
	{"internal/debug/caller.go", []change{
		{"\t\"go/build\"\n", ""},
		{"\t\tpkg, err := build.Default...\t})", ""},
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
	// Three regular expressions.
	{"internal/shaderir/glsl/glsl.go", []change{
		{"\t\"regexp\"\n", ""},
		{"\tnls := regexp.MustCompile(`\\n\\n+`)\n\tvs = nls.ReplaceAllString(vs, \"\\n\\n\")\n\tfs = nls.ReplaceAllString(fs, \"\\n\\n\")\n",
			"\tfor strings.Contains(vs, \"\\n\\n\\n\") {\n\t\tvs = strings.ReplaceAll(vs, \"\\n\\n\\n\", \"\\n\\n\")\n\t}\n\tfor strings.Contains(fs, \"\\n\\n\\n\") {\n\t\tfs = strings.ReplaceAll(fs, \"\\n\\n\\n\", \"\\n\\n\")\n\t}\n"},
	}},
	{"internal/shader/expr.go", []change{
		{"\t\"regexp\"\n", ""},
		{"var textureVariableRe = regexp.MustCompile(`\\A__t(\\d+)\\z`)\n", "// textureVariable reads the number of a name __t0, __t1, ...\nfunc textureVariable(name string) (int, bool) {\n\tdigits, ok := strings.CutPrefix(name, \"__t\")\n\tif !ok || digits == \"\" || strings.Trim(digits, \"0123456789\") != \"\" {\n\t\treturn 0, false\n\t}\n\ti, _ := strconv.Atoi(digits)\n\treturn i, true\n}\n"},
		{"\t\tif m := textureVariableRe.FindStringSubmatch(e.Name); m != nil {\n\t\t\ti, _ := strconv.Atoi(m[1])\n", "\t\tif i, ok := textureVariable(e.Name); ok {\n"},
	}},
	{"internal/shader/shader.go", []change{
		{"\t\"regexp\"\n", ""},
		{"\treUnit := regexp.MustCompile(`^[ \\t\\r\\n]*//kage:unit\\s+([^ \\t\\r\\n]+)[ \\t\\r\\n]*$`)\n", ""},
		{"\t\tm := reUnit.FindStringSubmatch(s.Text())\n\t\tif m == nil {\n", "\t\tm := strings.Fields(s.Text())\n\t\tif len(m) != 2 || m[0] != \"//kage:unit\" {\n"},
	}},
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
