package producer

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/fault"
	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

type behaviour struct {
	Kind string
	MS   int64
	Code int
}

type attempt struct {
	Broker    string
	Queue     int32
	T         int64
	Timeout   int64
	Behaviour string
}

type expectation struct {
	Status, Broker, Exception string
	Queue                     int32
	Code                      *int
}

type sendCase struct {
	ID                          string
	RetryTimes                  int32
	RetryAnotherBroker          bool `json:"retryAnotherBrokerWhenNotStoreOK"`
	SendLatencyFaultEnable      bool
	StartDetectorEnable         bool
	SendMsgMaxTimeoutPerRequest *int64
	Timeout                     int64
	Queues                      []string
	SendIndex, WorstIndex       int32
	ResetTo                     int32
	Script                      map[string][]behaviour
	Sends                       []struct {
		T        int64
		Attempts []attempt
		End      int64
		Result   expectation
	}
}

func TestProducerSendVectors(t *testing.T) {
	for _, release := range []string{"4.8.0", "5.3.3"} { // those that the vectors were taken from
		p := profile.All()[slices.IndexFunc(profile.All(), func(p *profile.Profile) bool { return p.Release == release })]
		vectortest.Each(t, "producer-send-"+release, func(t *testing.T, _ string, c sendCase) { runSends(t, p, &c) })
	}
}

func at(ms int64) kernel.Time { return kernel.Time(ms) * kernel.Time(time.Millisecond) }

// publishList is a list of "broker/id" whose route has as many queues.
func publishList(t *testing.T, queues []string) *fault.Publish {
	list := &fault.Publish{Route: &wire.TopicRoute{Topic: "topic"}}
	for _, name := range queues {
		broker, id, ok := strings.Cut(name, "/")
		require.True(t, ok)
		n, err := strconv.Atoi(id)
		require.NoError(t, err)
		list.Queues = append(list.Queues, wire.MessageQueue{Topic: "topic", Broker: broker, QueueID: int32(n)})
		q := &list.Route.Queues
		if len(*q) == 0 || (*q)[len(*q)-1].Broker != broker {
			*q = append(*q, wire.QueueData{Broker: broker})
		}
		(*q)[len(*q)-1].WriteQueues++
	}
	return list
}

func runSends(t *testing.T, p *profile.Profile, c *sendCase) {
	strategy := &fault.Strategy{Enabled: c.SendLatencyFaultEnable, Rules: &p.Producer}
	strategy.Table.StartWorst(c.WorstIndex)
	list := publishList(t, c.Queues)
	list.Next.Start(c.SendIndex)
	perRequest := int64(-1)
	if c.SendMsgMaxTimeoutPerRequest != nil {
		perRequest = *c.SendMsgMaxTimeoutPerRequest
	}
	used := map[string]int{}
	for i, want := range c.Sends {
		s := &tries{began: at(want.T), limits: limits{
			rules: &p.Producer, timeout: time.Duration(c.Timeout) * time.Millisecond, total: 1 + c.RetryTimes,
			retryNotOK: c.RetryAnotherBroker, maxPerRequest: time.Duration(perRequest) * time.Millisecond, detector: c.StartDetectorEnable,
		}}
		attempts, end := drive(s, strategy, list, c, used)
		require.Equal(t, want.Attempts, attempts, "%s send %d", c.ID, i)
		require.Equal(t, want.End, end, "%s send %d", c.ID, i)
		requireEnd(t, &want.Result, &s.end, c.ID)
	}
}

// drive runs one send against a case's script.
func drive(s *tries, f *fault.Strategy, list *fault.Publish, c *sendCase, used map[string]int) ([]attempt, int64) {
	var attempts []attempt
	now := s.began
	for again := true; again; {
		if _, ok := s.choose(now, f, list, c.ResetTo, nil); !ok {
			break
		}
		broker := s.queue.Broker
		script := c.Script[broker]
		b := script[min(used[broker], len(script)-1)]
		used[broker]++
		attempts = append(attempts, attempt{broker, s.queue.QueueID, now.Millis(), s.budget.Milliseconds(), b.Kind})
		var o Outcome
		var took time.Duration
		o, took = play(b, s.budget, s.queue)
		now = now.Add(took)
		again = s.conclude(now, f, o)
	}
	return attempts, now.Millis()
}

// play is what a scripted broker does with a try.
func play(b behaviour, timeout time.Duration, q wire.MessageQueue) (Outcome, time.Duration) {
	took := time.Duration(b.MS) * time.Millisecond
	if b.Kind == "hang" {
		return Outcome{Exception: TimeoutException, Code: Unset}, timeout + took
	}
	failing := b.Kind == "connectFail" || b.Kind == "sendFail" // no answer that could be late
	if took > timeout && !failing {
		return Outcome{Exception: TimeoutException, Code: Unset}, timeout + time.Millisecond
	}
	switch b.Kind {
	case "connectFail":
		return Outcome{Exception: ConnectException, Code: Unset}, took
	case "sendFail":
		return Outcome{Exception: SendRequestException, Code: Unset}, took
	case "brokerError":
		return Outcome{Exception: BrokerException, Code: wire.Code(b.Code)}, took
	case "flushDiskTimeout":
		return Outcome{Code: wire.FlushDiskTimeout, Queue: q}, took
	case "flushSlaveTimeout":
		return Outcome{Code: wire.FlushSlaveTimeout, Queue: q}, took
	case "slaveNotAvailable":
		return Outcome{Code: wire.SlaveNotAvailable, Queue: q}, took
	}
	return Outcome{Code: wire.Success, Queue: q}, took
}

func requireEnd(t *testing.T, want *expectation, got *Outcome, id string) {
	require.Equal(t, want.Exception, got.Exception.String(), id)
	if want.Code != nil {
		require.Equal(t, *want.Code, int(got.Code), id)
	}
	if want.Status == "" {
		return
	}
	status := map[wire.Code]string{
		wire.Success: "SEND_OK", wire.FlushDiskTimeout: "FLUSH_DISK_TIMEOUT",
		wire.FlushSlaveTimeout: "FLUSH_SLAVE_TIMEOUT", wire.SlaveNotAvailable: "SLAVE_NOT_AVAILABLE",
	}
	require.Equal(t, want.Status, status[got.Code], id)
	require.Equal(t, want.Broker, got.Queue.Broker, id)
	require.Equal(t, want.Queue, got.Queue.QueueID, id)
}
