package client

import (
	"slices"
	"strconv"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// RequestTimeout is the time that route and heartbeat requests may take
// [ClientConfig.mqClientApiTimeout].
const RequestTimeout = 3 * time.Second

// FirstPurpose is the first remoting.Purpose that a process may use for calls of
// its own.
const FirstPurpose remoting.Purpose = 16

// FirstProcessTimer is the first kind of timer that a process may use itself.
const FirstProcessTimer = remoting.FirstProcessTimer + 16

const (
	purposeRoute remoting.Purpose = 1 + iota
	purposeHeartbeat
	purposeUnregister
)

const (
	timerScheduled = remoting.FirstProcessTimer + iota // the scheduled thread's next job
	timerLock                                          // a thread has waited for a lock long enough; A is its operation
)

// Thread names a thread of the client process; each can be in one blocking
// operation at a time. A process numbers its own from FirstThread.
type Thread uint8

// The threads that every client instance has.
const (
	Scheduled Thread = iota // MQClientFactoryScheduledThread
	Netty                   // NettyClientNIOBossThread's event executor
	FirstThread
)

// Config is what a client instance is made of.
type Config struct {
	Name        string // the node's name; source of the default client id
	ClientID    string // ip@instanceName when it is set by hand; "" for the default
	Seed        uint64
	Profile     *profile.Client
	NameServers []wire.Addr
	Consumer    bool // has a consumer: heartbeats to slaves too, offset persist job
}

// ID is the client id in a life of the process [ClientConfig.buildMQClientId].
// A clustering client's instance part is its process id, here the node's name
// and from the second life on its number, so that the order of ids follows the
// names; a broadcasting client's is DEFAULT in every life.
func (c *Config) ID(life uint32, broadcasting bool) string {
	switch {
	case c.ClientID != "":
		return c.ClientID
	case broadcasting:
		return c.Name + "@DEFAULT"
	case life > 1:
		return "10.0.0.1@" + c.Name + "#" + strconv.Itoa(int(life))
	}
	return "10.0.0.1@" + c.Name
}

// Instance is MQClientInstance together with its remoting client. The zero
// value is not usable; New makes one and Start begins its life.
type Instance struct {
	Remoting remoting.Endpoint

	config  Config
	id      string
	brokers []brokerAddrs // brokerAddrTable, by name
	topics  []topic       // topicRouteTable and what is derived from it, by name
	polled  []string      // the topics of every subscription and publish list, sorted
	members kernel.Stream // which broker is asked for a group's members
	servers kernel.Stream // which name server is first
	server  int           // index of the name server in use, -1 before the first choice

	producerGroups []string
	consumers      []wire.ConsumerData
	beat           *wire.HeartBeat // what the next heartbeat says, nil when it must be built

	jobs    [jobCount]job
	running int // the job that the scheduled thread is in, -1 none
	cursor  string
	gen     uint32

	ops      []op
	opID     int64
	nameLock int64 // the operation that holds lockNamesrv, 0 none
	beatLock int64 // the operation that holds lockHeartbeat, 0 none
	active   []wire.Addr

	out   []Notice
	taken int
}

// NoticeKind is what a Notice says.
type NoticeKind uint8

// The kinds of notices.
const (
	Remoting      NoticeKind = iota // Delivery concerns the process itself
	RouteFetched                    // FetchRoute, or a poll of the scheduled thread, has ended
	HeartbeatSent                   // SendHeartbeats has ended
	Unregistered                    // Unregister has ended
	PersistDue                      // the scheduled thread persists offsets; the process must call JobDone
	Reconnected                     // 5.2.0+: a broker was reconnected and has the heartbeat: rebalance
)

// Notice is something that the instance hands to its process.
type Notice struct {
	Kind     NoticeKind
	Thread   Thread // the thread that is free again
	Topic    string // RouteFetched
	OK       bool   // RouteFetched: a route came; HeartbeatSent: the lock was free and a broker known
	Changed  bool   // RouteFetched: the tables were rebuilt
	Cause    kernel.Cause
	Delivery *remoting.Delivery // of the kind Remoting; it holds until the next notice is asked for
}

// New returns an instance that has not started.
func New(c Config) Instance {
	return Instance{
		config:  c,
		members: kernel.NewStream(c.Seed, c.Name+" findConsumerIdList"),
		servers: kernel.NewStream(c.Seed, c.Name+" namesrvIndex"),
		server:  -1, running: -1,
	}
}

// Start begins a life under a client id: nothing is known yet but where the name
// servers are [MQClientInstance.start].
func (c *Instance) Start(env *kernel.Env, id string) {
	c.reset()
	c.id = id
	c.Remoting.Open(env, remoting.Options{ClosesOnTimeout: c.config.Profile.ClosesOnTimeout, FailsPendingOnClose: c.config.Profile.FailsPendingOnClose})
	c.AddTopic(CreateTopicKey)
	c.startJobs(env)
}

// Crash forgets everything: memory is gone.
func (c *Instance) Crash() {
	c.reset()
	c.Remoting.Close()
}

// Stop ends the scheduled thread; what it is doing it still ends
// [MQClientInstance.shutdown].
func (c *Instance) Stop() {
	for i := range c.jobs {
		c.jobs[i].next = kernel.Never
	}
	c.gen++
}

func (c *Instance) reset() {
	c.brokers, c.topics, c.polled = c.brokers[:0], c.topics[:0], c.polled[:0]
	c.producerGroups, c.consumers, c.beat = c.producerGroups[:0], c.consumers[:0], nil
	c.ops, c.nameLock, c.beatLock, c.active = c.ops[:0], 0, 0, c.active[:0]
	c.server, c.running, c.cursor = -1, -1, ""
	c.out, c.taken = c.out[:0], 0
	c.gen++
}

// ID is the client id of the present life.
func (c *Instance) ID() string { return c.id }

// Clone returns a copy with a future of its own.
func (c *Instance) Clone() Instance {
	n := *c
	n.Remoting = c.Remoting.Clone()
	n.brokers, n.topics, n.polled = slices.Clone(c.brokers), slices.Clone(c.topics), slices.Clone(c.polled)
	n.producerGroups, n.consumers = slices.Clone(c.producerGroups), slices.Clone(c.consumers)
	n.ops, n.active, n.out = slices.Clone(c.ops), slices.Clone(c.active), slices.Clone(c.out)
	return n
}

// Take takes in a packet or one of the instance's own timers, and reports
// whether it was one: a timer of the process itself is not.
func (c *Instance) Take(env *kernel.Env, e *kernel.Event) bool {
	switch {
	case e.Kind < remoting.FirstProcessTimer:
		c.Remoting.Take(env, e)
	case e.Kind == timerScheduled:
		if e.Gen == c.gen {
			c.runJob(env)
		}
	case e.Kind == timerLock:
		c.lockTimedOut(env, e.A)
	default:
		return false
	}
	return true
}

// Next hands out what Take and the operations since have brought, in order, and
// sets the cause of what follows. ok is false when there is no more.
func (c *Instance) Next(env *kernel.Env) (n Notice, ok bool) {
	for {
		if c.taken < len(c.out) {
			n = c.out[c.taken]
			c.taken++
			if n.Cause != 0 {
				env.SetCause(n.Cause)
			}
			return n, true
		}
		clear(c.out)
		c.out, c.taken = c.out[:0], 0
		d := c.Remoting.Next(env)
		if d == nil {
			return Notice{}, false
		}
		if c.delivered(env, d) {
			continue
		}
		return Notice{Kind: Remoting, Delivery: d}, true
	}
}

// delivered takes in the answers that the instance itself waits for.
func (c *Instance) delivered(env *kernel.Env, d *remoting.Delivery) bool {
	switch d.Kind {
	case remoting.Asked, remoting.Told:
		return false
	case remoting.Opened:
		c.channelActive(env, d.Peer)
		return false
	case remoting.Gone:
		return false
	}
	switch d.Call.Purpose {
	case purposeRoute:
		c.routeAnswered(env, d)
	case purposeHeartbeat, purposeUnregister:
		c.roundAnswered(env, d)
	default:
		return false
	}
	return true
}

func (c *Instance) notify(env *kernel.Env, n Notice) {
	n.Cause = env.Cause()
	c.out = append(c.out, n)
}
