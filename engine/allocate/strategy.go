package allocate

import (
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// Kind is one of RocketMQ's strategies.
type Kind uint8

// The six strategies.
const (
	Averagely         Kind = iota // AllocateMessageQueueAveragely, the default
	AveragelyByCircle             // AllocateMessageQueueAveragelyByCircle
	ByConfig                      // AllocateMessageQueueByConfig
	ByMachineRoom                 // AllocateMessageQueueByMachineRoom
	ConsistentHash                // AllocateMessageQueueConsistentHash
	MachineRoomNearby             // AllocateMachineRoomNearby, around another one
)

// DefaultVirtualNodes is how many points a member has on the ring unless it is
// told otherwise [AllocateMessageQueueConsistentHash].
const DefaultVirtualNodes = 10

var kinds = [...]struct {
	name string
	rule explain.Rule
}{
	Averagely:         {"AVG", explain.AllocateAvg},
	AveragelyByCircle: {"AVG_BY_CIRCLE", explain.AllocateAveragelyByCircle},
	ByConfig:          {"CONFIG", explain.AllocateConfig},
	ByMachineRoom:     {"MACHINE_ROOM", explain.AllocateMachineRoom},
	ConsistentHash:    {"CONSISTENT_HASH", explain.AllocateConsistentHash},
	MachineRoomNearby: {"MACHINE_ROOM_NEARBY", explain.AllocateMachineRoomNearby},
}

// Strategy is a strategy and what it was given by the application. It is plain
// data: copy it freely, and do not write to its slices once it is in use. The
// zero value is AVG.
type Strategy struct {
	Kind         Kind
	Inner        Kind                // MachineRoomNearby: shares the queues of one room; any other kind
	VirtualNodes int32               // ConsistentHash: points of a member on the ring
	Configured   []wire.MessageQueue // ByConfig: nil when never set
	Rooms        []string            // ByMachineRoom: the rooms whose queues are consumed; nil when never set
	Resolver     Resolver            // MachineRoomNearby: who stands where
}

// All lists the six strategies as an application gets them when it sets nothing
// further; MACHINE_ROOM_NEARBY is the one around AVG.
func All() []Strategy {
	all := make([]Strategy, len(kinds))
	for k := range kinds {
		all[k] = Strategy{Kind: Kind(k), VirtualNodes: DefaultVirtualNodes}
	}
	return all
}

// ByName finds a strategy by what its getName says: one of All, or
// MACHINE_ROOM_NEARBY-<inner> for any inner one; ok is false for a name that is
// none. A nearby around a nearby is left out: it shares as its own inner one does.
func ByName(name string) (s Strategy, ok bool) {
	inner, nearby := strings.CutPrefix(name, kinds[MachineRoomNearby].name+"-")
	for _, s := range All()[:MachineRoomNearby] {
		if s.Name() != inner {
			continue
		}
		if nearby {
			s.Kind, s.Inner = MachineRoomNearby, s.Kind
		}
		return s, true
	}
	return Strategy{}, false
}

// Name is what the strategy's getName says: "AVG", "MACHINE_ROOM_NEARBY-AVG".
func (s Strategy) Name() string {
	if s.Kind == MachineRoomNearby {
		return kinds[s.Kind].name + "-" + kinds[s.Inner].name
	}
	return kinds[s.Kind].name
}

// Rule is the rule that the strategy's decisions name.
func (s Strategy) Rule() explain.Rule { return kinds[s.Kind].rule }

// Check is what the strategy's constructor would throw: an
// IllegalArgumentException for a negative number of virtual nodes.
func (s Strategy) Check() error {
	if s.Uses(ConsistentHash) && s.VirtualNodes < 0 {
		return illegal("illegal virtualNodeCnt :" + strconv.Itoa(int(s.VirtualNodes)))
	}
	return nil
}

// Uses tells whether the strategy is of a kind, or shares the queues of one room
// as that kind does.
func (s Strategy) Uses(k Kind) bool {
	return s.Kind == k || s.Kind == MachineRoomNearby && s.Inner == k
}

// Allocate appends the queues of the current member to dst. The decision always
// carries its rule; the rest of it is built only when explaining. An error is
// an *Exception: what the Java class would throw. Then dst comes back as it was.
// A current id that is not in the list gets nothing and that is no error; nor
// is a ByConfig whose list was never set (Java's null, which the rebalancer
// takes as empty).
func (s Strategy) Allocate(dst []wire.MessageQueue, args Args, explaining bool) ([]wire.MessageQueue, explain.Decision, error) {
	c := call{strategy: s, args: args, members: args.Members, seat: wholeList}
	if explaining {
		c.reasons = new(explain.Decision)
	}
	rule := s.Rule()
	got, err := dst, c.check()
	switch {
	case err != nil:
	case c.index < 0:
		rule = explain.AllocateNotMember
		c.sayNotMember()
	default:
		c.sayCurrent()
		got, err = c.share(dst, s.Kind)
	}
	if err != nil || !explaining {
		return got, explain.Decision{Rule: rule}, err
	}
	c.sayChosen(got[len(dst):])
	c.reasons.Rule = rule
	return got, *c.reasons, nil
}

// share runs one strategy over the queues and members of the call.
func (c *call) share(dst []wire.MessageQueue, kind Kind) ([]wire.MessageQueue, error) {
	switch kind {
	case AveragelyByCircle:
		return averagelyByCircle(dst, c), nil
	case ByConfig:
		return byConfig(dst, c), nil
	case ByMachineRoom:
		return byMachineRoom(dst, c)
	case ConsistentHash:
		return consistentHash(dst, c), nil
	case MachineRoomNearby:
		return machineRoomNearby(dst, c)
	default:
		return averagely(dst, c), nil
	}
}
