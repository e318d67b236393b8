package embed

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	preload = `<link rel="modulepreload" href="js/main.js">` + "\n"
	gather  = "css/index.css" // all sheets of the page
)

var (
	sheetLine = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="([^"]+)">\n`)
	static    = regexp.MustCompile(`(?m)^(?:import|export) [^;]*?'\./(\w+\.js)';`)
)

// Gather spares the page its waterfalls: its style sheets become one, and every
// module that main.js leads to is asked for at once, but after the program.
func Gather(dir string) error {
	page := filepath.Join(dir, "index.html")
	b, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	var sheets []byte
	for _, m := range sheetLine.FindAllStringSubmatch(string(b), -1) {
		sheet, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(m[1])))
		if err != nil {
			return err
		}
		sheets = append(sheets, sheet...)
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(gather)), sheets, 0o644); err != nil {
		return err
	}
	first := true
	text := sheetLine.ReplaceAllStringFunc(string(b), func(string) string {
		if first {
			first = false
			return `<link rel="stylesheet" href="` + gather + `">` + "\n"
		}
		return ""
	})
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		return err
	}
	modules, err := modulesOf(dir, "main.js", nil)
	if err != nil {
		return err
	}
	var links strings.Builder
	for _, m := range modules {
		links.WriteString(`<link rel="modulepreload" fetchpriority="low" href="js/` + m + `">` + "\n")
	}
	return replace(page, preload, links.String())
}

// modulesOf adds a module and all that it imports, unless they are there.
func modulesOf(dir, name string, found []string) ([]string, error) {
	if slices.Contains(found, name) {
		return found, nil
	}
	found = append(found, name)
	b, err := os.ReadFile(filepath.Join(dir, "js", name))
	if err != nil {
		return nil, err
	}
	for _, m := range static.FindAllStringSubmatch(string(b), -1) {
		if found, err = modulesOf(dir, m[1], found); err != nil {
			return nil, err
		}
	}
	return found, nil
}
