package broker

import (
	"fmt"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	master = kernel.NodeID(2)
	slave  = kernel.NodeID(3)
	client = kernel.NodeID(4)
)

// pair is a master, its slave, a name server that knows the master while it
// runs, and a client that sends. Links are 1 ms long; on a cut one packets wait.
type pair struct {
	kernel.Loop
	brokers [4]*Broker
	up      [5]bool
	lost    [5]bool
	lives   [5]uint32
	hurt    [5]int // how often a broker's disk lost something
	ends    [5]remoting.Endpoint
	cut     bool // between master and slave
	waiting []kernel.Event
	nextID  wire.MessageID
	results []result
	rules   []string

	// What the name server says, and what it has heard.
	members    []wire.BrokerAddr // of the group
	info       *wire.ReplicaInfo // as a controller; nil: it is none
	registered []string          // "0.002s m 0": who as which id
	beats      map[int64]int     // heartbeats by broker id
	sets       [][]int64         // in-sync sets that masters have told of
	told       map[int64]int64   // channels by broker number
}

// result is a send that was answered.
type result struct {
	id   wire.MessageID
	code wire.Code
	at   kernel.Time
	hurt [5]int // as it was when the answer came
}

func newPair(version string, change ...func(*Config)) *pair {
	p, _ := profile.ByName(version)
	w := &pair{beats: map[int64]int{}, told: map[int64]int64{}}
	for id := master; id <= slave; id++ {
		c := Config{Self: id, Name: []string{"m", "s"}[id-master], Broker: "broker-a", BrokerID: int64(id - master), Profile: p, Seed: 7,
			NameServers: []wire.Addr{nameServer}, Topics: []wire.TopicConfig{{Topic: "orders", ReadQueues: 1, WriteQueues: 1}}}
		if id == master {
			c.Role = SyncMaster
		}
		for _, f := range change {
			f(&c)
		}
		w.brokers[id] = New(c)
	}
	for _, id := range []kernel.NodeID{nameServer, client} {
		env := w.env(id)
		w.ends[id].Open(&env, remoting.Options{})
		w.up[id] = true
	}
	w.start(master)
	w.start(slave)
	return w
}

func (w *pair) env(id kernel.NodeID) kernel.Env {
	return w.EnvFor(w, kernel.Node{ID: id, Life: w.lives[id], Scale: 10, Record: true}, 0)
}

func (w *pair) Note(n kernel.Note) { w.rules = append(w.rules, n.At.String()+" "+n.Rule.String()) }

func (w *pair) Transmit(e *kernel.Event) {
	e.At = w.Now().Add(time.Millisecond)
	if w.cut && e.From+e.To == master+slave {
		w.waiting = append(w.waiting, *e)
		return
	}
	w.Queue().Push(e)
}

func (w *pair) heal() {
	w.cut = false
	for i := range w.waiting {
		e := &w.waiting[i]
		e.At = w.Now().Add(time.Millisecond)
		w.Queue().Push(e)
	}
	w.waiting = nil
}

func (w *pair) start(id kernel.NodeID) {
	w.up[id], w.lost[id] = true, false
	w.lives[id]++
	env := w.env(id)
	w.brokers[id].Start(&env)
}

// kill ends a process; with the host goes what was not flushed.
func (w *pair) kill(id kernel.NodeID, hostLost bool) {
	b, env := w.brokers[id], w.env(id)
	if !hostLost {
		b.Sockets().Peers(func(c int64, peer kernel.NodeID) { env.Send(peer, wire.Closed, c, 0, nil) })
	}
	b.Sockets().Close()
	b.Crash(hostLost)
	w.up[id], w.lost[id] = false, hostLost
	if hostLost {
		w.hurt[id]++
	}
}

func (w *pair) run(d time.Duration) {
	end := w.Now().Add(d)
	for e := w.Next(end); e != nil; e = w.Next(end) {
		w.dispatch(e)
	}
	w.Advance(end)
}

func (w *pair) dispatch(e *kernel.Event) {
	env := w.Env(w, kernel.Node{ID: e.To, Life: w.lives[e.To], Scale: 10, Record: true}, e)
	switch {
	case e.Kind >= wire.FirstTimer && (!w.up[e.To] || e.To <= slave && e.To >= master && e.Life != w.lives[e.To]):
	case w.lost[e.To]:
	case !w.up[e.To] && e.Kind == wire.Connect:
		env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
	case !w.up[e.To]:
		if e.Kind != wire.Closed {
			env.Send(e.From, wire.Closed, e.A, 0, nil)
		}
	case e.To == master || e.To == slave:
		w.brokers[e.To].Handle(&env, e)
	default:
		w.take(&env, e)
	}
}

