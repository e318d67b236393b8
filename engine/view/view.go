package view

import (
	"time"

	"rocketscope/engine/kernel"
)

// View is one moment of a cluster. Rows refer to one another by NodeID or by
// index; each slice is sorted as its comment says.
type View struct {
	At      kernel.Time
	Seq     uint64
	Records uint64 // number of the last record
	Topic   string // the topic whose queues are shown first

	Nodes   []Node   // name servers, brokers (by name, then id), producers, consumers (by group, then name)
	Links   []Link   // by from, to
	Queues  []Queue  // by broker node, topic, queue id
	Offsets []Offset // by queue, group
	Owners  []Owner  // by consumer, topic, queue
	Runs    []Run    // by owner, then offset
	Tokens  []Token  // by queue, then descending offset
	Flights []Flight // by number; those that departed lately are kept a while after they arrived
	Timers  []Timer  // by node, then kind
	Routes  []Route  // what each name server knows, by node, broker name, id
	Faults  []Fault  // by producer, broker name
	Groups  []Group  // consumer groups by name
	Tallies []Tally  // what has come of their queues, by group, then as Queues; those that no master has any more last

	Members       []Member       // what each running broker knows of the groups, by broker node, group, channel
	Subscriptions []Subscription // likewise, by broker node, group, topic
}

// Reset empties the view and keeps its buffers.
func (v *View) Reset() {
	*v = View{
		Nodes: v.Nodes[:0], Links: v.Links[:0], Queues: v.Queues[:0], Offsets: v.Offsets[:0],
		Owners: v.Owners[:0], Runs: v.Runs[:0], Tokens: v.Tokens[:0], Flights: v.Flights[:0], Timers: v.Timers[:0],
		Routes: v.Routes[:0], Faults: v.Faults[:0], Groups: v.Groups[:0], Tallies: v.Tallies[:0],
		Members: v.Members[:0], Subscriptions: v.Subscriptions[:0],
	}
}

// Role is what a process is.
type Role uint8

// The four processes.
const (
	NameServer Role = iota
	Broker
	Producer
	Consumer
)

// State is how a process is doing.
type State uint8

// The states of a process.
const (
	Up      State = iota
	Stopped       // shut down in order
	Killed        // its process died and its sockets closed
	Lost          // its host is silent
)

// Node is a process.
type Node struct {
	ID      kernel.NodeID
	Name    string // "broker-a", "broker-a-s" for a slave, "c1"
	Role    Role
	State   State
	Since   kernel.Time   // since when it has been in State
	Version string        // "4.9"
	Slow    int32         // tenths: 10 is normal speed
	Late    time.Duration // by which all that it sends is late

	Broker   string // brokers: the broker group
	BrokerID int64  // brokers: 0 is the master
	// Brokers: how a person makes them answer, "" as usual: "hang", "refuse",
	// "500ms", "SYSTEM_BUSY"; AnswersSends is about sends alone.
	Answers, AnswersSends string

	Stopping bool   // an orderly shutdown is under way
	Group    string // producers and consumers
	Topic    string // producers and consumers: the first they have to do with
	Strategy string // consumers: the name of their allocation strategy
	ClientID string
	Rate     int32 // producers: messages a minute
	Sent     int64 // producers: sends that ended well
	Failed   int64 // producers: sends that failed
	Cached   int32 // consumers: messages in their process queues
	Consumed int64 // consumers: messages acknowledged
	Filtered int64 // consumers: messages that their own tag filter dropped
	Owns     int32 // consumers: queues in their table
}

// Link is a pair of nodes that talk, and how the network between them is.
type Link struct {
	From, To kernel.NodeID
	Cut      bool
	Latency  time.Duration
}

// Queue is one lane: a consume queue on one replica.
type Queue struct {
	Broker   kernel.NodeID
	Topic    string
	ID       int32
	Min, Max int64 // the oldest kept offset and the one after the newest
	Copied   int64 // up to which another replica of the group has it too; Max where there is no other
	Readable bool
	Writable bool
}

// Offset is a group's committed offset in a queue of Queues, as the broker has it.
type Offset struct {
	Queue  int32 // index into Queues
	Group  string
	Offset int64
}

// Owner is a queue in a consumer's process queue table. Two consumers may own
// one queue for a moment.
type Owner struct {
	Consumer kernel.NodeID
	Topic    string
	Broker   string
	ID       int32
	Queue    int32         // index into Queues of the lane it reads: the replica it pulls from, or the master
	From     kernel.NodeID // the replica it pulls from, 0 while it knows none
	Next     int64         // offset of its next pull
	Cached   int32
	Running  int32
	Locked   bool // orderly: it believes it holds the broker's lock
	Dropped  bool // lost to another member, but not released yet
	Since    kernel.Time
}

// Run is a message that a consumer's listener is working on.
type Run struct {
	Owner  int32 // index into Owners
	Offset int64
}

