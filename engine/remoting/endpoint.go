package remoting

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// TimerDeadline is the endpoint's own timer; a process hands it to Take like a packet.
const TimerDeadline = wire.FirstTimer

// FirstProcessTimer is the first kind of timer that a process may use itself.
const FirstProcessTimer = wire.FirstTimer + 16

// ConnectTimeout is how long a connect may take, whatever the timeout of the
// call that needs it [com.rocketmq.remoting.client.connect.timeout].
const ConnectTimeout = 3 * time.Second

const (
	scanFirst = 3 * time.Second // NettyRemotingClient.scanResponseTable
	scanEvery = time.Second
	scanSlack = time.Second
)

// Options are the differences between versions of the remoting layer.
type Options struct {
	ClosesOnTimeout     bool // profile.Client.ClosesOnTimeout
	FailsPendingOnClose bool // profile.Client.FailsPendingOnClose
}

// Endpoint is the sockets of one process. The zero value has none; Open starts
// it and Close forgets all.
type Endpoint struct {
	options  Options
	start    kernel.Time
	channels []channel // by id
	calls    []Call    // in the order in which they were made
	out      []Delivery
	taken    int
	opaque   int64
	armed    kernel.Time // when the pending deadline timer fires; 0 none
	gen      uint32
}

type channel struct {
	id        int64 // the number of the packet that asked for it
	peer      kernel.NodeID
	port      int64 // 0 is the port of requests
	outgoing  bool
	open      bool
	connectBy kernel.Time
}

// Open starts the endpoint of a process that starts.
func (e *Endpoint) Open(env *kernel.Env, o Options) {
	*e = Endpoint{options: o, start: env.Now(), gen: e.gen, channels: e.channels[:0], calls: e.calls[:0], out: e.out[:0]}
}

// Close forgets every channel and call, as when the process dies.
func (e *Endpoint) Close() {
	e.channels, e.calls, e.out, e.taken, e.armed = e.channels[:0], e.calls[:0], e.out[:0], 0, 0
	e.gen++
}

// Clone returns a copy with buffers of its own.
func (e *Endpoint) Clone() Endpoint {
	c := *e
	c.channels, c.calls, c.out = slices.Clone(e.channels), slices.Clone(e.calls), slices.Clone(e.out)
	return c
}

// Peers calls f for every channel, open or half open: what the host's own
// network stack closes when the process dies.
func (e *Endpoint) Peers(f func(channel int64, peer kernel.NodeID)) {
	for _, c := range e.channels {
		f(c.id, c.peer)
	}
}

// Incoming appends to dst the open channels that others have opened to a port;
// 0 is the port of requests.
func (e *Endpoint) Incoming(dst []int64, port int64) []int64 {
	for _, c := range e.channels {
		if !c.outgoing && c.port == port {
			dst = append(dst, c.id)
		}
	}
	return dst
}

// Connected reports whether a channel that this process opened to the peer is open.
func (e *Endpoint) Connected(peer kernel.NodeID) bool {
	c := e.outgoing(peer)
	return c != nil && c.open
}

// PeerOf returns who is at the other end of a channel, 0 if it is not open.
func (e *Endpoint) PeerOf(id int64) kernel.NodeID {
	if c := e.channel(id); c != nil && c.open {
		return c.peer
	}
	return 0
}

func (e *Endpoint) find(id int64) (int, bool) {
	return kernel.Find(len(e.channels), func(i int) int { return int(id - e.channels[i].id) })
}

func (e *Endpoint) channel(id int64) *channel {
	if i, ok := e.find(id); ok {
		return &e.channels[i]
	}
	return nil
}

func (e *Endpoint) outgoing(peer kernel.NodeID) *channel {
	for i := range e.channels {
		if c := &e.channels[i]; c.outgoing && c.peer == peer && c.port == 0 {
			return c
		}
	}
	return nil
}

func (e *Endpoint) addChannel(c channel) {
	i, _ := e.find(c.id)
	e.channels = kernel.Insert(e.channels, i, c)
}

func (e *Endpoint) dropChannel(id int64) {
	if i, ok := e.find(id); ok {
		e.channels = slices.Delete(e.channels, i, i+1)
	}
}
