package consumer

import (
	"cmp"
	"slices"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Show appends the consumer's rows.
func (c *Consumer) Show(v *view.View) {
	n := view.Node{
		ID: c.config.Self, Name: c.config.Name, Role: view.Consumer, Version: c.config.Profile.Name,
		Group: c.config.Group, Strategy: c.config.Strategy.Name(), ClientID: c.client.ID(),
		Consumed: c.consumed, Filtered: c.filtered, Owns: int32(len(c.table)),
	}
	for _, p := range c.table {
		n.Cached += p.count
	}
	v.Nodes = append(v.Nodes, n)
	if c.app.phase == appDown || c.app.phase == appStopped {
		return
	}
	for _, p := range c.table {
		v.Owners = append(v.Owners, view.Owner{
			Consumer: c.config.Self, Topic: p.queue.Topic, Broker: p.queue.Broker, ID: p.queue.QueueID,
			Queue: -1, From: c.readsFrom(p), Next: p.pull.next, Cached: p.count, Running: p.running, Locked: p.locked, Dropped: p.dropped, Since: p.since,
		})
		c.showRuns(v, p, int32(len(v.Owners)-1))
		if p.pull.retryAt != 0 {
			v.Timers = append(v.Timers, view.Timer{Node: c.config.Self, Kind: view.TimerPull, At: p.pull.retryAt, Period: pullAfterFailure})
		}
	}
	c.showTimers(v)
}

// readsFrom is the replica asked last, or the one that will be asked first.
func (c *Consumer) readsFrom(p *processQueue) kernel.NodeID {
	if p.pull.from != 0 {
		return p.pull.from
	}
	addr, _, _ := c.client.InSubscribe(p.queue.Broker, wire.MasterID, false)
	return addr
}

func (c *Consumer) showTimers(v *view.View) {
	c.client.Show(v, c.config.Self)
	if c.rebalance.phase == rebWaiting {
		v.Timers = append(v.Timers, view.Timer{Node: c.config.Self, Kind: view.TimerRebalance, At: c.rebalance.due, Period: waitInterval})
	}
	if c.locks() {
		v.Timers = append(v.Timers, view.Timer{Node: c.config.Self, Kind: view.TimerLock, At: c.locker.nextDue, Period: lockInterval})
	}
}

// showRuns appends what the listener has of a queue in its hands now.
func (c *Consumer) showRuns(v *view.View, p *processQueue, owner int32) {
	first := len(v.Runs)
	for i := range c.pool.runs {
		if r := &c.pool.runs[i]; r.busy && r.id == p.id {
			v.Runs = append(v.Runs, view.Run{Owner: owner, Offset: r.offset})
		}
	}
	slices.SortFunc(v.Runs[first:], func(a, b view.Run) int { return cmp.Compare(a.Offset, b.Offset) })
}

// Given is what the listener was handed since ForgetGiven: for those who count
// what comes twice.
func (c *Consumer) Given() []*wire.MessageExt { return c.given }

// Start is a queue that was taken and the offset that it starts at.
type Start struct {
	Queue  wire.MessageQueue
	Offset int64
}

// Taken is the queues that were taken since ForgetGiven.
func (c *Consumer) Taken() []Start { return c.taken }

// ForgetGiven empties Given and Taken.
func (c *Consumer) ForgetGiven() {
	clear(c.given)
	c.given, c.taken = c.given[:0], c.taken[:0]
}

// Held calls f for every message that the consumer has fetched and neither
// acknowledged nor lost: for those who watch that none goes missing.
func (c *Consumer) Held(f func(q wire.MessageQueue, m *wire.MessageExt)) {
	for _, p := range c.table {
		for i := range p.messages.len() {
			f(p.queue, p.messages.at(i).msg)
		}
		for i := range p.consuming.len() {
			f(p.queue, p.consuming.at(i).msg)
		}
	}
}
