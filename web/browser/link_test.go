package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/engine/scenario"
)

// whole is everything that a link must bring back.
const whole = `JSON.stringify([document.body.dataset.at, document.body.dataset.seq, document.body.dataset.selected, document.getElementById('story').textContent, document.getElementById('nodes').textContent, document.getElementById('version').textContent, document.documentElement.lang, document.documentElement.dataset.theme])`

// shared opens the dialog and returns the moment in one form.
func (p *tab) shared(form string) string {
	p.t.Helper()
	if !eval[bool](p, `document.querySelector('dialog.share') !== null`) {
		p.click("#share-open")
		p.until(`document.querySelector('dialog.share[open]') !== null`)
	}
	p.click(`dialog input[value=` + form + `]`)
	p.until(`document.querySelector('dialog input[value=` + form + `]').checked`)
	return eval[string](p, `document.getElementById('share-text').value`)
}

func TestALinkBringsTheMomentBack(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look&lang=zh&theme=dark").started()
	p.settle()
	p.act("c1", "k")
	p.moved(func() { p.click("#next") })
	p.moved(func() { p.click("#step") })
	p.until(`location.hash.includes('kill+c1')`)
	before := eval[string](p, whole)
	entries := eval[int](p, `history.length`)
	url := p.shared("link")
	require.Contains(t, url, "#v=1&engine=1&story=first-look&act=3s+kill+c1&at=")
	require.Contains(t, url, "&select=c1&lang=zh&theme=dark&digest=")
	require.Equal(t, entries, eval[int](p, `history.length`), "the address grows no history")

	again := open(t, 1280, 800, strings.TrimPrefix(url, site)).started()
	again.until(whole + ` === ` + quote(before))
	require.Equal(t, p.engine().Digest(), again.engine().Digest())
	again.quiet()
	p.quiet()
}

func TestShareInEveryForm(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	p.act("c1", "k")
	p.key("s")
	p.until(`document.querySelector('dialog.share[open]') !== null`)
	url := p.shared("link")
	require.Contains(t, p.shared("markdown"), "]("+url+")")
	require.Contains(t, p.shared("frame"), `<iframe src="`+strings.ReplaceAll(url, "&", "&amp;")+`"`)
	for _, form := range []string{"story", "test"} {
		story, err := scenario.Parse(p.shared(form))
		require.NoError(t, err)
		sim, differences, err := story.Run()
		require.NoError(t, err)
		require.Empty(t, differences)
		require.Equal(t, p.engine().Digest(), sim.Digest(), form)
	}
	require.Contains(t, p.shared("test"), "owners g orders\n----\n")
	p.click("#share-copy")
	p.until(`document.getElementById('share-note').textContent === 'Copied.'`)
	p.quiet()
}

func TestALongStoryIsPackedAndATooLongOneRefused(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	for range 20 {
		p.act("p1", "m")
		p.act("p1", "n")
	}
	url := p.shared("link")
	require.Contains(t, url, "#v=1&z=")
	require.Less(t, len(url), 1500)
	before := eval[string](p, whole)
	again := open(t, 1280, 800, strings.TrimPrefix(url, site)).started()
	again.until(whole + ` === ` + quote(before))
	again.quiet()
}

func TestBadLinksSayWhatIsWrongAndChangeNothing(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	p.settle()
	p.until(`location.hash.includes('at=3s')`)
	before, address := eval[string](p, whole), eval[string](p, `location.href`)
	for _, c := range []struct{ link, says string }{
		{"x", "unknown part: x"},
		{"story=first-look", "which format"},
		{"v=9&story=first-look", "format 9"},
		{"v=1", "names no story"},
		{"v=1&story=first-look&text=seed+1", "names no story, or two"},
		{"v=1&story=atlantis", "no story atlantis"},
		{"v=1&story=first-look&story=scale-out", "gives story twice"},
		{"v=1&story=first-look&colour=red", "unknown part: colour=red"},
		{"v=1&story=first-look&lang=fr", "no lang fr"},
		{"v=1&story=first-look&theme=pink", "no theme pink"},
		{"v=1&story=first-look&at=%E0%A4", "damaged near %E0%A4"},
		{"v=1&story=first-look&at=3s%0Akeep+2", "more than one line"},
		{"v=1&story=first-look&at=yesterday", "yesterday is no position"},
		{"v=1&story=first-look&at=3s+99999999", "no event 99999999"},
		{"v=1&story=first-look&at=9999h", "lasts at most"},
		{"v=1&story=first-look&keep=77", "keeps 77 acts"},
		{"v=1&story=first-look&act=2s+kill+c9", "2s kill c9: "},
		{"v=1&story=first-look&act=2s+dance", "no act dance"},
		{"v=1&story=first-look&rocketmq=3.2", "no RocketMQ version 3.2"},
		{"v=1&story=first-look&select=nobody", "no node nobody"},
		{"v=1&text=seed+1%0Anameserver+n1%0Akill+n2", "line 3: "},
		{"v=1&z=AAAA", "packed part"},
		{"v=1&z=a+b", "packed part"},
		{"v=1&z=q80vSs0rAQA&story=first-look", "beside a packed link"},
		{"v=1&long=9000", "too long for the address"},
		{"v=1&story=" + strings.Repeat("a", 8000), "at most 8000"},
	} {
		eval[bool](p, `(document.getElementById('cap-2').textContent = '', location.hash = `+quote(c.link)+`, true)`)
		p.until(`document.getElementById('cap-2').textContent.includes(` + quote(c.says) + `)`)
		require.Equal(t, "This link cannot be shown.", eval[string](p, `document.getElementById('cap-1').textContent`), c.link)
		require.Equal(t, before, eval[string](p, whole), c.link)
		p.until(`location.href === ` + quote(address))
	}
	p.quiet()
}

