package browser

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const (
	saving  = `document.querySelector('dialog.save[open]') !== null`
	saved   = `document.querySelector('#save-note a')?.textContent`
	preview = `(i => !i.hidden && i.complete && i.naturalWidth > 0)(document.getElementById('save-image'))`
)

// downloads makes the browser put files into a folder of the test's own, which
// SAVED names for who wants to look at them.
func (p *tab) downloads(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SAVED")
	if dir == "" {
		dir = t.TempDir()
	}
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})
	require.NoError(t, err)
	return dir
}

// save presses the button and returns the file that came out.
func (p *tab) save(dir, name string) []byte {
	p.t.Helper()
	require.NoError(p.t, os.RemoveAll(filepath.Join(dir, name)))
	p.click("#save-do")
	p.until(saved + ` === ` + quote(name))
	var file []byte
	require.Eventually(p.t, func() bool {
		var err error
		file, err = os.ReadFile(filepath.Join(dir, name))
		return err == nil && len(file) > 0
	}, patience, 20e6)
	return file
}

func (p *tab) choose(id, value string) {
	p.t.Helper()
	p.do(chromedp.SetValue(chromedp.CSS("#"+id), value))
	eval[bool](p, `document.getElementById('`+id+`').dispatchEvent(new Event('change'))`)
}

func TestPicturesAreSaved(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en&theme=light").started()
	dir := p.downloads(t)
	p.seek(26_000_000_000)
	require.True(t, eval[bool](p, `(document.getElementById('save-open').click(), document.getElementById('save-do').disabled)`), "there is nothing to save yet")
	p.until(saving + ` && ` + preview)
	note := `document.getElementById('save-note').textContent`
	w, h := eval[int](p, `document.querySelector('#stage iframe').clientWidth`), 0
	_, err := fmt.Sscanf(eval[string](p, note), "%d × %d px", new(int), &h)
	require.NoError(t, err)
	picture := p.save(dir, "scale-out-26.000s.png")
	m, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	require.Equal(t, image.Pt(2*w, h), m.Bounds().Size())
	require.Equal(t, color.NRGBA{0xFB, 0xFA, 0xF7, 0xFF}, color.NRGBAModel.Convert(m.At(2, 2)), "the stage")
	require.Equal(t, color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, color.NRGBAModel.Convert(m.At(2, h-2)), "its caption")

	p.choose("save-size", "column")
	p.choose("save-scale", "3")
	p.choose("save-look", "dark")
	p.click("#save-caption")
	p.until(note + ` === '2400 × 996 px'`)
	m, err = png.Decode(bytes.NewReader(p.save(dir, "scale-out-26.000s.png")))
	require.NoError(t, err)
	require.Equal(t, image.Pt(2400, 996), m.Bounds().Size())
	require.Equal(t, color.NRGBA{0x15, 0x1A, 0x21, 0xFF}, color.NRGBAModel.Convert(m.At(2, 2)))

	p.focus("dialog input[value=png]")
	p.press(kb.ArrowRight) // radios are chosen with the keyboard
	p.until(`document.querySelector('dialog input[value=svg]').checked && ` + note + ` === '800 × 332 px'`)
	drawing := p.save(dir, "scale-out-26.000s.svg")
	require.NoError(t, xml.Unmarshal(drawing, &struct{}{}))
	require.Contains(t, string(drawing), "broker-a")
	require.Contains(t, string(drawing), "#151a21")
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.quiet()
}

