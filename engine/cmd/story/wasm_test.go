package main

import (
	"os"
	"os/exec"
	"path/filepath"
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
	native := tellAll(t, nil, files)
	wasm := tellAll(t, []string{"GOOS=js", "GOARCH=wasm"}, files)
	require.Equal(t, native, wasm)
	require.Equal(t, len(files), strings.Count(native, "digest"))
}

// tellAll builds this command for a machine and runs the stories with it.
func tellAll(t *testing.T, env, files []string) string {
	binary := filepath.Join(t.TempDir(), "story")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Env = append(os.Environ(), env...)
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	run := exec.Command(binary, files...)
	if env != nil {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		require.NoError(t, err)
		loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
		run = exec.Command(loader, append([]string{binary}, files...)...)
	}
	out, err = run.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}
