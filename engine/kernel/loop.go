package kernel

import "rocketscope/engine/explain"

// Loop is the state of simulated time: the events to come and the counters
// that number everything. The zero value starts at 0 with nothing to do.
type Loop struct {
	queue Queue
	now   Time
	seq   uint64 // last number given to an event
	note  Cause  // last number given to a record

	// The event that happens now, and the one that is about to be pushed: they lie
	// here so that handing them on allocates nothing.
	event, coming Event
}

// Now is the moment of the last event taken, or the moment advanced to.
func (l *Loop) Now() Time { return l.now }

// Queue gives access to the events to come.
func (l *Loop) Queue() *Queue { return &l.queue }

// Notes is the number of the last record.
func (l *Loop) Notes() Cause { return l.note }

// Next takes the earliest event if it is due by until, and moves the time to it.
// It is nil if there is none, and holds until the next one is taken.
func (l *Loop) Next(until Time) *Event {
	top := l.queue.Peek()
	if top == nil || top.At > until {
		return nil
	}
	l.now = top.At
	l.queue.Pop(&l.event)
	return &l.event
}

// Advance moves the time forward to t; no event may be due before.
func (l *Loop) Advance(t Time) { l.now = max(l.now, t) }

// Env returns the reach of a process for event e.
func (l *Loop) Env(w World, n Node, e *Event) Env {
	return Env{world: w, loop: l, now: l.now, seq: e.Seq, cause: e.Cause, Node: n}
}

// EnvFor returns the reach of a process for something that a person does to it now.
func (l *Loop) EnvFor(w World, n Node, cause Cause) Env {
	return Env{world: w, loop: l, now: l.now, seq: l.nextSeq(), cause: cause, Node: n}
}

// Act records what a person did, or what befell the network, and returns it as
// a cause.
func (l *Loop) Act(w World, node NodeID, d explain.Decision) Cause {
	id := l.nextNote()
	w.Note(Note{ID: id, At: l.now, Seq: l.seq, Node: node, Rule: d.Rule, Decision: &d})
	return id
}

// Seq is the last number given to an event.
func (l *Loop) Seq() uint64 { return l.seq }

func (l *Loop) nextSeq() uint64 { l.seq++; return l.seq }

func (l *Loop) nextNote() Cause { l.note++; return l.note }

// Counters are the numbers that a Loop gives out next.
type Counters struct {
	seq  uint64
	note Cause
}

// Counters returns the present ones, for an act that may be refused.
func (l *Loop) Counters() Counters { return Counters{l.seq, l.note} }

// Restore takes numbers back that nothing has used.
func (l *Loop) Restore(c Counters) { l.seq, l.note = c.seq, c.note }

// Clone returns a copy with a future of its own.
func (l *Loop) Clone() Loop {
	c := *l
	c.queue = l.queue.Clone()
	return c
}
