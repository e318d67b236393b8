package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// last is the last message of a type that the example has heard, or null.
func last(kind string) string {
	return `JSON.parse(document.querySelector('[data-type=` + kind + `] td code').textContent || 'null')`
}

// inFrame is an expression about the page in the example's frame.
func inFrame(expression string) string {
	return `(document => ` + expression + `)(document.getElementById('figure').contentDocument)`
}

// chosen sets a field of the example as a person does.
func (p *tab) chosen(id, value string) {
	p.t.Helper()
	eval[bool](p, `(e => { e.value = `+quote(value)+`; e.dispatchEvent(new Event('change')); return true; })(document.getElementById('`+id+`'))`)
}

// TestTheExampleUsesAllOfTheProtocol drives the page that ships for hosts to copy.
func TestTheExampleUsesAllOfTheProtocol(t *testing.T) {
	p := open(t, 1000, 1000, "example/")
	p.until(last("ready") + `?.protocol === 1 && ` + last("state") + `?.at === 25e9`)
	p.until(inFrame(`document.body.dataset.at === '25000000000'`))
	p.until(last("size") + `.wants === ` + last("size") + `.height + 2 || ` + last("size") + `.wants === ` + last("size") + `.height`)

	p.click(`[data-verb=next]`)
	p.until(last("decision") + `?.at > 25e9 && ` + last("event") + ` !== null && ` + last("state") + `.at > 25e9`)
	p.until(`document.getElementById('line').textContent === ` + last("decision") + `.lead || document.getElementById('line').textContent === ` + last("event") + `.text.join(' ')`)
	p.click(`button[data-verb=seek]`)
	p.until(last("state") + `.at === 12e9`)
	at := eval[string](p, `String([`+last("state")+`.at, `+last("state")+`.seq])`)
	p.click(`[data-verb=step]`)
	p.until(`String([` + last("state") + `.at, ` + last("state") + `.seq]) !== ` + quote(at))
	stepped := eval[string](p, `String([`+last("state")+`.at, `+last("state")+`.seq])`)
	p.click(`[data-verb=back]`)
	p.until(`String([` + last("state") + `.at, ` + last("state") + `.seq]) !== ` + quote(stepped))

	p.chosen("speed", "2")
	p.until(last("state") + `.speed === '2'`)
	p.chosen("theme", "dark")
	p.until(last("state") + `.theme === 'dark'`)
	p.chosen("lang", "zh")
	p.until(`document.querySelector('h1').textContent === '图与嵌入它的页面'`)
	p.click(`button[data-verb=select]`)
	p.until(last("state") + `.selected === 'c1'`)
	p.click(`[data-verb=play]`)
	p.until(last("state") + `.running`)
	p.click(`#covered`)
	p.until(`!` + last("state") + `.running`)
	p.click(`#covered`)
	p.until(last("state") + `.running`)
	p.click(`[data-verb=pause]`)
	p.until(`!` + last("state") + `.running`)

	p.click(`#load`)
	p.until(last("state") + `.at === 0 && ` + last("state") + `.story.includes('topics=orders:4') && ` + last("decision") + `.at === 0`) // the decision comes last
	eval[bool](p, `(document.getElementById('seek').value = 'soon', true)`)
	p.click(`button[data-verb=seek]`)
	p.until(last("error") + `?.code === 'argument' && document.getElementById('line').className === 'bad'`)
	eval[bool](p, `(document.getElementById('story').value = 'no such verb', true)`)
	p.click(`#load`)
	p.until(last("error") + `?.code === 'refused'`)

	eval[bool](p, `(document.getElementById('figure').focus(), `+inFrame(`document.querySelector('#play').focus()`)+`, true)`)
	p.press(kb.Escape)
	p.until(last("leave") + ` !== null && document.activeElement.id === 'shows'`)

	eval[bool](p, `(shows => { shows.selectedIndex = 1; shows.dispatchEvent(new Event('change')); return true; })(document.getElementById('shows'))`)
	p.until(inFrame(`document?.querySelector('#compare') !== null`))
	require.Contains(t, eval[string](p, inFrame(`document.querySelector('#compare').textContent`)), "c3")

	eval[bool](p, `(shows => { shows.selectedIndex = 2; shows.dispatchEvent(new Event('change')); return true; })(document.getElementById('shows'))`)
	p.until(inFrame(`document?.querySelector('#lesson-run') !== null && document.body.dataset.phase === 'say'`))
	eval[bool](p, inFrame(`(document.querySelector('#lesson-run').click(), true)`))
	p.until(last("quiz") + `?.id === 'first-rebalance/3' && ` + last("quiz") + `.correct === false`)
	p.quiet()
}

func TestAnImpossibleComparisonIsNamed(t *testing.T) {
	p := open(t, 800, 450, "?story=scale-out&at=26s&ui=min&lang=en&compare=without+25s+kill+c9").started()
	p.until(`document.getElementById('cap-2').textContent === 'compare="without 25s kill c9" is wrong: this run cannot have that difference.'`)
	p.quiet()
}
