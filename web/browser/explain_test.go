package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const comparing = `document.getElementById('compare') !== null`

// cluster opens the pane with the numbers.
func (p *tab) cluster() {
	p.t.Helper()
	p.click("#tab-cluster")
	p.until(`document.querySelector('#numbers [data-number]') !== null`)
}

func TestLensShowsAllStrategies(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(27_000_000_000)
	p.cluster()
	p.click("[data-lens=g]")
	p.until(`document.querySelectorAll('.strategies tbody tr').length === 6`)
	require.Equal(t, "3", eval[string](p, `document.querySelector('[data-strategy=AVG]').dataset.moved`), "c3 has joined")
	require.Equal(t, 3, eval[int](p, `document.querySelectorAll('.share').length`))
	require.Contains(t, eval[string](p, `document.querySelector('.share[data-member=c2]').textContent`), "Start = 1 × 3 = 3")
	p.focus(`[data-strategy=AVG_BY_CIRCLE] input`)
	p.press(" ")
	p.until(`document.querySelector('.worked-out h3')?.textContent.startsWith('AVG_BY_CIRCLE')`)
	require.Equal(t, "AVG_BY_CIRCLE", eval[string](p, `document.activeElement.dataset.focus`))
	p.press(kb.Escape)
	p.until(`document.querySelector('dialog') === null`)
	p.quiet()
}

func TestNumbersLeadToTheirMomentAndToWhatPreventsThem(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(30_000_000_000)
	p.cluster()
	p.until(`+document.querySelector('[data-number=moved]')?.dataset.value > 0`)
	p.click("[data-number=moved] .at")
	p.until(`document.body.dataset.at !== '30000000000' && +document.body.dataset.at > 25e9`)
	p.seek(30_000_000_000)
	p.click("[data-number=moved] .ask")
	p.until(`document.querySelector('.found [data-helps=true]') !== null`)
	p.until(`document.querySelector('.prevent [role=status]')?.textContent.includes('single changes')`)
	require.Contains(t, eval[string](p, `document.querySelector('.found [data-helps=true]').textContent`), "without: consumer c3")
	require.Equal(t, "30000000000", eval[string](p, `document.body.dataset.at`), "the run stands still")
	p.click(".found [data-helps=true] .btn")
	p.until(comparing)
	p.until(`document.querySelector('[data-measure=moved].differs') !== null`)
	p.quiet()
}

func TestCompareTwoRunsInStep(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(9_000_000_000)
	p.cluster()
	p.click("#compare-open")
	p.until(`document.querySelector('[data-variant]') !== null`)
	p.click(`[data-variant$=" AVG_BY_CIRCLE"]`)
	p.until(comparing)
	require.Equal(t, "two", eval[string](p, `document.getElementById('compare').className`))
	p.until(`document.querySelectorAll('#pane-compare [data-queue]').length === 4`)
	p.seek(27_000_000_000)
	p.until(`+document.querySelector('[data-measure=moved] td')?.textContent === 3`)
	p.until(`+document.querySelector('[data-measure=moved] td:last-child')?.textContent === 4`)
	p.click("#compare .end")
	p.until(`!(` + comparing + `) && document.getElementById('tab-compare').hidden`)
	p.quiet()
}

// A narrow stage shows one run at a time.
func TestCompareOnANarrowStage(t *testing.T) {
	p := open(t, 800, 450, "?lang=en&story=scale-out").started()
	p.seek(9_000_000_000)
	p.click("#why-open")
	p.cluster()
	p.focus("#compare-open")
	p.press(kb.Enter)
	p.until(`document.querySelector('[data-variant]') !== null`)
	p.click(`[data-variant$=" AVG_BY_CIRCLE"]`)
	p.until(comparing)
	p.click("#panel-close")
	p.click(`#compare [data-focus=other]`)
	p.until(`document.querySelector('#compare [data-focus=other]')?.getAttribute('aria-pressed') === 'true'`)
	p.quiet()
}

func TestEventsAreSearched(t *testing.T) {
	for lang, word := range map[string]string{"en": "gives up", "zh": "交出"} {
		p := open(t, 1440, 900, "?story=scale-out&lang="+lang).started()
		p.seek(30_000_000_000)
		p.click("#tab-events")
		p.until(`document.querySelectorAll('#events li').length > 5`)
		all := eval[int](p, `document.querySelectorAll('#events li').length`)
		p.do(chromedp.SendKeys(chromedp.CSS("#search"), word))
		p.until(`document.querySelectorAll('#events li').length < ` + itoa(all))
		require.Positive(t, eval[int](p, `document.querySelectorAll('#events li').length`))
		require.True(t, eval[bool](p, `[...document.querySelectorAll('#events li')].every(li => li.textContent.includes(`+quote(word)+`))`))
		p.quiet()
	}
}

// The third depth of a card: source, log line and command; its names light up.
func TestCardHasItsSourceAndItsNames(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&story=scale-out").started()
	p.seek(30_000_000_000)
	p.click("#tab-events")
	p.until(`document.querySelectorAll('#events li').length > 5`)
	p.do(chromedp.SendKeys(chromedp.CSS("#search"), "consumer.dropped"))
	p.until(`document.querySelector('#events li')?.textContent.includes('gives up')`)
	p.click("#events [data-record]")
	p.until(`document.querySelector('#pane-why .lead')?.textContent.includes('gives up')`)
	p.click("#tab-why")
	p.until(`document.querySelector('#pane-why .src') !== null`)
	src := eval[string](p, `document.querySelector('#pane-why .src').textContent`)
	require.Contains(t, src, "RebalanceImpl.updateProcessQueueTableInRebalance")
	require.Contains(t, src, "remove unnecessary mq")
	require.Contains(t, src, "mqadmin consumerStatus")
	require.Contains(t, src, "4.9.")
	name := `#pane-why [data-names][role=button]`
	p.until(`document.querySelector('` + name + `') !== null`)
	frames := eval[int](p, shell+`.frames`)
	p.focus(name)
	p.until(shell + `.frames > ` + itoa(frames))
	p.press(kb.Enter)
	p.until(`!document.getElementById('pane-inspect').hidden`)
	p.quiet()
}
