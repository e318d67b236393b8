package engine

import (
	"strconv"
	"strings"

	"rocketscope/engine/allocate"
	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// maxVirtualNodes bounds the ring of CONSISTENT_HASH.
const maxVirtualNodes = 1000

// parseStrategy reads strategy= and the parameters that the named strategy
// takes: virtual-nodes=20, rooms=room1,room2, config=broker-a/0,broker-a/1 and
// room-of=broker-a:A,c1:A. Queues of a configured list have no topic yet.
func parseStrategy(l *Line) (s allocate.Strategy, err error) {
	name := l.Option("strategy", "AVG")
	s, ok := allocate.ByName(name)
	if !ok {
		return s, explain.Err("strategy.unknown", "there is no strategy {0}", name)
	}
	if s.Uses(allocate.ConsistentHash) {
		if err := l.ints(intOption{"virtual-nodes", allocate.DefaultVirtualNodes, 0, maxVirtualNodes, &s.VirtualNodes}); err != nil {
			return s, err
		}
	}
	if s.Uses(allocate.ByMachineRoom) {
		s.Rooms = list(l.Option("rooms", ""))
	}
	if s.Uses(allocate.ByConfig) {
		if s.Configured, err = parseConfigured(list(l.Option("config", ""))); err != nil {
			return s, err
		}
	}
	if s.Kind == allocate.MachineRoomNearby {
		s.Resolver.Known, err = parseStandings(list(l.Option("room-of", "")))
	}
	return s, err
}

// list takes "a,b" apart; nil if there is nothing.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func parseConfigured(names []string) (queues []wire.MessageQueue, err error) {
	for _, name := range names {
		q, err := parseQueue(name)
		if err != nil {
			return nil, err
		}
		queues = append(queues, wire.MessageQueue{Broker: q.name, QueueID: q.id})
	}
	return queues, nil
}

// queueOf is "broker-a/3" or "orders/3" taken apart.
type queueOf struct {
	name string
	id   int32
}

func parseQueue(s string) (queueOf, error) {
	name, id, _ := strings.Cut(s, "/")
	n, err := strconv.ParseInt(id, 10, 32)
	if name == "" || err != nil || n < 0 {
		return queueOf{}, explain.Err("queue.bad", "{0} is no queue: write broker-a/3", s)
	}
	return queueOf{name, int32(n)}, nil
}

func (q queueOf) String() string { return q.name + "/" + strconv.Itoa(int(q.id)) }

func parseStandings(entries []string) (known []allocate.Standing, err error) {
	for _, e := range entries {
		name, room, _ := strings.Cut(e, ":")
		if name == "" || room == "" {
			return nil, explain.Err("room.bad", "{0} puts nothing into a room: write broker-a:A or c1:A", e)
		}
		known = append(known, allocate.Standing{Name: name, Room: room})
	}
	allocate.SortStandings(known)
	return known, nil
}

// strategy writes what parseStrategy reads.
func (o *options) strategy(s allocate.Strategy) {
	o.add("strategy", s.Name(), "")
	if s.Uses(allocate.ConsistentHash) {
		o.num("virtual-nodes", int64(s.VirtualNodes), allocate.DefaultVirtualNodes)
	}
	o.add("rooms", strings.Join(s.Rooms, ","), "")
	var queues, known []string
	for _, q := range s.Configured {
		queues = append(queues, q.String())
	}
	for _, k := range s.Resolver.Known {
		known = append(known, k.Name+":"+k.Room)
	}
	o.add("config", strings.Join(queues, ","), "")
	o.add("room-of", strings.Join(known, ","), "")
}
