package broker

import (
	"fmt"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	nameServer = kernel.NodeID(1)
	self       = kernel.NodeID(2)
	second     = kernel.Time(time.Second)
	ms         = kernel.Time(time.Millisecond)
)

// world is one broker, a name server and clients that only ask and listen, 1 ms
// apart.
type world struct {
	kernel.Loop
	b     *Broker
	life  uint32
	ends  [20]remoting.Endpoint // of node i
	lost  [20]bool              // silent
	heard []heard
	notes []kernel.Note
}

// heard is something that a client or the name server was told.
type heard struct {
	at  kernel.Time
	by  kernel.NodeID
	msg kernel.Message
}

func newWorld(version string, change ...func(*Config)) *world {
	p, _ := profile.ByName(version)
	c := Config{Self: self, Name: "broker-a", Profile: p, Seed: 7, NameServers: []wire.Addr{nameServer},
		Topics: []wire.TopicConfig{{Topic: "orders", ReadQueues: 4, WriteQueues: 4}}}
	for _, f := range change {
		f(&c)
	}
	w := &world{b: New(c)}
	for id := range w.ends {
		env := w.EnvFor(w, kernel.Node{ID: kernel.NodeID(id), Life: 1, Scale: 10}, 0)
		w.ends[id].Open(&env, remoting.Options{})
	}
	w.start()
	return w
}

func (w *world) Transmit(e *kernel.Event) {
	if w.lost[e.From] || w.lost[e.To] {
		return
	}
	e.At = w.Now().Add(time.Millisecond)
	w.Queue().Push(e)
}

func (w *world) Note(n kernel.Note) { w.notes = append(w.notes, n) }

func (w *world) env() kernel.Env {
	return w.EnvFor(w, kernel.Node{ID: self, Life: w.life, Scale: 10, Record: true}, 0)
}

func (w *world) start() {
	w.life++
	env := w.env()
	w.b.Start(&env)
}

// kill ends the broker's process; its host closes its sockets.
func (w *world) kill(hostLost bool) {
	env := w.env()
	if !hostLost {
		w.b.Sockets().Peers(func(c int64, peer kernel.NodeID) { env.Send(peer, wire.Closed, c, 0, nil) })
	}
	w.b.Sockets().Close()
	w.b.Crash(hostLost)
}

func (w *world) run(d time.Duration) {
	end := w.Now().Add(d)
	for e := w.Next(end); e != nil; e = w.Next(end) {
		w.dispatch(e)
	}
	w.Advance(end)
}

func (w *world) dispatch(e *kernel.Event) {
	node := kernel.Node{ID: e.To, Life: 1, Scale: 10, Record: true}
	if e.To == self {
		node.Life = w.life
		env := w.Env(w, node, e)
		switch {
		case w.b.phase == down || w.b.phase == stopped:
			if e.Kind == wire.Connect {
				env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
			}
		case e.Kind < wire.FirstTimer || e.Life == w.life:
			w.b.Handle(&env, e)
		}
		return
	}
	env := w.Env(w, node, e)
	end := &w.ends[e.To]
	end.Take(&env, e)
	for d := end.Next(&env); d != nil; d = end.Next(&env) {
		switch d.Kind {
		case remoting.Asked:
			end.Reply(&env, d.Channel, d.Opaque, &wire.RegisterBrokerAnswer{})
			fallthrough
		case remoting.Told, remoting.Answered:
			w.heard = append(w.heard, heard{w.Now(), e.To, d.Msg})
		case remoting.Failed:
			w.heard = append(w.heard, heard{w.Now(), e.To, &wire.Answer{Code: -1, Remark: d.Call.Msg.Name()}})
		}
	}
}

// ask lets a client send a request now; the answer comes 2 ms later.
func (w *world) ask(client kernel.NodeID, m kernel.Message) {
	env := w.EnvFor(w, kernel.Node{ID: client, Life: 1, Scale: 10}, 0)
	w.ends[client].Call(&env, remoting.Call{To: self, Mode: remoting.Async, Msg: m, Timeout: 30 * time.Second})
}

// answer asks and returns what comes back within 4 ms: a connect and an answer.
func (w *world) answer(client kernel.NodeID, m kernel.Message) kernel.Message {
	w.heard = nil
	w.ask(client, m)
	w.run(4 * time.Millisecond)
	for _, h := range w.heard {
		if h.by == client {
			if _, notice := h.msg.(*wire.NotifyConsumerIDsChanged); !notice {
				return h.msg
			}
		}
	}
	return nil
}

func (w *world) act(f func(env *kernel.Env) error) error {
	env := w.env()
	return f(&env)
}

// close ends a client's process.
func (w *world) close(client kernel.NodeID) {
	env := w.EnvFor(w, kernel.Node{ID: client, Life: 1, Scale: 10}, 0)
	w.ends[client].ShutPeer(&env, self)
}

func beat(id string, subs ...wire.SubscriptionData) *wire.HeartBeat {
	return &wire.HeartBeat{ClientID: id, Consumers: []wire.ConsumerData{{Group: "g", Subscriptions: subs}}}
}

func sub(topic, expr string, version int64) wire.SubscriptionData {
	s, err := filter.Parse(topic, expr)
	if err != nil {
		panic(err)
	}
	s.SubVersion = version
	return s
}

func queue(id int32) wire.MessageQueue {
	return wire.MessageQueue{Topic: "orders", Broker: "broker-a", QueueID: id}
}

func pullAt(id int32, offset int64) *wire.PullMessage {
	return &wire.PullMessage{Group: "g", ClientID: "c1", Queue: queue(id), Offset: offset, MaxCount: 32, Suspend: true, SuspendFor: 15 * time.Second}
}

func sendTo(id int32, tags string) *wire.SendMessage {
	return &wire.SendMessage{Messages: []wire.Message{{Topic: "orders", QueueID: id, Tags: tags, Size: 100}}}
}

// told lists who was told of changed members, and when.
func (w *world) told() (out []string) {
	for _, h := range w.heard {
		if _, ok := h.msg.(*wire.NotifyConsumerIDsChanged); ok {
			out = append(out, fmt.Sprintf("%d %s", h.by, h.at))
		}
	}
	return out
}

// rules lists the rules recorded since the last call.
func (w *world) rules() (out []string) {
	for _, n := range w.notes {
		out = append(out, n.Rule.String())
	}
	w.notes = nil
	return out
}

// fact returns a fact of the last record of a rule.
func (w *world) fact(rule explain.Rule, key explain.Key) (f explain.Fact) {
	for _, n := range w.notes {
		if n.Rule == rule {
			for _, s := range n.Decision.Saw {
				if s.Key == key {
					f = s
				}
			}
		}
	}
	return f
}