func TestAStoryboardIsSaved(t *testing.T) {
	p := open(t, 1280, 800, "?story=consumer-killed&lang=zh&theme=dark").started()
	dir := p.downloads(t)
	p.seek(30_000_000_000)
	before := eval[string](p, position)
	p.click("#save-open")
	p.until(saving)
	p.click(`dialog input[value=panels]`)
	page := string(p.save(dir, "consumer-killed-0.000-30.000s.html"))
	require.Equal(t, 6, strings.Count(page, "<figure>"))
	require.Equal(t, 6, strings.Count(page, "<svg "))
	require.Contains(t, page, `<html lang="zh-CN">`)
	require.Contains(t, page, "kill c")
	require.Contains(t, page, "--page:#10141A")
	p.choose("save-at", "even")
	p.choose("save-count", "4")
	p.choose("save-to", "12")
	even := string(p.save(dir, "consumer-killed-0.000-12s.html"))
	for _, at := range []string{">0.000 s<", ">4.000 s<", ">8.000 s<", ">12.000 s<"} {
		require.Contains(t, even, at)
	}
	p.choose("save-from", "20")
	p.click("#save-do")
	p.until(`document.querySelector('#save-note.bad')?.textContent.includes('先后')`)
	require.Equal(t, before, eval[string](p, position), "the present moment stays where it is")
	p.quiet()

	q := reopened(t, "text/html", []byte(page), "")
	require.Equal(t, 6, eval[int](q, `[...document.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width > 300).length`))
	require.Equal(t, 0, eval[int](q, `[...document.querySelectorAll('svg [fill^="url(#"]')].filter(e => !document.querySelector(e.getAttribute('fill').slice(4, -1))).length`))
	q.quiet()
}

// reopened opens a saved file in a tab of its own, from a server that knows no
// policy; with a body that refers to it as "file" it opens that.
func reopened(t *testing.T, kind string, file []byte, body string) *tab {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(file)
	})
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/body", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<!doctype html>"+body) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	ctx, cancel := chromedp.NewContext(chrome)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900)))
	go p.listen(chromedp.Console(ctx))
	address := s.URL + "/file"
	if body != "" {
		address = s.URL + "/body"
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(address)))
	return p
}

func TestAFilmIsSaved(t *testing.T) {
	p := open(t, 1000, 600, "?story=scale-out&lang=en&theme=light").started()
	dir := p.downloads(t)
	p.seek(24_000_000_000)
	before := eval[string](p, position)
	p.click("#save-open")
	p.until(saving)
	p.click(`dialog input[value=film]`)
	p.choose("save-from", "24.5")
	p.choose("save-to", "26")
	film := p.save(dir, "scale-out-24.5-26s.webm")
	require.Equal(t, []byte{0x1A, 0x45, 0xDF, 0xA3}, film[:4], "a WebM begins so")
	p.until(position + ` === ` + quote(before) + ` && document.body.dataset.running === 'false'`)
	p.quiet()

	q := reopened(t, "video/webm", film, `<video src="file" muted></video>`)
	q.until(`document.querySelector('video').readyState > 1`)
	require.Positive(t, eval[float64](q, `document.querySelector('video').duration`))
	require.Equal(t, 1000, eval[int](q, `document.querySelector('video').videoWidth`))
	if name := os.Getenv("SAVED"); name != "" {
		eval[bool](q, `(document.querySelector('video').currentTime = 1, true)`)
		q.until(`!document.querySelector('video').seeking`)
		shot, err := chromedp.Run(q.ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(name, "film.png"), shot, 0o644))
	}
}

func TestAFilmThatCannotBe(t *testing.T) {
	p := open(t, 640, 360, "?story=first-look&lang=en").started()
	eval[bool](p, `(delete globalThis.MediaRecorder, true)`)
	p.key("d")
	p.until(saving)
	p.click(`dialog input[value=film]`)
	p.until(`document.getElementById('save-note').textContent === 'This browser cannot record a film.' && document.getElementById('save-do').disabled`)
	p.quiet()
}

func TestAPictureFromAFileOnADisk(t *testing.T) {
	p := fromDisk(t, 1000, 600, "?story=scale-out&lang=en&theme=light").started()
	dir := p.downloads(t)
	p.settle()
	p.click("#save-open")
	p.until(saving + ` && ` + preview)
	m, err := png.Decode(bytes.NewReader(p.save(dir, "scale-out-3.000s.png")))
	require.NoError(t, err)
	require.Equal(t, 2000, m.Bounds().Dx())
	p.quiet()
}
