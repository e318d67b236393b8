package nameserver

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

const (
	self   = kernel.NodeID(1)
	second = kernel.Time(time.Second)
)

// world is one name server and peers that only ask, 1 ms apart.
type world struct {
	kernel.Loop
	n       *NameServer
	ends    [10]remoting.Endpoint
	answers []kernel.Message
	told    []told
	notes   []kernel.Note
}

// told is what a peer was told without having asked.
type told struct {
	peer kernel.NodeID
	msg  kernel.Message
}

func newWorld(version string, change ...func(*Config)) *world {
	p, _ := profile.ByName(version)
	c := Config{Self: self, Name: "ns1", Profile: p}
	for _, f := range change {
		f(&c)
	}
	w := &world{n: New(c)}
	for i := range w.ends {
		env := w.env(kernel.NodeID(i))
		w.ends[i].Open(&env, remoting.Options{})
	}
	env := w.env(self)
	w.n.Start(&env)
	return w
}

func (w *world) Transmit(e *kernel.Event) {
	e.At = w.Now().Add(time.Millisecond)
	w.Queue().Push(e)
}

func (w *world) Note(n kernel.Note) { w.notes = append(w.notes, n) }

func (w *world) env(id kernel.NodeID) kernel.Env {
	return w.EnvFor(w, kernel.Node{ID: id, Life: 1, Scale: 10, Record: true}, 0)
}

func (w *world) run(d time.Duration) {
	end := w.Now().Add(d)
	for e := w.Next(end); e != nil; e = w.Next(end) {
		env := w.Env(w, kernel.Node{ID: e.To, Life: 1, Scale: 10, Record: true}, e)
		if e.To == self {
			w.n.Handle(&env, e)
			continue
		}
		w.ends[e.To].Take(&env, e)
		for d := w.ends[e.To].Next(&env); d != nil; d = w.ends[e.To].Next(&env) {
			switch d.Kind {
			case remoting.Answered:
				w.answers = append(w.answers, d.Msg)
			case remoting.Told:
				w.told = append(w.told, told{e.To, d.Msg})
			}
		}
	}
	w.Advance(end)
}

func (w *world) ask(peer kernel.NodeID, m kernel.Message) kernel.Message {
	env := w.env(peer)
	w.ends[peer].Call(&env, remoting.Call{To: self, Msg: m, Timeout: time.Second})
	w.run(4 * time.Millisecond)
	return w.answers[len(w.answers)-1]
}

// tell sends something that wants no answer.
func (w *world) tell(peer kernel.NodeID, m kernel.Message) {
	env := w.env(peer)
	w.ends[peer].Call(&env, remoting.Call{To: self, Mode: remoting.Oneway, Msg: m})
	w.run(3 * time.Millisecond)
}

// shut ends a peer's process.
func (w *world) shut(peer kernel.NodeID) {
	env := w.env(peer)
	w.ends[peer].ShutPeer(&env, self)
	w.run(time.Millisecond)
}

// restart ends the name server's process and starts it again.
func (w *world) restart() {
	w.n.Sockets().Close()
	w.n.Crash(false)
	env := w.env(self)
	w.n.Start(&env)
}

func (w *world) rules() (out []string) {
	for _, n := range w.notes {
		out = append(out, n.Rule.String())
	}
	w.notes = nil
	return out
}

func register(name string, id int64, addr wire.Addr, queues int32) *wire.RegisterBroker {
	return &wire.RegisterBroker{BrokerName: name, BrokerID: id, Addr: addr,
		Topics: []wire.TopicConfig{{Topic: "orders", ReadQueues: queues, WriteQueues: queues, Perm: 6}}}
}

func route(w *world) *wire.TopicRoute {
	r, _ := w.ask(9, &wire.GetRouteInfo{Topic: "orders"}).(*wire.TopicRoute)
	return r
}

func TestRouteIsSortedByBrokerName(t *testing.T) {
	w := newWorld("4.9")
	require.Equal(t, wire.TopicNotExist, w.ask(9, &wire.GetRouteInfo{Topic: "orders"}).(*wire.Answer).Code)
	w.ask(3, register("broker-b", 0, 3, 4))
	w.ask(2, register("broker-a", 0, 2, 8))
	require.Equal(t, &wire.RegisterBrokerAnswer{Master: 2}, w.ask(4, register("broker-a", 1, 4, 1)))
	require.Equal(t, &wire.TopicRoute{
		Topic:  "orders",
		Queues: []wire.QueueData{{Broker: "broker-a", ReadQueues: 8, WriteQueues: 8, Perm: 6}, {Broker: "broker-b", ReadQueues: 4, WriteQueues: 4, Perm: 6}},
		Brokers: []wire.BrokerData{
			{Broker: "broker-a", Addrs: []wire.BrokerAddr{{ID: 0, Addr: 2}, {ID: 1, Addr: 4}}},
			{Broker: "broker-b", Addrs: []wire.BrokerAddr{{ID: 0, Addr: 3}}},
		},
	}, route(w))
	require.Equal(t, []string{"nameserver.broker-added", "nameserver.broker-added", "nameserver.broker-added"}, w.rules())
	w.ask(2, register("broker-a", 0, 2, 8))
	require.Empty(t, w.rules())
	w.ask(2, register("broker-a", 0, 2, 6))
	require.Equal(t, []string{"nameserver.topics-changed"}, w.rules())
	require.Equal(t, int32(6), route(w).Queues[0].ReadQueues)
}

