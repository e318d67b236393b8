//go:build browsers

package smoke

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

var dist = cmp.Or(os.Getenv("DIST"), "../../../dist")

// hostPage is somebody else's page with a figure.
const hostPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"><script type="module" src="rs/embed.js"></script></head>
<body style="margin:20px"><input id="before"><rocket-scope id="one" story="scale-out" at="25s" theme="light" lang="en" ui="min" height="450"></rocket-scope><p style="height:1000px">text</p></body></html>`

// tab is the page of a browser.
type tab struct {
	t    *testing.T
	d    driver
	site string
}

func TestFirefox(t *testing.T) { smoke(t, "firefox", firefox(t)) }

func TestWebKit(t *testing.T) { smoke(t, "webkit", webkit(t)) }

// smoke is the least that a browser has to do: the page draws, an act is done
// with mouse and keyboard, a picture is saved, and a figure plays and pauses in
// a page of somebody else's.
func smoke(t *testing.T, name string, d driver) {
	mux := http.NewServeMux()
	mux.Handle("/rs/", http.StripPrefix("/rs", server.New(dist)))
	mux.HandleFunc("/host.html", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, hostPage) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	p := &tab{t: t, d: d, site: s.URL}
	p.call("SetWindowRect", map[string]any{"x": 0, "y": 0, "width": 1200, "height": 780})

	p.open("/rs/index.html?story=scale-out&lang=en&theme=light")
	p.until(`document.body?.dataset.ready === 'true' && document.querySelector('iframe').contentWindow.rocketscope.frames > 0`)
	p.drawn(name + "-page.png")
	consumers := `document.querySelectorAll('#nodes li[data-owns]').length`
	before := eval[int](p, consumers)
	p.click(`document.getElementById('add-open')`)
	p.until(`document.querySelector('.menu') !== null`)
	p.press("c")
	p.until(fmt.Sprintf(`%s === %d`, consumers, before+1))

	p.press("d")
	p.until(`document.getElementById('save-image')?.naturalWidth > 0`)
	t.Logf("%s: films %s", name, eval[string](p, `globalThis.MediaRecorder ? ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].filter(t => MediaRecorder.isTypeSupported(t)).join(' ') || 'nothing' : 'not at all'`))
	p.click(`document.getElementById('save-do')`)
	p.until(`document.querySelector('#save-note a')?.download.endsWith('.png')`)

	p.open("/host.html")
	p.until(`document.getElementById('one')?.shadowRoot?.querySelector('b').textContent === 'A consumer joins'`)
	p.click(`document.getElementById('one').shadowRoot.querySelector('button')`)
	inner := `document.getElementById('one').shadowRoot.querySelector('.live iframe')`
	p.until(inner + `?.contentDocument.body?.dataset.ready === 'true' && ` + inner + `.contentDocument.querySelector('iframe').contentWindow.rocketscope.asleep`)
	p.drawn(name + "-figure.png")
	running := inner + `.contentDocument.body.dataset.running`
	p.click(`(f => f.contentDocument.getElementById('play'))(` + inner + `)`)
	p.until(running + ` === 'true' && ` + inner + `.contentDocument.body.dataset.at > 25e9`)
	p.click(`(f => f.contentDocument.getElementById('play'))(` + inner + `)`)
	p.until(running + ` === 'false' && ` + inner + `.contentDocument.querySelector('iframe').contentWindow.rocketscope.asleep`)
}

func (p *tab) call(command string, params map[string]any) json.RawMessage {
	p.t.Helper()
	value, err := p.d.call(command, params)
	require.NoError(p.t, err)
	return value
}

func (p *tab) open(address string) {
	p.t.Helper()
	p.call("Navigate", map[string]any{"url": p.site + address})
}

func eval[T any](p *tab, expression string) (v T) {
	p.t.Helper()
	value := p.call("ExecuteScript", map[string]any{"script": "return " + expression, "args": []any{}})
	require.NoError(p.t, json.Unmarshal(value, &v), "%s: %s", expression, value)
	return v
}

// until waits for a condition.
func (p *tab) until(condition string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if eval[bool](p, `!!(`+condition+`)`) {
			return
		}
	}
	p.shot("failed.png")
	require.Fail(p.t, "waiting for "+condition)
}

// click presses the middle of an element with the mouse; frames around it are
// taken into account.
func (p *tab) click(element string) {
	p.t.Helper()
	at := eval[[2]float64](p, `(e => { const b = e.getBoundingClientRect(); let x = b.left + b.width / 2, y = b.top + b.height / 2;
		for (let f = e.ownerDocument.defaultView.frameElement; f; f = f.ownerDocument.defaultView.frameElement) { const o = f.getBoundingClientRect(); x += o.left; y += o.top; }
		return [Math.round(x), Math.round(y)]; })(`+element+`)`)
	p.act(map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": []any{
		map[string]any{"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1], "origin": "viewport"},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0},
	}})
}

// press presses a key.
func (p *tab) press(key string) {
	p.t.Helper()
	p.act(map[string]any{"type": "key", "id": "keys", "actions": []any{map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key}}})
}

func (p *tab) act(source map[string]any) {
	p.t.Helper()
	p.call("PerformActions", map[string]any{"actions": []any{source}})
}

// shot is what the window shows; SHOTS names a folder for whoever wants to look.
func (p *tab) shot(name string) image.Image {
	p.t.Helper()
	var text string
	require.NoError(p.t, json.Unmarshal(p.call("TakeScreenshot", map[string]any{"full": false}), &text))
	shot, err := base64.StdEncoding.DecodeString(text)
	require.NoError(p.t, err)
	if dir := os.Getenv("SHOTS"); dir != "" {
		require.NoError(p.t, os.WriteFile(filepath.Join(dir, name), shot, 0o644))
	}
	m, err := png.Decode(bytes.NewReader(shot))
	require.NoError(p.t, err)
	return m
}

// drawn requires that what the window shows is no plain surface.
func (p *tab) drawn(name string) {
	p.t.Helper()
	m, seen := p.shot(name), map[color.Color]int{}
	for y := 80; y < m.Bounds().Dy()*2/3; y += 2 {
		for x := 40; x < m.Bounds().Dx()*2/3; x += 2 {
			seen[m.At(x, y)]++
		}
	}
	require.Greater(p.t, len(seen), 50, "colours of the drawing")
}
