package allocate

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// byMachineRoom shares the queues of the configured rooms among all members,
// whatever room these are in: blocks of equal size, and the queues that are
// left over at the tail one by one to the first members. Queues of other rooms
// are consumed by nobody. A broker names its room before an '@'
// [AllocateMessageQueueByMachineRoom.allocate].
func byMachineRoom(dst []wire.MessageQueue, c *call) ([]wire.MessageQueue, error) {
	kept := 0
	for k := range c.len() {
		why, err := c.outside(k)
		if err != nil {
			return dst, err
		}
		if why == "" {
			kept++
		}
	}
	members := len(c.members)
	size, rem := kept/members, kept%members
	tail := size * members
	start := c.index * size
	if c.reasons != nil {
		c.sayShare()
		c.say(explain.Text(keyOwnRooms, strings.Join(c.strategy.Rooms, listMark)), explain.Num(keyKept, int64(kept)),
			explain.Num(keySize, int64(size)), explain.Num(keyRem, int64(rem)), explain.Num(keyStart, int64(start)))
		if c.index < rem {
			c.say(explain.Num(keyExtra, int64(tail+c.index)))
		}
	}
	for k, p := 0, 0; k < c.len(); k++ {
		why, _ := c.outside(k)
		if why != "" {
			c.pass(k, why, 0)
			continue
		}
		owner := p - tail
		if owner < 0 {
			owner = p / size
		}
		if owner == c.index {
			dst = append(dst, c.queue(k))
		}
		c.passTo(k, owner)
		p++
	}
	return dst, nil
}

// outside says why the k-th queue is in no configured room, "" if it is in one.
// A room set that was never set is looked at only once a broker names a room.
func (c *call) outside(k int) (why explain.Key, err error) {
	room, ok := roomOfName(c.queue(k).Broker)
	switch {
	case !ok:
		return whyNoRoom, nil
	case c.strategy.Rooms == nil:
		return "", nullPointer("consumeridcs")
	case !slices.Contains(c.strategy.Rooms, room):
		return whyOtherRoom, nil
	default:
		return "", nil
	}
}

// roomOfName is the part before the '@' when Java's split makes exactly two
// parts of the name; split drops empty parts at the end, but not at the start.
func roomOfName(broker string) (room string, ok bool) {
	room, rest, ok := strings.Cut(strings.TrimRight(broker, "@"), "@")
	return room, ok && !strings.Contains(rest, "@")
}