func TestClosedChannelDropsItsBrokerAtOnce(t *testing.T) {
	w := newWorld("4.9")
	w.ask(2, register("broker-a", 0, 2, 8))
	w.ask(3, register("broker-a", 1, 3, 8))
	w.rules()
	w.shut(2)
	require.Equal(t, []string{"nameserver.channel-destroyed"}, w.rules())
	require.Equal(t, []wire.BrokerAddr{{ID: 1, Addr: 3}}, route(w).Brokers[0].Addrs, "the slave keeps the queues")
	require.Len(t, route(w).Queues, 1)
	w.shut(3)
	require.Nil(t, route(w), "nobody is left")
}

func TestSilentBrokerIsDroppedAfter120Seconds(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		w := newWorld(version)
		w.run(7 * time.Second)
		w.ask(2, register("broker-a", 0, 2, 8)) // heard at 7.002
		w.run(30 * time.Second)
		w.ask(3, register("broker-b", 0, 3, 8))
		w.run(30 * time.Second)
		w.ask(2, register("broker-a", 0, 2, 8)) // heard at 67.009
		w.rules()
		w.run((157 * second).Sub(w.Now()))
		require.Len(t, route(w).Brokers, 2, version)
		w.run(5 * time.Millisecond)
		require.Len(t, route(w).Brokers, 1, version)
		require.Equal(t, "broker-b", w.notes[0].Decision.Saw[0].Text)
		require.Equal(t, explain.Num("silent.ns", int64(120*second)), w.notes[0].Decision.Saw[2])
		require.Equal(t, []string{"nameserver.broker-silent"}, w.rules())
		w.run(30 * time.Second)
		require.Nil(t, route(w), version)
	}
}

func TestUnregister(t *testing.T) {
	w := newWorld("4.9")
	w.ask(2, register("broker-a", 0, 2, 8))
	w.rules()
	w.ask(2, &wire.UnregisterBroker{BrokerName: "broker-a", Addr: 5})
	w.ask(2, &wire.UnregisterBroker{BrokerName: "broker-x", Addr: 2})
	require.Empty(t, w.rules(), "not its route")
	w.ask(2, &wire.UnregisterBroker{BrokerName: "broker-a", Addr: 2})
	require.Equal(t, []string{"nameserver.unregistered"}, w.rules())
	require.Nil(t, route(w))
	require.Equal(t, wire.RequestNotSupported, w.ask(2, &wire.GetMaxOffset{}).(*wire.Answer).Code)
}

func TestWhoWritesQueueData(t *testing.T) {
	for version, want := range map[string]bool{"4.8": false, "4.9": false, "5.3": true} {
		w := newWorld(version)
		w.ask(3, register("broker-a", 1, 3, 8))
		require.Equal(t, want, route(w) != nil, version)
		w.ask(4, register("broker-a", 2, 4, 2))
		w.ask(2, register("broker-a", 0, 2, 6))
		w.ask(3, register("broker-a", 1, 3, 8))
		require.Equal(t, int32(6), route(w).Queues[0].ReadQueues, "the master's word counts while it is there")
	}
}

func TestSlaveThatBecomesMasterGivesItsIDUp(t *testing.T) {
	w := newWorld("4.9")
	w.ask(3, register("broker-a", 1, 3, 8))
	w.ask(3, register("broker-a", 0, 3, 8))
	require.Equal(t, []wire.BrokerAddr{{ID: 0, Addr: 3}}, route(w).Brokers[0].Addrs)
}

func TestRestartKnowsNothing(t *testing.T) {
	w := newWorld("4.9")
	w.ask(2, register("broker-a", 0, 2, 8))
	c := w.n.Clone()
	w.restart()
	require.Nil(t, route(w))
	require.Len(t, c.routes.topics, 1)

	var v view.View
	c.Show(&v)
	require.Equal(t, []view.Route{{Node: self, Broker: "broker-a", Addr: 2}}, v.Routes)
	require.Equal(t, view.NameServer, v.Nodes[0].Role)
	env := w.env(self)
	w.n.Stop(&env)
	require.True(t, w.n.Stopped())
}

func BenchmarkRegister(b *testing.B) {
	w := newWorld("4.9")
	w.ask(2, register("broker-a", 0, 2, 8))
	m := register("broker-a", 0, 2, 8)
	env := w.env(self)
	env.Record = false
	b.ReportAllocs()
	for b.Loop() {
		w.n.register(&env, 1, m)
	}
}

func Example() {
	w := newWorld("4.9")
	w.ask(2, register("broker-a", 0, 2, 8))
	w.ask(3, register("broker-b", 0, 3, 4))
	for _, q := range route(w).Queues {
		fmt.Println(q.Broker, q.ReadQueues)
	}
	// Output:
	// broker-a 8
	// broker-b 4
}
