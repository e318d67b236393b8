package bridge

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/view"
)

// hung is a run in which a consumer's host falls silent.
const hung = `
rocketmq 4.9
seed 7
nameserver n1
broker broker-a topics=orders:4
producer p1 topic=orders rate=5/s
consumer c1 group=g topic=orders
consumer c2 group=g topic=orders
run 25s
lose c2
run 20s
`

func standing(t *testing.T) (*Session, *ear) {
	s, e := listening(t)
	s.Handle("load", "45000000000 end\n"+hung)
	s.Report(nil)
	require.Empty(t, e.told["error"])
	return s, e
}

func TestPreventPlaysAVariantAFrame(t *testing.T) {
	s, e := standing(t)
	s.Handle("prevent", "stalled")
	require.Equal(t, 2., e.last("found")["before"])
	frames := 0
	for s.Searching() {
		s.Tick(16 * time.Millisecond)
		frames++
	}
	helps := map[string]bool{}
	for _, f := range e.told["found"][1:] {
		helps[f["kind"].(string)+" "+f["what"].(string)] = f["helps"].(bool)
	}
	require.Len(t, helps, frames)
	require.True(t, helps["without lose c2"])
	require.False(t, helps["version 5.3"])
	require.Equal(t, 0., e.last("found")["left"])
	require.Equal(t, 45e9, e.last("state")["at"], "the run itself stands still")
}

func TestPreventRefuses(t *testing.T) {
	s, e := standing(t)
	s.Handle("prevent", "rain")
	require.Contains(t, e.last("error")["text"], "rain")
	s.Handle("prevent", "failed")
	require.Contains(t, e.last("error")["text"], "nothing to prevent")
	require.False(t, s.Searching())
}

func (e *ear) measure(key string) (this, other float64) {
	e.t.Helper()
	for _, m := range e.last("comparison")["measures"].([]any) {
		if m := m.(map[string]any); m["key"] == key {
			return m["this"].(float64), m["other"].(float64)
		}
	}
	require.Fail(e.t, "no measure "+key)
	return 0, 0
}

// keyOf finds a variant's key by what the page reads of it.
func (e *ear) keyOf(s *Session, kind, what string) string {
	s.Handle("variants", "")
	for _, v := range e.last("variants")["list"].([]any) {
		if v := v.(map[string]any); v["kind"] == kind && v["what"] == what {
			return v["key"].(string)
		}
	}
	return ""
}

func TestCompareKeepsInStep(t *testing.T) {
	s, e := standing(t)
	s.Handle("compare", e.keyOf(s, "without", "lose c2"))
	s.Report(nil)
	this, other := e.measure("stalled")
	require.Equal(t, [2]float64{2, 0}, [2]float64{this, other})
	require.Len(t, e.last("comparison")["queues"], 2, "those of c2")
	v, mark := s.Beside()
	require.Equal(t, s.View().At, v.At)
	require.Equal(t, v.At, mark)

	s.Handle("seek", "10000000000 end")
	s.Tick(0)
	s.Report(nil)
	v, _ = s.Beside()
	require.Equal(t, s.View().At, v.At)
	this, other = e.measure("delivered")
	require.Equal(t, this, other, "before the difference both are the same")

	s.Handle("do", "kill c1")
	s.Handle("seek", "14000000000 end")
	s.Tick(0)
	s.Report(nil)
	require.Equal(t, "compare", e.last("error")["verb"], "the act that was left out is no part of this future")
	require.Equal(t, false, e.last("comparison")["on"])
}

func TestCompareStrategies(t *testing.T) {
	s, e := standing(t)
	s.Handle("seek", "20000000000 end")
	s.Handle("compare", e.keyOf(s, "strategy", "AVG_BY_CIRCLE"))
	s.Report(nil)
	queues := e.last("comparison")["queues"].([]any)
	require.NotEmpty(t, queues)
	q := queues[0].(map[string]any)
	require.NotEqual(t, q["this"], q["other"])
	v, mark := s.Beside()
	moved := 0
	for _, o := range v.Owners {
		if o.Since > mark {
			moved++
		}
	}
	require.Len(t, queues, moved)
	s.Handle("compare", "other")
	require.True(t, s.ShowsOther())
	s.Handle("compare", "")
	require.False(t, s.ShowsOther())
	s.Handle("compare", "without 1 nothing")
	require.Contains(t, e.last("error")["text"], "no variant")
}

