package nameserver

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// maxSilence is how long a broker's channel may be silent [serverChannelMaxIdleTimeSeconds
// and brokerExpiredTime, both 120 s]. The idle handler acts the moment they are
// over; the scan for inactive brokers wants more than that and looks every 10 s
// (5 s in 5.x), so it comes too late in every version.
const maxSilence = 120 * time.Second

// Of a broker that sends heartbeats, since a slave may act for it, no more is
// wanted than this; the scan every 5 s finds out [brokerNotActiveTimeoutMillis,
// scanNotActiveBrokerInterval].
const (
	actingSilence = 10 * time.Second
	scanFirst     = 5 * time.Millisecond
	scanEvery     = 5 * time.Second
)

// limit is how long a replica may be silent.
func (r *replica) limit() time.Duration {
	if r.acting {
		return actingSilence
	}
	return maxSilence
}

// due is when a replica that stays silent is dropped.
func (n *NameServer) due(r *replica) kernel.Time {
	at := r.heard.Add(r.limit())
	if !r.acting {
		return at
	}
	first := n.started.Add(scanFirst)
	return first.Add((at.Sub(first)/scanEvery + 1) * scanEvery)
}

// register takes in a broker's registration [RouteInfoManager.registerBroker].
func (n *NameServer) register(env *kernel.Env, channel int64, m *wire.RegisterBroker) kernel.Message {
	first := n.routes.put(m.BrokerName, replica{id: m.BrokerID, addr: m.Addr, channel: channel, heard: env.Now(), acting: m.Acting})
	changed, last := 0, ""
	if n.writesQueueData(m) {
		for _, t := range m.Topics {
			if m.Acting && m.BrokerID != wire.MasterID {
				t.Perm &^= wire.PermWrite
			}
			if n.routes.setQueues(t.Topic, wire.QueueData{Broker: m.BrokerName, ReadQueues: t.ReadQueues, WriteQueues: t.WriteQueues, Perm: t.Perm}) {
				changed++
				last = t.Topic
			}
		}
	}
	if first || changed > 0 {
		n.explainRegistration(env, m, first, changed, last)
	}
	n.armIdle(env)
	return &wire.RegisterBrokerAnswer{Master: n.routes.master(m.BrokerName)}
}

// writesQueueData tells whose registrations say which queues there are: the
// master's, and from 5.0.0 the lowest slave's while there is no master.
func (n *NameServer) writesQueueData(m *wire.RegisterBroker) bool {
	if m.BrokerID == wire.MasterID {
		return true
	}
	i, _ := n.routes.findBroker(m.BrokerName)
	return n.config.Profile.NameServer.SlaveWritesQueueData && n.routes.brokers[i].replicas[0].id == m.BrokerID
}

func (n *NameServer) explainRegistration(env *kernel.Env, m *wire.RegisterBroker, first bool, changed int, topic string) {
	rule := explain.NameServerTopicsChanged
	if first {
		rule = explain.NameServerBrokerAdded
	}
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("broker", m.BrokerName), explain.Num("broker.id", m.BrokerID),
			explain.Num("topics.changed", int64(changed)),
		}
		if topic != "" {
			d.Saw = append(d.Saw, explain.Text("topic", topic))
		}
	}
	env.Explain(d)
}

// unregister takes a broker's route back [RouteInfoManager.unregisterBroker].
func (n *NameServer) unregister(env *kernel.Env, m *wire.UnregisterBroker) kernel.Message {
	i, ok := n.routes.findBroker(m.BrokerName)
	if ok {
		for _, r := range n.routes.brokers[i].replicas {
			if r.id == m.BrokerID && r.addr == m.Addr {
				n.drop(env, explain.NameServerUnregistered, m.BrokerName, r)
				break
			}
		}
	}
	return &wire.Answer{}
}

// channelDestroyed drops the broker whose connection has closed, at once
// [RouteInfoManager.onChannelDestroy].
func (n *NameServer) channelDestroyed(env *kernel.Env, channel int64) {
	for i := range n.routes.brokers {
		b := &n.routes.brokers[i]
		for _, r := range b.replicas {
			if r.channel == channel {
				n.drop(env, explain.NameServerChannelDestroyed, b.name, r)
				return
			}
		}
	}
}

// dropSilent closes the channels that have been silent for too long and drops
// their brokers [BrokerHousekeepingService.onChannelIdle].
func (n *NameServer) dropSilent(env *kernel.Env) {
	n.armed = 0
	for {
		name, r, ok := n.oldest()
		if !ok || n.due(&r) > env.Now() {
			break
		}
		n.endpoint.Shut(env, r.channel)
		n.drop(env, explain.NameServerBrokerSilent, name, r)
		env.SetCause(0) // silence alone; the next broker's is another chain
	}
	n.armIdle(env)
}

// oldest returns the replica that is dropped first if all stay silent.
func (n *NameServer) oldest() (name string, r replica, ok bool) {
	for i := range n.routes.brokers {
		b := &n.routes.brokers[i]
		for _, x := range b.replicas {
			if !ok || n.due(&x) < n.due(&r) {
				name, r, ok = b.name, x, true
			}
		}
	}
	return name, r, ok
}

// armIdle makes sure that the idle timer fires when the first broker may have
// been silent for too long; a registration heard meanwhile moves it on then.
func (n *NameServer) armIdle(env *kernel.Env) {
	_, r, ok := n.oldest()
	if due := n.due(&r); ok && (n.armed == 0 || due < n.armed) {
		n.armed = due
		n.gen++
		env.Every(due.Sub(env.Now()), timerIdle, n.gen, 0, 0)
	}
}

func (n *NameServer) drop(env *kernel.Env, rule explain.Rule, name string, r replica) {
	n.routes.remove(name, r.id)
	_, kept := n.routes.findBroker(name)
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("broker", name), explain.Num("broker.id", r.id),
			explain.Num("silent.ns", int64(env.Now().Sub(r.heard))), explain.Num("limit.ns", int64(r.limit())),
			explain.Bool("queues.kept", kept),
		}
	}
	env.Explain(d)
}
