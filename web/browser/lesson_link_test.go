package browser

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// linkOf is the link that the shelf offers for a lesson of one's own.
func (p *tab) linkOf() string {
	p.t.Helper()
	p.until(`import('./js/main.js').then(({ shelf }) => shelf.open()).then(() => true)`)
	p.until(`[...document.querySelectorAll('.shelf-tools .btn')].filter(b => b.textContent === 'Link to this lesson').map(b => (b.click(), true))[0]`)
	p.until(`document.getElementById('lesson-link') !== null`)
	return eval[string](p, `document.getElementById('lesson-link').value`)
}

// A lesson of one's own travels in a link, is there again after a reload, and
// one that is too long or faulty is refused with a reason.
func TestALessonInALink(t *testing.T) {
	p := ownLesson(t, 1440, 900, kinds)
	p.at("mine", 0)
	link := p.linkOf()
	require.Less(t, len(link), 2000)
	require.Contains(t, link, "#lesson=1&v=1&z=")
	p.quiet()

	link = strings.Replace(link, "#lesson=1&", "#lesson=2&", 1)
	p = open(t, 1440, 900, "?lang=en").started()
	p.until(`(location.hash = ` + quote(link[strings.Index(link, "#"):]) + `, true)`)
	p.at("own", 1)
	p.until(`document.querySelector('.question').textContent === 'Which broker gets the message?'`)
	p.until(`history.state.lesson.startsWith('lesson=2&')`)
	p.do(chromedp.Reload())
	p.at("own", 1)

	faulty := "lesson=1&v=1&text=" + url.PathEscape("title\nen T\nstory\nrun 1s\nkill c9\nrun 1s\nstep\nen x")
	p.until(`(location.hash = ` + quote(faulty) + `, true)`)
	p.until(phase + ` === 'fault'`)
	require.Equal(t, "line 5: there is no node c9kill c9", eval[string](p, `[...document.querySelectorAll('.fault p, .fault pre')].map(e => e.textContent).join('')`))
	p.until(`(location.hash = 'lesson=1&v=1&z=nothing', true)`)
	p.until(`document.querySelector('.fault pre') === null`)
	p.until(`(location.hash = 'lesson=1&v=1&text=' + 'x'.repeat(9000), true)`)
	p.until(`document.querySelector('.fault p').textContent.includes('8000')`)
	p.quiet()

	p = open(t, 1440, 900, "?lang=en#"+faulty).started() // beside the first scenario
	p.until(phase + ` === 'fault'`)
	require.Equal(t, "first-look", eval[string](p, `document.getElementById('scenario').value`))
	p.quiet()
}

// What was chosen last is what is shown, however long the files take.
func TestTheLastChoiceWins(t *testing.T) {
	const scenario = `(e => { e.value = 'host-lost'; e.dispatchEvent(new Event('change')); })(document.getElementById('scenario'))`
	p := open(t, 1440, 900, "?lang=en").started()
	p.until(`import('./js/main.js').then(({ lesson }) => (lesson.open('join'), ` + scenario + `, true))`)
	p.until(`document.title.endsWith('lost') && /lose c2/.test(document.getElementById('story').textContent)`)
	require.False(t, eval[bool](p, `document.body.classList.contains('lesson')`))
	p.until(`import('./js/main.js').then(({ lesson }) => (` + scenario + `, lesson.open('join'), true))`)
	p.at("join", 0)
	p.enter("#lesson-run")
	p.at("join", 1)

	shown := `document.title.endsWith('lost') && document.getElementById('scenario').value === 'host-lost' && /lose c2/.test(document.getElementById('story').textContent)`
	p.until(`(location.hash = 'v=1&text=' + encodeURIComponent(` + quote(ownStory) + `), new Promise(done => addEventListener('hashchange', () => { ` + scenario + `; done(true); }, { once: true })))`)
	p.until(shown)
	p.dropped(`document`, "mine.txt", ownStory)
	p.until(`document.querySelector('#nodes [data-node=broker-z]') !== null && document.getElementById('scenario').value === ''`)
	eval[bool](p, `(`+drop(`document`, "mine.txt", ownStory)+`, `+scenario+`, true)`)
	p.until(shown)
	p.quiet()
}