// TokenState is what has become of a message for the group shown.
type TokenState uint8

// The states of a message.
const (
	Stored TokenState = iota
	Running
	Consumed
	Delayed
	Retried
	Dead
	OnlyHere // on a dead replica's disk and nowhere else
)

// Token is a message near a lane's committed mark or its newest end.
type Token struct {
	Queue  int32 // index into Queues
	Offset int64
	ID     int64
	Shape  uint8 // key mod 4: circle, triangle, square, diamond
	State  TokenState
	Owner  kernel.NodeID // the consumer that runs it
	Count  uint8         // times it was retried
	Since  kernel.Time   // Delayed: when it was put aside
	Due    kernel.Time   // Delayed: when it is due by the broker's clock, perhaps past
}

// Shape is the mark of a message: its key hashed onto one of four, or its id if
// it has no key.
func Shape(key string, id int64) uint8 {
	if key == "" {
		return uint8(id & 3)
	}
	h := uint32(2166136261) // FNV-1a
	for i := 0; i < len(key); i++ {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return uint8((h ^ h>>16) & 3)
}

// FlightKind is what a packet carries.
type FlightKind uint8

// The kinds of flights that a stage may draw.
const (
	FlightOther   FlightKind = iota
	FlightSend               // a message to a broker
	FlightDeliver            // messages to a consumer
	FlightPull
	FlightHeartbeat
	FlightRoute
	FlightRegister
	FlightNotify
	FlightRebalance // the questions of a rebalance: member list, offsets, locks
	FlightOffset
	FlightAnswer
	FlightReplicate
	FlightBack // a message that its consumer gives back, to the topic that it will be stored in
)

// Flight is a packet: it departs and arrives, and the drawing is somewhere between.
type Flight struct {
	Number         uint64
	From, To       kernel.NodeID
	Name           string // RocketMQ's name for it
	Kind           FlightKind
	Depart, Arrive kernel.Time // Arrive is kernel.Never while it is held
	Topic          string      // of its queue, "" if it concerns none
	Broker         string
	QueueID        int32
	Shape          uint8 // of its first message
	Messages       int32
	Lost           bool // it will not arrive
}

// TimerKind is a timer that a viewer may want to anticipate.
type TimerKind uint8

// The kinds of timers.
const (
	TimerRebalance TimerKind = iota
	TimerRoute
	TimerHeartbeat
	TimerPersist
	TimerPull     // back-off before the next pull
	TimerRegister // a broker's registration
	TimerScan     // a scan for silent clients or brokers
	TimerLock
	TimerExpiry // a silent node's entry runs out
	TimerSend   // the producer's next message
	TimerSync   // a slave copies its master's topics and offsets
)

// Timer is armed and fires at At; Period is its full length.
type Timer struct {
	Node   kernel.NodeID
	Kind   TimerKind
	At     kernel.Time
	Period time.Duration
}

// Route is one line of a name server's table.
type Route struct {
	Node     kernel.NodeID
	Broker   string
	BrokerID int64
	Addr     kernel.NodeID
}

// Fault is one line of a producer's fault table.
type Fault struct {
	Producer    kernel.NodeID
	Broker      string
	Latency     time.Duration
	Until       kernel.Time // isolated until then
	Unreachable bool
}

// Group is a consumer group.
type Group struct {
	Name     string
	Topic    string
	Strategy string // of its first member
	Lag      int64  // messages stored and not committed, over its topic's masters
	Members  int32  // running

	Delivered int64 // messages that its listeners were given at least once
	Repeated  int64 // deliveries of messages that they had been given before
	Skipped   int64 // messages that its offsets have passed and no listener was ever given
	Lost      int64 // messages that a producer was told are stored, that no listener was given and nothing holds any more
	Retrying  int64 // messages on their way back to it: put aside, or in its retry topic until a listener has answered
	Dead      int64 // messages in its dead-letter topic
}

// Number is a count and the moment at which it last changed, 0 if it never has.
type Number struct {
	N  int64
	At kernel.Time
}

// Add adds a part that last changed at a moment.
func (n *Number) Add(part int64, at kernel.Time) { n.N, n.At = n.N+part, max(n.At, at) }

// Tally is what has come of one queue for one group: one of a topic, of the
// group's retry topic or of its dead-letter topic. The numbers mean what those
// of Group do.
type Tally struct {
	Group  string
	Topic  string
	Broker string // broker group
	Queue  int32

	Lag, Delivered, Repeated, Skipped, Lost, Retrying, Dead Number
}

// Member is a client in a broker's own list of a group. Two clients of one id
// are two members.
type Member struct {
	Broker   kernel.NodeID
	Group    string
	ClientID string
	Heard    kernel.Time // of its last heartbeat
}

// Subscription is the one entry that a broker has for a topic of a group: the
// newest version decides for all members.
type Subscription struct {
	Broker     kernel.NodeID
	Group      string
	Topic      string
	Expression string
	Version    int64 // milliseconds
}
