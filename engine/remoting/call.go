package remoting

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// Mode is how a call waits for its answer.
type Mode uint8

const (
	// Sync fails exactly when its timeout is over.
	Sync Mode = iota
	// Async fails when the scan of pending requests finds it, 1 to 2 s after its timeout.
	Async
	// Oneway has no answer.
	Oneway
)

// Failure says why a call came to nothing.
type Failure uint8

// The failures, as RocketMQ's exceptions.
const (
	NoFailure       Failure = iota
	ConnectRefused          // RemotingConnectException, at once
	ConnectTimedOut         // RemotingConnectException, after ConnectTimeout
	SendFailed              // RemotingSendRequestException: the channel closed under it
	TimedOut                // RemotingTimeoutException
	TimedOutUnsent          // RemotingTimeoutException: connecting took the whole timeout
)

// Purpose tells a process what one of its calls was for. A process defines its own.
type Purpose uint16

// Call is a request on its way. Purpose, A and B are the caller's own.
type Call struct {
	Opaque  int64
	To      kernel.NodeID
	Mode    Mode
	Purpose Purpose
	A, B    int64
	Msg     kernel.Message
	Started kernel.Time
	Timeout time.Duration
	Cause   kernel.Cause

	channel int64
	sent    bool
}

// Call sends c.Msg to c.To over the channel that this process keeps to it, and
// opens one first if need be. Opaque and Started are filled in. It reports
// whether the request left at once; if not, a Sent or a Failed delivery follows
// when connecting has ended, and until then the calling thread is blocked.
// The outcome of a request is an Answered or a Failed delivery; a one-way call
// that has left has none.
func (e *Endpoint) Call(env *kernel.Env, c Call) (opaque int64, sent bool) {
	e.opaque++
	c.Opaque, c.Started, c.Cause = e.opaque, env.Now(), env.Cause()
	ch := e.outgoing(c.To)
	if ch == nil {
		id := int64(env.Send(c.To, wire.Connect, 0, 0, nil))
		e.addChannel(channel{id: id, peer: c.To, outgoing: true, connectBy: env.Now().Add(ConnectTimeout)})
		ch = e.channel(id)
	}
	c.channel = ch.id
	if ch.open {
		e.dispatch(env, &c)
	}
	if !ch.open || c.Mode != Oneway {
		e.calls = append(e.calls, c)
	}
	e.arm(env)
	return c.Opaque, c.sent
}

// Dial opens a channel to another port of a peer, beside the one that Call
// keeps, and returns its number. Both ends then Tell over it. It ends in an
// Opened delivery, or in a Gone one when it is refused, takes longer than
// timeout or closes later.
func (e *Endpoint) Dial(env *kernel.Env, to kernel.NodeID, port int64, timeout time.Duration) (id int64) {
	id = int64(env.Send(to, wire.Connect, 0, port, nil))
	e.addChannel(channel{id: id, peer: to, port: port, outgoing: true, connectBy: env.Now().Add(timeout)})
	e.arm(env)
	return id
}

func (e *Endpoint) dispatch(env *kernel.Env, c *Call) {
	kind := wire.Request
	if c.Mode == Oneway {
		kind = wire.Oneway
	}
	env.Send(c.To, kind, c.channel, c.Opaque, c.Msg)
	c.sent = true
}

// Reply answers a request on the channel it came by. A channel that has closed
// since swallows it.
func (e *Endpoint) Reply(env *kernel.Env, channel, opaque int64, m kernel.Message) {
	if peer := e.PeerOf(channel); peer != 0 {
		env.Send(peer, wire.Response, channel, opaque, m)
	}
}

// Tell sends a one-way message over an open channel, whoever opened it. It reports
// whether the channel was open.
func (e *Endpoint) Tell(env *kernel.Env, channel int64, m kernel.Message) bool {
	peer := e.PeerOf(channel)
	if peer == 0 {
		return false
	}
	env.Send(peer, wire.Oneway, channel, 0, m)
	return true
}

// Shut closes a channel from this side: the peer is told, and the requests that
// wait on it fail at once.
func (e *Endpoint) Shut(env *kernel.Env, id int64) {
	c := e.channel(id)
	if c == nil {
		return
	}
	env.Send(c.peer, wire.Closed, id, 0, nil)
	e.dropChannel(id)
	e.failCalls(id, SendFailed)
	e.arm(env)
}

// ShutPeer closes the channel that this process keeps to a peer, if there is one.
func (e *Endpoint) ShutPeer(env *kernel.Env, peer kernel.NodeID) {
	if c := e.outgoing(peer); c != nil {
		e.Shut(env, c.id)
	}
}

// deadline is when a call must be looked at if nothing answers it.
func (e *Endpoint) deadline(c *Call) kernel.Time {
	switch {
	case !c.sent:
		return kernel.Never // its channel's connect deadline comes first
	case c.Mode == Sync:
		return c.Started.Add(c.Timeout)
	default:
		return e.scanAfter(c.Started.Add(c.Timeout + scanSlack))
	}
}

// scanAfter is the first scan of pending requests at or after t.
func (e *Endpoint) scanAfter(t kernel.Time) kernel.Time {
	first := e.start.Add(scanFirst)
	if t <= first {
		return first
	}
	n := (t.Sub(first) + scanEvery - 1) / scanEvery
	return first.Add(n * scanEvery)
}

// arm makes sure that the deadline timer fires at the earliest moment at which
// something may have run out. It only looks that moment up when it must.
func (e *Endpoint) arm(env *kernel.Env) {
	next := kernel.Never
	for i := range e.channels {
		if c := &e.channels[i]; c.outgoing && !c.open {
			next = min(next, c.connectBy)
		}
	}
	for i := range e.calls {
		next = min(next, e.deadline(&e.calls[i]))
	}
	if next == kernel.Never || (e.armed != 0 && e.armed <= next) {
		return
	}
	e.armed = next
	e.gen++
	env.After(next.Sub(env.Now()), TimerDeadline, e.gen, 0, 0)
}
