package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// axe-core finds nothing in a lesson: words, each kind of question, a
// comparison, the rule, the shelf, the glossary, the presentation.
func TestAxeFindsNothingInLessons(t *testing.T) {
	source := axe(t)
	for _, look := range []string{"theme=light&lang=en", "theme=dark&lang=zh"} {
		p := inLesson(t, 1440, 900, "join", "#v=1&story=first-look&"+look)
		_, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](source+"; null"))
		require.NoError(t, err)
		p.clean(look + ": words")
		p.enter("#lesson-run")
		p.at("join", 1)
		p.clean(look + ": owners")
		p.enter("#lesson-run")
		p.ran()
		p.until(score + ` !== ''`)
		p.clean(look + ": comparison")
		p.enter("#lesson-run")
		p.at("join", 2)
		p.clean(look + ": choices")
		p.click(".dot:last-child")
		p.until(`import('./js/main.js').then(({ lesson }) => (lesson.arrive(3), true))`)
		p.clean(look + ": rule")
		p.click("#lesson-shelf")
		p.until(`document.querySelector('.shelf') !== null`)
		p.clean(look + ": shelf")
		p.until(`import('./js/main.js').then(({ shelf }) => shelf.glossary()).then(() => true)`)
		p.clean(look + ": glossary")
		chromedp.Cancel(p.ctx)
	}
}
