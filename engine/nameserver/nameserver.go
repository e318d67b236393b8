package nameserver

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Config says who a name server is.
type Config struct {
	Self    kernel.NodeID
	Name    string
	Profile *profile.Profile

	ActingMaster bool // supportActingMaster (5.0.0)
	Controller   bool // enableControllerInNamesrv (5.0.0)
}

// NameServer is one name server process [NamesrvController].
type NameServer struct {
	config   Config
	endpoint remoting.Endpoint
	routes   table
	started  kernel.Time
	armed    kernel.Time // when the idle timer fires; 0 none
	gen      uint32
	stopped  bool

	controller controller
}

// The name server's timers.
const (
	timerIdle       = remoting.FirstProcessTimer + iota // a broker's channel may have been silent for too long
	timerController                                     // a broker may have been silent for the controller
)

// New returns a name server that has not started.
func New(c Config) *NameServer { return &NameServer{config: c} }

// Start begins a life that knows nothing.
func (n *NameServer) Start(env *kernel.Env) {
	n.Crash(false)
	n.stopped, n.started = false, env.Now()
	n.endpoint.Open(env, remoting.Options{ClosesOnTimeout: n.config.Profile.Client.ClosesOnTimeout, FailsPendingOnClose: n.config.Profile.Client.FailsPendingOnClose})
	n.startController(env)
}

// Handle takes in a packet or a timer.
func (n *NameServer) Handle(env *kernel.Env, e *kernel.Event) {
	if e.Kind == timerIdle {
		if e.Gen == n.gen {
			n.dropSilent(env)
		}
		return
	}
	if e.Kind == timerController {
		if e.Gen == n.controller.gen {
			n.controllerScan(env)
		}
		return
	}
	n.endpoint.Take(env, e)
	for d := n.endpoint.Next(env); d != nil; d = n.endpoint.Next(env) {
		switch d.Kind {
		case remoting.Asked:
			n.endpoint.Reply(env, d.Channel, d.Opaque, n.answer(env, d.Channel, d.Msg))
		case remoting.Told:
			n.told(env, d.Channel, d.Msg)
		case remoting.Gone:
			n.channelDestroyed(env, d.Channel)
			n.controllerGone(env, d.Channel)
		}
	}
}

func (n *NameServer) told(env *kernel.Env, channel int64, m kernel.Message) {
	switch m := m.(type) {
	case *wire.BrokerHeartbeat:
		n.routes.refresh(m, env.Now())
	case *wire.ControllerHeartbeat:
		if n.config.Controller {
			n.controllerHeartbeat(env, channel, m)
		}
	}
}

func (n *NameServer) answer(env *kernel.Env, channel int64, m kernel.Message) kernel.Message {
	switch m := m.(type) {
	case *wire.RegisterBroker:
		return n.register(env, channel, m)
	case *wire.UnregisterBroker:
		return n.unregister(env, m)
	case *wire.GetRouteInfo:
		return n.routes.route(m.Topic, n.config.ActingMaster)
	case *wire.GetBrokerMemberGroup:
		return n.routes.members(m.BrokerName)
	case *wire.ControllerHeartbeat:
		if n.config.Controller {
			return n.controllerHeartbeat(env, channel, m)
		}
	case *wire.AlterSyncStateSet:
		if n.config.Controller {
			return n.alterSet(m)
		}
	}
	return &wire.Answer{Code: wire.RequestNotSupported, Remark: " request type " + m.Name() + " not supported"}
}

// Stop ends the process in order: it has nothing to say to anybody.
func (n *NameServer) Stop(*kernel.Env) { n.stopped = true }

// Stopped reports whether an orderly shutdown is over.
func (n *NameServer) Stopped() bool { return n.stopped }

// Crash forgets everything: a name server has no disk, but for what a controller
// has decided.
func (n *NameServer) Crash(bool) {
	n.routes = table{}
	n.armed, n.controller.armed = 0, 0
	n.gen++
	n.controller.gen++
}

// Sockets is the process's endpoint.
func (n *NameServer) Sockets() *remoting.Endpoint { return &n.endpoint }

// Show appends the name server's row and its routes.
func (n *NameServer) Show(v *view.View) {
	v.Nodes = append(v.Nodes, view.Node{ID: n.config.Self, Name: n.config.Name, Role: view.NameServer, Version: n.config.Profile.Name})
	for i := range n.routes.brokers {
		b := &n.routes.brokers[i]
		for _, r := range b.replicas {
			v.Routes = append(v.Routes, view.Route{Node: n.config.Self, Broker: b.name, BrokerID: r.id, Addr: r.addr})
		}
	}
}

// Clone returns a copy with a future of its own.
func (n *NameServer) Clone() *NameServer {
	c := *n
	c.endpoint = n.endpoint.Clone()
	c.routes, c.controller = n.routes.clone(), n.controller.clone()
	return &c
}
