package fault

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// NotAvailable is how long in ms a broker is left alone after a send that took
// latency ms: the highest step that it reaches, 0 below the first
// [MQFaultStrategy.computeNotAvailableDuration].
func NotAvailable(table []profile.FaultStep, latency int64) int64 {
	for i := len(table) - 1; i >= 0; i-- {
		if latency >= table[i].Latency {
			return table[i].NotAvailable
		}
	}
	return 0
}

// Way is how a queue came to be chosen.
type Way uint8

const (
	// RoundRobin took the next queue, or the next one on another broker than the last.
	RoundRobin Way = iota
	// NotIsolated took the first queue whose broker is available.
	NotIsolated
	// StillReachable took the first queue whose broker is reachable: none was available (5.1.4).
	StillReachable
	// LeastBad asked PickOneAtLeast for a broker: none was available (4.x).
	LeastBad
	// AnyAtAll took the next queue: every filter refused every queue.
	AnyAtAll
)

// Choice is a chosen queue.
type Choice struct {
	Queue   wire.MessageQueue
	Way     Way
	Avoided int32 // queues passed over for what the fault table says
	Wrote   bool  // the choice was written into the list itself (4.8)
}

// Strategy is a producer's way of choosing queues [MQFaultStrategy].
type Strategy struct {
	Enabled bool // sendLatencyFaultEnable
	Rules   *profile.Producer
	Table   Table
	Chance  kernel.Stream // the shuffle of PickOneAtLeast
}

// Update notes how a send to a broker went. A failed one isolates, which
// counts as the profile's IsolationLatency but is stored with the latency
// measured; reachable is looked at from 5.1.4 on. Nothing is noted while the
// strategy is off [MQFaultStrategy.updateFaultItem].
func (s *Strategy) Update(now kernel.Time, broker string, latency time.Duration, isolate, reachable bool) {
	if !s.Enabled {
		return
	}
	weight := latency.Milliseconds()
	if isolate {
		weight = s.Rules.IsolationLatency
	}
	duration := time.Duration(NotAvailable(s.Rules.FaultTable, weight)) * time.Millisecond
	if s.Rules.FaultFilters {
		s.Table.Extend(now, broker, latency, duration, reachable)
		return
	}
	s.Table.Overwrite(now, broker, latency, duration)
}

// Resets reports whether a retry must set the list's index to a new random
// number before it selects [TopicPublishInfo.resetIndex, 5.1.4].
func (s *Strategy) Resets() bool { return s.Enabled && s.Rules.FaultFilters }

// Select chooses a queue of a list that is not empty. last is the broker that
// has just failed this send, "" on a first try
// [MQFaultStrategy.selectOneMessageQueue].
func (s *Strategy) Select(now kernel.Time, p *Publish, last string, t *Trace) Choice {
	t.Reset()
	switch {
	case !s.Enabled:
		return s.plain(p, last, t)
	case s.Rules.FaultFilters:
		return s.filtered(now, p, last, t)
	default:
		return s.walked(now, p, t)
	}
}

func (s *Strategy) indexRule() IndexRule {
	if s.Rules.SignedIndex {
		return Signed
	}
	return Masked
}

func (s *Strategy) next(p *Publish, way Way, avoided int32) Choice {
	return Choice{Queue: p.Queues[p.take(s.indexRule())], Way: way, Avoided: avoided}
}

// plain is round robin; a retry draws up to a list's length for another broker
// [TopicPublishInfo.selectOneMessageQueue].
func (s *Strategy) plain(p *Publish, last string, t *Trace) Choice {
	if last == "" {
		return s.next(p, RoundRobin, 0)
	}
	for range p.Queues {
		c := s.next(p, RoundRobin, 0)
		if c.Queue.Broker != last {
			return c
		}
		t.pass(c.Queue, LastBroker, 0)
	}
	return s.next(p, AnyAtAll, 0)
}

// filtered looks twice through the list, for available and for reachable
// brokers; every queue looked at moves the index (5.1.4).
func (s *Strategy) filtered(now kernel.Time, p *Publish, last string, t *Trace) Choice {
	var avoided int32
	for _, way := range [...]Way{NotIsolated, StillReachable} {
		var memo verdict
		for range p.Queues {
			q := p.Queues[p.take(s.indexRule())]
			if q.Broker == last {
				t.pass(q, LastBroker, 0)
				continue
			}
			if memo.broker != q.Broker {
				memo = s.judge(now, q.Broker, way)
			}
			if memo.good {
				return Choice{Queue: q, Way: way, Avoided: avoided}
			}
			avoided++
			t.pass(q, memo.why, memo.left)
		}
	}
	return s.next(p, AnyAtAll, avoided)
}

// walked looks once through the list from the next index, which it moves by
// one only, whatever the last broker was (4.x).
func (s *Strategy) walked(now kernel.Time, p *Publish, t *Trace) Choice {
	rule := s.indexRule()
	var memo verdict
	var avoided int32
	for i, n := p.Next.Take(rule), 0; n < len(p.Queues); i, n = i+1, n+1 {
		q := p.Queues[max(int(abs(i))%len(p.Queues), 0)]
		if memo.broker != q.Broker {
			memo = s.judge(now, q.Broker, NotIsolated)
		}
		if memo.good {
			return Choice{Queue: q, Way: NotIsolated, Avoided: avoided}
		}
		avoided++
		t.pass(q, memo.why, memo.left)
	}
	return s.leastBad(now, p, avoided)
}

// leastBad takes the broker that PickOneAtLeast names, with a queue id of its
// own count. In 4.8 it changes the queue object of the list itself.
func (s *Strategy) leastBad(now kernel.Time, p *Publish, avoided int32) Choice {
	rule := s.indexRule()
	var shuffle *kernel.Stream
	if s.Rules.FaultShuffles {
		shuffle = &s.Chance
	}
	broker, ok := s.Table.PickOneAtLeast(now, rule, shuffle)
	queues := p.writeQueues(broker)
	if !ok || queues <= 0 {
		s.Table.Remove(broker)
		return s.next(p, AnyAtAll, avoided)
	}
	at := p.take(rule)
	q := p.Queues[at]
	q.Broker, q.QueueID = broker, p.Next.Take(rule)%queues
	wrote := s.Rules.FaultWritesShared && p.Queues[at] != q
	if wrote {
		p.Queues[at] = q
	}
	return Choice{Queue: q, Way: LeastBad, Avoided: avoided, Wrote: wrote}
}

// verdict is what the table says of one broker; queues of one broker stand
// together, so it is asked once for all of them.
type verdict struct {
	broker string
	good   bool
	why    Reason
	left   time.Duration
}

func (s *Strategy) judge(now kernel.Time, broker string, way Way) verdict {
	v := verdict{broker: broker, good: true}
	item := s.Table.Item(broker)
	switch {
	case item == nil:
	case way == NotIsolated:
		v.good, v.left = item.Available(now), item.Until.Sub(now)
	default:
		v.good, v.why = item.Reachable, Unreachable
	}
	return v
}

// Clone returns a copy with a table of its own.
func (s *Strategy) Clone() Strategy {
	c := *s
	c.Table = s.Table.Clone()
	return c
}
