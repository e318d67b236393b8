package bridge

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/view"
)

// sight is an inspection as the page reads it.
type sight map[string]any

func (e *ear) sight(s *Session, what string) sight {
	e.t.Helper()
	s.Handle("inspect", what)
	s.Report(nil)
	return e.last("inspection")
}

func (i sight) table(t *testing.T, key string) map[string]any {
	t.Helper()
	for _, x := range i["tables"].([]any) {
		if m := x.(map[string]any); m["key"] == key {
			return m
		}
	}
	require.Fail(t, "no table "+key)
	return nil
}

func rows(table map[string]any) (all []map[string]any) {
	for _, r := range table["rows"].([]any) {
		all = append(all, r.(map[string]any))
	}
	return all
}

// state lists the rows of a table that are in a state.
func inState(table map[string]any, state string) (n int) {
	for _, r := range rows(table) {
		if r["state"] == state {
			n++
		}
	}
	return n
}

func TestInspectNothingSaysNothing(t *testing.T) {
	s, e := loaded(t)
	s.Handle("step", "")
	s.Report(nil)
	require.Empty(t, e.told["inspection"])
}

func TestInspectAConsumer(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "9000000000 end")
	i := e.sight(s, "node c1")
	require.Equal(t, "consumer", i["role"])
	queues := i.table(t, "process-queues")
	require.Equal(t, "RebalanceImpl.processQueueTable", queues["source"])
	require.Len(t, rows(i.table(t, "offsets")), 5, "four queues and the retry queue")
	require.NotEmpty(t, rows(i.table(t, "routes")))
	require.NotEmpty(t, i["facts"])
}

func TestInspectionMarksWhatChanged(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "9000000000 end")
	s.Handle("seek", "12000000000 end") // c2 has joined at 10 s
	queues := e.sight(s, "node c1").table(t, "process-queues")
	require.Equal(t, 2, inState(queues, "gone"), "c1 gave half of them away")
	changed := 0
	for _, r := range rows(queues) {
		changed += len(r["changed"].([]any))
	}
	require.Positive(t, changed, "the next offset of the others")
	require.Positive(t, inState(e.sight(s, "node c2").table(t, "process-queues"), "new"))
}

func TestInspectionShowsWhereViewsDiffer(t *testing.T) {
	s, e := listening(t)
	s.Handle("load", "9000000000 end\n"+twoConsumers)
	s.Handle("do", "queues broker-a orders read=8 write=8")
	routes := e.sight(s, "node c1").table(t, "routes")
	told := 0
	for _, r := range rows(routes) {
		for _, d := range r["differs"].([]any) {
			if d := d.(map[string]any); d["column"] == 2. && d["value"] == 8. {
				told++
			}
		}
	}
	require.Positive(t, told, "the broker has 8 queues, c1 still knows 4")
	s.Handle("do", "kill broker-a")
	s.Handle("seek", "9500000000 end")
	addresses := e.sight(s, "node p1").table(t, "addresses")
	require.NotEmpty(t, rows(addresses)[0]["differs"], "the name server has dropped it")
}

const aBrokerFails = `rocketmq 4.9
seed 7
nameserver ns1
broker broker-a topics=orders:2
broker broker-b topics=orders:2
run 1s
producer p1 topic=orders fault=on
run 1s
set broker-a sends=SERVICE_NOT_AVAILABLE
send p1 4
run 1s
`

// What the last sends of a producer looked at comes in words of the language.
func TestInspectWhatSendsLookedAt(t *testing.T) {
	for lang, want := range map[string][][]any{
		"en": {{"broker-a/0..1", "isolated for 599.992 s more", ""}, {"broker-b/0", "the next available broker", "SEND_OK"}},
		"zh": {{"broker-a/0..1", "还要隔离 599.992 s", ""}, {"broker-b/0", "下一个可用的 Broker", "SEND_OK"}},
	} {
		s, e := listening(t)
		s.Handle("lang", lang)
		s.Handle("load", "3s\n"+aBrokerFails)
		choices := e.sight(s, "node p1").table(t, "choices")
		require.Equal(t, "word", choices["columns"].([]any)[3].(map[string]any)["unit"])
		var got [][]any
		failed := 0
		for _, r := range rows(choices) {
			c := r["cells"].([]any)
			got = append(got, []any{c[2], c[3], c[5]})
			if c[5] == "MQBrokerException SERVICE_NOT_AVAILABLE" {
				failed++
			}
		}
		for _, row := range want {
			require.Contains(t, got, row)
		}
		require.Positive(t, failed)
	}
}

func TestInspectAQueueAndAGroup(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "14000000000 end")
	q := e.sight(s, "queue orders broker-a/0")
	require.Equal(t, true, q["owners"])
	require.Len(t, rows(q.table(t, "process-queues")), 1)
	g := e.sight(s, "group g")
	require.Len(t, rows(g.table(t, "members")), 2)
	require.Equal(t, true, e.sight(s, "group nobody")["gone"])
	require.Equal(t, true, e.sight(s, "queue orders broker-a/77")["gone"])
	require.Equal(t, true, e.sight(s, "node x")["gone"])
	require.Equal(t, true, e.sight(s, "flight 1")["gone"])
}

// Every packet that a story sends can be looked into, and most have fields.
func TestInspectFlights(t *testing.T) {
	files, err := filepath.Glob("../../assets/scenarios/*.txt")
	require.NoError(t, err)
	empty := map[string]bool{}
	files = append(files[:2], "../../engine/testdata/controller-timer.txt", "../../engine/testdata/acting-timer.txt")
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		s, e := listening(t)
		s.Handle("load", "\n"+string(text))
		for range 800 {
			s.Handle("step", "")
			v := s.View()
			if len(v.Flights) == 0 || v.Flights[len(v.Flights)-1].Arrive <= v.At {
				continue
			}
			last := v.Flights[len(v.Flights)-1]
			i := e.sight(s, "flight "+strconv.FormatUint(last.Number, 10))
			require.Contains(t, i, "facts")
			if len(i["fields"].([]any)) == 0 {
				empty[last.Name] = true
			}
		}
	}
	for name := range empty {
		require.Regexp(t, `^GET_ALL|^REGISTER_BROKER_RESPONSE$|^GET_TIMER_CHECK_POINT$|^EXCHANGE_BROKER_HA_INFO$`, name)
	}
}

func TestUnitsHaveNames(t *testing.T) {
	require.Len(t, units, int(view.YesNo)+1)
}
