package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"rocketscope/engine/lesson"
)

// hand is how somebody points: by a mouse or by a finger.
type hand interface {
	tap(p *tab, x, y float64)
	drag(p *tab, x, y, toX, toY float64)
}

type mouse struct{}

func (mouse) tap(p *tab, x, y float64) { p.do(chromedp.MouseClickXY(x, y)) }

func (mouse) drag(p *tab, x, y, toX, toY float64) {
	send := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
		_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
		require.NoError(p.t, err)
	}
	send(input.DispatchMouseEventTypeMousePressed, x, y, 1)
	send(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, (y+toY)/2, 1)
	send(input.DispatchMouseEventTypeMouseMoved, toX, toY, 1)
	send(input.DispatchMouseEventTypeMouseReleased, toX, toY, 0)
}

type finger struct{}

func (finger) send(p *tab, kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	require.NoError(p.t, err)
}

func (f finger) tap(p *tab, x, y float64) {
	f.send(p, input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	f.send(p, input.DispatchTouchEventTypeTouchEnd)
}

func (f finger) drag(p *tab, x, y, toX, toY float64) {
	f.send(p, input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	f.send(p, input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: (x + toX) / 2, Y: (y + toY) / 2})
	f.send(p, input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
	f.send(p, input.DispatchTouchEventTypeTouchEnd)
}

// middle brings an element into sight and returns its middle, once it rests there
// and nothing covers it.
func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.until(`(e => {
		e?.scrollIntoView({ block: 'nearest' });
		const b = e?.getBoundingClientRect(), at = b && [b.x + b.width / 2, b.y + b.height / 2], was = window.rested;
		window.rested = at;
		return at && was && at[0] === was[0] && at[1] === was[1] && e.contains(document.elementFromPoint(...at));
	})(document.querySelector(` + quote(selector) + `))`)
	at := eval[[]float64](p, `rested`)
	return at[0], at[1]
}

func (p *tab) tap(h hand, selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	h.tap(p, x, y)
}

func (p *tab) drag(h hand, from, to string) {
	p.t.Helper()
	toX, toY := p.middle(to)
	x, y := p.middle(from)
	h.drag(p, x, y, toX, toY)
}

// point makes a guess without the keyboard, but for figures.
func (p *tab) point(h hand, scene *lesson.Scene, guess string) {
	p.t.Helper()
	switch scene.Step.Exercise.Kind {
	case lesson.Owners:
		for word := range strings.FieldsSeq(guess) {
			queue, owner, _ := strings.Cut(word, "=")
			row := `[data-reader="` + owner + `"]`
			if eval[bool](p, `document.querySelector(`+quote(row+` [data-q="`+queue+`"]`)+`) !== null`) {
				continue
			}
			p.drag(h, `[data-q="`+queue+`"]`, row)
			p.until(`document.querySelector(` + quote(row+` [data-q="`+queue+`"]`) + `) !== null`)
		}
	case lesson.Order:
		for i, item := range strings.Fields(guess) {
			if eval[string](p, `document.querySelectorAll('[data-item]')[`+itoa(i)+`].dataset.item`) != item {
				p.drag(h, `[data-item="`+item+`"]`, `[data-place="`+itoa(i)+`"]`)
				p.until(`document.querySelectorAll('[data-item]')[` + itoa(i) + `].dataset.item === '` + item + `'`)
			}
		}
	default:
		if len(scene.Choices) == 0 {
			p.tap(h, `.free input`)
			p.until(`document.activeElement.matches('.free input')`)
			p.press(inSeconds(guess))
			return
		}
		p.tap(h, `.choices label:nth-child(`+digit(scene.Choices, guess)+`)`)
	}
}

func TestEveryKindByPointer(t *testing.T) { everyKind(t, mouse{}, 1440, 900) }

func TestEveryKindByTouch(t *testing.T) { everyKind(t, finger{}, 800, 1000) }

// everyKind goes through all questions; in the order a wrong guess is made, so
// that something is dragged.
func everyKind(t *testing.T, h hand, width, height int64) {
	f, p := film(t), ownLesson(t, width, height, kinds)
	for i := range f.Scenes {
		p.at("mine", i)
		s := &f.Scenes[i]
		if s.Step.Goal != nil {
			p.reachByHand(h)
			continue
		}
		guess, want := s.Answer(), ""
		if s.Step.Exercise.Kind == lesson.Order {
			words := strings.Fields(guess)
			guess, want = words[2]+" "+words[1]+" "+words[0], "1/3"
		}
		p.point(h, s, guess)
		p.until(`!document.getElementById('lesson-run').disabled`)
		p.tap(h, "#lesson-run")
		p.until(phase + ` === 'done' && ` + score + ` !== ''`)
		if hits, all, _ := strings.Cut(eval[string](p, score), "/"); want == "" {
			require.Equal(t, all, hits, "the engine's answer %s is right", s.Answer())
		} else {
			require.Equal(t, want, hits+"/"+all)
		}
		p.tap(h, "#lesson-run")
	}
	p.until(step + ` === '` + itoa(len(f.Scenes)) + `'`)
	p.quiet()
}

// reachByHand adds consumers until one is idle.
func (p *tab) reachByHand(h hand) {
	p.t.Helper()
	for n := eval[int](p, consumers); eval[int](p, consumers) < 6; n++ {
		p.tap(h, "#add-open")
		p.until(menuOpen)
		p.tap(h, `.menu [aria-keyshortcuts=C]`)
		p.untilCount(consumers, n+1)
	}
	p.tap(h, "#play")
	p.until(phase + ` === 'done'`)
	p.tap(h, "#play")
	p.tap(h, "#lesson-run")
}
