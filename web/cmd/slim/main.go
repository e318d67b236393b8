// Command slim copies Ebitengine's module, at the version that go.mod names,
// into a directory and leaves out of the copy what the stage never uses but
// pays for: about a third of the program. The worst is text/template, which
// looks methods up by name, so that the linker must keep every method of every
// type. It writes a go.mod beside the copy that builds against it:
//
//	slim DIR   makes DIR/ebiten and DIR/slim.mod
//
// Drawing is the same; an edit that no longer fits its file is an error.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/hajimehoshi/ebiten/v2"

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
	for _, e := range edits {
		if err := e.apply(to); err != nil {
			return err
		}
	}
	return writeModule(dir, to)
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
	text := fmt.Sprintf("%s\nreplace %s => ./%s\n", mod, module, filepath.ToSlash(to))
	if err := os.WriteFile(filepath.Join(dir, "slim.mod"), []byte(text), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "slim.sum"), sum, 0o644)
}
