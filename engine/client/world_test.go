package client

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// world is one client instance, a name server (node 1) and brokers (nodes 10 and
// up) that answer by script, 1 ms apart.
type world struct {
	kernel.Loop
	client  Instance
	peers   []peer
	routes  []*wire.TopicRoute
	log     []string // "1.012 HEART_BEAT 10"
	notices []string
	notes   []kernel.Note
}

type peer struct {
	id    wire.Addr
	end   remoting.Endpoint
	state byte // 0 up, 'd' down (refuses), 'l' lost (silent), 'h' hangs (accepts, never answers)
}

const self = kernel.NodeID(99)

func (w *world) Transmit(e *kernel.Event) {
	if p := w.peer(e.To); p != nil && p.state == 'l' {
		return
	}
	if p := w.peer(e.From); p != nil && p.state == 'l' {
		return
	}
	e.At = w.Now().Add(time.Millisecond)
	w.Queue().Push(e)
}

func (w *world) Note(n kernel.Note) { w.notes = append(w.notes, n) }

func (w *world) peer(id wire.Addr) *peer {
	for i := range w.peers {
		if w.peers[i].id == id {
			return &w.peers[i]
		}
	}
	return nil
}

func newWorld(p *profile.Profile, consumer bool, nameServers []wire.Addr, brokers ...wire.Addr) *world {
	w := &world{}
	for _, id := range append(slices.Clone(nameServers), brokers...) {
		w.peers = append(w.peers, peer{id: id})
	}
	for i := range w.peers {
		env := w.EnvFor(w, kernel.Node{ID: w.peers[i].id, Life: 1, Scale: 10}, 0)
		w.peers[i].end.Open(&env, remoting.Options{})
	}
	w.client = New(Config{Name: "c1", Seed: 7, Profile: &p.Client, NameServers: nameServers, Consumer: consumer})
	return w
}

func (w *world) do(f func(env *kernel.Env, c *Instance)) {
	env := w.EnvFor(w, kernel.Node{ID: self, Life: 1, Scale: 10, Record: true}, 0)
	f(&env, &w.client)
	w.drain(&env)
}

func (w *world) start() {
	w.do(func(env *kernel.Env, c *Instance) {
		c.Start(env, "id")
		c.AddTopic("orders")
		if c.config.Consumer {
			c.SetConsumer(wire.ConsumerData{Group: "g"})
		} else {
			c.SetProducer("p")
		}
	})
}

func (w *world) drain(env *kernel.Env) {
	for n, ok := w.client.Next(env); ok; n, ok = w.client.Next(env) {
		if n.Kind == Remoting {
			continue
		}
		w.notices = append(w.notices, fmt.Sprintf("%v %d/%d %s %v %v", w.Now(), n.Kind, n.Thread, n.Topic, n.OK, n.Changed))
		if n.Kind == PersistDue {
			w.client.JobDone(env)
		}
	}
}

func (w *world) run(until time.Duration) {
	for e := w.Next(kernel.Time(until)); e != nil; e = w.Next(kernel.Time(until)) {
		if e.To == self {
			env := w.Env(w, kernel.Node{ID: self, Life: 1, Scale: 10, Record: true}, e)
			w.client.Take(&env, e)
			w.drain(&env)
			continue
		}
		p := w.peer(e.To)
		env := w.Env(w, kernel.Node{ID: e.To, Life: 1, Scale: 10}, e)
		if p.state == 'd' {
			if e.Kind == wire.Connect {
				env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
			}
			continue
		}
		p.end.Take(&env, e)
		for d := p.end.Next(&env); d != nil; d = p.end.Next(&env) {
			if d.Kind == remoting.Asked {
				w.log = append(w.log, fmt.Sprintf("%v %s %d", w.Now(), d.Msg.Name(), p.id))
				if p.state != 'h' {
					p.end.Reply(&env, d.Channel, d.Opaque, w.answer(d.Msg))
				}
			}
		}
	}
	w.Advance(kernel.Time(until))
}

func (w *world) answer(m kernel.Message) kernel.Message {
	if q, ok := m.(*wire.GetRouteInfo); ok {
		for _, r := range w.routes {
			if r.Topic == q.Topic {
				return r
			}
		}
		return &wire.Answer{Code: wire.TopicNotExist}
	}
	return &wire.Answer{}
}

// shut crashes a peer's process: its sockets close, nothing listens any more.
func (w *world) shut(id wire.Addr) {
	p := w.peer(id)
	env := w.EnvFor(w, kernel.Node{ID: id, Life: 1, Scale: 10}, 0)
	p.end.Peers(func(channel int64, to kernel.NodeID) { env.Send(to, wire.Closed, channel, 0, nil) })
	p.end.Close()
	p.state = 'd'
}

func (w *world) rules() (names []string) {
	for _, n := range w.notes {
		names = append(names, n.At.String()+" "+n.Rule.String())
	}
	return names
}

// route makes a topic's route over masters, four queues each.
func route(topic string, masters ...wire.Addr) *wire.TopicRoute {
	r := &wire.TopicRoute{Topic: topic}
	for _, m := range masters {
		name := fmt.Sprintf("b%d", m)
		r.Queues = append(r.Queues, wire.QueueData{Broker: name, ReadQueues: 4, WriteQueues: 4, Perm: wire.PermRead | wire.PermWrite})
		r.Brokers = append(r.Brokers, wire.BrokerData{Broker: name, Addrs: []wire.BrokerAddr{{ID: 0, Addr: m}, {ID: 1, Addr: m + 1}}})
	}
	return r
}

// only are the lines of a log that speak of a request.
func only(log []string, name string) (out []string) {
	for _, l := range log {
		if strings.Contains(l, " "+name+" ") {
			out = append(out, l)
		}
	}
	return out
}

func callTo(to wire.Addr) remoting.Call {
	return remoting.Call{To: to, Mode: remoting.Async, Purpose: FirstPurpose, Msg: &wire.GetMaxOffset{}, Timeout: RequestTimeout}
}
