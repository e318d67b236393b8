// Package layout places a view on a stage: which nodes and lanes are drawn in
// full, which are folded, and where everything stands. It is a function of the
// view, the size and the mode; it draws nothing and keeps nothing but buffers.
package layout

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Mode is the arrangement of a stage.
type Mode uint8

// The four arrangements.
const (
	Page      Mode = iota // columns with every detail
	Embed                 // the same columns in somebody else's page: fewer, larger marks
	Phone                 // brokers above consumers, cables in a gutter on the right
	Projector             // as Embed, for a room
)

// ModeFor returns the arrangement that suits a stage of a width in CSS px.
func ModeFor(width float32) Mode {
	switch {
	case width < 640:
		return Phone
	case width < 840:
		return Embed
	}
	return Page
}

// Legibility caps: what is drawn in full. The rest is folded and counted.
const (
	MaxProducers    = 3
	MaxGroups       = 4
	MaxLanes        = 16
	MaxConsumers    = 6
	fewestConsumers = 3 // that are still drawn where there is no room for more
	foldedLanes     = 3 // lanes that a group still shows when there is no room for more
)

// Input is what placing depends on besides the view.
type Input struct {
	W, H    float32 // CSS px
	Mode    Mode
	Topic   string        // "" is the view's own
	Group   string        // whose offsets and owners are shown; "" is the topic's first
	Touched string        // broker group that the decision under discussion touches
	Queue   int32         // its queue, -1 if none: it stays in sight when lanes fold
	Open    kernel.NodeID // the consumer whose process queue is shown
}

// Rect is a rectangle in stage units.
type Rect struct{ X, Y, W, H float32 }

// Contains reports whether a point lies in r.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Grow returns r with d more on every side.
func (r Rect) Grow(d float32) Rect { return Rect{r.X - d, r.Y - d, r.W + 2*d, r.H + 2*d} }

// Right returns the x of the right edge, Bottom the y of the lower one.
func (r Rect) Right() float32 { return r.X + r.W }

// Bottom returns the y of the lower edge.
func (r Rect) Bottom() float32 { return r.Y + r.H }

// Metrics are the sizes of an arrangement in stage units.
type Metrics struct {
	Label, Name, Tag    float32 // type sizes
	LaneH, Pitch        float32
	R, Step             float32 // radius and distance of tokens
	Tail, Older         float32 // lane right of the committed mark, and its block of older messages
	Done                int     // consumed messages that are drawn one by one
	Offsets             bool    // numbers under the lanes
	RoleH, LabelW       float32 // head of a replica; lane numbers
	AsideW, AsidePitch  float32 // names of lanes that stand aside, and their distance
	TagW, TagH          float32
	MiniH, FoldH        float32
	HeadH               float32 // head of a broker group
	Stroke, CardStroke  float32
	Radius, CardRadius  float32
	Bus                 float32 // left of stacked replicas, for the way of what is copied
	ArcR, ArcW          float32
	Flat                float32 // offset of a process
	Least               float32 // no type is smaller
	Big                 bool
	Cable, Chosen, Halo float32
	Link, Dead          float32
}

// Card is a process, or the grey one that stands for those that do not fit.
type Card struct {
	Node  int32 // index into View.Nodes, -1 for the grey card
	Rect  Rect
	Slot  uint8 // owner colour, 0 if it has none
	More  int32 // processes that the grey card stands for
	Open  bool  // shows its process queue
	Small bool  // name and timers in one row
	First int32 // its cables are Cables[First:First+Count], in the order of its rows
	Count int32
	Rows  int32 // rows of its process queue, or of its fault table
}

// Title is the head of a consumer group's column.
type Title struct {
	Group string
	X, Y  float32
}

// Group is a broker group.
type Group struct {
	Name        string
	Frame       Rect
	Title       Rect  // where its name stands
	First, Last int32 // its replicas are Replicas[First:Last]
	Queues      int32 // of the topic
	Folded      bool  // all its replicas are mini
}

// Replica is one broker of a group.
type Replica struct {
	Node        int32 // index into View.Nodes
	Group       int32 // index into Groups
	Rect        Rect
	Full        bool  // drawn with lanes: it serves
	Up          bool  // it runs
	InHead      bool  // a mini that stands beside the group's name
	QueueFirst  int32 // its queues are View.Queues[QueueFirst:QueueLast]
	QueueLast   int32
	First, Last int32 // its lanes are Lanes[First:Last]
	Hidden      int32 // queues that did not fit
	Fold        Rect  // their block
	Readers     int32 // queues that the group's consumers read here
	Levels      int32 // lanes of messages that wait, whether drawn or not
	Retry, Dead int32 // the group's %RETRY% and %DLQ% lane, -1 where there is nothing in it
	LevelFold   Rect  // stands for the levels that are not drawn
	LevelsMore  int32 // how many these are
	FirstLevel  int32 // queue of the first level
}

