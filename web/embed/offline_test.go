package embed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A storyboard in the one file has its pictures in it, asks for nothing, and
// leads to the others and to the file itself.
func TestBoardsBringAllTheyNeed(t *testing.T) {
	dir := write(t, map[string]string{
		"icon.svg": "<svg/>", "css/tokens.css": "a{src:url(../fonts/f.woff2)}", "css/pack.css": "b{}", "fonts/f.woff2": "font",
		"pack/a.1.en.svg": "<svg/>",
		"pack/a.en.html": `<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../css/tokens.css">
</head><a href="index.en.html">1</a><a href="../?lesson=a&amp;present">2</a><a href="../">3</a><img src="a.1.en.svg" alt="">`,
	})
	p := &packer{site: dir, dir: dir}
	all := p.boards()
	require.NoError(t, p.err)
	require.Equal(t, "a{src:url(data:font/woff2;base64,Zm9udA==)}b{}", all.Style)
	page := all.Pages["a.en.html"]
	require.Contains(t, page, offlinePolicy)
	require.Contains(t, page, `href="data:image/svg+xml;base64,`)
	require.Contains(t, page, `<img data-picture="a.1.en.svg" alt="">`)
	require.Equal(t, map[string]string{"a.1.en.svg": "<svg/>"}, all.Pictures)
	require.Contains(t, page, `<a href="pack/index.en.html">1</a><a href="?lesson=a&amp;present">2</a><a href="?">3</a>`)
	require.NotContains(t, page, "../")
	require.NotContains(t, page, "stylesheet")
}
