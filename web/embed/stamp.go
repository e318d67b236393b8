package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rocketscope/web/server"
)

// entries keep their address: pages link to them. They are small, and say which
// release they belong to.
var entries = map[string]bool{"index.html": true, "embed.js": true, "posters": true, "pages": true, "example": true}

// Stamp moves all of a site but its entries into a folder that is named after
// their content, and lets the entries point there.
func Stamp(dir string) error {
	sum := sha256.New()
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintf(sum, "%s %d\n%s", name, len(b), b)
		return err
	})
	if err != nil {
		return err
	}
	release := server.ReleasePrefix + hex.EncodeToString(sum.Sum(nil))[:12]
	if err := os.Mkdir(filepath.Join(dir, release), 0o755); err != nil {
		return err
	}
	for _, e := range names {
		if entries[e.Name()] {
			continue
		}
		if err := os.Rename(filepath.Join(dir, e.Name()), filepath.Join(dir, release, e.Name())); err != nil {
			return err
		}
	}
	return replace(filepath.Join(dir, "index.html"), `<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+`<base href="`+release+`/">`)
}

// replace changes what stands exactly once in a file.
func replace(file, old, with string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if n := strings.Count(string(b), old); n != 1 {
		return fmt.Errorf("%s has %s %d times, not once", file, old, n)
	}
	return os.WriteFile(file, []byte(strings.Replace(string(b), old, with, 1)), 0o644)
}
