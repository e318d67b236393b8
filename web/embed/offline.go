package embed

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rocketscope/web/server"
)

// offlinePolicy allows what one file brings with it, and no request at all.
const offlinePolicy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; style-src 'unsafe-inline'; img-src data: blob:; media-src blob:; font-src data:; base-uri 'none'"

// shim stands in for a server: it gives the page the files that it asks for.
//
//go:embed offline.js
var shim string

var (
	policyTag  = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>\n`)
	baseTag    = regexp.MustCompile(`<base [^>]*>\n`)
	sheetTag   = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`)
	preloadTag = regexp.MustCompile(`<link rel="modulepreload"[^>]*>\n?`)
	scriptTag  = regexp.MustCompile(`<script( type="module")? src="([^"]+)"[^>]*></script>\n?`)
	picture    = regexp.MustCompile(`(src|href)="([^"]+\.svg)"`)
	fontURL    = regexp.MustCompile(`url\(\.\./(fonts/[^)]+)\)`)
)

// packer puts the files of a built site into one.
type packer struct {
	site string // where its entries are
	dir  string // and all else
	err  error
}

// Offline returns the site in dir as one page that works from a disk: every
// text, picture and font, and the program, compressed.
func Offline(dir string) ([]byte, error) {
	p := &packer{site: dir, dir: server.Release(dir)}
	files := map[string]string{}
	for _, name := range p.names() {
		files[name] = p.text(name)
	}
	for _, page := range []string{"frame.html", "notes.html"} {
		files[page] = p.page(p.text(page), "")
	}
	list, err := json.Marshal(files) // its < is written \u003c, so that no text ends the script
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("<script>const files = %s, storyboards = %q, program = %q;\n%s</script>\n", list, p.boards().zipped(p), p.zipped(p.bytes("rocketscope.wasm")), shim)
	return []byte(p.page(p.entry("index.html"), head)), p.err
}

// names lists what the page may fetch.
func (p *packer) names() (names []string) {
	err := fs.WalkDir(os.DirFS(p.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == "posters" {
				return fs.SkipDir
			}
			return nil
		}
		if ext := path.Ext(name); ext == ".json" || ext == ".txt" && !strings.HasPrefix(name, "fonts/") {
			names = append(names, name)
		}
		return nil
	})
	p.fail(err)
	slices.Sort(names)
	return names
}

func (p *packer) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *packer) bytes(name string) []byte {
	b, err := os.ReadFile(filepath.Join(p.dir, filepath.FromSlash(name)))
	p.fail(err)
	return b
}

func (p *packer) text(name string) string { return string(p.bytes(name)) }

// entry is a page that keeps its address, without the way to its release.
func (p *packer) entry(name string) string {
	b, err := os.ReadFile(filepath.Join(p.site, name))
	p.fail(err)
	return baseTag.ReplaceAllString(string(b), "")
}

// zipped is how large things are kept in a script.
func (p *packer) zipped(b []byte) string {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	p.fail(err)
	_, err = z.Write(b)
	p.fail(err)
	p.fail(z.Close())
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

func (p *packer) data(kind, name string) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(p.bytes(name))
}

// page is the text of a page with all that it links to in it; head comes before
// its scripts.
func (p *packer) page(text, head string) string {
	modules, last := "", ""
	text = policyTag.ReplaceAllString(text, `<meta http-equiv="Content-Security-Policy" content="`+offlinePolicy+`">`+"\n")
	text = preloadTag.ReplaceAllString(text, "")
	text = picture.ReplaceAllStringFunc(text, func(tag string) string {
		m := picture.FindStringSubmatch(tag)
		return m[1] + `="` + p.data("image/svg+xml", m[2]) + `"`
	})
	text = sheetTag.ReplaceAllStringFunc(text, func(tag string) string {
		return "<style>" + p.sheet(sheetTag.FindStringSubmatch(tag)[1]) + "</style>"
	})
	text = scriptTag.ReplaceAllStringFunc(text, func(tag string) string {
		m := scriptTag.FindStringSubmatch(tag)
		if m[1] != "" {
			modules = p.importMap()
			return "<script type=\"module\">import 'rs/" + path.Base(m[2]) + "'</script>\n"
		}
		code := p.text(m[2])
		if strings.Contains(code, "</script") {
			p.fail(fmt.Errorf("%s cannot stand in a page: it has a </script", m[2]))
		}
		last += "<script>" + code + "</script>\n"
		return ""
	})
	text = policyTag.ReplaceAllStringFunc(text, func(tag string) string { return tag + head + modules })
	return strings.Replace(text, "</body>", last+"</body>", 1)
}

func (p *packer) sheet(name string) string {
	return fontURL.ReplaceAllStringFunc(p.text(name), func(url string) string {
		return "url(" + p.data("font/woff2", fontURL.FindStringSubmatch(url)[1]) + ")"
	})
}

// importMap gives the modules names: one that stands in an address of its own can
// be imported under no other.
func (p *packer) importMap() string {
	files, err := filepath.Glob(filepath.Join(p.dir, "js", "*.js"))
	p.fail(err)
	modules := map[string]string{}
	for _, f := range files {
		name := filepath.Base(f)
		modules["rs/"+name] = p.data("text/javascript", "js/"+name)
	}
	b, err := json.Marshal(map[string]any{"imports": modules})
	p.fail(err)
	return fmt.Sprintf("<script type=\"importmap\">%s</script>\n", b)
}
