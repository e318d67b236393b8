package view

import (
	"slices"

	"rocketscope/engine/kernel"
)

// Unit says what a cell's value means.
type Unit uint8

// The units. Names and Client are texts, Word and Result a text and a number,
// all others numbers.
const (
	Name    Unit = iota // a name
	Client              // a client id
	Word                // a key that has words, with the number that belongs to it
	Result              // RocketMQ's name for an outcome, "" for none, and a response code, -1 for none
	Count               // a number or an offset; below 0 there is none
	Address             // a NodeID; 0 is none
	Moment              // a kernel.Time; 0 is never
	Length              // nanoseconds
	YesNo               // 0 or 1
)

// Column is one column of a table.
type Column struct {
	Key      string // stable name; the key of its words
	Unit     Unit
	Compared bool // two nodes whose rows differ here disagree
}

// TableInfo describes one of the tables that a process keeps.
type TableInfo struct {
	Key     string // stable name: "routes"
	Source  string // RocketMQ's Class.field
	Fact    string // tables of one fact are views of the same thing; "" if nobody else has it
	Whole   bool   // a node that lacks the row says that there is no such thing
	Alone   bool   // another node's row of the same subject is a disagreement by itself
	Columns []Column
}

// Table is one of the kinds of tables.
type Table uint8

// The tables, in the order in which an inspector shows them.
const (
	ClientRoutes Table = iota
	ClientAddresses
	ClientFaults
	ClientSends
	ClientChoices // of the last sends; a row that has no budget was passed over
	ProcessQueues
	ClientMembers
	ClientOffsets
	ClientSubscriptions
	ClientLocks
	ServerRoutes
	ServerAddresses
	BrokerTopics
	BrokerMembers
	BrokerSubscriptions
	BrokerOffsets
	BrokerLocks
	BrokerHolds
	BrokerLevels
	BrokerReplicas
	Deliveries     // what no process knows: node 0 keeps it
	Tables     int = iota
)

