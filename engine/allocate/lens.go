package allocate

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// Lists is what a strategy shares out: a topic's queues and a group's client
// ids, both sorted as the rebalancer sorts them.
type Lists struct {
	Queues  []wire.MessageQueue
	Members []string
}

// Equal tells whether two lists are the same, entry by entry.
func (l Lists) Equal(o Lists) bool {
	return slices.Equal(l.Queues, o.Queues) && slices.Equal(l.Members, o.Members)
}

// Lens shows strategies side by side: how each shares out the lists before a
// change and after it, if every member used it.
type Lens struct {
	Before, After Lists
	RoomChecks    bool // see Args
	Columns       []Column
}

// Column is one strategy of a Lens.
type Column struct {
	Strategy      Strategy
	Before, After Plan
	Moved         int // queues of both lists whose owner is another one after the change
}

// Plan is the shares of all members.
type Plan struct {
	Shares  [][]wire.MessageQueue // by place in Lists.Members
	Err     error                 // what the strategy throws; then nobody has a share
	Least   int                   // the smallest share
	Most    int                   // the largest
	Idle    int                   // members without a queue
	Unowned int                   // queues that nobody takes
	Shared  int                   // queues that several take
}

// NewLens works out every strategy over both lists.
func NewLens(before, after Lists, strategies []Strategy, roomChecks bool) Lens {
	l := Lens{Before: before, After: after, RoomChecks: roomChecks}
	for _, s := range strategies {
		c := Column{Strategy: s, Before: l.plan(s, before), After: l.plan(s, after)}
		c.Moved = moved(before, after, c.Before, c.After)
		l.Columns = append(l.Columns, c)
	}
	return l
}

// Why is the reason of one member's share after the change, with its arithmetic.
func (l *Lens) Why(column, member int) explain.Decision {
	_, d, _ := l.Columns[column].Strategy.Allocate(nil, l.args(l.After, l.After.Members[member], nil), true)
	return d
}

func (l *Lens) args(lists Lists, current string, s *Scratch) Args {
	return Args{Current: current, Queues: lists.Queues, Members: lists.Members, Sorted: true, RoomChecks: l.RoomChecks, Scratch: s}
}

func (l *Lens) plan(s Strategy, lists Lists) (p Plan) {
	var scratch Scratch
	for _, id := range lists.Members {
		share, _, err := s.Allocate(nil, l.args(lists, id, &scratch), false)
		if err != nil {
			return Plan{Err: err, Unowned: len(lists.Queues), Idle: len(lists.Members)}
		}
		p.Shares = append(p.Shares, share)
	}
	p.Least = len(lists.Queues)
	for _, share := range p.Shares {
		p.Least, p.Most = min(p.Least, len(share)), max(p.Most, len(share))
		if len(share) == 0 {
			p.Idle++
		}
	}
	for _, owners := range owners(lists, p) {
		switch {
		case len(owners) == 0:
			p.Unowned++
		case len(owners) > 1:
			p.Shared++
		}
	}
	return p
}

// owners lists for each queue the places of those who take it.
func owners(lists Lists, p Plan) [][]int {
	all := make([][]int, len(lists.Queues))
	for member, share := range p.Shares {
		for _, q := range share {
			if k, ok := slices.BinarySearchFunc(lists.Queues, q, CompareQueues); ok {
				all[k] = append(all[k], member)
			}
		}
	}
	return all
}

// moved counts the queues of both lists that are not taken by the same ids.
func moved(before, after Lists, was, is Plan) (n int) {
	old, now := owners(before, was), owners(after, is)
	for k, q := range after.Queues {
		j, ok := slices.BinarySearchFunc(before.Queues, q, CompareQueues)
		if ok && !slices.EqualFunc(old[j], now[k], func(a, b int) bool { return before.Members[a] == after.Members[b] }) {
			n++
		}
	}
	return n
}
