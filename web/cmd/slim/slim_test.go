package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShadersAreCompiledAtTheBuild makes the whole copy: the stage's shader is in
// it as the browser takes it, and the compiler is not.
func TestShadersAreCompiledAtTheBuild(t *testing.T) {
	dir := t.TempDir()
	t.Chdir("../../..")
	require.NoError(t, run(dir))
	b, err := os.ReadFile(filepath.Join(dir, "ebiten/internal/shaderir/compiled.go"))
	require.NoError(t, err)
	require.Equal(t, 5, strings.Count(string(b), "#version 300 es")/2, "clear, nearest, linear, pixelated, stage")
	require.Equal(t, 1, strings.Count(string(b), `"Palette"`))
	out, err := exec.Command("go", "list", "-modfile="+filepath.Join(dir, "slim.mod"), "-deps", module+"/internal/graphics", module+"/internal/builtinshader").Output()
	require.NoError(t, err)
	require.NotContains(t, string(out), module+"/internal/shader\n")
	require.NotContains(t, string(out), "go/parser")
	require.NotContains(t, string(out), "text/template")
}

func TestEditsFitTheirFiles(t *testing.T) {
	dir, err := moduleDir()
	require.NoError(t, err)
	root := t.TempDir()
	for _, e := range append(edits, withoutCompiler...) {
		b, err := os.ReadFile(filepath.Join(dir, e.file))
		require.NoError(t, err)
		name := filepath.Join(root, e.file)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, b, 0o644))
		require.NoError(t, e.apply(root))
	}
	require.ErrorContains(t, edits[0].apply(root), "does not stand there once", "a second time there is nothing to edit")
	_, err = change{"once***", ""}.apply("once")
	require.ErrorContains(t, err, "does not stand there twice")
}
