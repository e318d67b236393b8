package kernel

import (
	"time"

	"rocketscope/engine/explain"
)

// World is what an Env reaches: the network and the log of records. The
// cluster implements it.
type World interface {
	// Transmit puts a packet on its way; At is set by the network. What e points
	// to is used again for the next one.
	Transmit(e *Event)
	// Note appends a record; decision is nil when none is wanted or given.
	Note(n Note)
}

// Note is an entry for the log of what happened and why.
type Note struct {
	ID       Cause // the note's own number
	Cause    Cause // the note that led to it
	At       Time
	Seq      uint64 // the event during which it was made
	Node     NodeID
	Rule     explain.Rule
	Decision *explain.Decision // nil unless somebody reads
}

// Env is a process's whole reach while it handles one event: the time, a way
// to send, timers, chance, and a place for its reasons. It is made anew for
// every event and must not be kept.
type Env struct {
	world World
	loop  *Loop
	now   Time
	seq   uint64
	cause Cause
	Node
}

// Node is what the world knows of a process when it hands it an event.
type Node struct {
	ID     NodeID
	Life   uint32 // how often it was started
	Scale  int32  // tenths by which work is stretched: 10 on a healthy node
	Record bool   // somebody reads the decisions
}

// Now is the present moment.
func (e *Env) Now() Time { return e.now }

// Self is the process that handles the event.
func (e *Env) Self() NodeID { return e.ID }

// Cause is the record that what happens now follows from.
func (e *Env) Cause() Cause { return e.cause }

// SetCause makes what follows in this event the effect of another record, for
// work that waited in the process's own state.
func (e *Env) SetCause(c Cause) { e.cause = c }

// Seq is the number of the event being handled.
func (e *Env) Seq() uint64 { return e.seq }

// Send hands a packet to the network and returns its number.
func (e *Env) Send(to NodeID, kind Kind, channel, opaque int64, m Message) uint64 {
	seq := e.loop.nextSeq()
	c := e.coming(seq, to, kind, channel, opaque)
	c.Cause, c.Msg = e.cause, m
	e.world.Transmit(c)
	return seq
}

// After arms a timer whose firing is an effect of the present cause: a retry,
// an answer that takes time.
func (e *Env) After(d time.Duration, kind Kind, gen uint32, a, b int64) {
	e.arm(d, e.cause, kind, gen, a, b)
}

// Every arms a timer that fires because its period is over and for no other
// reason: what it does begins a new chain of causes.
func (e *Env) Every(d time.Duration, kind Kind, gen uint32, a, b int64) {
	e.arm(d, 0, kind, gen, a, b)
}

func (e *Env) arm(d time.Duration, cause Cause, kind Kind, gen uint32, a, b int64) {
	c := e.coming(e.loop.nextSeq(), e.ID, kind, a, b)
	c.At, c.Cause, c.Gen, c.Life, c.Msg = e.now.Add(d), cause, gen, e.Life, nil
	e.loop.queue.Push(c)
}

// coming begins an event that this process causes now. Its fields are set one by
// one, which costs less in WebAssembly than a copy of the whole.
func (e *Env) coming(seq uint64, to NodeID, kind Kind, a, b int64) *Event {
	c := &e.loop.coming
	c.Seq, c.Sent, c.From, c.To, c.Kind, c.Gen, c.Life, c.A, c.B = seq, e.now, e.ID, to, kind, 0, 0, a, b
	return c
}

// Work returns how long the process needs for work that takes d on a node that
// is not slowed.
func (e *Env) Work(d time.Duration) time.Duration {
	return d * time.Duration(e.Scale) / 10
}

// Explaining reports whether somebody reads: only then is it worth building a
// Decision. Explain must be called either way.
func (e *Env) Explaining() bool { return e.Record }

// Explain records a decision and makes it the cause of all that follows in
// this event. When nobody reads only d.Rule is looked at.
func (e *Env) Explain(d explain.Decision) Cause {
	id := e.loop.nextNote()
	n := Note{ID: id, Cause: e.cause, At: e.now, Seq: e.seq, Node: e.ID, Rule: d.Rule}
	if e.Record {
		kept := d
		n.Decision = &kept
	}
	e.world.Note(n)
	e.cause = id
	return id
}
