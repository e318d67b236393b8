package fault

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func queueOf(t *testing.T, s string) wire.MessageQueue {
	broker, id, ok := strings.Cut(s, "/")
	require.True(t, ok)
	n, err := strconv.Atoi(id)
	require.NoError(t, err)
	return wire.MessageQueue{Topic: "topic", Broker: broker, QueueID: int32(n)}
}

func publishOf(t *testing.T, queues []string, writeQueues map[string]int32, index int32) *Publish {
	p := &Publish{Route: &wire.TopicRoute{Topic: "topic"}}
	for _, q := range queues {
		p.Queues = append(p.Queues, queueOf(t, q))
	}
	for broker, n := range writeQueues {
		p.Route.Queues = append(p.Route.Queues, wire.QueueData{Broker: broker, WriteQueues: n})
	}
	p.Next.Start(index)
	return p
}

func namesOf(p *Publish) []string {
	var names []string
	for _, q := range p.Queues {
		names = append(names, q.String())
	}
	return names
}

func TestUnavailableDuration(t *testing.T) {
	type testCase struct {
		ID, Version  string
		Latency      int64
		NotAvailable int64
		Isolation    bool
	}
	profiles := map[string]string{"4.x": "4.9", "5.x": "5.3"}
	vectortest.Each(t, "unavailable-duration", func(t *testing.T, _ string, c testCase) {
		p, ok := profile.ByName(profiles[c.Version])
		require.True(t, ok, c.ID)
		latency := c.Latency
		if c.Isolation {
			latency = p.Producer.IsolationLatency
		}
		require.Equal(t, c.NotAvailable, NotAvailable(p.Producer.FaultTable, latency), c.ID)
	})
}

type faultOp struct {
	T            int64
	Op, Broker   string
	Latency      int64
	Isolation    bool
	Reachable    bool
	Last         string
	ResetIndex   bool
	ResetTo      int32
	ListNow      []string
	ReachableNow []string
	NoAddress    []string
	Result       json.RawMessage
}

type faultCase struct {
	ID            string
	Enabled       bool
	Queues        []string
	WriteQueues   map[string]int32 `json:"writeQueueNums"`
	SendIndex     int32
	WorstIndex    int32
	Ops           []faultOp
	MutatesShared bool `json:"mutated"`
}

func TestFaultVectors(t *testing.T) {
	for _, p := range profile.All() {
		t.Run(p.Name, func(t *testing.T) {
			vectortest.Each(t, "fault-"+p.Release, func(t *testing.T, _ string, c faultCase) { runFault(t, p, c) })
		})
	}
}

func runFault(t *testing.T, p *profile.Profile, c faultCase) {
	s := &Strategy{Enabled: c.Enabled, Rules: &p.Producer}
	s.Table.StartWorst(c.WorstIndex)
	list := publishOf(t, c.Queues, c.WriteQueues, c.SendIndex)
	for i, op := range c.Ops {
		got := applyOp(t, s, list, op)
		if op.Result != nil {
			require.JSONEq(t, string(op.Result), string(got), "%s op %d: %+v", c.ID, i, op)
		}
		if op.ListNow != nil {
			require.Equal(t, op.ListNow, namesOf(list), "%s op %d", c.ID, i)
		}
	}
}

func applyOp(t *testing.T, s *Strategy, list *Publish, op faultOp) json.RawMessage {
	now := kernel.Time(0).Add(ms(op.T))
	var result any
	switch op.Op {
	case "update":
		s.Update(now, op.Broker, ms(op.Latency), op.Isolation, op.Reachable)
	case "select":
		if op.ResetIndex && s.Resets() {
			list.Next.Start(op.ResetTo)
		}
		result = s.Select(now, list, op.Last, nil).Queue.String()
	case "available":
		result = s.Table.Available(now, op.Broker)
	case "reachable":
		result = s.Table.Reachable(op.Broker)
	case "pick":
		if broker, ok := s.Table.PickOneAtLeast(now, s.indexRule(), nil); ok {
			result = broker
		}
	case "remove":
		s.Table.Remove(op.Broker)
	case "detect":
		detect(&s.Table, now, op.ReachableNow, op.NoAddress)
	default:
		t.Fatalf("unknown op %q", op.Op)
	}
	got, err := json.Marshal(result)
	require.NoError(t, err)
	return got
}

func detect(table *Table, now kernel.Time, reachable, noAddress []string) {
	has := func(names []string, name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return false
	}
	for broker, ok := table.Due(now, ""); ok; broker, ok = table.Due(now, broker) {
		switch {
		case has(noAddress, broker):
			table.Remove(broker)
		case has(reachable, broker):
			table.Reached(broker)
		}
	}
}
