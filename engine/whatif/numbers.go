package whatif

import (
	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Numbers are what a run has come to at one moment, over all its groups.
type Numbers struct {
	Delivered int64 // messages that a group's listeners were given at least once
	Repeated  int64 // deliveries of messages that they had before
	Lag       int64 // messages stored and not committed
	Sent      int64 // messages whose send ended well
	Failed    int64 // messages whose send failed
	Retried   int64 // further tries that producers made
	Moved     int64 // queues that consumers let go
	Stalled   int64 // running members' queues without an owner
	Skipped   int64 // messages that a group's offsets have passed and no listener was given
	Lost      int64 // messages that producers were told are stored and that are gone for a group
	Retrying  int64 // messages on their way back to a group
	Dead      int64 // dead letters
}

// Count reads the numbers of a run at its present moment. Retried and Moved are
// counted over the records that are kept.
func Count(sim *engine.Sim) Numbers {
	var v view.View
	sim.Show(&v)
	var n Numbers
	for _, g := range v.Groups {
		n.Delivered += g.Delivered
		n.Repeated += g.Repeated
		n.Lag += g.Lag
		n.Skipped += g.Skipped
		n.Lost += g.Lost
		n.Retrying += g.Retrying
		n.Dead += g.Dead
		n.Stalled += unowned(&v, g)
	}
	for _, p := range v.Nodes {
		if p.Role == view.Producer {
			n.Sent += p.Sent
			n.Failed += p.Failed
		}
	}
	for _, r := range sim.Records(0) {
		switch r.Rule {
		case explain.ProducerRetry, explain.ProducerAsyncRetry:
			n.Retried++
		case explain.ConsumerDropped:
			n.Moved++
		}
	}
	return n
}

// unowned counts the readable queues of a group's topic, on masters that run,
// which no running member has in its table.
func unowned(v *view.View, g view.Group) (n int64) {
	for i := range v.Queues {
		q := &v.Queues[i]
		b := node(v, q.Broker)
		if q.Topic == g.Topic && q.Readable && b != nil && b.BrokerID == 0 && b.State == view.Up && g.Members > 0 && !owned(v, g.Name, b.Broker, q) {
			n++
		}
	}
	return n
}

func owned(v *view.View, group, broker string, q *view.Queue) bool {
	for i := range v.Owners {
		o := &v.Owners[i]
		if o.ID != q.ID || o.Broker != broker || o.Topic != q.Topic || o.Dropped {
			continue
		}
		if c := node(v, o.Consumer); c != nil && c.Group == group && c.State == view.Up {
			return true
		}
	}
	return false
}

func node(v *view.View, id kernel.NodeID) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return &v.Nodes[i]
		}
	}
	return nil
}

// Measure is one of the numbers, by its name.
type Measure string

// The measures that may be asked to be prevented.
const (
	Repeated Measure = "repeated"
	Lag      Measure = "lag"
	Failed   Measure = "failed"
	Retried  Measure = "retried"
	Moved    Measure = "moved"
	Stalled  Measure = "stalled"
	Skipped  Measure = "skipped"
	Lost     Measure = "lost"
	Retrying Measure = "retrying"
	Dead     Measure = "dead"
)

// Measures lists them.
func Measures() []Measure {
	return []Measure{Repeated, Lag, Failed, Retried, Moved, Stalled, Skipped, Lost, Retrying, Dead}
}

// Of is the measure's number.
func (m Measure) Of(n Numbers) int64 {
	switch m {
	case Repeated:
		return n.Repeated
	case Lag:
		return n.Lag
	case Failed:
		return n.Failed
	case Retried:
		return n.Retried
	case Moved:
		return n.Moved
	case Skipped:
		return n.Skipped
	case Lost:
		return n.Lost
	case Retrying:
		return n.Retrying
	case Dead:
		return n.Dead
	default:
		return n.Stalled
	}
}