// LaneKind says what the messages of a lane are.
type LaneKind uint8

// The kinds of lanes. All but the first stand aside, below the topic's own.
const (
	TopicLane LaneKind = iota
	LevelLane          // messages that wait: a delay level, or the timer of 5.x
	RetryLane          // the group's %RETRY% topic
	DeadLane           // its %DLQ% topic
)

// Lane is one queue drawn in full.
type Lane struct {
	Queue   int32 // index into View.Queues
	Replica int32
	Kind    LaneKind
	Head    bool // the first of its topic: the topic's name stands above it
	Rect    Rect
	Mark    float32 // x of the committed mark; of what is due in a level
	Offset  int64   // committed by the group shown, -1 if it never committed; of the first that waits in a level
}

// Cable joins a lane, a block of folded lanes or a mini replica with a consumer.
type Cable struct {
	Owner          int32 // index into View.Owners, the first of them for a block
	Card           int32 // index into Consumers
	Lane           int32 // -1 when its lane is not drawn
	Replica        int32 // where it starts
	Slot           uint8
	X1, Y1, X2, Y2 float32
	Gutter         float32 // phone: x of its vertical run, 0 elsewhere
	GutterY        float32 // phone: y of its run towards the card
	Dead           bool    // its replica is down
	Count          int32   // queues that it stands for
}

// Link joins a producer with a broker group.
type Link struct {
	Producer       int32 // index into Producers
	Group          int32
	X1, Y1, X2, Y2 float32
	Dead           bool // the master is down or isolated, or the network is cut
}

// Layout is the result of Place. Coordinates are stage units: CSS px = units * Zoom.
type Layout struct {
	Mode         Mode
	Zoom         float32
	W, H         float32
	M            Metrics
	Topic, Group string
	Producers    []Card
	Consumers    []Card
	NameServers  []Card
	Titles       []Title
	Groups       []Group
	Replicas     []Replica
	Lanes        []Lane
	Cables       []Cable
	Links        []Link
	MoreGroups   int32 // broker groups that are not drawn
	Legend       Rect  // empty when there is no room
	Committed    []int64
	Slots        []uint8 // owner colour of each of View.Nodes
	Tokens       []int32 // first token of each of View.Queues, and the end

	Readers []int32 // node of each of View.Owners, -1 for one that is not shown

	in     Input
	full   int32 // cap of lanes a group in the step that fits, 0 for none
	levels int32 // cap of levels
	inHead bool  // healthy copies stand beside the group's name
}

// Place fills l from v. It allocates only while its buffers grow.
func Place(l *Layout, v *view.View, in Input) {
	l.reset(v, in)
	l.slots(v)
	l.offsets(v)
	l.readers(v)
	l.brokers(v)
	switch in.Mode {
	case Phone:
		l.phone(v)
	case Page:
		l.page(v)
	default:
		l.big(v)
	}
}

func (l *Layout) reset(v *view.View, in Input) {
	l.in, l.Mode = in, in.Mode
	l.Producers, l.Consumers, l.NameServers = l.Producers[:0], l.Consumers[:0], l.NameServers[:0]
	l.Titles, l.Groups, l.Replicas, l.Lanes = l.Titles[:0], l.Groups[:0], l.Replicas[:0], l.Lanes[:0]
	l.Cables, l.Links, l.MoreGroups, l.Legend = l.Cables[:0], l.Links[:0], 0, Rect{}
	l.Topic, l.Group = topic(v, in.Topic), in.Group
	if l.Group == "" {
		l.Group = group(v, l.Topic)
	}
}

func topic(v *view.View, asked string) string {
	switch {
	case asked != "":
		return asked
	case v.Topic != "" || len(v.Queues) == 0:
		return v.Topic
	}
	return v.Queues[0].Topic
}

func group(v *view.View, topic string) string {
	for i := range v.Groups {
		if v.Groups[i].Topic == topic {
			return v.Groups[i].Name
		}
	}
	if len(v.Groups) > 0 {
		return v.Groups[0].Name
	}
	return ""
}

// NodeAt returns the index of a node in v.Nodes, -1 if it is not there.
func NodeAt(v *view.View, id kernel.NodeID) int32 {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return int32(i)
		}
	}
	return -1
}

// CardOf returns the card of a consumer, the grey one if it is folded into it,
// or -1.
func (l *Layout) CardOf(v *view.View, id kernel.NodeID) int32 {
	n := NodeAt(v, id)
	if n < 0 || v.Nodes[n].Role != view.Consumer {
		return -1
	}
	return l.cardOf(n)
}

func (l *Layout) cardOf(node int32) int32 {
	if node < 0 {
		return -1
	}
	for i := range l.Consumers {
		if l.Consumers[i].Node == node {
			return int32(i)
		}
	}
	if last := len(l.Consumers) - 1; last >= 0 && l.Consumers[last].More > 0 {
		return int32(last)
	}
	return -1
}
