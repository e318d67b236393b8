package embed

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"rocketscope/web/server"
)

// CardW and CardH are the size in px of the picture that other sites show of a
// page: a figure of 800 x 450, as large as they take it.
const CardW, CardH = 1200, 675

//go:embed pages
var templates embed.FS

var layouts = template.Must(template.ParseFS(templates, "pages/*.html"))

// page is a scenario in one language, as hosts hear of it by its address.
type page struct {
	Base, Name, Lang, Locale string // Base is the site's absolute address
	Other, OtherLocale       string // the other language
	Title                    string
	Caption                  [2]string
	At                       string // the moment shown, as a parameter
	Still                    string // its poster, below Base
	Words                    pageWords
	Policy                   string
	W, H                     int
}

type pageWords struct{ Open, About string }

var wordsOfPages = map[string]pageWords{
	"en": {"Open as a page", "Apache RocketMQ, simulated exactly: press play."},
	"zh": {"在单独页面中打开", "精确模拟的 Apache RocketMQ：按下即播放。"},
}

var locales = map[string]string{"en": "en_US", "zh": "zh_CN"}

// File is the name of the page below pages/, with an ending.
func (p *page) File(ending string) string { return p.Name + "." + p.Lang + ending }

// URL is the absolute address of a file of the page.
func (p *page) URL(ending string) string { return p.Base + "pages/" + p.File(ending) }

// Figure is the absolute address of the figure alone, as a frame takes it.
func (p *page) Figure() string {
	return p.Base + "index.html?story=" + p.Name + "&at=" + p.At + "&ui=min&lang=" + p.Lang
}

// Says is the caption as one text; Chinese has no space between sentences.
func (p *page) Says() string {
	if p.Lang == "zh" {
		return p.Caption[0] + p.Caption[1]
	}
	return strings.TrimSpace(p.Caption[0] + " " + p.Caption[1])
}

// oembed is the answer that oEmbed's version 1.0 asks for.
type oembed struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Provider        string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	Title           string `json:"title"`
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	Thumbnail       string `json:"thumbnail_url"`
	ThumbnailWidth  int    `json:"thumbnail_width"`
	ThumbnailHeight int    `json:"thumbnail_height"`
}

// Pages adds to a site whose posters are made, for hosts that take addresses
// only, what they ask an address for: pages/NAME.LANG.html with its OpenGraph
// data, .json with the oEmbed answer and .png with the picture, which is taken of a
// card by picture. base is the site's absolute address.
func Pages(dir, base string, picture func(card []byte) ([]byte, error)) error {
	base, err := absolute(base)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "posters", "*.js"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no posters", dir)
	}
	out := filepath.Join(dir, "pages")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	style, err := templates.ReadFile("pages/page.css")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "page.css"), style, 0o644); err != nil {
		return err
	}
	for _, f := range files {
		x, err := readIndex(f)
		if err != nil {
			return err
		}
		for i, lang := range Languages {
			p := x.page(strings.TrimSuffix(filepath.Base(f), ".js"), lang, Languages[1-i], base)
			if err := p.write(dir, out, picture); err != nil {
				return fmt.Errorf("%s: %w", p.File(""), err)
			}
		}
		x.Base = base
		if err := x.write(f); err != nil {
			return err
		}
	}
	return nil
}

// absolute checks an address that others are to be told, and ends it with a slash.
func absolute(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is no absolute address such as https://example.org/rocketscope/", base)
	}
	return strings.TrimSuffix(base, "/") + "/", nil
}

func readIndex(file string) (*index, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	x := &index{}
	b = bytes.TrimSuffix(bytes.TrimPrefix(b, []byte("export default ")), []byte(";\n"))
	return x, json.Unmarshal(b, x)
}

func (x *index) page(name, lang, other, base string) *page {
	m := Moment{At: x.At[x.Best] * 1e6}
	return &page{
		Base: base, Name: name, Lang: lang, Locale: locales[lang], Other: other, OtherLocale: locales[other],
		Title: x.Lang[lang].Title, Caption: x.Lang[lang].Captions[x.Best],
		At: fmt.Sprintf("%dms", x.At[x.Best]), Still: "posters/" + name + "/" + m.File(lang, Sizes[0]),
		Words: wordsOfPages[lang], Policy: server.Policy, W: CardW, H: CardH,
	}
}

func (p *page) write(dir, out string, picture func(card []byte) ([]byte, error)) error {
	still, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p.Still)))
	if err != nil {
		return err
	}
	card, err := fill("card.html", struct {
		*page
		Picture template.URL
	}{p, template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(still))})
	if err != nil {
		return err
	}
	png, err := picture(card)
	if err != nil {
		return err
	}
	html, err := fill("page.html", p)
	if err != nil {
		return err
	}
	frame, err := fill("frame.html", p)
	if err != nil {
		return err
	}
	answer, err := json.MarshalIndent(oembed{
		Version: "1.0", Type: "rich", Provider: "RocketScope", ProviderURL: p.Base, Title: p.Title,
		HTML: strings.TrimSpace(string(frame)), Width: 800, Height: 450,
		Thumbnail: p.URL(".png"), ThumbnailWidth: CardW, ThumbnailHeight: CardH,
	}, "", "  ")
	if err != nil {
		return err
	}
	for ending, b := range map[string][]byte{".png": png, ".html": html, ".json": append(answer, '\n')} {
		if err := os.WriteFile(filepath.Join(out, p.File(ending)), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func fill(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := layouts.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}
