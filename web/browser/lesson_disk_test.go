package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// opens looks for every lesson, and the scenario that it begins with, in the file;
// opens the last lesson of each course; and lists what cannot be.
const opens = `(async () => {
  const { shelf: { load }, lesson: l } = await import('rs/main.js'), failed = [], { lessons, courses } = await load();
  const state = want => new Promise(done => { const look = () => want() ? done() : setTimeout(look, 5); look(); });
  const text = async name => { const answer = await fetch(name); if (!answer.ok) failed.push(name); return answer.text(); };
  for (const id of Object.keys(lessons)) {
    const story = (await text('lessons/' + id + '.txt')).match(/^story +([\w-]+)/m);
    if (story) await text('scenarios/' + story[1] + '.txt');
  }
  for (const id of courses.map(c => c.lessons.at(-1))) {
    await l.open(id);
    await state(() => l.lesson.film?.id === id || l.lesson.fault);
    if (l.lesson.fault || l.lesson.film.steps.length < 3) failed.push(id + ': ' + l.lesson.fault?.text);
  }
  window.failed = failed;
})()`

// From one file on a disk every lesson opens, one is read and presented, with
// its notes in a second window; nothing is asked of the network.
func TestLessonsFromADisk(t *testing.T) {
	p := fromDisk(t, 1280, 800, "?lesson=join&step=2&lang=en").started()
	p.at("join", 1)
	p.focus(`.q[data-q="broker-a/3"]`)
	p.press("2")
	p.enter("#lesson-run")
	p.ran()
	p.until(score + ` !== ''`)
	p.press("p")
	p.until(presented + ` === 'true'`)
	p.press("q")
	p.until(`document.getElementById('present-qr') !== null`)
	require.Equal(t, "?lesson=join&step=2", eval[string](p, `document.querySelector('#present-qr .address').textContent`))
	p.press("q")
	p.until(`(open => (window.open = (...how) => window.second = open(...how), true))(window.open)`)
	p.press("n")
	p.until(`window.second.document.body?.dataset.step === '1' && window.second.document.getElementById('answer').textContent.includes('broker-a/3=c2')`)
	p.until(`(window.second.open = (open => (...how) => window.third = open(...how))(window.second.open), window.second.document.getElementById('pack').click(), true)`)
	p.until(`window.third?.document.querySelector('h1')?.textContent === 'A consumer joins'`)
	storyboards(t, p)
	p.until(`(window.third.close(), document.visibilityState === 'visible')`)
	p.press("p")
	p.until(presented + ` === 'false'`)
	eval[bool](p, `(`+opens+`, true)`)
	p.until(`window.failed !== undefined`)
	require.Empty(t, eval[[]string](p, `window.failed`))
	require.Empty(t, eval[[]string](p, `performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith('data:'))`))
	p.quiet()
}

// storyboards reads those in the file, from the notes' one on: they have pictures
// and style, and lead to one another, to the other language and to the lesson.
func storyboards(t *testing.T, p *tab) {
	drawn := `(all => all.length > 0 && all.every(i => i.complete && i.naturalWidth === 800))([...window.third.document.images])`
	p.until(drawn)
	require.Equal(t, "860px", eval[string](p, `window.third.getComputedStyle(window.third.document.body).maxWidth`))
	for _, click := range []struct{ link, title string }{
		{"pack/join.zh.html", "加入一个消费者"}, {"pack/index.zh.html", "讲师资料"}, {"pack/dead-letter.zh.html", "18 个级别为什么重试 16 次"},
	} {
		p.until(`(window.third.document.querySelector('a[href="` + click.link + `"]').click(), true)`)
		p.until(`window.third.document.querySelector('h1')?.textContent === '` + click.title + `'`)
	}
	p.until(drawn)
	require.True(t, eval[bool](p, `[...window.third.document.querySelectorAll('nav a')].some(a => a.href === location.href.split('?')[0] + '?lesson=dead-letter&lang=zh')`), "the lesson is opened in the file itself")
}
