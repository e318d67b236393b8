package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// delayed is a watched run in which messages wait while their broker dies, stops,
// fills its disk and, if stepped, has its clock put back and forth.
type delayed struct {
	*testing.T
	sim     *engine.Sim
	random  kernel.Stream
	stepped bool
	wheel   bool
}

func newDelayed(t *testing.T, version string, seed uint64) *delayed {
	sim, err := engine.New(engine.Head{Version: version, Seed: seed})
	require.NoError(t, err)
	sim.Watch()
	d := &delayed{T: t, sim: sim, random: kernel.NewStream(seed, "delayed"), stepped: seed%2 == 1, wheel: version == "5.3"}
	for _, line := range []string{"nameserver ns", `broker broker-a topics=orders:2 delay-levels="1s 2s 5s 0s 10s"`, "producer p1"} {
		require.NoError(t, do(sim, line), line)
	}
	sim.RunUntil(kernel.Time(time.Second), 0)
	return d
}

func (d *delayed) below(n int) int { return d.random.Below(n) }

func (d *delayed) run(most time.Duration) {
	d.sim.RunUntil(d.sim.Now().Add(time.Duration(d.below(int(most)))), 0)
}

// act makes up something that may happen; what cannot be is refused.
func (d *delayed) act() {
	line := ""
	switch n := d.below(24); {
	case n < 14:
		line = fmt.Sprintf("send p1 %d delay-level=%d", 1+d.below(3), 1+d.below(6))
	case n < 17 && d.wheel:
		line = fmt.Sprintf("send p1 %d delay=%dms", 1+d.below(3), 1+d.below(8000))
	case n == 17:
		line = "kill broker-a"
	case n == 18:
		line = "stop broker-a"
	case n < 21:
		line = "restart broker-a"
	case n == 21:
		line = "set broker-a disk=full"
	case n == 22:
		line = "set broker-a disk=ok"
	case d.stepped:
		line = fmt.Sprintf("clock broker-a %+dms", d.below(6000)-3000)
	}
	if line != "" {
		_ = do(d.sim, line)
	}
}

// waiting is what the records say of one message.
type waiting struct {
	level      bool // at a delay level, else on the wheel
	back, lost int  // written back, discarded
	due        int64
}

func num(r *engine.Record, key explain.Key) int64 {
	for _, f := range r.Decision.Saw {
		if f.Key == key {
			return f.Num
		}
	}
	return 0
}

func text(r *engine.Record, key explain.Key) string {
	for _, f := range r.Decision.Saw {
		if f.Key == key {
			return f.Text
		}
	}
	return ""
}

// account goes through the records: nothing comes before its due time but by
// the named rules, and each level keeps its order within a life of its broker.
func (d *delayed) account() map[string]*waiting {
	all := map[string]*waiting{}
	last := map[int64]int64{}
	for _, r := range d.sim.Records(0) {
		if r.Decision == nil {
			continue
		}
		m := all[text(&r, "message")]
		switch level := num(&r, "delay.level"); r.Rule {
		case explain.ActRestart:
			last = map[int64]int64{}
		case explain.DelayParked, explain.TimerParked:
			all[text(&r, "message")] = &waiting{level: r.Rule == explain.DelayParked, due: num(&r, "due.ns")}
		case explain.DelayDue, explain.DelayCorrected:
			if r.Rule == explain.DelayDue {
				require.GreaterOrEqual(d, num(&r, "clock.ns"), num(&r, "due.ns"), "early")
			}
			offset, seen := num(&r, "queue.offset"), false
			if _, seen = last[level]; seen {
				require.Contains(d, []int64{last[level], last[level] + 1}, offset, "level %d is out of order", level)
			}
			last[level] = offset
			m.back++
		case explain.DelayRefused:
			m.back--
		case explain.TimerDue:
			if !d.stepped {
				require.GreaterOrEqual(d, int64(r.At), m.due, "early")
			}
			m.back++
		case explain.TimerRefused:
			m.back--
		case explain.TimerDiscarded:
			m.back--
			m.lost++
		}
	}
	return all
}

// Whatever happens to a broker but the loss of its host, each message that it
// has put aside comes back at least once and not too early.
func TestDelayedMessagesComeBack(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		t.Run(version, func(t *testing.T) {
			for seed := range uint64(12) {
				d := newDelayed(t, version, seed)
				for range 300 {
					d.act()
					d.run(700 * time.Millisecond)
				}
				for _, line := range []string{"restart broker-a", "set broker-a disk=ok"} {
					_ = do(d.sim, line)
				}
				d.sim.RunUntil(d.sim.Now().Add(90*time.Second), 0)
				all := d.account()
				require.Greater(t, len(all), 20)
				for id, m := range all {
					require.Positive(t, m.back+m.lost, "seed %d: message %s (level %t) never came back", seed, id, m.level)
					require.False(t, m.level && m.lost > 0)
				}
				again := replay(t, d.sim)
				require.Equal(t, d.sim.Digest(), again.Digest(), "seed %d", seed)
			}
		})
	}
}

// replay runs a Sim's log in a new one, going back and forth on the way.
func replay(t *testing.T, sim *engine.Sim) *engine.Sim {
	again, err := engine.New(sim.Head())
	require.NoError(t, err)
	for _, e := range sim.Past().Entries {
		again.RunUntil(e.At, 0)
		require.NoError(t, again.Do(e.Command))
	}
	again.RunUntil(sim.Now(), 0)
	require.NoError(t, again.Seek(engine.EndOf(sim.Now()/2)))
	require.NoError(t, again.Seek(engine.EndOf(sim.Now())))
	return again
}

// poison is a message that always fails, on its whole way to the dead letters,
// with two brokers whose eighteen levels are all looked at every 100 ms.
func poison(t testing.TB) *engine.Sim {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{
		"nameserver ns", "broker broker-a topics=orders:4", "broker broker-b topics=orders:4",
		"consumer c1 group=g listen=0s fail=always", "consumer c2 group=g listen=0s fail=always", "producer p1",
	} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		require.NoError(t, sim.Do(c), line)
	}
	sim.RunUntil(kernel.Time(70*time.Second), 0)
	require.NoError(t, do(sim, "send p1 1"))
	sim.RunUntil(sim.Now().Add(4*time.Hour+46*time.Minute), 0)
	return sim
}

// The way takes 4 h 45 min 40 s, and each of its 16 steps up to 100 ms more.
func TestPoisonMessage(t *testing.T) {
	sim := poison(t)
	first, dead := kernel.Time(0), kernel.Time(0)
	for _, r := range sim.Records(0) {
		switch {
		case r.Rule == explain.RetryFailed && first == 0:
			first = r.At
		case r.Rule == explain.RetryDeadLetter:
			dead = r.At
		}
	}
	took := dead.Sub(first)
	require.GreaterOrEqual(t, took, 17140*time.Second)
	require.LessOrEqual(t, took, 17142*time.Second)
	require.Less(t, sim.Pos().Seq, uint64(300_000), "looks that find nothing are not events")
}

// One operation is the whole way: 4 h 46 min of two brokers.
func BenchmarkPoisonMessage(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		poison(b)
	}
}