// take is what the name server and the client do.
func (w *pair) take(env *kernel.Env, e *kernel.Event) {
	end := &w.ends[e.To]
	end.Take(env, e)
	for d := end.Next(env); d != nil; d = end.Next(env) {
		switch m := d.Msg.(type) {
		case *wire.RegisterBroker:
			a := &wire.RegisterBrokerAnswer{}
			if w.up[master] {
				a.Master = master
			}
			w.registered = append(w.registered, fmt.Sprintf("%s %s %d", w.Now(), w.brokers[m.Addr].config.Name, m.BrokerID))
			end.Reply(env, d.Channel, d.Opaque, a)
		case *wire.BrokerHeartbeat:
			w.beats[m.BrokerID]++
		case *wire.GetBrokerMemberGroup:
			end.Reply(env, d.Channel, d.Opaque, &wire.BrokerData{Broker: m.BrokerName, Addrs: w.members})
		case *wire.ControllerHeartbeat:
			w.beats[m.ID]++
			w.told[m.ID] = d.Channel
			w.controls(env, d)
		case *wire.AlterSyncStateSet:
			w.sets = append(w.sets, m.Set)
			w.info.Set, w.info.SetEpoch = m.Set, w.info.SetEpoch+1
			w.controls(env, d)
		case *wire.Answer:
			if e.To == client {
				w.results = append(w.results, result{wire.MessageID(d.Call.A), m.Code, w.Now(), w.hurt})
			}
		case *wire.SendResult:
			w.results = append(w.results, result{wire.MessageID(d.Call.A), m.Code, w.Now(), w.hurt})
		}
	}
}

// controls answers for the controller, if the name server is one.
func (w *pair) controls(env *kernel.Env, d *remoting.Delivery) {
	switch {
	case d.Kind != remoting.Asked:
	case w.info == nil:
		w.ends[nameServer].Reply(env, d.Channel, d.Opaque, &wire.Answer{Code: wire.RequestNotSupported})
	default:
		info := *w.info
		w.ends[nameServer].Reply(env, d.Channel, d.Opaque, &info)
	}
}

// elect makes a broker master and tells all that are up, as a controller does.
func (w *pair) elect(number int64) {
	info := wire.ReplicaInfo{BrokerName: "broker-a", Master: number, Addr: wire.Addr(number) + master - 1, Epoch: 1, Set: []int64{number}, SetEpoch: 1}
	if w.info != nil {
		info.Epoch, info.SetEpoch = w.info.Epoch+1, w.info.SetEpoch+1
	}
	w.info = &info
	env := w.env(nameServer)
	for id := master; id <= slave; id++ {
		if channel := w.told[int64(id-master)+1]; channel != 0 && w.up[id] {
			w.ends[nameServer].Tell(&env, channel, &wire.NotifyRoleChanged{Info: info})
		}
	}
}

// put stores a message at a broker, or returns why not.
func (w *pair) put(id kernel.NodeID) wire.Code {
	w.nextID++
	env := w.env(id)
	switch m := w.brokers[id].process(&env, caller{}, &wire.SendMessage{Messages: []wire.Message{{ID: w.nextID, Topic: "orders", Size: 100}}}).(type) {
	case *wire.SendResult:
		return m.Code
	case *wire.Answer:
		return m.Code
	}
	return -1 // it waits for slaves
}

// timed stores a message at the master that asks to come so many seconds later.
func (w *pair) timed(seconds int64) {
	w.nextID++
	env := w.env(master)
	w.brokers[master].process(&env, caller{}, &wire.SendMessage{Messages: []wire.Message{{ID: w.nextID, Topic: "orders", Size: 100, TimerDelaySec: seconds}}})
}

// send lets the client send one message of a size.
func (w *pair) send(size int32) {
	w.nextID++
	env := w.env(client)
	w.ends[client].Call(&env, remoting.Call{To: master, Mode: remoting.Async, A: int64(w.nextID), Timeout: time.Minute,
		Msg: &wire.SendMessage{Messages: []wire.Message{{ID: w.nextID, Topic: "orders", Size: size}}}})
	for w.ends[client].Next(&env) != nil { // a send that cannot leave is of no interest
	}
}

// holds tells whether a broker's log has a message.
func (w *pair) holds(broker kernel.NodeID, id wire.MessageID) bool {
	s := &w.brokers[broker].store
	for o := s.Min("orders", 0); o < s.Max("orders", 0); o++ {
		if s.At("orders", 0, o).ID == id {
			return true
		}
	}
	return false
}