var tables = [Tables]TableInfo{
	ClientRoutes: {"routes", "MQClientInstance.topicRouteTable", "route", false, false, []Column{
		{"topic", Name, false}, {"broker", Name, false}, {"read", Count, true}, {"write", Count, true}}},
	ClientAddresses: {"addresses", "MQClientInstance.brokerAddrTable", "address", false, false, []Column{
		{"broker", Name, false}, {"id", Count, false}, {"node", Address, true}}},
	ClientFaults: {"faults", "LatencyFaultToleranceImpl.faultItemTable", "", false, false, []Column{
		{"broker", Name, false}, {"latency", Length, false}, {"until", Moment, false}, {"reachable", YesNo, false}}},
	ClientSends: {"sends", "DefaultMQProducerImpl.sendDefaultImpl", "", false, false, []Column{
		{"message", Count, false}, {"queue", Name, false}, {"try", Count, false}, {"since", Moment, false}}},
	ClientChoices: {"choices", "MQFaultStrategy.selectOneMessageQueue", "", false, false, []Column{
		{"message", Count, false}, {"try", Count, false}, {"queue", Name, false}, {"how", Word, false},
		{"budget", Length, false}, {"outcome", Result, false}, {"took", Length, false}}},
	ProcessQueues: {"process-queues", "RebalanceImpl.processQueueTable", "owner", false, true, []Column{
		{"topic", Name, false}, {"queue", Name, false}, {"from", Address, false}, {"next", Count, false}, {"cached", Count, false},
		{"running", Count, false}, {"locked", YesNo, false}, {"dropped", YesNo, false}, {"since", Moment, false}}},
	ClientMembers: {"member-list", "RebalanceImpl.rebalanceByTopic", "member", false, false, []Column{
		{"index", Count, false}, {"client", Client, false}}},
	ClientOffsets: {"offsets", "RemoteBrokerOffsetStore.offsetTable", "offset", false, false, []Column{
		{"topic", Name, false}, {"queue", Name, false}, {"offset", Count, true}}},
	ClientSubscriptions: {"subscriptions", "RebalanceImpl.subscriptionInner", "subscription", false, false, []Column{
		{"topic", Name, false}, {"expression", Name, true}, {"version", Count, false}}},
	ClientLocks: {"locks", "ProcessQueue.locked", "lock", false, false, []Column{
		{"queue", Name, false}, {"client", Client, true}, {"renewed", Moment, false}}},
	ServerRoutes: {"routes", "RouteInfoManager.topicQueueTable", "route", true, false, []Column{
		{"topic", Name, false}, {"broker", Name, false}, {"read", Count, true}, {"write", Count, true}}},
	ServerAddresses: {"live", "RouteInfoManager.brokerLiveTable", "address", true, false, []Column{
		{"broker", Name, false}, {"id", Count, false}, {"node", Address, true}, {"heard", Moment, false}}},
	BrokerTopics: {"topics", "TopicConfigManager.topicConfigTable", "route", false, false, []Column{
		{"topic", Name, false}, {"read", Count, true}, {"write", Count, true}}},
	BrokerMembers: {"members", "ConsumerManager.consumerTable", "member", true, false, []Column{
		{"group", Name, false}, {"client", Client, false}, {"heard", Moment, false}}},
	BrokerSubscriptions: {"subscriptions", "ConsumerGroupInfo.subscriptionTable", "subscription", false, false, []Column{
		{"group", Name, false}, {"topic", Name, false}, {"expression", Name, true}, {"version", Count, false}}},
	BrokerOffsets: {"offsets", "ConsumerOffsetManager.offsetTable", "offset", false, false, []Column{
		{"group", Name, false}, {"topic", Name, false}, {"queue", Name, false}, {"offset", Count, true}, {"saved", Count, false}, {"lag", Count, false}}},
	BrokerLocks: {"locks", "RebalanceLockManager.mqLockTable", "lock", true, false, []Column{
		{"group", Name, false}, {"queue", Name, false}, {"client", Client, true}, {"renewed", Moment, false}}},
	BrokerHolds: {"holds", "PullRequestHoldService.pullRequestTable", "", false, false, []Column{
		{"group", Name, false}, {"queue", Name, false}, {"client", Client, false}, {"offset", Count, false}, {"until", Moment, false}}},
	BrokerLevels: {"levels", "ScheduleMessageService.offsetTable", "", false, false, []Column{
		{"level", Count, false}, {"waiting", Count, false}, {"due", Moment, false}}},
	BrokerReplicas: {"slaves", "HAService.connectionList", "", false, false, []Column{
		{"node", Address, false}, {"acked", Count, false}, {"behind", Count, false}, {"heard", Moment, false}}},
	Deliveries: {"deliveries", "MessageListener.consumeMessage", "", false, false, []Column{
		{"group", Name, false}, {"topic", Name, false}, {"queue", Name, false}, {"delivered", Count, false}, {"repeated", Count, false}, {"skipped", Count, false}}},
}

// Info describes a table.
func (t Table) Info() *TableInfo { return &tables[t] }

// Subject is what a row is about. Two rows of one fact, subject and part are two
// nodes' views of the same thing.
type Subject struct {
	Group, Topic, Broker string
	Queue                int32 // -1 if it is about no queue
}

// Cell is one value; Text holds names and client ids, Num all else. A Word and a
// Result have both.
type Cell struct {
	Num  int64
	Text string
}

// Row is one line of a process's table.
type Row struct {
	Node    kernel.NodeID // whose table it is; 0 for the account that nobody in the cluster keeps
	Table   Table
	Subject Subject
	Part    string // which of the subject's: a broker, a client id
	Cells   []Cell // as the table's columns
}

// Inspection is the tables of one or more processes: all that they know.
type Inspection struct{ Rows []Row }

// Add appends a row.
func (i *Inspection) Add(node kernel.NodeID, t Table, s Subject, part string, cells ...Cell) {
	i.Rows = append(i.Rows, Row{Node: node, Table: t, Subject: s, Part: part, Cells: cells})
}

