package producer

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// world is one producer (node 99), a name server (node 1) and masters (nodes
// 10, 11, ... for broker-a, broker-b, ...) that answer by script, 1 ms apart.
type world struct {
	kernel.Loop
	producer *Producer
	peers    []peer
	route    *wire.TopicRoute
	stored   []string // "0.101s broker-a/0 key 0"
	ids      map[wire.MessageID]int
	notes    []kernel.Note
	read     bool
}

type peer struct {
	id    wire.Addr
	name  string
	end   remoting.Endpoint
	state byte      // 0 up, 'd' down (refuses), 'l' lost (silent), 'h' hangs (stores, never answers)
	code  wire.Code // of its answer to a send
	later []answer
	lag   time.Duration
}

type answer struct {
	channel, opaque int64
	msg             kernel.Message
}

const (
	self       = kernel.NodeID(99)
	timerLater = remoting.FirstProcessTimer
)

func newWorld(t *testing.T, version string, brokers int, c Config) *world {
	t.Helper()
	p, ok := profile.ByName(version)
	require.True(t, ok)
	w := &world{route: &wire.TopicRoute{Topic: "orders"}, ids: map[wire.MessageID]int{}, read: true}
	w.peers = []peer{{id: 1, name: "namesrv"}}
	for i := range brokers {
		w.addBroker(wire.Addr(10+i), "broker-"+string(rune('a'+i)), 4)
	}
	for i := range w.peers {
		w.restart(w.peers[i].name)
	}
	c.Self, c.Name, c.Profile, c.Seed, c.NameServers, c.Group, c.Topic = self, "p1", p, 7, []wire.Addr{1}, "g", "orders"
	require.NoError(t, c.Check())
	w.producer = New(c)
	w.do(func(env *kernel.Env, p *Producer) { p.Start(env) })
	return w
}

func (w *world) addBroker(id wire.Addr, name string, queues int32) {
	w.peers = append(w.peers, peer{id: id, name: name})
	w.route.Queues = append(w.route.Queues, wire.QueueData{Broker: name, ReadQueues: queues, WriteQueues: queues, Perm: wire.PermRead | wire.PermWrite})
	w.route.Brokers = append(w.route.Brokers, wire.BrokerData{Broker: name, Addrs: []wire.BrokerAddr{{ID: 0, Addr: id}}})
}

// dropMaster makes the name server forget a broker's master but not its queues.
func (w *world) dropMaster(name string) {
	r := &wire.TopicRoute{Topic: w.route.Topic, Queues: w.route.Queues}
	for _, b := range w.route.Brokers {
		if b.Broker == name {
			b.Addrs = []wire.BrokerAddr{{ID: 1, Addr: 50}}
		}
		r.Brokers = append(r.Brokers, b)
	}
	w.route = r
}

// dropBroker makes the name server forget a broker altogether.
func (w *world) dropBroker(name string) {
	r := &wire.TopicRoute{Topic: w.route.Topic}
	for i, b := range w.route.Brokers {
		if b.Broker != name {
			r.Brokers, r.Queues = append(r.Brokers, b), append(r.Queues, w.route.Queues[i])
		}
	}
	w.route = r
}

func (w *world) peer(name string) *peer {
	for i := range w.peers {
		if w.peers[i].name == name {
			return &w.peers[i]
		}
	}
	return nil
}

func (w *world) byID(id wire.Addr) *peer {
	for i := range w.peers {
		if w.peers[i].id == id {
			return &w.peers[i]
		}
	}
	return nil
}

func (w *world) Transmit(e *kernel.Event) {
	for _, id := range [...]wire.Addr{e.From, e.To} {
		if p := w.byID(id); p != nil && p.state == 'l' {
			return
		}
	}
	e.At = w.Now().Add(time.Millisecond)
	w.Queue().Push(e)
}

func (w *world) Note(n kernel.Note) { w.notes = append(w.notes, n) }

func (w *world) node(id kernel.NodeID) kernel.Node {
	return kernel.Node{ID: id, Life: 1, Scale: 10, Record: w.read}
}

func (w *world) do(f func(env *kernel.Env, p *Producer)) {
	env := w.EnvFor(w, w.node(self), 0)
	f(&env, w.producer)
}

// kill ends a peer's process: its sockets close and nothing listens any more.
func (w *world) kill(name string) {
	p := w.peer(name)
	env := w.EnvFor(w, w.node(p.id), 0)
	p.end.Peers(func(channel int64, to kernel.NodeID) { env.Send(to, wire.Closed, channel, 0, nil) })
	p.end.Close()
	p.state = 'd'
}

