package producer

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// looks lists what the last sends looked at.
func (w *world) looks() (lines []string) {
	looks := w.producer.remembered()
	for i := range looks {
		l := &looks[i]
		name, code := l.result()
		line := fmt.Sprintf("%d.%d %s %s", l.first, l.try, l.name(), l.why)
		if l.left > 0 {
			line += fmt.Sprint(" ", l.left)
		}
		if l.chosen {
			line += fmt.Sprint(" ", l.budget)
		}
		if l.ended {
			line += fmt.Sprint(" ", name, code, " ", l.took)
		}
		lines = append(lines, line)
	}
	return lines
}

// A broker that answers SERVICE_NOT_AVAILABLE: the retry passes over the rest of
// its queues, and each try has what is left of the budget.
func TestLooksOfARetry(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.burst(t, 1, 0)
	w.run(second)
	w.peer("broker-a").code = wire.ServiceNotAvailable
	w.peer("broker-b").code = wire.ServiceNotAvailable
	w.burst(t, 1, 0)
	w.run(second)
	require.Equal(t, []string{
		"1.1 broker-b/0 round.robin 2.996s SEND_OK-1 4ms",
		"2.1 broker-b/1 round.robin 3s MQBrokerException14 2ms",
		"2.2 broker-b/2..3 last.broker",
		"2.2 broker-a/0 round.robin 2.998s MQBrokerException14 2ms",
		"2.3 broker-a/1..3 last.broker",
		"2.3 broker-b/0 round.robin 2.996s MQBrokerException14 2ms",
	}, w.looks())
}

func TestLooksOfIsolatedBrokers(t *testing.T) {
	w := newWorld(t, "5.3", 2, settings(func(s *Settings) { s.FaultTolerance = true }))
	w.lose("broker-a")
	w.burst(t, 8, 100*time.Millisecond)
	w.run(5 * second)
	require.Equal(t, []string{
		"5.1 broker-a/0 available 3s RemotingConnectException-1 3s",
		"5.2 broker-b/1 no.time",
		"6.1 broker-b/2 available 3s SEND_OK-1 2ms",
		"7.1 broker-b/3 available 3s SEND_OK-1 2ms",
		"8.1 broker-a/0..3 isolated.ns 9.8s",
		"8.1 broker-b/0 available 3s SEND_OK-1 2ms",
	}, w.looks()[4:])
}

// The last try that is not made is told as one that no time was left for.
func TestLooksOfASpentBudget(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.run(2 * second)
	w.lose("broker-a")
	w.lose("broker-b")
	w.burst(t, 1, 0)
	w.run(4 * second)
	require.Equal(t, []string{
		"1.1 broker-b/0 round.robin 2.998s RemotingConnectException-1 3s",
		"1.2 broker-b/1..3 last.broker",
		"1.2 broker-a/0 no.time",
	}, w.looks())
}

// An asynchronous retry goes to another broker with the queue id of the first.
func TestLooksOfAsyncRetries(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(func(s *Settings) { s.Mode = Async }))
	w.run(2 * second)
	w.kill("broker-a")
	w.burst(t, 5, 0)
	w.run(second)
	require.Equal(t, []string{
		"4.1 broker-a/0 round.robin 2.992s RemotingConnectException-1 2ms",
		"4.2 broker-a/1..3 last.broker",
		"4.2 broker-b/0 round.robin 2.99s SEND_OK-1 2ms",
	}, w.looks()[4:])
}

// Only the last sends are remembered, only while somebody reads, and nothing
// is allocated for it once the memory is full.
func TestMemoryOfSends(t *testing.T) {
	c := settings(nil)
	c.Traffic = Traffic{Rate: 6000}
	w := newWorld(t, "4.9", 2, c)
	w.run(3 * second)
	require.Len(t, w.producer.remembered(), keptSends)
	size := cap(w.producer.looks)
	clone := w.producer.Clone()
	w.run(3 * second)
	require.Equal(t, size, cap(w.producer.looks))
	require.NotEqual(t, clone.remembered(), w.producer.remembered())
	w.read = false
	w.run(second)
	require.Empty(t, w.producer.looks)
	w.read = true
	w.run(second)
	w.do(func(_ *kernel.Env, p *Producer) { p.Crash(false) })
	require.Empty(t, w.producer.looks)
}

func TestInspectShowsLooks(t *testing.T) {
	w := newWorld(t, "4.9", 2, settings(nil))
	w.burst(t, 1, 0)
	w.run(second)
	var i view.Inspection
	w.producer.Inspect(&i)
	var rows []view.Row
	for _, r := range i.Rows {
		if r.Table == view.ClientChoices {
			rows = append(rows, r)
		}
	}
	require.Len(t, rows, 1)
	require.Equal(t, []view.Cell{view.Num(1), view.Num(1), view.Text("broker-b/0"), view.Text("round.robin"), view.Num(2996 * time.Millisecond),
		{Text: "SEND_OK", Num: int64(Unset)}, view.Num(4 * time.Millisecond)}, rows[0].Cells)
}