// Text is a cell that holds a name.
func Text(s string) Cell { return Cell{Text: s} }

// Num is a cell that holds a number.
func Num[T ~int | ~int32 | ~int64 | ~uint64](n T) Cell { return Cell{Num: int64(n)} }

// Bool is a cell that holds yes or no.
func Bool(b bool) Cell {
	if b {
		return Cell{Num: 1}
	}
	return Cell{}
}

// Same reports whether two rows are the same line of the same node's table.
func (r *Row) Same(o *Row) bool {
	return r.Node == o.Node && r.Table == o.Table && r.Subject == o.Subject && r.Part == o.Part
}

// Difference is what another node says instead of a cell.
type Difference struct {
	Node   kernel.NodeID // who says so
	Column int           // of the row; -1: that node has no such row, or it has one too where only one may
	Also   bool          // Column -1: it has one too
	Value  Cell
}

// Differences lists what other nodes say instead of a row of this inspection.
// whole tells whether a node is one whose lack of the row means something.
func (i *Inspection) Differences(r *Row, whole func(*Row) []kernel.NodeID) (all []Difference) {
	info := r.Table.Info()
	if info.Fact == "" {
		return nil
	}
	var spoke []kernel.NodeID
	for k := range i.Rows {
		o := &i.Rows[k]
		if o.Node == r.Node || o.Table.Info().Fact != info.Fact || o.Subject != r.Subject {
			continue
		}
		if info.Alone {
			all = append(all, Difference{Node: o.Node, Column: -1, Also: true})
		}
		if o.Part != r.Part {
			continue
		}
		spoke = append(spoke, o.Node)
		all = appendCells(all, r, o)
	}
	for _, n := range whole(r) {
		if n != r.Node && !slices.Contains(spoke, n) {
			all = append(all, Difference{Node: n, Column: -1})
		}
	}
	return all
}

// appendCells compares the columns that both rows have.
func appendCells(all []Difference, r, o *Row) []Difference {
	for c, column := range r.Table.Info().Columns {
		if !column.Compared {
			continue
		}
		j := slices.IndexFunc(o.Table.Info().Columns, func(x Column) bool { return x.Key == column.Key })
		if j >= 0 && o.Cells[j] != r.Cells[c] {
			all = append(all, Difference{Node: o.Node, Column: c, Value: o.Cells[j]})
		}
	}
	return all
}

// Has is the table in which a process of a role keeps a fact; ok is false if it
// keeps none.
func Has(role Role, fact string) (t Table, ok bool) {
	first, last := ClientRoutes, ServerRoutes
	switch role {
	case NameServer:
		first, last = ServerRoutes, BrokerTopics
	case Broker:
		first, last = BrokerTopics, Table(Tables)
	}
	for t = first; t < last; t++ {
		if tables[t].Fact == fact {
			return t, true
		}
	}
	return 0, false
}

// Missing lists the rows of other nodes that a node might have and has not:
// those of a fact that it keeps, about a subject that it knows something of or
// must know all of. Each is named once, as the first of the others has it.
func (i *Inspection) Missing(node kernel.NodeID, role Role, whole func(*Row) []kernel.NodeID) (all []Row) {
	for k := range i.Rows {
		o := &i.Rows[k]
		t, has := Has(role, o.Table.Info().Fact)
		if o.Node == node || !has || o.Table.Info().Fact == "" || tables[t].Alone || slices.ContainsFunc(all, o.likewise) {
			continue
		}
		knows, same := false, false
		for j := range i.Rows {
			if r := &i.Rows[j]; r.Node == node && r.Table == t && r.Subject == o.Subject {
				knows, same = true, same || r.Part == o.Part
			}
		}
		if !same && (knows || tables[t].Whole && slices.Contains(whole(o), node)) {
			all = append(all, *o)
		}
	}
	return all
}

// likewise reports whether two rows are of one fact, subject and part.
func (r *Row) likewise(o Row) bool {
	return r.Table.Info().Fact == o.Table.Info().Fact && r.Subject == o.Subject && r.Part == o.Part
}
