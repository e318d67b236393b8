package browser

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"rocketscope/engine/lesson"
)

// kinds is a lesson with a question of each kind, and a goal.
const kinds = `
title
en Every kind
zh 每一类
story
nameserver ns
broker broker-a topics=orders:4
run 1s
consumer c1 group=g topic=orders strategy=AVG
producer p1 topic=orders
run 5s
step
ask owners g orders
en c2 joins. Who owns each queue?
zh c2 加入。每个队列归谁？
wrong broker-a/3=c1
en AVG cuts all four anew.
zh AVG 重新切成两段。
consumer c2 group=g topic=orders strategy=AVG
run 1s
step
ask broker orders
en Which broker gets the message?
zh 哪个 Broker 得到消息？
send p1 1
run 1s
step
ask order g 3
en In which order?
zh 先后如何？
send p1 3
run 2s
step
ask times g 1
en How often?
zh 几次？
send p1 1
run 1s
step
ask time
en How long until c1 owns all?
zh 多久归 c1？
within 100ms
kill c2
until owner g orders broker-a/3 c1 max=30s
step
ask number delivered g
en How many are delivered?
zh 投递几条？
send p1 4
run 1s
step
ask whether repeated g >= 1
en Is one repeated?
zh 有重复吗？
run 1s
step
en Make it happen: a member without a queue.
zh 目标：有一个成员没有队列。
goal idle g >= 1
hint
en Add members.
zh 添加成员。
solution
consumer c3 group=g topic=orders strategy=AVG
consumer c4 group=g topic=orders strategy=AVG
consumer c5 group=g topic=orders strategy=AVG
consumer c6 group=g topic=orders strategy=AVG
run 2s
rule
en One queue, one owner.
zh 一个队列归一个成员。
`

// film works out natively what the lesson's answers are.
func film(t *testing.T) *lesson.Film {
	t.Helper()
	l, err := lesson.Parse(kinds, nil)
	require.NoError(t, err)
	f, err := l.Film()
	require.NoError(t, err)
	return f
}

const (
	phase = `document.body.dataset.phase`
	step  = `document.body.dataset.step`
	score = `(document.querySelector('.score')?.dataset.score ?? '')`
)

// inLesson opens a lesson that ships and waits for its first step.
func inLesson(t *testing.T, width, height int64, name, address string) *tab {
	t.Helper()
	p := open(t, width, height, "?lesson="+name+address).started()
	p.at(name, 0)
	return p
}

func (p *tab) at(name string, n int) {
	p.t.Helper()
	p.until(`document.body.dataset.lesson === ` + quote(name) + ` && ` + step + ` === '` + itoa(n) + `' && ['say', 'try'].includes(` + phase + `)`)
}

// ownLesson opens a lesson of one's own from disk.
func ownLesson(t *testing.T, width, height int64, text string) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.txt")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	p := open(t, width, height, "?lang=en").started()
	p.until(`import('./js/main.js').then(({ shelf }) => (shelf.open(), true))`)
	p.until(`document.getElementById('lesson-file') !== null`)
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#lesson-file"), []string{path}))
	return p
}

// answer makes a guess by the keyboard alone.
func (p *tab) answer(scene *lesson.Scene, guess string) {
	p.t.Helper()
	switch readers := append(append([]string{}, scene.Choices...), "-"); scene.Step.Exercise.Kind {
	case lesson.Owners:
		for word := range strings.FieldsSeq(guess) {
			queue, owner, _ := strings.Cut(word, "=")
			p.focus(`.q[data-q="` + queue + `"]`)
			p.press(digit(readers, owner))
		}
	case lesson.Order:
		for i, item := range strings.Fields(guess) {
			p.focus(`[data-item="` + item + `"]`)
			p.press(itoa(i + 1))
		}
	default:
		if len(scene.Choices) == 0 {
			p.focus(`.free input`)
			p.press(inSeconds(guess))
			return
		}
		p.focus(`.choices input`)
		p.press(digit(scene.Choices, guess))
	}
}

// inSeconds writes a guess as the widget for numbers and times takes it.
func inSeconds(guess string) string {
	if d, err := time.ParseDuration(guess); err == nil {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
	}
	return guess
}

func digit(choices []string, choice string) string {
	for i, c := range choices {
		if c == choice {
			return itoa(i + 1)
		}
	}
	return ""
}

// enter presses a button by the keyboard.
func (p *tab) enter(selector string) {
	p.t.Helper()
	p.focus(selector)
	p.press(kb.Enter)
}

