package allocate

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// averagely gives each member one block of neighbouring queues; the first ones
// get one queue more when it does not come out even
// [AllocateMessageQueueAveragely.allocate].
func averagely(dst []wire.MessageQueue, c *call) []wire.MessageQueue {
	queues, members := c.len(), len(c.members)
	mod := queues % members
	early := mod > 0 && c.index < mod
	size := 1
	if queues > members {
		size = queues / members
		if early {
			size++
		}
	}
	start := c.index * size
	if !early {
		start += mod
	}
	take := max(0, min(size, queues-start))
	if take > 0 && c.queues == nil {
		dst = append(dst, c.args.Queues[start:start+take]...)
	} else {
		for k := start; k < start+take; k++ {
			dst = append(dst, c.queue(k))
		}
	}
	if c.reasons != nil {
		c.sayShare()
		c.say(explain.Num(keyMod, int64(mod)), explain.Num(keySize, int64(size)),
			explain.Num(keyStart, int64(start)), explain.Num(keyTake, int64(take)))
		for k := range queues {
			c.passTo(k, blockOwner(k, queues, members))
		}
	}
	return dst
}

// blockOwner is whose block the k-th queue is in.
func blockOwner(k, queues, members int) int {
	if queues <= members {
		return k
	}
	size, mod := queues/members, queues%members
	if early := mod * (size + 1); k >= early {
		return mod + (k-early)/size
	}
	return k / (size + 1)
}

// averagelyByCircle deals the queues out like cards
// [AllocateMessageQueueAveragelyByCircle.allocate].
func averagelyByCircle(dst []wire.MessageQueue, c *call) []wire.MessageQueue {
	queues, members := c.len(), len(c.members)
	for k := c.index; k < queues; k += members {
		dst = append(dst, c.queue(k))
	}
	if c.reasons != nil {
		c.sayShare()
		for k := range queues {
			c.passTo(k, k%members)
		}
	}
	return dst
}
