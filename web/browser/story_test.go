package browser

import (
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// engine runs the page's story natively, up to the page's position.
func (p *tab) engine() *engine.Sim {
	p.t.Helper()
	story, err := scenario.Parse(eval[string](p, `document.getElementById('story').textContent`))
	require.NoError(p.t, err)
	sim, _, err := story.Run()
	require.NoError(p.t, err)
	at, err := strconv.ParseInt(eval[string](p, `document.body.dataset.at`), 10, 64)
	require.NoError(p.t, err)
	seq, err := strconv.ParseUint(eval[string](p, `document.body.dataset.seq`), 10, 64)
	require.NoError(p.t, err)
	require.NoError(p.t, sim.Seek(engine.Pos{At: kernel.Time(at), Seq: seq}))
	return sim
}

// owners are the answers of the engine to who reads what, and what the page
// shows, in the same words. The page must be paused.
func (p *tab) owners(group, topic string) (engine, page []string) {
	p.t.Helper()
	answer, err := scenario.Ask(p.engine(), "owners "+group+" "+topic)
	require.NoError(p.t, err)
	shown := eval[[]string](p, `[...document.querySelectorAll('#nodes li[data-owns]')].filter(li => li.dataset.state === 'up').map(li => li.dataset.node + '  ' + (li.dataset.owns || '-'))`)
	return append([]string{}, answer...), shown
}

// runUntil runs from decision to decision until a condition holds.
func (p *tab) runUntil(condition string) {
	p.t.Helper()
	for range 200 {
		if eval[bool](p, condition) {
			return
		}
		before := eval[string](p, `document.body.dataset.seq`)
		p.click("#next")
		p.until(`document.body.dataset.running === 'false' && document.body.dataset.seq !== ` + strconv.Quote(before))
	}
	require.Fail(p.t, "never came: "+condition)
}

func owned(name string) string {
	return `(document.querySelector('#nodes li[data-node="` + name + `"]')?.dataset.owns ?? '')`
}

func queues(lines []string) int { return strings.Count(strings.Join(lines, " "), "/") }
