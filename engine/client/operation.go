package client

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
)

// lockTimeout is how long a thread waits for lockNamesrv, or for lockHeartbeat
// when it unregisters [MQClientInstance.LOCK_TIMEOUT_MILLIS].
const lockTimeout = 3 * time.Second

type opKind uint8

const (
	opRoute      opKind = iota // updateTopicRouteInfoFromNameServer
	opClean                    // cleanOfflineBroker
	opHeartbeat                // sendHeartbeatToAllBrokerWithLock
	opReconnect                // sendHeartbeatToBroker, on a new channel
	opUnregister               // unregisterClientWithLock
)

// op is a blocking operation that a thread is in.
type op struct {
	id      int64
	kind    opKind
	thread  Thread
	cause   kernel.Cause
	waiting bool // for its lock

	topic    string // opRoute
	template bool   // opRoute: ask for the template topic in its name
	tried    int    // opRoute: name servers tried
	started  kernel.Time

	msg    kernel.Message // what the round sends to every broker
	broker string         // the address that the round is at
	broID  int64
}

func (c *Instance) begin(env *kernel.Env, o op) *op {
	c.opID++
	o.id, o.cause, o.started, o.broID = c.opID, env.Cause(), env.Now(), -1
	c.ops = append(c.ops, o)
	return &c.ops[len(c.ops)-1]
}

func (c *Instance) find(id int64) *op {
	for i := range c.ops {
		if c.ops[i].id == id {
			return &c.ops[i]
		}
	}
	return nil
}

// lockOf tells which of the two locks an operation runs under.
func (c *Instance) lockOf(o *op) *int64 {
	if o.kind == opRoute || o.kind == opClean {
		return &c.nameLock
	}
	return &c.beatLock
}

// acquire takes the operation's lock or makes it wait for it, 3 s at most.
func (c *Instance) acquire(env *kernel.Env, o *op) {
	if lock := c.lockOf(o); *lock == 0 {
		*lock = o.id
		c.locked(env, o)
		return
	}
	o.waiting = true
	env.After(lockTimeout, timerLock, 0, o.id, 0)
}

func (c *Instance) locked(env *kernel.Env, o *op) {
	switch o.kind {
	case opRoute:
		c.askNameServer(env, o)
	case opClean:
		c.cleanOfflineBroker(env)
		c.finish(env, o, Notice{})
	default:
		c.nextInRound(env, o)
	}
}

func (c *Instance) lockTimedOut(env *kernel.Env, id int64) {
	if o := c.find(id); o != nil && o.waiting {
		c.finish(env, o, Notice{Kind: o.noticeKind(), Topic: o.topic})
	}
}

func (o *op) noticeKind() NoticeKind {
	switch o.kind {
	case opRoute:
		return RouteFetched
	case opUnregister:
		return Unregistered
	}
	return HeartbeatSent
}

// finish ends an operation: its lock goes to the next that waits, its thread
// goes on.
func (c *Instance) finish(env *kernel.Env, o *op, n Notice) {
	done := *o
	c.ops = slices.DeleteFunc(c.ops, func(p op) bool { return p.id == done.id })
	if done.kind != opClean {
		n.Thread = done.thread
		if done.kind != opReconnect || n.OK {
			c.notify(env, n)
		}
	}
	if lock := c.lockOf(&done); *lock == done.id {
		*lock = 0
		c.passOn(env, lock)
	}
	switch done.thread {
	case Scheduled:
		c.continueJob(env, done.kind)
	case Netty:
		c.nextActive(env)
	}
}

// passOn gives a free lock to the operation that has waited longest.
func (c *Instance) passOn(env *kernel.Env, lock *int64) {
	for i := range c.ops {
		o := &c.ops[i]
		if !o.waiting || c.lockOf(o) != lock {
			continue
		}
		o.waiting = false
		*lock = o.id
		cause := env.Cause()
		env.SetCause(o.cause)
		c.locked(env, o)
		env.SetCause(cause)
		return
	}
}

// FailureName is RocketMQ's exception for a failure, for use as a fact.
func FailureName(f remoting.Failure) string {
	switch f {
	case remoting.ConnectRefused, remoting.ConnectTimedOut:
		return "RemotingConnectException"
	case remoting.SendFailed:
		return "RemotingSendRequestException"
	case remoting.TimedOut, remoting.TimedOutUnsent:
		return "RemotingTimeoutException"
	}
	return ""
}
