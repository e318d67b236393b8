package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const ownStory = "rocketmq 4.9\nseed 3\nnameserver ns\nbroker broker-z topics=orders:3\nconsumer c1 group=mine topic=orders\nrun 12s\n"

// drop is an expression that drops a file on a document of the page: the page's
// own, or the stage's.
func drop(document, name, text string) string {
	return `(() => {
		const d = ` + document + `, carried = new DataTransfer();
		carried.items.add(new File([` + quote(text) + `], ` + quote(name) + `));
		for (const kind of ['dragover', 'drop']) if (d.body.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }))) throw new Error(kind + ' would leave the page');
		return true;
	})()`
}

func (p *tab) dropped(document, name, text string) {
	p.t.Helper()
	eval[bool](p, drop(document, name, text))
}

func (p *tab) write(selector, text string) {
	p.t.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), text))
}

func TestAStoryOfOnesOwn(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en").started()
	p.chosen("scenario", "+")
	p.until(`document.activeElement.id === 'own-text'`)
	require.Equal(t, "first-look", eval[string](p, `document.getElementById('scenario').value`), "nothing was chosen yet")
	require.Equal(t, eval[string](p, `document.getElementById('story').textContent`), eval[string](p, `document.getElementById('own-text').value`))
	p.click(".own summary")
	p.until(`[...document.querySelectorAll('#own-lines li')].some(li => li.textContent === 'kill NAME')`)
	at := eval[string](p, `document.body.dataset.seq`)

	faulty := ownStory + "kill c9\n"
	p.write("#own-text", faulty)
	p.click("#own-run")
	p.until(`document.getElementById('own-note').classList.contains('bad')`)
	require.Equal(t, "Line 7: there is no node c9", eval[string](p, `document.getElementById('own-note').textContent`))
	require.Equal(t, "kill c9", eval[string](p, `(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.getElementById('own-text'))`))
	require.Equal(t, faulty, eval[string](p, `document.getElementById('own-text').value`))
	require.Equal(t, at, eval[string](p, `document.body.dataset.seq`), "what was shown stays")

	p.write("#own-text", ownStory)
	p.focus("#own-text")
	p.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until(`document.querySelector('dialog') === null && document.querySelector('#nodes [data-node=broker-z]') !== null`)
	require.Equal(t, "RocketScope · Custom story", eval[string](p, `document.title`))
	p.runUntil(owned("c1") + ` === 'broker-z/0 broker-z/1 broker-z/2'`)
	engine, page := p.owners("mine", "orders")
	require.Equal(t, engine, page)

	p.until(`import('./js/main.js').then(({ link }) => link.read(location.hash.slice(1))).then(l => l.at.endsWith(' ' + document.body.dataset.seq), () => false)`)
	p.do(chromedp.Reload())
	p.started()
	p.until(owned("c1") + ` === 'broker-z/0 broker-z/1 broker-z/2'`)
	p.quiet()
}

func TestAFileIsDropped(t *testing.T) {
	const page, stage = `document`, `document.querySelector('#stage iframe').contentDocument`
	for name, on := range map[string]string{"page": page, "stage": stage} {
		t.Run(name, func(t *testing.T) {
			p := open(t, 1024, 700, "?lang=en").started()
			p.dropped(on, "mine.txt", "# what happened\r\n"+ownStory)
			p.until(`document.querySelector('#nodes [data-node=broker-z]') !== null`)
			p.dropped(on, "mine.txt", ownStory+"dance\n")
			p.until(`document.getElementById('own-note')?.classList.contains('bad')`)
			require.Contains(t, eval[string](p, `document.getElementById('own-note').textContent`), "Line 7: ")
			require.Contains(t, eval[string](p, `document.getElementById('own-text').value`), "dance", "what was dropped is there to be mended")
			p.press(kb.Escape)
			p.until(`document.querySelector('dialog') === null`)
			require.True(t, eval[bool](p, `document.querySelector('#nodes [data-node=broker-z]') !== null`), "what was shown stays")
			p.dropped(on, "lesson.txt", "# a lesson\n\nlesson mine\ntitle\nen Mine\nzh 我的\nstory\n"+ownStory+"step\nen Look.\nzh 看。\nrun 1s\n")
			p.until(`document.getElementById('lesson-title').textContent === 'Mine'`)
			p.quiet()
		})
	}
}

// Acts of one moment stand in the timeline as one, which says how many there are.
func TestActsOfOneMomentAreOne(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en").started()
	p.dropped(`document`, "mine.txt", ownStory+"kill c1\nkill broker-z\nrun 1s\n")
	p.until(`[...document.querySelectorAll('#tracks .you')].map(e => e.textContent).join() === 'kill c1 +1'`)
	require.Equal(t, "12.000 s: kill c1, kill broker-z", eval[string](p, `[...document.querySelectorAll('#tracks title')].at(-1).textContent`))
	p.quiet()
}
