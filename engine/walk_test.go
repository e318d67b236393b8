package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
)

// walker wanders through a run: acts, steps, runs and seeks back and forth.
type walker struct {
	sim    *engine.Sim
	random kernel.Stream
	nodes  int
}

func (w *walker) pick(of ...string) string { return of[w.random.Below(len(of))] }

// act makes up a line; many cannot be, and must change nothing then.
func (w *walker) act() string {
	node := w.pick("p1", "p2", "c1", "c2", "c3", "broker-a", "broker-b", "ns", fmt.Sprintf("c%d", w.random.Below(w.nodes+4)))
	switch w.random.Below(16) {
	case 0:
		w.nodes++
		return fmt.Sprintf("consumer c%d group=g strategy=%s", 3+w.nodes, w.pick("AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH"))
	case 1, 2:
		return "kill " + node
	case 3:
		return "lose " + node
	case 4:
		return "stop " + node
	case 5, 6:
		return "restart " + node
	case 7:
		return "cut " + node + " " + w.pick("broker-a", "broker-b", "ns")
	case 8:
		return "heal " + node + " " + w.pick("broker-a", "broker-b", "ns")
	case 9:
		return "slow " + node + " " + w.pick("x10", "x1", "300ms", "0s")
	case 10:
		return fmt.Sprintf("queues broker-a orders read=%d write=%d", 1+w.random.Below(8), 1+w.random.Below(8))
	case 11:
		return "set broker-a " + w.pick("answer=hang", "answer=ok", "answer=refuse", "answer=300ms", "sends=SYSTEM_BUSY", "sends=ok")
	case 12:
		return w.pick("hang ", "unhang ", "suspend ", "resume ") + node + w.pick("", " next", " p1/3")
	case 13:
		return w.pick("subscribe "+node+" topic=pay tags=TagA", "unsubscribe "+node+" topic=pay", "group g strategy=CONSISTENT_HASH virtual-nodes=3", "group g fail=2")
	case 14:
		return w.pick("reset g orders at=first", "reset g orders at=-10s force", "reset g orders at=last old force", fmt.Sprintf("expire broker-a orders/1 offset=%d", w.random.Below(40)))
	default:
		return fmt.Sprintf("%s %d", w.pick("drop", "hold", "release"), w.sim.Pos().Seq-uint64(w.random.Below(20)))
	}
}

func (w *walker) step(t *testing.T) {
	switch w.random.Below(16) {
	case 10:
		_ = w.sim.Undo() // refused where there is nothing to undo
	case 11:
		if w.random.Below(2) == 0 {
			_ = w.sim.Redo()
		} else if n := len(w.sim.Branches()); n > 0 {
			require.NoError(t, w.sim.Return(w.random.Below(n)))
		}
	case 12:
		w.sim.StepBack()
	case 0, 1, 2:
		before, pos := w.sim.Digest(), w.sim.Pos()
		c, err := engine.ParseCommand(w.act())
		if err != nil {
			return
		}
		if err := w.sim.Do(c); err != nil && w.sim.Pos() == pos {
			require.Equal(t, before, w.sim.Digest(), "a refused act left a trace: %s", c)
		}
	case 3, 4, 5:
		for range w.random.Below(200) {
			w.sim.Step()
		}
	case 6, 7:
		w.sim.RunUntil(w.sim.Now().Add(time.Duration(w.random.Below(int(3*time.Second)))), 0)
	default:
		at := kernel.Time(w.random.Below(int(w.sim.Now()) + 1))
		require.NoError(t, w.sim.Seek(engine.Pos{At: at, Seq: w.sim.Pos().Seq}))
	}
}

// Wherever a walk has come, a straight replay of its log to the same position
// gives the same digest.
func TestRandomWalksEqualStraightReplay(t *testing.T) {
	const operations = 1000
	for seed := range uint64(10) {
		w := &walker{sim: defaultRun(t), random: kernel.NewStream(seed, "walk")}
		for i := range operations {
			w.step(t)
			if i%(operations/10) == operations/10-1 {
				straight, err := engine.Replay(w.sim.Log())
				require.NoError(t, err)
				require.NoError(t, straight.Seek(w.sim.Pos()))
				require.Equal(t, straight.Digest(), w.sim.Digest(), "seed %d, step %d", seed, i)
			}
		}
	}
}
