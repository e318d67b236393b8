package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// torn is a run in which a disk takes with it what no slave has, and retries and
// dead letters of another group.
const torn = `rocketmq 4.9
seed 7
nameserver n1
broker broker-a topics=orders:2
broker broker-a-s of=broker-a id=1
broker broker-b topics=orders:2
producer p1 topic=orders
consumer c1 group=g topic=orders from=first
consumer d1 group=h topic=orders from=first listen=0s fail=always max-reconsume=1
run 25s
send p1 8
run 12s
kill c1
cut broker-a broker-a-s
send p1 8
run 1s
disk broker-a
run 4s
`

// tale opens a story of its own at a moment.
func tale(t *testing.T, width, height int64, story, at string) *tab {
	p := open(t, width, height, "?lang=en&theme=light").started()
	eval[bool](p, `(location.hash = 'v=1&text='+encodeURIComponent(`+quote(story)+`)+'&at=`+at+`', true)`)
	return p
}

func (p *tab) number(group, key string) string {
	return eval[string](p, `document.querySelector('[data-group=`+group+`] [data-number=`+key+`]').dataset.value`)
}

func TestNumbersOfGroupsAndQueues(t *testing.T) {
	p := tale(t, 1440, 900, torn, "42s")
	p.until(`document.body.dataset.at === '42000000000'`)
	p.cluster()
	p.until(`document.querySelector('[data-group=g] [data-number=lost]')?.dataset.value > 0`)
	lost := p.number("g", "lost")
	require.Equal(t, "0", p.number("g", "dead"))
	require.NotEqual(t, "0", p.number("h", "dead"))
	require.NotEqual(t, "0", p.number("h", "retrying"))

	p.click("[data-group=g] summary")
	p.until(`document.querySelector('[data-group=g] details').open`)
	row := `[data-group=g] [data-queue="orders broker-a/0"]`
	require.Equal(t, eval[int](p, `document.querySelectorAll('[data-group=g] thead th').length`)+1, eval[int](p, `document.querySelector('`+row+`').children.length`))
	require.Equal(t, lost, eval[string](p, `String([...document.querySelectorAll('[data-group=g] .by-queue .bad button')].reduce((n, b) => n + +b.textContent, 0))`), "the queues add up")
	p.focus(row + ` .bad button`)
	p.press("\r")
	p.until(`document.body.dataset.at === '38000000000'`)
	p.until(`document.querySelector('#pane-why .lead')?.textContent.includes('broker-a')`)
	require.True(t, eval[bool](p, `document.querySelector('[data-group=g] details').open`), "the queues stay open")
	p.click(`[data-group=g] [data-number=delivered] .at`)
	p.until(`+document.body.dataset.at < 38e9`)
	p.quiet()
}

func TestReplicationIsComparedAndTheLanesAreMarked(t *testing.T) {
	p := tale(t, 1440, 900, torn, "42s")
	p.until(`document.body.dataset.at === '42000000000'`)
	p.cluster()
	p.until(`document.querySelector('[data-group=g] [data-number=lost]')?.dataset.value > 0`)
	p.click("[data-group=g] [data-number=lost] .ask")
	p.until(`document.querySelector('.found [data-variant$="broker-a SYNC_MASTER"]')?.dataset.helps === 'true'`)
	p.until(`document.querySelector('.prevent [role=status]').textContent.includes('single changes')`)
	p.click(`.found [data-variant$="broker-a SYNC_MASTER"] .btn`)
	p.until(comparing)
	p.until(`document.querySelector('[data-measure=lost].differs') !== null`)
	require.Equal(t, "0", eval[string](p, `document.querySelector('[data-measure=lost] td:last-child').textContent`))
	p.quiet()
}
