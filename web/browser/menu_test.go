package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const (
	storyText = `document.getElementById('story').textContent`
	noDialog  = `document.querySelector('dialog') === null`
)

// openHeader opens what a narrow header hides, or shuts it again.
func (p *tab) openHeader() {
	p.t.Helper()
	p.click(eval[string](p, `document.getElementById('menu-top').offsetParent ? '#menu-top' : '#menu-open'`))
}

// openPanel opens the panel where it is a sheet.
func (p *tab) openPanel() {
	p.t.Helper()
	if eval[bool](p, `document.getElementById('panel').offsetParent === null && getComputedStyle(document.getElementById('panel')).display === 'none'`) {
		p.click(eval[string](p, `document.getElementById('why-bar').offsetParent ? '#why-bar' : '#why-open'`))
	}
	p.until(`getComputedStyle(document.getElementById('panel')).display !== 'none'`)
}

// openMenu opens a node's menu from the list, by keyboard.
func (p *tab) openMenu(node string) {
	p.t.Helper()
	p.focus(`#nodes .more[data-node="` + node + `"]`)
	p.press(kb.Enter)
	p.until(menuOpen)
}

// openGroup opens one of the groups of acts in a node's menu.
func (p *tab) openGroup(node, letter string) {
	p.t.Helper()
	p.openMenu(node)
	p.key(letter)
	p.until(`document.querySelector('dialog.acts[open]') !== null && document.querySelector('dialog').contains(document.activeElement)`)
}

// eachGroup opens every group of the menu that is open, one after the other.
func (p *tab) eachGroup(node string, look func(group string)) {
	p.t.Helper()
	letters := eval[[]string](p, `[...document.querySelectorAll('.menu button')].slice([...document.querySelectorAll('.menu li:not(.head)')].findIndex(li => li.classList.contains('group'))).map(b => b.getAttribute('aria-keyshortcuts'))`)
	require.Greater(p.t, len(letters), 3)
	for i, letter := range letters {
		if i > 0 {
			p.openMenu(node)
		}
		p.key(strings.ToLower(letter))
		p.until(`document.querySelector('dialog.acts[open]') !== null`)
		look(eval[string](p, `document.querySelector('dialog h2').textContent`))
		p.press(kb.Escape)
		p.until(noDialog)
	}
}

// does submits the row of an act, filled as values say, and waits for the line.
func (p *tab) does(act, line string, values ...string) {
	p.t.Helper()
	p.fill(act, values...)
	p.until(`document.querySelector('[data-act="` + act + `"] code').textContent === ` + quote(line))
	p.press(kb.Enter)
	p.until(noDialog + ` && ` + storyText + `.trimEnd().endsWith(` + quote(line) + `)`)
}

// fill writes values into the fields of an act's row and leaves the focus there.
func (p *tab) fill(act string, values ...string) {
	p.t.Helper()
	for i, value := range values {
		field := `[data-act="` + act + `"] label:nth-of-type(` + itoa(i+1) + `) :is(input, select)`
		p.focus(field)
		if eval[bool](p, `document.activeElement.tagName === 'SELECT'`) {
			eval[bool](p, `(e => (e.value = `+quote(value)+`, e.dispatchEvent(new Event('input', { bubbles: true })), e.value === `+quote(value)+`))(document.activeElement)`)
			continue
		}
		eval[bool](p, `(document.activeElement.select(), true)`)
		p.press(value)
	}
	p.focus(`[data-act="` + act + `"] .btn`)
}

// A link that nobody has touched is cut, made slow and healed by keyboard alone.
func TestLinksByKeyboard(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en").started()
	p.settle()
	p.click("#tab-cluster")
	p.openGroup("c1", "x")
	p.does("cut", "cut c1 broker-a", "broker-a")
	p.until(`document.activeElement.dataset.node === 'c1'`)
	p.openGroup("broker-a", "x")
	require.Equal(t, "c1", eval[string](p, `document.querySelector('[data-act=heal] select').value`))
	p.does("heal", "heal broker-a c1", "c1")
	p.openGroup("c1", "x")
	p.does("link", "link c1 broker-a 20ms", "broker-a", "20ms")
	p.quiet()
}

