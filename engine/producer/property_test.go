package producer

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// No try starts after the budget is spent; at its very end only 4.x writes one.
func TestNoTryAfterTheBudget(t *testing.T) {
	exceptions := []Exception{NoException, ClientException, BrokerException, ConnectException, SendRequestException, TimeoutException}
	for _, p := range profile.All() {
		chance := kernel.NewStream(3, p.Name)
		f := &fault.Strategy{Enabled: true, Rules: &p.Producer}
		list := publishList(t, []string{"a/0", "a/1", "b/0", "c/0"})
		now := at(0)
		for range 2000 {
			s := &tries{began: now, limits: limits{
				rules: &p.Producer, timeout: 100 * time.Millisecond, total: int32(1 + chance.Below(5)),
				maxPerRequest: time.Duration(chance.Below(60)-10) * time.Millisecond, retryNotOK: chance.Below(2) == 0,
			}}
			for again := true; again; {
				if _, ok := s.choose(now, f, list, int32(chance.Below(99)), nil); !ok {
					break
				}
				elapsed := now.Sub(s.began)
				require.LessOrEqual(t, elapsed, s.timeout)
				require.LessOrEqual(t, s.budget, s.timeout-elapsed)
				require.GreaterOrEqual(t, s.budget, time.Duration(0))
				now = now.Add(time.Duration(chance.Below(60)) * time.Millisecond)
				again = s.conclude(now, f, Outcome{Exception: exceptions[chance.Below(len(exceptions))], Code: wire.Code(chance.Below(18))})
			}
			require.LessOrEqual(t, s.made, s.total)
		}
	}
}

// Whatever befalls the brokers, a synchronous call ends by its timeout and one
// connect of 3 s; every message is accounted for, and none is stored more often
// than it was tried.
func TestSyncCallEnds(t *testing.T) {
	for _, p := range profile.All() {
		for seed := range uint64(8) {
			chance := kernel.NewStream(seed, "chaos")
			c := settings(func(s *Settings) { s.FaultTolerance = seed%2 == 1 })
			c.Traffic.Rate = 600
			w := newWorld(t, p.Name, 3, c)
			for range 200 {
				befall(w, &chance)
				w.run(time.Duration(1+chance.Below(900)) * time.Millisecond)
				for i := range w.producer.sends {
					s := &w.producer.sends[i]
					require.LessOrEqual(t, w.Now().Sub(s.began), s.timeout+3*time.Second, "%s seed %d", p.Name, seed)
				}
			}
			sent, failed := w.counts()
			require.EqualValues(t, w.producer.counter, sent+failed+int64(len(w.producer.sends)))
			require.NotZero(t, sent)
			for id, times := range w.ids {
				require.LessOrEqual(t, times, 3, fmt.Sprint(id))
			}
		}
	}
}

func befall(w *world, chance *kernel.Stream) {
	p := &w.peers[1+chance.Below(3)]
	switch chance.Below(6) {
	case 0:
		if p.state == 0 {
			w.kill(p.name)
		}
	case 1:
		w.lose(p.name)
	case 2:
		if p.state == 0 {
			p.state = 'h'
		}
	case 3:
		if p.state != 0 {
			w.restart(p.name)
		}
	case 4:
		p.lag = time.Duration(chance.Below(4000)) * time.Millisecond
	case 5:
		p.code = []wire.Code{wire.Success, wire.Success, wire.SystemError, wire.FlushDiskTimeout, wire.MessageIllegal}[chance.Below(5)]
	}
}
