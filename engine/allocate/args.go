package allocate

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// Args is what the rebalancer hands to a strategy. Strategies never sort: the
// order of the lists is part of the question. They write to neither list.
type Args struct {
	Group   string // named in the reason of a member that is not in the list
	Current string // the asking client's id; "" stands for Java's null too
	Queues  []wire.MessageQueue
	Members []string // client ids; one that is there twice counts by its first place

	// Sorted promises that Members is in the order of SortMembers, as it is in
	// the rebalancer's hands; Current is then found by bisection.
	Sorted bool
	// RoomChecks makes ByMachineRoom check its arguments as the others do
	// (profile.Consumer.RoomChecks, 4.9.4).
	RoomChecks bool
	// Scratch keeps what can be used again in the next call; nil is allowed and
	// costs allocations in ConsistentHash and MachineRoomNearby.
	Scratch *Scratch
}

// Exception is what a strategy throws. The rebalancer catches it, logs it and
// leaves the topic as it was.
type Exception struct {
	Class string // Java's simple class name
	Text  string // its message
}

// The classes that strategies throw.
const (
	IllegalArgument = "IllegalArgumentException"
	NullPointer     = "NullPointerException"
)

// Error is the exception as Java prints it, without the package.
func (e *Exception) Error() string { return e.Class + ": " + e.Text }

func illegal(text string) error     { return &Exception{IllegalArgument, text} }
func nullPointer(text string) error { return &Exception{NullPointer, text} }

// call is one strategy's look at the lists, or at one room's part of them.
type call struct {
	strategy Strategy
	args     Args
	queues   []int32           // places in args.Queues of those to share; nil means all
	members  []string          // those who share them
	places   []int32           // their places in args.Members; nil means that members is args.Members
	index    int               // the first place of args.Current in members
	seat     int               // which ring of the scratch belongs to members
	reasons  *explain.Decision // nil when nobody asks
}

func (c *call) len() int {
	if c.queues == nil {
		return len(c.args.Queues)
	}
	return len(c.queues)
}

// place is where the call's k-th queue stands in args.Queues.
func (c *call) place(k int) int {
	if c.queues == nil {
		return k
	}
	return int(c.queues[k])
}

func (c *call) queue(k int) wire.MessageQueue { return c.args.Queues[c.place(k)] }

func (c *call) scratch() *Scratch {
	if c.args.Scratch == nil {
		c.args.Scratch = new(Scratch)
	}
	return c.args.Scratch
}

// check refuses what the strategy refuses and finds the current member, -1 if
// it is not in the list [AbstractAllocateMessageQueueStrategy.check]. ByConfig
// looks at no argument.
func (c *call) check() error {
	if err := c.strategy.Check(); err != nil || c.strategy.Kind == ByConfig {
		return err
	}
	bare := c.strategy.Kind == ByMachineRoom && !c.args.RoomChecks
	switch {
	case bare && c.members == nil:
		return nullPointer("cidAll")
	case bare:
	case c.args.Current == "":
		return illegal("currentCID is empty")
	case len(c.args.Queues) == 0:
		return illegal("mqAll is null or mqAll empty")
	case len(c.members) == 0:
		return illegal("cidAll is null or cidAll empty")
	}
	c.index = c.find()
	if bare && c.index >= 0 && c.args.Queues == nil {
		return nullPointer("mqAll")
	}
	return nil
}

// find is the first place of the current id in the members, -1 if it has none.
func (c *call) find() int {
	if !c.args.Sorted {
		return slices.Index(c.members, c.args.Current)
	}
	if i, ok := search(c.members, c.args.Current); ok {
		return i
	}
	return -1
}

// first is the first place of the id that stands at place j: only there an id
// gets a share.
func (c *call) first(j int) int {
	if !c.args.Sorted {
		return slices.Index(c.members, c.members[j])
	}
	for j > 0 && c.members[j-1] == c.members[j] {
		j--
	}
	return j
}
