package browser

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/web/embed"
	"rocketscope/web/photo"
	"rocketscope/web/server"
)

// TestPagesForHostsThatTakeAddresses opens one of the pages that a build with
// BASE_URL has, and takes the picture that others show of it.
func TestPagesForHostsThatTakeAddresses(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "posters"), os.DirFS(filepath.Join(dist, "posters"))))
	ctx, cancel := chromedp.NewContext(chrome)
	t.Cleanup(cancel)
	var picture []byte // of the first card; one is enough
	require.NoError(t, embed.Pages(dir, "https://example.org/", func(card []byte) (b []byte, err error) {
		if picture == nil {
			picture, err = photo.Take(ctx, card, embed.CardW, embed.CardH)
		}
		return picture, err
	}))
	card, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	require.Equal(t, embed.CardW, card.Bounds().Dx())
	require.Equal(t, embed.CardH, card.Bounds().Dy())
	require.NotEqual(t, card.At(5, 5), card.At(5, embed.CardH-5), "the stage, and the caption below it")

	mux := http.NewServeMux()
	mux.Handle("/", server.New(dist))
	mux.Handle("/pages/", server.New(dir))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	p := &tab{t: t, ctx: ctx}
	go p.listen(chromedp.Console(ctx))
	p.do(chromedp.Navigate(s.URL + "/pages/scale-out.zh.html"))
	p.until(`document.querySelector('rocket-scope').shadowRoot?.querySelector('b').textContent === '一个消费者加入'`)
	p.until(`document.querySelector('rocket-scope').shadowRoot.querySelector('img').naturalWidth > 0`)
	require.Equal(t, "application/json+oembed", eval[string](p, `document.querySelector('link[href="https://example.org/pages/scale-out.zh.json"]').type`))
	p.quiet()
}
