package allocate

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// consistentHash takes the queues whose place on the ring falls to the current
// member [AllocateMessageQueueConsistentHash.allocate].
func consistentHash(dst []wire.MessageQueue, c *call) []wire.MessageQueue {
	t := c.scratch().seat(c)
	if len(t.ring.Points) > 0 {
		for k := range c.len() {
			if p := t.points[c.place(k)]; int(t.ring.Points[p].Member) == c.index {
				dst = append(dst, c.queue(k))
			}
		}
	}
	if c.reasons != nil {
		c.saySeats(t)
	}
	return dst
}

// saySeats gives for each queue of the current member its hash and the point
// that caught it.
func (c *call) saySeats(t seating) {
	c.sayShare()
	c.say(explain.Num(keyVirtualNodes, int64(t.ring.VirtualNodes)), explain.Num(keyPoints, int64(len(t.ring.Points))))
	for k := range c.len() {
		at := c.place(k)
		p := t.points[at]
		if p < 0 {
			c.pass(k, whyEmptyRing, 0)
			continue
		}
		point := t.ring.Points[p]
		if int(point.Member) == c.index {
			c.say(explain.Text(keyQueue, c.queue(k).String()),
				explain.Num(keyHash, int64(t.keys.hashes[at])), explain.Num(keyPoint, int64(point.Hash)))
		}
		c.passTo(k, int(point.Member))
	}
}
