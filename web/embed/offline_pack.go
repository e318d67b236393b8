package embed

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
)

// boards are the storyboards and their pictures by name, and one style sheet for
// all. The pictures stay apart until a page is opened: like beside like packs to
// half the size.
type boards struct {
	Pages, Pictures map[string]string
	Style           string
}

var (
	still = regexp.MustCompile(`src="([^"/]+\.svg)"`)
	board = regexp.MustCompile(`href="([\w-]+\.(?:en|zh)\.html)"`)
)

func (p *packer) boards() boards {
	all := boards{p.inPack("*.html"), p.inPack("*.svg"), p.sheet("css/tokens.css") + p.sheet("css/pack.css")}
	for name, text := range all.Pages {
		all.Pages[name] = p.board(text)
	}
	return all
}

func (p *packer) inPack(pattern string) map[string]string {
	files, err := filepath.Glob(filepath.Join(p.dir, "pack", pattern))
	p.fail(err)
	texts := map[string]string{}
	for _, f := range files {
		texts[filepath.Base(f)] = p.text("pack/" + filepath.Base(f))
	}
	return texts
}

// board is a storyboard's page for a window that has the address of the one file:
// its links lead from there.
func (p *packer) board(text string) string {
	text = sheetTag.ReplaceAllString(text, "")
	text = still.ReplaceAllString(text, `data-picture="$1"`)
	text = board.ReplaceAllString(text, `href="pack/$1"`)
	return p.page(strings.NewReplacer(`href="../"`, `href="?"`, `href="../`, `href="`).Replace(text), "")
}

// zipped is the boards as a script holds them.
func (b boards) zipped(p *packer) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	p.fail(e.Encode(b))
	return p.zipped(out.Bytes())
}
