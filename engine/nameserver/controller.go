package nameserver

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// controllerSilence is how long the controller waits for a broker's heartbeat;
// a scan every 5 s finds out [controllerHeartBeatTimeoutMills,
// DefaultBrokerHeartbeatManager].
const controllerSilence = 10 * time.Second

// controller elects the masters of broker groups. What it has decided is on disk
// [ReplicasInfoManager].
type controller struct {
	groups []replicaGroup // by name
	armed  kernel.Time
	gen    uint32
}

// replicaGroup is a broker group as the controller knows it [BrokerReplicaInfo,
// SyncStateInfo].
type replicaGroup struct {
	info    wire.ReplicaInfo // its set is replaced, never changed
	brokers []replicaState   // by number
}

type replicaState struct {
	id         int64
	addr       wire.Addr
	alive      bool
	channel    int64 // 0 none
	heard      kernel.Time
	epoch, end int64
}

func (c *controller) clone() controller {
	d := *c
	d.groups = slices.Clone(c.groups)
	for i := range d.groups {
		d.groups[i].brokers = slices.Clone(c.groups[i].brokers)
	}
	return d
}

func (c *controller) group(name string) *replicaGroup {
	i, ok := slices.BinarySearchFunc(c.groups, name, func(g replicaGroup, name string) int { return strings.Compare(g.info.BrokerName, name) })
	if !ok {
		c.groups = kernel.Insert(c.groups, i, replicaGroup{info: wire.ReplicaInfo{BrokerName: name}})
	}
	return &c.groups[i]
}

func (g *replicaGroup) broker(id int64) *replicaState {
	i, ok := slices.BinarySearchFunc(g.brokers, id, func(b replicaState, id int64) int { return int(b.id - id) })
	if !ok {
		g.brokers = kernel.Insert(g.brokers, i, replicaState{id: id})
	}
	return &g.brokers[i]
}

// startController begins a life with what was decided: whoever was alive has
// until its timeout to be heard of again.
func (n *NameServer) startController(env *kernel.Env) {
	for i := range n.controller.groups {
		g := &n.controller.groups[i]
		for j := range g.brokers {
			g.brokers[j].channel, g.brokers[j].heard = 0, env.Now()
		}
	}
	n.armController(env)
}

// controllerHeartbeat takes in a broker's sign of life; a group without a master
// gets one if it can be this broker.
func (n *NameServer) controllerHeartbeat(env *kernel.Env, channel int64, m *wire.ControllerHeartbeat) kernel.Message {
	g := n.controller.group(m.BrokerName)
	b := g.broker(m.ID)
	*b = replicaState{id: m.ID, addr: m.Addr, alive: true, channel: channel, heard: env.Now(), epoch: m.Epoch, end: m.End}
	if g.info.Master == 0 {
		n.elect(env, g)
	}
	n.armController(env)
	info := g.info
	return &info
}

// alterSet takes in who is in sync with a master, if it still is that
// [ReplicasInfoManager.alterSyncStateSet].
func (n *NameServer) alterSet(m *wire.AlterSyncStateSet) kernel.Message {
	g := n.controller.group(m.BrokerName)
	if m.Master == g.info.Master && m.Epoch == g.info.Epoch && m.SetEpoch == g.info.SetEpoch {
		g.info.Set = m.Set
		g.info.SetEpoch++
	}
	info := g.info
	return &info
}

// controllerGone takes in that a broker's connection has closed: a master is
// replaced at once [BrokerHousekeepingService, DefaultBrokerHeartbeatManager.onBrokerChannelClose].
func (n *NameServer) controllerGone(env *kernel.Env, channel int64) {
	for i := range n.controller.groups {
		g := &n.controller.groups[i]
		for j := range g.brokers {
			if b := &g.brokers[j]; b.channel == channel {
				n.inactive(env, g, b)
			}
		}
	}
}

// controllerScan finds the brokers that have not been heard of for 10 s.
func (n *NameServer) controllerScan(env *kernel.Env) {
	n.controller.armed = 0
	for i := range n.controller.groups {
		g := &n.controller.groups[i]
		for j := range g.brokers {
			if b := &g.brokers[j]; b.alive && env.Now().Sub(b.heard) > controllerSilence {
				n.inactive(env, g, b)
				env.SetCause(0)
			}
		}
	}
	n.armController(env)
}

func (n *NameServer) inactive(env *kernel.Env, g *replicaGroup, b *replicaState) {
	b.alive, b.channel = false, 0
	if b.id == g.info.Master {
		n.elect(env, g)
	}
}

// armController arms the first scan that may find a silent broker.
func (n *NameServer) armController(env *kernel.Env) {
	at := kernel.Never
	for i := range n.controller.groups {
		for _, b := range n.controller.groups[i].brokers {
			if b.alive {
				first := n.started.Add(scanEvery)
				at = min(at, first.Add(((b.heard.Add(controllerSilence).Sub(first))/scanEvery+1)*scanEvery))
			}
		}
	}
	if at == kernel.Never || n.controller.armed != 0 && n.controller.armed <= at {
		return
	}
	n.controller.armed = at
	n.controller.gen++
	env.Every(at.Sub(env.Now()), timerController, n.controller.gen, 0, 0)
}

// elect makes the living member of the in-sync set master that has the newest
// epoch and then the longest log; without one there is no master. A group that
// never had one takes whoever comes first [DefaultElectPolicy.elect].
func (n *NameServer) elect(env *kernel.Env, g *replicaGroup) {
	old := g.info.Master
	var best *replicaState
	for i := range g.brokers {
		b := &g.brokers[i]
		if !b.alive || g.info.Epoch > 0 && !slices.Contains(g.info.Set, b.id) {
			continue
		}
		if best == nil || b.epoch > best.epoch || b.epoch == best.epoch && b.end > best.end {
			best = b
		}
	}
	if best == nil {
		g.info.Master, g.info.Addr = 0, 0
		if old != 0 {
			n.explainElection(env, explain.ControllerNoMaster, g, old)
		}
		return
	}
	g.info.Master, g.info.Addr = best.id, best.addr
	g.info.Epoch++
	g.info.Set, g.info.SetEpoch = []int64{best.id}, g.info.SetEpoch+1
	n.explainElection(env, explain.ControllerElected, g, old)
	for _, b := range g.brokers {
		if b.channel != 0 {
			n.endpoint.Tell(env, b.channel, &wire.NotifyRoleChanged{Info: g.info})
		}
	}
}

func (n *NameServer) explainElection(env *kernel.Env, rule explain.Rule, g *replicaGroup, old int64) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("broker", g.info.BrokerName), explain.Num("master.old", old), explain.Num("master.new", g.info.Master),
			explain.Num("epoch", g.info.Epoch), explain.Num("in-sync", int64(len(g.info.Set))),
		}
		for _, b := range g.brokers {
			switch {
			case b.id == g.info.Master:
			case !b.alive:
				d.Passed = append(d.Passed, explain.Passed{What: g.info.BrokerName, Why: "not-alive", Num: b.id})
			case rule == explain.ControllerNoMaster:
				d.Passed = append(d.Passed, explain.Passed{What: g.info.BrokerName, Why: "not-in-sync", Num: b.id})
			}
		}
	}
	env.Explain(d)
}
