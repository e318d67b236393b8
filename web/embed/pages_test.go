package embed

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const home = "https://example.org/docs/rocketscope/"

// paged makes the pages of one scenario; its picture is the card itself.
func paged(t *testing.T, base string) (dir string, err error) {
	t.Helper()
	story := text(t, "../../assets/scenarios/scale-out.txt")
	stories := write(t, map[string]string{"scale-out.txt": story})
	dir = t.TempDir()
	require.NoError(t, Write(stories, "../site/locale", filepath.Join(dir, "posters")))
	return dir, Pages(dir, base, func(card []byte) ([]byte, error) { return card, nil })
}

func TestPagesForHostsThatTakeAddresses(t *testing.T) {
	dir, err := paged(t, strings.TrimSuffix(home, "/"))
	require.NoError(t, err)
	for lang, title := range map[string]string{"en": "A consumer joins", "zh": "一个消费者加入"} {
		page := text(t, filepath.Join(dir, "pages", "scale-out."+lang+".html"))
		said := map[string]string{}
		for _, m := range regexp.MustCompile(`<meta (?:property|name)="([^"]+)" content="([^"]*)">`).FindAllStringSubmatch(page, -1) {
			said[m[1]] = m[2]
		}
		require.Equal(t, title, said["og:title"])
		require.Equal(t, home+"pages/scale-out."+lang+".html", said["og:url"])
		require.Equal(t, home+"pages/scale-out."+lang+".png", said["og:image"])
		require.Contains(t, said["og:description"], map[string]string{"en": "offset 31. That is", "zh": "。这是"}[lang])
		require.Equal(t, said["description"], said["og:description"])
		require.Contains(t, page, `<link rel="alternate" type="application/json+oembed" href="`+home+`pages/scale-out.`+lang+`.json" title="`+title+`">`)
		require.Contains(t, page, `<rocket-scope story="scale-out" at="25022ms" lang="`+lang+`" ui="min"`)
		for _, m := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			if strings.HasPrefix(m[1], "../posters") {
				require.FileExists(t, filepath.Join(dir, "pages", m[1]))
			}
		}
		card := text(t, filepath.Join(dir, "pages", "scale-out."+lang+".png"))
		require.Contains(t, card, "<b>"+title+"</b>")
		require.Contains(t, card, `<img src="data:image/svg`)
	}
	require.FileExists(t, filepath.Join(dir, "pages", "page.css"))
}

func TestTheAnswerOfOEmbed(t *testing.T) {
	dir, err := paged(t, home)
	require.NoError(t, err)
	answer := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(text(t, filepath.Join(dir, "pages", "scale-out.zh.json"))), &answer))
	require.Equal(t, "1.0", answer["version"])
	require.Equal(t, "rich", answer["type"])
	require.Equal(t, home+"pages/scale-out.zh.png", answer["thumbnail_url"])
	var frame struct {
		Src   string `xml:"src,attr"`
		Title string `xml:"title,attr"`
		Width int    `xml:"width,attr"`
	}
	require.NoError(t, xml.Unmarshal([]byte(answer["html"].(string)), &frame))
	require.Equal(t, home+"index.html?story=scale-out&at=25022ms&ui=min&lang=zh", frame.Src)
	require.Equal(t, "RocketScope: 一个消费者加入", frame.Title)
	require.Equal(t, answer["width"], float64(frame.Width))
}

func TestPagesNeedAnAbsoluteAddress(t *testing.T) {
	for _, base := range []string{"", "/rocketscope/", "example.org/rocketscope", "ftp://example.org/", "https://example.org/?a=b", "https:///x"} {
		_, err := paged(t, base)
		require.ErrorContains(t, err, "is no absolute address", base)
	}
	require.ErrorContains(t, Pages(t.TempDir(), home, nil), "has no posters")
	_, err := os.Stat("../site/pages")
	require.ErrorIs(t, err, os.ErrNotExist, "they are made, not kept")
}
