package consumer

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const me = kernel.NodeID(99)

// world is one consumer among scripted peers, 1 ms apart: node 1 is the name
// server, others are masters by the names in brokers.
type world struct {
	kernel.Loop
	consumer *Consumer
	peers    []peer
	route    []wire.MessageQueue // the topic's queues, nil for none
	members  []string            // nil: the broker knows no member
	stored   map[string]int64    // by queue; absent: none, -2: error
	denied   []string            // queues whose lock is denied
	slave    wire.Addr           // of broker-a, with id 1
	lost     wire.Addr           // a peer that is silent
	pulled   func(m *wire.PullMessage) kernel.Message
	asked    []kernel.Message // what the brokers were asked
	times    []kernel.Time    // and when
	whom     []wire.Addr      // and who
	notes    []kernel.Note
}

type peer struct {
	id   wire.Addr
	name string
	end  remoting.Endpoint
}

func (w *world) Transmit(e *kernel.Event) {
	if w.lost != 0 && (e.To == w.lost || e.From == w.lost) {
		return
	}
	e.At = w.Now().Add(time.Millisecond)
	w.Queue().Push(e)
}

func (w *world) Note(n kernel.Note) { w.notes = append(w.notes, n) }

func newWorld(c Config, brokers ...string) *world {
	w := &world{}
	for i, name := range append([]string{"nameserver"}, brokers...) {
		w.peers = append(w.peers, peer{id: wire.Addr(i + 1), name: name})
	}
	for i := range w.peers {
		env := w.EnvFor(w, kernel.Node{ID: w.peers[i].id, Life: 1, Scale: 10}, 0)
		w.peers[i].end.Open(&env, remoting.Options{})
	}
	c.Self, c.Name, c.Seed, c.NameServers = me, "c1", 7, []wire.Addr{1}
	w.consumer = New(c)
	return w
}

func (w *world) do(f func(env *kernel.Env, c *Consumer)) {
	env := w.EnvFor(w, kernel.Node{ID: me, Life: 1, Scale: 10, Record: true}, 0)
	f(&env, w.consumer)
	w.consumer.drain(&env)
}

func (w *world) run(until kernel.Time) {
	for e := w.Next(until); e != nil; e = w.Next(until) {
		if e.To == me {
			env := w.Env(w, kernel.Node{ID: me, Life: 1, Scale: 10, Record: true}, e)
			w.consumer.Handle(&env, e)
			continue
		}
		p := &w.peers[e.To-1]
		env := w.Env(w, kernel.Node{ID: e.To, Life: 1, Scale: 10}, e)
		p.end.Take(&env, e)
		for d := p.end.Next(&env); d != nil; d = p.end.Next(&env) {
			if d.Kind == remoting.Told || d.Kind == remoting.Asked {
				w.asked, w.times, w.whom = append(w.asked, d.Msg), append(w.times, w.Now()), append(w.whom, p.id)
			}
			if d.Kind != remoting.Asked {
				continue
			}
			if m := w.answer(d.Msg); m != nil {
				p.end.Reply(&env, d.Channel, d.Opaque, m)
			}
		}
	}
	w.Advance(until)
}

func (w *world) answer(m kernel.Message) kernel.Message {
	switch m := m.(type) {
	case *wire.GetRouteInfo:
		switch {
		case m.Topic == "everywhere":
			return w.topicRoute(m.Topic, func(string) int32 { return 1 })
		case w.route == nil || m.Topic != "orders":
			return &wire.Answer{Code: wire.TopicNotExist}
		}
		return w.topicRoute(m.Topic, w.queuesAt)
	case *wire.GetConsumerList:
		if w.members == nil {
			return &wire.Answer{Code: wire.SystemError}
		}
		return &wire.ConsumerList{ClientIDs: w.members}
	case *wire.QueryConsumerOffset:
		o, ok := w.stored[m.Queue.String()]
		switch {
		case !ok:
			return &wire.Answer{Code: wire.QueryNotFound}
		case o < 0:
			return nil // no answer in time
		}
		return &wire.Offset{Offset: o}
	case *wire.GetMaxOffset:
		return &wire.Offset{Offset: 900 + int64(m.Queue.QueueID)}
	case *wire.LockBatch:
		granted := &wire.LockedQueues{}
		for _, q := range m.Queues {
			if !slices.Contains(w.denied, q.String()) {
				granted.Queues = append(granted.Queues, q)
			}
		}
		return granted
	case *wire.PullMessage:
		if w.pulled != nil {
			return w.pulled(m)
		}
		return nil
	}
	return &wire.Answer{}
}

// queuesAt is how many queues of the world's route a broker has; their ids count
// from 0.
func (w *world) queuesAt(broker string) (n int32) {
	for _, q := range w.route {
		if q.Broker == broker {
			n++
		}
	}
	return n
}

func (w *world) topicRoute(topic string, queues func(broker string) int32) *wire.TopicRoute {
	r := &wire.TopicRoute{Topic: topic}
	for _, p := range w.peers[1:] {
		if n := queues(p.name); n > 0 {
			r.Queues = append(r.Queues, wire.QueueData{Broker: p.name, ReadQueues: n, WriteQueues: n, Perm: wire.PermRead | wire.PermWrite})
			b := wire.BrokerData{Broker: p.name, Addrs: []wire.BrokerAddr{{ID: 0, Addr: p.id}}}
			if w.slave != 0 && p.name == "broker-a" {
				b.Addrs = append(b.Addrs, wire.BrokerAddr{ID: 1, Addr: w.slave})
			}
			r.Brokers = append(r.Brokers, b)
		}
	}
	return r
}

// first is when something was asked first, -1 if never.
func (w *world) first(name string) time.Duration {
	for i, m := range w.asked {
		if m.Name() == name {
			return time.Duration(w.times[i])
		}
	}
	return -1
}

func (w *world) count(name string) (n int) {
	for _, m := range w.asked {
		if m.Name() == name {
			n++
		}
	}
	return n
}

func (w *world) rules() (names []string) {
	for _, n := range w.notes {
		names = append(names, n.At.String()+" "+n.Rule.String())
	}
	return names
}

// fact is one fact of a note.
func fact(n kernel.Note, key explain.Key) explain.Fact {
	for _, f := range n.Decision.Saw {
		if f.Key == key {
			return f
		}
	}
	return explain.Fact{}
}

func queueOf(s string) wire.MessageQueue {
	broker, id, _ := strings.Cut(s, "/")
	n := int32(0)
	for _, d := range id {
		n = n*10 + int32(d-'0')
	}
	return wire.MessageQueue{Topic: "orders", Broker: broker, QueueID: n}
}

func queuesOf(list []string) (queues []wire.MessageQueue) {
	for _, s := range list {
		queues = append(queues, queueOf(s))
	}
	return queues
}

func releaseOf(name string) *profile.Profile {
	for _, p := range profile.All() {
		if p.Release == name {
			return p
		}
	}
	return nil
}
