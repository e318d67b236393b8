package consumer

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

type stepsCase struct {
	ID                    string
	Orderly               bool
	Model, Strategy       string
	ConsumeFromWhere      string
	PullThresholdForTopic int32
	Me                    string
	BrokerOffsets         map[string]int64
	Steps                 []step
}

type step struct {
	T                     int64
	Route, Consumers      []string
	PulledRecently        []string
	LockDenied            []string
	Events                []string
	Changed               bool
	Balanced              *bool
	Owned                 []string
	PullThresholdForQueue int32
}

func TestRebalanceStepsVectors(t *testing.T) {
	for _, version := range []string{"4.8.0", "5.3.3"} {
		vectortest.Each(t, "rebalance-steps-"+version, func(t *testing.T, _ string, v stepsCase) { replaySteps(t, version, v) })
	}
}

func replaySteps(t *testing.T, version string, v stepsCase) {
	strategy, ok := allocate.ByName(v.Strategy)
	require.True(t, ok, v.ID)
	c := Config{
		Profile: releaseOf(version), Group: "g", ClientID: v.Me, Orderly: v.Orderly, From: policy(v.ConsumeFromWhere),
		Strategy: strategy, PullThresholdForTopic: max(0, v.PullThresholdForTopic),
	}
	if v.Model == "BROADCASTING" {
		c.Model = wire.Broadcasting
	}
	w := newWorld(c, "broker-a", "broker-b", "broker-c", "broker-d")
	w.stored = v.BrokerOffsets
	w.consumer.threshold, w.consumer.sizeLimit = DefaultPullThreshold, DefaultPullSize
	w.consumer.subs = []subscription{{data: wire.SubscriptionData{Topic: "orders", Expression: "*"}}}
	for i, s := range v.Steps {
		w.step(t, fmt.Sprintf("%s step %d", v.ID, i), s)
	}
}

// step sets the stage of one rebalance run and lets it happen.
func (w *world) step(t *testing.T, id string, s step) {
	c := w.consumer
	for w.Loop.Queue().Len() > 0 {
		w.Loop.Queue().Pop(&kernel.Event{})
	}
	now := kernel.Time(time.Duration(s.T) * time.Millisecond)
	w.Advance(now)
	w.route, w.members, w.denied = queuesOf(s.Route), s.Consumers, s.LockDenied
	w.asked, w.notes = nil, nil
	w.do(func(env *kernel.Env, c *Consumer) {
		c.threads = [threadCount]thread{}
		c.client.Crash()
		c.client.Start(env, c.config.ClientID)
		c.tellClient()
		c.files = []offsetFile{{clientID: c.config.ClientID}}
		for q, o := range w.stored {
			c.saveOffset(queueOf(q), o)
		}
		c.client.FetchRoute(env, threadApp, "orders", false)
		c.client.FetchRoute(env, threadPull, "everywhere", false) // every broker's address is known
	})
	w.run(now.Add(8 * time.Millisecond))
	for _, p := range c.table {
		p.pull.hold = hold{} // as if the pull thread had not looked
	}
	for _, q := range s.PulledRecently {
		i, ok := c.find(queueOf(q))
		require.True(t, ok, id)
		c.table[i].lastPull = now.Add(-5 * time.Second)
	}
	before, version := c.serial, c.subs[0].data.SubVersion
	w.do(func(env *kernel.Env, c *Consumer) {
		c.rebalance.last, c.rebalance.phase = env.Now()-kernel.Time(time.Hour), rebWaiting
		c.wake(env)
	})
	w.settle()
	require.Equal(t, s.Events, w.events(before), id)
	require.Equal(t, s.Changed, c.subs[0].data.SubVersion != version, id)
	require.Equal(t, s.PullThresholdForQueue, c.threshold, id)
	if s.Balanced != nil {
		require.Equal(t, *s.Balanced, c.rebalance.balanced, id)
	}
	owned := []string{}
	for _, p := range c.table {
		owned = append(owned, p.queue.String())
	}
	require.Equal(t, s.Owned, owned, id)
}

// settle runs until the rebalance thread waits again.
func (w *world) settle() {
	end := w.Now().Add(90 * time.Second)
	for w.Now() < end && w.consumer.rebalance.phase != rebWaiting {
		w.run(w.Now().Add(time.Millisecond))
	}
	w.run(w.Now().Add(2 * time.Millisecond)) // one-way requests arrive
}

// events tells what happened as the vectors write it.
func (w *world) events(before int64) []string {
	events := []string{}
	say := func(format string, args ...any) { events = append(events, fmt.Sprintf(format, args...)) }
	for _, m := range w.asked {
		switch m := m.(type) {
		case *wire.LockBatch:
			if slices.Contains(w.denied, m.Queues[0].String()) {
				say("lock denied %s", m.Queues[0])
			} else {
				say("lock ok %s", m.Queues[0])
			}
		case *wire.UnlockBatch:
			say("unlock %s", m.Queues[0])
		}
	}
	for _, n := range w.notes {
		if n.Rule != explain.ConsumerDropped {
			continue
		}
		times := 1
		if w.consumer.locks() && w.consumer.rules.ReleasesByWriteLock {
			times = 2 // before and after the consume lock
		}
		for range times {
			if fact(n, "committed").Num < 0 {
				say("persist %s (nothing in memory)", n.Decision.Chose[0])
			} else {
				say("persist %s", n.Decision.Chose[0])
			}
		}
	}
	for _, p := range w.consumer.table {
		if p.id > before {
			say("pull %s from %d delay %d", p.queue, p.pull.next, w.consumer.rules.PullDelayOnGain.Milliseconds())
		}
	}
	for i := range w.Loop.Queue().Len() {
		if e := w.Loop.Queue().At(i); e.Kind == timerRebalanceLater {
			say("rebalanceLater %d", laterDelay.Milliseconds())
		}
	}
	slices.Sort(events)
	return events
}
