package allocate

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// Resolver says in which room a broker or a client stands, as data in place of
// Java's AllocateMachineRoomNearby.MachineRoomResolver. A client id "ip@c1#2" is
// known by its instance, c1, too. The zero value takes what stands before the
// first '-' of the name.
type Resolver struct {
	Known []Standing // names with a room of their own, sorted by SortStandings
}

// Standing is the room of one broker name or client id.
type Standing struct{ Name, Room string }

// SortStandings brings the known names of a Resolver into their order.
func SortStandings(known []Standing) {
	slices.SortFunc(known, func(a, b Standing) int { return strings.Compare(a.Name, b.Name) })
}

// Room is the room of a broker name or client id; "" if it has none, which the
// strategy refuses.
func (r Resolver) Room(name string) string {
	if room, ok := r.known(name); ok {
		return room
	}
	if _, instance, isID := strings.Cut(name, "@"); isID {
		instance, _, _ = strings.Cut(instance, "#")
		if room, ok := r.known(instance); ok {
			return room
		}
	}
	room, _, ok := strings.Cut(name, "-")
	if !ok {
		return ""
	}
	return room
}

func (r Resolver) known(name string) (room string, ok bool) {
	i, ok := slices.BinarySearchFunc(r.Known, name, func(s Standing, name string) int { return strings.Compare(s.Name, name) })
	if !ok {
		return "", false
	}
	return r.Known[i].Room, true
}

// room is a room that has queues.
type room struct {
	name  string
	alive bool // a member stands in it
}

// machineRoomNearby shares the queues of the current member's room among the
// members that stand there. The queues of each room without a member are shared
// among all, room by room, so that what does not come out even lands on the
// same first members each time [AllocateMachineRoomNearby.allocate].
func machineRoomNearby(dst []wire.MessageQueue, c *call) ([]wire.MessageQueue, error) {
	s := c.scratch()
	if err := s.findRooms(c); err != nil {
		return dst, err
	}
	mine := c.strategy.Resolver.Room(c.args.Current)
	if err := s.findMates(c, mine); err != nil {
		return dst, err
	}
	c.sayRooms(s.rooms, mine)
	got := dst
	if i, ok := s.search(mine); ok {
		inner := *c
		inner.members, inner.places, inner.seat = s.mates, s.places, oneRoom
		inner.index = inner.find()
		var err error
		if got, err = inner.shareRoom(got, i); err != nil {
			return dst, err
		}
	}
	for i := range s.rooms {
		switch r := s.rooms[i]; {
		case r.name == mine:
		case r.alive:
			c.passRoom(i)
		default:
			inner := *c
			var err error
			if got, err = inner.shareRoom(got, i); err != nil {
				return dst, err
			}
		}
	}
	return got, nil
}

// shareRoom runs the inner strategy over the queues of one room.
func (c *call) shareRoom(dst []wire.MessageQueue, room int) ([]wire.MessageQueue, error) {
	s := c.scratch()
	s.positions = s.positions[:0]
	for k, r := range s.roomOf {
		if int(r) == room {
			s.positions = append(s.positions, int32(k))
		}
	}
	c.queues = s.positions
	if c.reasons != nil {
		c.say(explain.Text(keyRoom, s.rooms[room].name))
	}
	if c.strategy.Inner == ByConfig && c.strategy.Configured == nil {
		return dst, nullPointer("allocate returned null")
	}
	return c.share(dst, c.strategy.Inner)
}

// search finds a room among those that have queues.
func (s *Scratch) search(name string) (int, bool) {
	return slices.BinarySearchFunc(s.rooms, name, func(r room, name string) int { return Compare(r.name, name) })
}

// findRooms lists the rooms of the queues, in Java's order, and then notes for
// each queue which of them is its own.
func (s *Scratch) findRooms(c *call) error {
	s.rooms, s.roomOf = s.rooms[:0], s.roomOf[:0]
	queues := c.args.Queues
	for k, q := range queues {
		if k > 0 && q.Broker == queues[k-1].Broker {
			continue
		}
		name := c.strategy.Resolver.Room(q.Broker)
		if name == "" {
			return illegal("Machine room is null for mq " + QueueKey(q))
		}
		if i, ok := s.search(name); !ok {
			s.rooms = slices.Insert(s.rooms, i, room{name: name})
		}
	}
	i := 0
	for k, q := range queues {
		if k == 0 || q.Broker != queues[k-1].Broker {
			i, _ = s.search(c.strategy.Resolver.Room(q.Broker))
		}
		s.roomOf = append(s.roomOf, int32(i))
	}
	return nil
}

// findMates notes which rooms have a member and who stands in mine.
func (s *Scratch) findMates(c *call, mine string) error {
	s.mates, s.places = s.mates[:0], s.places[:0]
	for j, id := range c.args.Members {
		name := c.strategy.Resolver.Room(id)
		if name == "" {
			return illegal("Machine room is null for consumer id " + id)
		}
		if i, ok := s.search(name); ok {
			s.rooms[i].alive = true
		}
		if name == mine {
			s.mates = append(s.mates, id)
			s.places = append(s.places, int32(j))
		}
	}
	return nil
}

// sayRooms names the rooms that have queues, and those of them that have no member.
func (c *call) sayRooms(rooms []room, mine string) {
	if c.reasons == nil {
		return
	}
	var all, dead []string
	for _, r := range rooms {
		all = append(all, r.name)
		if !r.alive {
			dead = append(dead, r.name)
		}
	}
	c.say(explain.Text(keyInner, kinds[c.strategy.Inner].name), explain.Text(keyMyRoom, mine),
		explain.Text(keyRooms, strings.Join(all, listMark)), explain.Text(keyDeadRooms, strings.Join(dead, listMark)))
}

// passRoom passes over the queues of a room whose own members see to them.
func (c *call) passRoom(room int) {
	if c.reasons == nil {
		return
	}
	for k, r := range c.scratch().roomOf {
		if int(r) == room {
			c.pass(k, whyRoomAlive, 0)
		}
	}
}