func (w *world) lose(name string) { w.peer(name).state = 'l' }

func (w *world) restart(name string) {
	p := w.peer(name)
	p.state = 0
	env := w.EnvFor(w, w.node(p.id), 0)
	p.end.Open(&env, remoting.Options{})
}

func (w *world) run(d time.Duration) {
	until := w.Now().Add(d)
	for e := w.Next(until); e != nil; e = w.Next(until) {
		env := w.Env(w, w.node(e.To), e)
		if e.To == self {
			w.producer.Handle(&env, e)
			continue
		}
		if p := w.byID(e.To); p != nil && p.state != 'l' {
			w.peerHandle(p, &env, e)
		}
	}
	w.Advance(until)
}

func (w *world) peerHandle(p *peer, env *kernel.Env, e *kernel.Event) {
	if e.Kind == timerLater {
		a := p.later[e.A]
		p.end.Reply(env, a.channel, a.opaque, a.msg)
		return
	}
	if p.state == 'd' {
		if e.Kind == wire.Connect {
			env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
		}
		return
	}
	p.end.Take(env, e)
	for d := p.end.Next(env); d != nil; d = p.end.Next(env) {
		if d.Kind == remoting.Told {
			w.answer(p, d.Msg)
		}
		if d.Kind != remoting.Asked {
			continue
		}
		msg := w.answer(p, d.Msg)
		switch {
		case p.state == 'h':
		case p.lag > 0:
			p.later = append(p.later, answer{d.Channel, d.Opaque, msg})
			env.After(p.lag, timerLater, 0, int64(len(p.later)-1), 0)
		default:
			p.end.Reply(env, d.Channel, d.Opaque, msg)
		}
	}
}

func (w *world) answer(p *peer, m kernel.Message) kernel.Message {
	switch m := m.(type) {
	case *wire.GetRouteInfo:
		if m.Topic == w.route.Topic && len(w.route.Queues) > 0 {
			return w.route
		}
		return &wire.Answer{Code: wire.TopicNotExist}
	case *wire.GetMaxOffset:
		return &wire.Offset{}
	case *wire.SendMessage:
		return w.store(p, m)
	}
	return &wire.Answer{}
}

func (w *world) store(p *peer, m *wire.SendMessage) kernel.Message {
	switch p.code {
	case wire.Success, wire.FlushDiskTimeout, wire.FlushSlaveTimeout, wire.SlaveNotAvailable:
	default:
		return &wire.Answer{Code: p.code}
	}
	q := wire.MessageQueue{Topic: "orders", Broker: p.name, QueueID: m.Messages[0].QueueID}
	for i := range m.Messages {
		w.stored = append(w.stored, fmt.Sprintf("%v %s key %s", w.Now(), q, m.Messages[i].Key))
		w.ids[m.Messages[i].ID]++
	}
	return &wire.SendResult{Code: p.code, Queue: q}
}

// rules are the producer's records, without those of its client instance.
func (w *world) rules() (names []string) {
	for _, n := range w.notes {
		if n.Rule >= explain.ProducerPublish && n.Rule <= explain.ProducerAsyncNoTime {
			names = append(names, n.At.String()+" "+n.Rule.String())
		}
	}
	return names
}

// last is the newest decision by a rule.
func (w *world) last(rule explain.Rule) *explain.Decision {
	for i := len(w.notes) - 1; i >= 0; i-- {
		if w.notes[i].Rule == rule {
			return w.notes[i].Decision
		}
	}
	return nil
}

func fact(d *explain.Decision, key explain.Key) explain.Fact {
	for _, f := range d.Saw {
		if f.Key == key {
			return f
		}
	}
	return explain.Fact{}
}

func (w *world) burst(t *testing.T, n int64, every time.Duration) {
	w.do(func(env *kernel.Env, p *Producer) { require.NoError(t, p.SendBurst(env, n, every)) })
}

func (w *world) counts() (sent, failed int64) {
	var v view.View
	w.producer.Show(&v)
	return v.Nodes[0].Sent, v.Nodes[0].Failed
}

// requireCounts states how many messages ended well and how many failed so far.
func (w *world) requireCounts(t *testing.T, sent, failed int64) {
	t.Helper()
	s, f := w.counts()
	require.Equal(t, [2]int64{sent, failed}, [2]int64{s, f}, "sent, failed")
}