// What only lines of a story could do is done from the menus, and the engine has
// understood each.
func TestActsThatNeedAValue(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en").started()
	p.settle()
	p.click("#tab-cluster")
	for _, c := range []struct {
		node, group, act, line string
		values                 []string
	}{
		{"broker-a", "a", "sends", "set broker-a sends=SYSTEM_BUSY", []string{"SYSTEM_BUSY"}},
		{"broker-a", "a", "answer-late", "set broker-a answer=300ms", []string{"300ms"}},
		{"broker-a", "f", "clock", "clock broker-a -5s", []string{"-5s"}},
		{"broker-a", "f", "disk", "set broker-a disk=full", []string{"full"}},
		{"broker-a", "p", "perm", "queues broker-a orders perm=w", []string{"orders", "w"}},
		{"p1", "o", "mode", "set p1 mode=oneway", []string{"oneway"}},
		{"p1", "o", "timeout", "set p1 timeout=1s", []string{"1s"}},
		{"p1", "o", "selector", "set p1 selector=hash", []string{"hash"}},
		{"p1", "e", "send", "send p1 3 every=10ms delay-level=2", []string{"3", "10ms", "2"}},
		{"c1", "t", "fail", "set c1 fail=always", []string{"always"}},
		{"c1", "t", "poison", "set c1 poison=p1/7", []string{"p1/7"}},
		{"c1", "b", "subscribe", `subscribe c1 topic=pay tags="TagA || TagB"`, []string{"pay", "TagA || TagB"}},
	} {
		p.openGroup(c.node, c.group)
		p.does(c.act, c.line, c.values...)
	}
	p.until(`document.body.dataset.ready === 'true' && ` + shell + `.asleep`)
	require.Equal(t, eval[string](p, `document.body.dataset.seq`), strconv.FormatUint(p.engine().Pos().Seq, 10), "the engine has done them all")
	p.quiet()
}

// What is refused says why, in the reader's language, where it was asked for.
func TestARefusedActSaysWhy(t *testing.T) {
	p := open(t, 800, 450, "?story=scale-out&lang=zh").started()
	p.settle()
	p.openPanel()
	p.click("#tab-cluster")
	before := eval[string](p, storyText)
	p.openGroup("p1", "o")
	p.fill("timeout", "soon")
	p.press(kb.Enter)
	p.until(`document.querySelector('[data-act=timeout] .why').textContent.includes('soon')`)
	require.Regexp(t, `\p{Han}`, eval[string](p, `document.querySelector('[data-act=timeout] .why').textContent`))
	p.fill("detector", "on")
	p.press(kb.Enter)
	p.until(`document.querySelector('[data-act=detector] .why').textContent.includes('5.1.4')`)
	require.Equal(t, before, eval[string](p, storyText))
	p.press(kb.Escape)
	p.until(noDialog + ` && document.activeElement.dataset.node === 'p1'`)
	p.quiet()
}

// One node after the other goes to another version while the rest works.
func TestARollingUpgradeFromTheMenus(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en").started()
	p.settle()
	p.click("#tab-cluster")
	for _, node := range []string{"c1", "broker-a"} {
		p.openGroup(node, "v")
		p.does("upgrade", "upgrade "+node+" 5.3", "5.3")
		p.runUntil(`document.querySelector('#nodes li[data-node="` + node + `"]').dataset.version === '5.3'`)
		p.click("#tab-cluster")
	}
	require.Contains(t, eval[string](p, `document.querySelector('#nodes li[data-node="c1"]').textContent`), "5.3")
	require.Equal(t, "4.9", eval[string](p, `document.getElementById('version').textContent`), "the run's own version stays")
	p.quiet()
}
