package fault

import (
	"math"
	"slices"

	"rocketscope/engine/wire"
)

// IndexRule is how a round robin counts on [ThreadLocalIndex].
type IndexRule uint8

const (
	// Masked counts with the sign bit cut off (4.9).
	Masked IndexRule = iota
	// Signed takes the absolute value of the next number and goes on from there;
	// the least number has none and stays negative (4.8).
	Signed
)

// Index is the counter of a round robin, one per thread and publish list. It
// starts at random [ThreadLocalIndex].
type Index struct{ value int32 }

// Start sets the counter; the first draw yields the number after it.
func (i *Index) Start(v int32) { i.value = v }

// Take counts on and returns the new number, which may be negative under Signed.
func (i *Index) Take(rule IndexRule) int32 {
	i.value++
	if rule == Signed {
		i.value = abs(i.value)
		return i.value
	}
	return i.value & math.MaxInt32
}

// abs is Math.abs.
func abs(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}

// Publish is the list of queues that a producer may send a topic to
// [TopicPublishInfo]. It is empty for a topic without a route or without a
// master.
type Publish struct {
	Queues []wire.MessageQueue
	Route  *wire.TopicRoute // what it was made from; nil if nothing is known
	Next   Index            // [sendWhichQueue]
}

// OK reports whether there is a queue to send to.
func (p *Publish) OK() bool { return len(p.Queues) > 0 }

// take is the plain round robin [TopicPublishInfo.selectOneMessageQueue].
func (p *Publish) take(rule IndexRule) int {
	return max(int(p.Next.Take(rule))%len(p.Queues), 0)
}

// writeQueues is the number of a broker's queues in the route, -1 if it has no
// such broker [TopicPublishInfo.getWriteQueueNumsByBroker, 4.x].
func (p *Publish) writeQueues(broker string) int32 {
	if p.Route != nil {
		for i := range p.Route.Queues {
			if q := &p.Route.Queues[i]; q.Broker == broker {
				return q.WriteQueues
			}
		}
	}
	return -1
}

// Clone returns a copy with queues of its own.
func (p *Publish) Clone() Publish {
	c := *p
	c.Queues = slices.Clone(p.Queues)
	return c
}
