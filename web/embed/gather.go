package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"
)

// modules are the scripts that pages load as modules.
var modules = []string{"embed.js", "js/main.js", "js/present_notes.js"}

// parts are scripts that stand in others.
var parts = []string{"program.js", "wasm_exec.js"}

var (
	sheetLine  = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="([^"]+)">\n`)
	scriptLine = regexp.MustCompile(`(?m)^<script src="([^"]+)"[^>]*></script>\n`)
	catalogue  = regexp.MustCompile(`^(\w+)\.\w+\.json$`)
)

// Gather spares the reader requests, each of which takes its turn before the
// first frame: a module becomes one file with all that it imports, and so do the
// style sheets and the scripts of a page and the words of a language.
func Gather(dir string) error {
	if err := bundle(dir); err != nil {
		return err
	}
	for _, page := range []string{"index", "frame", "notes"} {
		if err := gather(dir, page); err != nil {
			return fmt.Errorf("%s.html: %w", page, err)
		}
	}
	for _, taken := range parts {
		if err := os.Remove(filepath.Join(dir, taken)); err != nil {
			return err
		}
	}
	return words(filepath.Join(dir, "locale"))
}

// bundle puts each of the modules in place of what it was made of.
func bundle(dir string) error {
	root, err := filepath.Abs(dir) // esbuild wants it so
	if err != nil {
		return err
	}
	made := api.Build(api.BuildOptions{
		AbsWorkingDir: root, EntryPoints: modules, Outbase: ".", Outdir: "bundled", Bundle: true, Format: api.FormatESModule,
		Target: api.ES2022, Charset: api.CharsetUTF8, MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Write: true,
	})
	if err := failed(made.Errors); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, "js")); err != nil {
		return err
	}
	for _, name := range []string{"js", "embed.js"} {
		if err := os.Rename(filepath.Join(dir, "bundled", name), filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return os.Remove(filepath.Join(dir, "bundled"))
}

func failed(messages []api.Message) error {
	var all []error
	for _, m := range messages {
		place := ""
		if m.Location != nil {
			place = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		all = append(all, errors.New(place+m.Text))
	}
	return errors.Join(all...)
}

// gather makes one of a page's style sheets, and one of its own scripts: the last
// of them takes all in.
func gather(dir, page string) error {
	name := filepath.Join(dir, page+".html")
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	sheet := `<link rel="stylesheet" href="css/` + page + `.css">` + "\n"
	text, err := join(dir, string(b), sheetLine, "css/"+page+".css", sheet, os.ReadFile)
	if err != nil {
		return err
	}
	if scripts := scriptLine.FindAllStringSubmatch(text, -1); scripts != nil {
		last := scripts[len(scripts)-1]
		if text, err = join(dir, text, scriptLine, last[1], last[0], minified); err != nil {
			return err
		}
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// join writes what the lines of a page name into one file, and has one line stand
// for them all.
func join(dir, text string, lines *regexp.Regexp, into, line string, read func(name string) ([]byte, error)) (string, error) {
	var all []byte
	var err error
	text = lines.ReplaceAllStringFunc(text, func(found string) string {
		b, bad := read(filepath.Join(dir, filepath.FromSlash(lines.FindStringSubmatch(found)[1])))
		err = errors.Join(err, bad)
		all = append(all, b...)
		defer func() { line = "" }()
		return line
	})
	if err != nil {
		return "", err
	}
	return text, os.WriteFile(filepath.Join(dir, filepath.FromSlash(into)), all, 0o644)
}

func minified(name string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	made := api.Transform(string(b), api.TransformOptions{
		Sourcefile: filepath.Base(name), Target: api.ES2022, Charset: api.CharsetUTF8, MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
	})
	return made.Code, failed(made.Errors)
}

// words puts the parts of a language's catalogue into its first: en.lesson.json
// into en.json.
func words(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		m := catalogue.FindStringSubmatch(f.Name())
		if m == nil {
			continue
		}
		all := map[string]string{}
		whole, piece := filepath.Join(dir, m[1]+".json"), filepath.Join(dir, f.Name())
		for _, name := range []string{whole, piece} {
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := json.Unmarshal(b, &all); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		b, err := json.Marshal(all)
		if err != nil {
			return err
		}
		if err := errors.Join(os.WriteFile(whole, b, 0o644), os.Remove(piece)); err != nil {
			return err
		}
	}
	return nil
}