func TestABadLinkOnArrivalBeginsAndSaysSo(t *testing.T) {
	for link, says := range map[string]string{"#v=1&story=atlantis": "no story atlantis", "#v=1&story=scale-out&act=2s+kill+c9": "2s kill c9"} {
		p := open(t, 640, 360, link).started()
		p.until(`document.getElementById('cap').classList.contains('bad') && document.getElementById('cap-2').textContent.includes(` + quote(says) + `)`)
		require.Equal(t, "first-look", eval[string](p, `document.getElementById('scenario').value`))
		p.quiet()
	}
}

func TestALinkOfAnotherEngineSaysThatItDiffers(t *testing.T) {
	p := open(t, 1280, 800, "#v=1&engine=7&story=first-look&at=12s+99999&digest=1f").started()
	p.until(`document.getElementById('cap-1').textContent.includes('differs') && document.getElementById('cap-2').textContent.includes('behaviour 7')`)
	require.Equal(t, "12000000000", eval[string](p, `document.body.dataset.at`))
	p.quiet()
}

func TestALinkPastedOverTheAddressIsFollowed(t *testing.T) {
	p := open(t, 1280, 800, "?story=first-look").started()
	eval[bool](p, `(location.hash = 'v=1&text='+encodeURIComponent('seed 3\nnameserver n1\nbroker broker-z topics=pay:2\nproducer p1 topic=pay rate=2/s\n')+'&at=2s', true)`)
	p.until(`document.body.dataset.at === '2000000000' && document.querySelector('#nodes li[data-node="broker-z"]') !== null`)
	require.Equal(t, "", eval[string](p, `document.getElementById('scenario').value`))
	p.until(`location.hash.startsWith('#v=1&engine=1&text=')`)
	before := eval[string](p, whole)
	p.do(chromedp.Reload())
	p.started()
	p.until(whole + ` === ` + quote(before))
	p.quiet()
}

// A damaged link is refused for a reason, or all of it is read: each piece of
// its text is a part of the answer.
func TestDamagedLinksAreRefusedOrReadInFull(t *testing.T) {
	p := open(t, 640, 360, "").started()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(window.fuzz = (async () => {
		const { link } = await import('./js/main.js');
		let seed = 7;
		const below = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
		const parts = acts => [['engine', 1], ['story', 'first-look'], ...Array.from({ length: acts }, (_, i) => ['act', i + 's kill c' + i + ' 队列 %&=+']), ['at', '25.1s 77'], ['lang', 'zh'], ['digest', 'ab12']];
		let refused = 0, read = 0;
		for (const acts of [2, 200]) {
			const whole = await link.write(parts(acts));
			const back = await link.read(whole);
			if (back.act.length !== acts || back.act[1] !== '1s kill c1 队列 %&=+' || back.at !== '25.1s 77') return 'not the same: ' + whole;
			for (let i = 0; i < 400; i++) {
				const at = below(whole.length), c = '&=%+az09-_#é'[below(12)];
				const text = [whole.slice(0, at), whole.slice(0, at) + c + whole.slice(at), whole.slice(0, at) + c + whole.slice(at + 1), whole.slice(0, at) + whole.slice(at + 1)][below(4)];
				try {
					const parts = await link.read(text), plain = parts.z === undefined && !text.includes('&z=');
					read++;
					const n = Object.values(parts).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
					if (plain && n !== text.split('&').length) return 'dropped: ' + text;
				} catch (e) {
					if (!(e instanceof link.LinkError)) return e + ': ' + text;
					refused++;
				}
			}
		}
		return refused > 100 && read > 100 ? 'ok' : refused + ' refused, ' + read + ' read';
	})().then(said => { window.said = said; }, e => { window.said = String(e); }), true)`))
	require.NoError(t, err)
	p.until(`window.said !== undefined`)
	require.Equal(t, "ok", eval[string](p, `window.said`))
	p.quiet()
}