func TestLanesThatDifferAreTheSameInBothRuns(t *testing.T) {
	s, e := standing(t)
	this, other := s.Differing()
	require.Nil(t, this)
	require.Nil(t, other)
	s.Handle("compare", e.keyOf(s, "without", "lose c2"))
	v, _ := s.Beside()
	this, other = s.Differing()
	require.Len(t, v.Queues, len(this))
	marked := 0
	for i := range this {
		require.Equal(t, this[i], other[i], "the runs have the same lanes here")
		if this[i] {
			marked++
		}
	}
	require.Equal(t, 2, marked, "those of c2")
	s.Handle("seek", "10000000000 end")
	s.Tick(0)
	s.Beside()
	this, _ = s.Differing()
	require.NotContains(t, this, true, "before the difference both are the same")
}

// torn is a run in which a host takes with it what no slave has.
const torn = `
rocketmq 4.9
seed 7
nameserver n1
broker broker-a topics=orders:1
broker broker-a-s of=broker-a id=1
producer p1 topic=orders
consumer c1 group=g topic=orders from=first
run 25s
kill c1
cut broker-a broker-a-s
send p1 5
run 1s
lose broker-a
`

func TestNumbersOfEachQueueAndOfASyncMaster(t *testing.T) {
	s, e := listening(t)
	s.Handle("load", "26000000000 end\n"+torn)
	s.Report(nil)
	g := e.last("state")["groups"].([]any)[0].(map[string]any)
	require.Equal(t, 5., g["lost"])
	queues := g["queues"].([]any)
	q := queues[len(queues)-1].(map[string]any)
	require.Equal(t, "orders broker-a/0", q["topic"].(string)+" "+q["name"].(string))
	require.Equal(t, []any{5., 26e9}, q["lost"])
	s.Handle("compare", e.keyOf(s, "replication", "broker-a SYNC_MASTER"))
	s.Report(nil)
	this, other := e.measure("lost")
	require.Equal(t, [2]float64{5, 0}, [2]float64{this, other})
}

func TestActsHappenInBothRuns(t *testing.T) {
	s, e := standing(t)
	s.Handle("compare", e.keyOf(s, "version", "5.3"))
	s.Handle("do", "kill c1")
	s.Tick(0)
	v, _ := s.Beside()
	require.NotEqual(t, view.Up, named(v, "c1").State)
	require.NoError(t, s.comparison.sim.Check())
	require.Equal(t, engine.Head{Version: "5.3", Seed: 7}, s.comparison.sim.Head())
}

func TestLensComparesAllStrategies(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14000000000 end")
	s.Handle("lens", "g orders")
	s.Report(nil)
	l := e.last("lens")
	require.Len(t, l["columns"], 6)
	require.Equal(t, 0., l["own"])
	require.Equal(t, []any{"c1", "c2"}, l["after"].(map[string]any)["members"])
	require.Equal(t, []any{"c1"}, l["before"].(map[string]any)["members"])
	avg := l["columns"].([]any)[0].(map[string]any)
	require.Equal(t, 2., avg["moved"])
	require.Equal(t, []any{[]any{0.}, []any{0.}, []any{1.}, []any{1.}}, avg["after"].(map[string]any)["owners"])
	why := l["why"].([]any)
	require.Len(t, why, 2)
	require.Equal(t, "c2", why[1].(map[string]any)["member"])
	require.NotEmpty(t, why[1].(map[string]any)["working"])

	told := len(e.told["lens"])
	s.Handle("pause", "")
	s.Report(nil)
	require.Len(t, e.told["lens"], told, "what is the same is not told again")
	s.Handle("lens", "g orders 4")
	s.Report(nil)
	require.Equal(t, 4., e.last("lens")["column"])
	require.Contains(t, e.last("lens")["columns"].([]any)[3].(map[string]any)["class"], "MachineRoom")
	s.Handle("lens", "nobody orders")
	require.True(t, strings.Contains(e.last("error")["text"].(string), "nobody"))
}
