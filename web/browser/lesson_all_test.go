package browser

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/engine/lesson"
)

// courses are the courses that ship.
func courses(t *testing.T) []lesson.Course {
	t.Helper()
	text, err := os.ReadFile("../../assets/lessons/courses.txt")
	require.NoError(t, err)
	all, err := lesson.ParseCourses(string(text))
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// Every lesson is read to its end by the keyboard, course after course: the
// first thing offered is guessed, and the solutions of goals are watched.
func TestEveryLessonByKeyboard(t *testing.T) {
	for _, c := range courses(t) {
		t.Run(c.ID, func(t *testing.T) {
			p := inLesson(t, 1024, 600, c.First, "&lang=en")
			for i, name := range append([]string{c.First}, c.Lessons...) {
				if i > 0 {
					p.enter("#lesson-run") // the next lesson
				}
				p.readToItsEnd(name)
			}
			p.quiet()
		})
	}
}

func (p *tab) readToItsEnd(name string) {
	p.t.Helper()
	p.at(name, 0)
	steps := eval[int](p, `document.querySelectorAll('.dot').length`)
	for i := range steps {
		p.at(name, i)
		switch {
		case eval[bool](p, phase+` === 'try'`):
			p.enter("#lesson-solve")
			p.until(`document.querySelectorAll('.solution code').length > 0`)
		case eval[bool](p, `document.querySelector('.choices') !== null`):
			p.focus(".choices input")
			p.press("1")
			p.enter("#lesson-run")
		case eval[bool](p, `document.querySelector('.free input') !== null`):
			p.focus(".free input")
			p.press("1")
			p.enter("#lesson-run")
		default:
			p.enter("#lesson-run")
		}
		went := step + ` !== '` + itoa(i) + `'`
		p.until(went + ` || !['say', 'try'].includes(` + phase + `)`)
		if eval[bool](p, went) {
			continue // it only said something
		}
		p.ran()
		p.enter("#lesson-run")
	}
	p.until(step + ` === '` + itoa(steps) + `' && document.querySelector('.ruleline') !== null`)
	require.True(p.t, eval[bool](p, `JSON.parse(localStorage.getItem('rocketscope.lessons')).lessons[`+quote(name)+`].done`))
}

// misfits goes through all lessons in the page itself and lists what does not
// fit: words that stick out of their place, or out of the window.
const misfits = `(async () => {
  const { shelf: { load }, lesson: l } = await import('./js/main.js'), found = [];
  const state = want => new Promise(done => { const look = () => want() ? done() : setTimeout(look, 5); look(); });
  const measure = where => {
    for (const e of document.querySelectorAll('.cross')) e.hidden = true; // it hangs over its queue's corner on purpose
    for (const e of document.querySelectorAll('#lesson, #lesson *')) {
      const box = e.getBoundingClientRect(), clipped = e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).display !== 'inline' && !e.closest('.quiet, svg');
      if (clipped || box.right > innerWidth + 1) found.push(where + ' ' + e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30));
    }
  };
  for (const id of Object.keys((await load()).lessons)) {
    await l.open(id);
    await state(() => l.lesson.film?.id === id);
    for (let i = 0; i <= l.lesson.film.steps.length; i++) {
      l.arrive(i);
      measure(id + ' ' + i);
      const step = l.lesson.film.steps[i];
      if (step) { l.lesson.hints = 9; l.hint(); measure(id + ' ' + i + ' hints'); }
      if (!step?.ask) continue;
      l.lesson.grade = { scene: i, right: false, hits: 0, of: 2, wrong: 0, guess: step.ask.wrong[0].guess, parts: [] };
      l.lesson.phase = l.DONE;
      l.hint();
      measure(id + ' ' + i + ' compared');
    }
  }
  window.misfits = found;
})()`

func TestLessonsFit(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		for _, size := range [][2]int64{{390, 844}, {800, 450}, {1440, 900}} {
			p := inLesson(t, size[0], size[1], "join", "&lang="+lang)
			eval[bool](p, `(`+misfits+`, true)`)
			p.until(`window.misfits !== undefined`)
			require.Empty(t, eval[[]string](p, `window.misfits`), "%s at %d", lang, size[0])
			p.quiet()
		}
	}
}

// A title longer than any that ships is cut; every button stays in the window.
func TestALongTitleIsCut(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en&lesson=not-available").started()
	for _, width := range []int64{1440, 1300, 1100, 960} {
		p.do(chromedp.EmulateViewport(width, 900))
		p.until(`innerWidth === ` + itoa(int(width)))
		require.LessOrEqual(t, eval[int64](p, `(() => {
			const picker = document.getElementById('scenario');
			picker.options[picker.selectedIndex].textContent = 'A very long title '.repeat(8);
			return Math.round(document.getElementById('theme').getBoundingClientRect().right);
		})()`), width)
	}
	p.quiet()
}
