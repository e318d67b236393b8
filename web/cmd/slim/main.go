// Command slim copies Ebitengine's module, at the version that go.mod names,
// into a directory and leaves out of the copy what the stage never uses but
// pays for: about a third of the program. The worst is text/template, which
// looks methods up by name, so that the linker must keep every method of every
// type. It writes a go.mod beside the copy that builds against it:
//
//	slim DIR   makes DIR/ebiten and DIR/slim.mod
//
// Shaders are compiled here and not in the browser, where it would take a third
// of a second before the first frame and the whole front end of a Go compiler.
//
// Drawing is the same; an edit that no longer fits its file is an error.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/hajimehoshi/ebiten/v2"

// stage is the shader that is ours.
const stage = "wasm/draw/shader.kage"

//go:embed _precompile/main.go
var precompiler []byte

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: slim DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "slim:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	from, err := moduleDir()
	if err != nil {
		return err
	}
	to := filepath.Join(dir, "ebiten")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := copyModule(from, to); err != nil {
		return err
	}
	if err := applyAll(edits, to); err != nil {
		return err
	}
	if err := writeModule(dir, to); err != nil {
		return err
	}
	if err := precompile(dir, to); err != nil {
		return err
	}
	return applyAll(withoutCompiler, to)
}

// precompile has the copy's own compiler compile the shaders that are used.
func precompile(dir, to string) error {
	if err := os.Mkdir(filepath.Join(to, "precompile"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "precompile", "main.go"), precompiler, 0o644); err != nil {
		return err
	}
	out, err := exec.Command("go", "run", "-modfile="+filepath.Join(dir, "slim.mod"), module+"/precompile", stage).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return fmt.Errorf("shaders do not compile: %w: %s", err, exit.Stderr)
	} else if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "internal", "shaderir", "compiled.go"), out, 0o644)
}

// moduleDir is where the go command keeps the module's files.
func moduleDir() (string, error) {
	if out, err := exec.Command("go", "mod", "download", module).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go mod download %s: %w: %s", module, err, out)
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	return strings.TrimSpace(string(out)), err
}

// copyModule copies what a build needs.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (name == "examples" || name == "cmd" || name == ".github"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	})
}

// writeModule writes slim.mod and slim.sum, which replace Ebitengine by the copy.
func writeModule(dir, to string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	text := fmt.Sprintf("%s\nreplace %s => %s\n", mod, module, filepath.ToSlash(to))
	if err := os.WriteFile(filepath.Join(dir, "slim.mod"), []byte(text), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "slim.sum"), sum, 0o644)
}
