//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The same stories give the same digests natively and in WebAssembly.
func TestSameDigestsInWebAssembly(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../testdata/*.txt", "../../../assets/scenarios/*.txt"} {
		some, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, some...)
	}
	require.NotEmpty(t, files)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")

	native := tellAll(t, files, nil, build(t))
	wasm := tellAll(t, files, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir()}, loader, build(t, "GOOS=js", "GOARCH=wasm"))
	require.Equal(t, native, wasm)
	require.Equal(t, len(files), strings.Count(native, "digest"))
}

// build builds this command for a machine.
func build(t *testing.T, env ...string) string {
	binary := filepath.Join(t.TempDir(), "story")
	c := exec.Command("go", "build", "-o", binary, ".")
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	return binary
}

// tellAll runs the stories, a few at a time: wasm_exec.js takes 4096 bytes of
// arguments and environment.
func tellAll(t *testing.T, files, env []string, command ...string) string {
	var all strings.Builder
	for some := range slices.Chunk(files, 30) {
		c := exec.Command(command[0], append(command[1:], some...)...)
		c.Env = env
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		all.Write(out)
	}
	return all.String()
}
