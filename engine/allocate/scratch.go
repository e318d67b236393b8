package allocate

import (
	"slices"

	"rocketscope/engine/wire"
)

// Scratch keeps the ring of the last list of members and the buffers of a call,
// so that a call with the same lists hashes and allocates nothing. Results never
// depend on it. The zero value is ready; one Scratch serves one caller at a time.
type Scratch struct {
	keys  *queueKeys
	seats [2]seating // of the whole list, of one room's members

	rooms     []room // MachineRoomNearby: the rooms that have queues, sorted
	roomOf    []int32
	positions []int32
	mates     []string
	places    []int32
}

// The two lists of members that a call may have.
const (
	wholeList = iota
	oneRoom
)

// queueKeys is a list of queues and their places on any ring; never changed.
type queueKeys struct {
	queues []wire.MessageQueue
	hashes []uint32
}

// seating is which point of a ring each queue belongs to; never changed.
type seating struct {
	ring   *Ring
	keys   *queueKeys
	points []int32 // in the order of keys.queues
}

// Clone returns a Scratch for a copy of its owner: what never changes is shared,
// the buffers are not.
func (s *Scratch) Clone() Scratch { return Scratch{keys: s.keys, seats: s.seats} }

// seat places all the call's queues on the ring of its members and makes anew
// only what has changed since the last call.
func (s *Scratch) seat(c *call) seating {
	if s.keys == nil || !slices.Equal(s.keys.queues, c.args.Queues) {
		s.keys = newQueueKeys(c.args.Queues)
	}
	t := &s.seats[c.seat]
	nodes := c.strategy.VirtualNodes
	if t.ring == nil || t.ring.VirtualNodes != nodes || !slices.Equal(t.ring.Members, c.members) {
		*t = seating{ring: NewRing(c.members, nodes)}
	}
	if t.keys != s.keys {
		t.keys = s.keys
		t.points = make([]int32, len(s.keys.hashes))
		for k, h := range s.keys.hashes {
			t.points[k] = int32(t.ring.Find(h))
		}
	}
	return *t
}

func newQueueKeys(queues []wire.MessageQueue) *queueKeys {
	keys := &queueKeys{queues: slices.Clone(queues), hashes: make([]uint32, len(queues))}
	var text []byte
	for k, q := range queues {
		text = appendQueueKey(text[:0], q)
		keys.hashes[k] = hash(text)
	}
	return keys
}
