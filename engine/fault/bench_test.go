package fault

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// crowd is a list of 1,000 queues on brokers of 8 each, the first isolated of
// which are isolated for an hour.
func crowd(p *profile.Profile, isolated int) (*Strategy, *Publish) {
	s := &Strategy{Enabled: true, Rules: &p.Producer}
	list := &Publish{Route: &wire.TopicRoute{Topic: "topic"}}
	for b := range 125 {
		broker := fmt.Sprintf("broker-%03d", b)
		list.Route.Queues = append(list.Route.Queues, wire.QueueData{Broker: broker, WriteQueues: 8})
		for q := range int32(8) {
			list.Queues = append(list.Queues, wire.MessageQueue{Topic: "topic", Broker: broker, QueueID: q})
		}
		if b < isolated {
			s.Table.Extend(0, broker, time.Second, time.Hour, b%2 == 0)
		}
	}
	return s, list
}

func BenchmarkSelect(b *testing.B) {
	for _, p := range profile.All() {
		for _, isolated := range []int{0, 100, 125} {
			b.Run(fmt.Sprintf("%s/1000queues/%disolated", p.Name, isolated), func(b *testing.B) {
				s, list := crowd(p, isolated)
				b.ReportAllocs()
				for range b.N {
					s.Select(kernel.Time(time.Second), list, "", nil)
				}
			})
		}
	}
}

func TestSelectDoesNotAllocate(t *testing.T) {
	for _, p := range profile.All() {
		for _, isolated := range []int{100, 125} {
			s, list := crowd(p, isolated)
			var trace Trace
			for range 300 {
				s.Select(0, list, "", &trace)
			}
			require.Zero(t, testing.AllocsPerRun(20, func() { s.Select(0, list, "broker-120", &trace) }), "%s %d", p.Name, isolated)
		}
	}
}
