package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"
)

// TestShadersAreEbitenginesOwn runs the template that shaderSource stands for.
func TestShadersAreEbitenginesOwn(t *testing.T) {
	dir, err := moduleDir()
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(dir, "internal/builtinshader/shader.go"))
	require.NoError(t, err)
	_, after, found := strings.Cut(string(b), "Parse(`")
	require.True(t, found)
	text, _, _ := strings.Cut(after, "`))")
	tmpl := template.Must(template.New("").Parse(text))
	for filter := range 3 {
		for address := range 3 {
			for _, colorM := range []bool{false, true} {
				var want strings.Builder
				require.NoError(t, tmpl.Execute(&want, map[string]any{
					"Filter": filter, "FilterNearest": 0, "FilterLinear": 1, "FilterPixelated": 2,
					"Address": address, "AddressUnsafe": 0, "AddressClampToZero": 1, "AddressRepeat": 2,
					"UseColorM": colorM,
				}))
				require.Equal(t, lines(want.String()), lines(shaderSource(filter, address, colorM)))
			}
		}
	}
}

// lines are a shader's lines of code, without blank lines and comments.
func lines(source string) (code []string) {
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "//kage:") {
			continue
		}
		code = append(code, line)
	}
	return code
}

func TestEditsFitTheirFiles(t *testing.T) {
	dir, err := moduleDir()
	require.NoError(t, err)
	root := t.TempDir()
	for _, e := range edits {
		b, err := os.ReadFile(filepath.Join(dir, e.file))
		require.NoError(t, err)
		name := filepath.Join(root, e.file)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, b, 0o644))
		require.NoError(t, e.apply(root))
	}
	require.ErrorContains(t, edits[0].apply(root), "does not stand there once", "a second time there is nothing to edit")
}