// ran runs the step to its end, without watching all of it.
func (p *tab) ran() {
	p.t.Helper()
	p.until(phase + ` !== 'say'`)
	if eval[string](p, phase) != "done" {
		p.enter("#lesson-run")
	}
	p.until(phase + ` === 'done'`)
}

func TestEveryKindByKeyboard(t *testing.T) {
	f, p := film(t), ownLesson(t, 1440, 900, kinds)
	for i := range f.Scenes {
		p.at("mine", i)
		s := &f.Scenes[i]
		if s.Step.Goal != nil {
			p.solveByKeyboard()
			continue
		}
		p.answer(s, s.Answer())
		p.enter("#lesson-run")
		p.ran()
		p.until(score + ` !== ''`)
		hits, all, _ := strings.Cut(eval[string](p, score), "/")
		require.Equal(t, all, hits, "the engine's answer %s is right", s.Answer())
		p.enter("#lesson-run")
	}
	p.until(step + ` === '` + itoa(len(f.Scenes)) + `'`)
	require.Equal(t, "One queue, one owner.", eval[string](p, `document.querySelector('.ruleline').textContent`))
	require.True(t, eval[bool](p, `JSON.parse(localStorage.getItem('rocketscope.lessons')).lessons.mine.done`))
	p.quiet()
}

// solveByKeyboard writes acts until the goal is reached, and goes on.
func (p *tab) solveByKeyboard() {
	p.t.Helper()
	for _, name := range []string{"c3", "c4", "c5", "c6"} {
		p.focus(".line")
		p.do(chromedp.SetValue(chromedp.CSS(".line"), "consumer "+name+" group=g topic=orders strategy=AVG"))
		p.press(kb.Enter)
		p.until(`document.querySelector('#nodes li[data-node=` + name + `]') !== null`)
	}
	p.enter("#play")
	p.until(phase + ` === 'done' && document.querySelector('.goal .holds') !== null`)
	p.enter("#play")
	p.enter("#lesson-run")
}

// The whole way from the page's first sight to a graded answer, with Tab alone.
func TestAWayByTabAlone(t *testing.T) {
	p := open(t, 1440, 900, "?lang=en").started()
	p.tabTo(`document.activeElement.id === 'lessons-open'`)
	p.press(kb.Enter)
	p.until(`document.activeElement.dataset?.open === 'first-rebalance'`)
	p.press(kb.Enter)
	p.at("first-rebalance", 0)
	for i := range 2 {
		p.tabTo(`document.activeElement.id === 'lesson-run'`)
		p.press(kb.Enter)
		p.at("first-rebalance", i+1)
	}
	p.tabTo(`document.activeElement.dataset.q === 'broker-a/2'`)
	p.press("2")
	p.tabTo(`document.activeElement.dataset.q === 'broker-a/3'`)
	p.press("2")
	p.tabTo(`document.activeElement.id === 'lesson-run'`)
	p.press(kb.Enter)
	p.until(phase + ` === 'done' && ` + score + ` === '4/4'`)
	p.quiet()
}

func (p *tab) tabTo(condition string) {
	p.t.Helper()
	for range 80 {
		if eval[bool](p, condition) {
			return
		}
		p.press(kb.Tab)
	}
	require.Fail(p.t, "Tab does not lead to "+condition)
}

// A wrong guess stays beside what happened, and what tempted is explained.
func TestAWrongGuessIsCompared(t *testing.T) {
	f, p := film(t), ownLesson(t, 1440, 900, kinds)
	p.at("mine", 0)
	p.answer(&f.Scenes[0], "broker-a/0=c1 broker-a/1=c1 broker-a/2=c2 broker-a/3=c1")
	p.enter("#lesson-run")
	p.ran()
	p.until(score + ` === '3/4'`)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll('.q.gone').length`))
	require.Equal(t, "a/3", eval[string](p, `document.querySelector('.q.came').textContent`))
	require.Equal(t, "AVG cuts all four anew.", eval[string](p, `document.querySelector('.tempting').textContent`))
	p.enter("#lesson-again")
	p.at("mine", 0)
	p.enter("#lesson-skip")
	p.ran()
	require.Empty(t, eval[string](p, score))
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll('.side').length`), "what RocketMQ does is shown without a guess too")
	p.quiet()
}

func TestAFaultyLessonNamesItsLine(t *testing.T) {
	p := ownLesson(t, 800, 450, strings.Replace(kinds, "kill c2", "kill c9", 1))
	p.until(phase + ` === 'fault'`)
	line := strings.Count(kinds[:strings.Index(kinds, "kill c2")], "\n") + 1
	require.Contains(t, eval[string](p, `document.querySelector('.fault').textContent`), "line "+itoa(line))
	p.quiet()
}
