package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	controllerBeat = time.Second      // brokerHeartbeatInterval
	controllerPoll = 5 * time.Second  // syncBrokerMetadataPeriod, checkSyncStateSetPeriod
	notCaughtUp    = 15 * time.Second // haMaxTimeSlaveNotCatchup
	controlledSync = 10 * time.Second // how old a slave's copy of offsets may become
)

// forController is what the calls to a controller are for.
const forController = forCheckpoint + 1

// controlled is what a broker is in controller mode [ReplicasManager,
// AutoSwitchHAService]. The history of its log is on disk.
type controlled struct {
	known  bool             // the controller has said who is master
	leader bool             // it is this one
	info   wire.ReplicaInfo // as the controller said last
	epochs []wire.EpochEntry
	caught []caughtUp // master: by number
	asking bool       // master: a change of the in-sync set is on its way
	server int        // the controller that it asks
	gen    uint32
}

// caughtUp is when a slave was last seen to have all of the log.
type caughtUp struct {
	id int64
	at kernel.Time
}

// epoch is the newest one of which the log may have something.
func (c *controlled) epoch() int64 {
	if n := len(c.epochs); n > 0 {
		return c.epochs[n-1].Epoch
	}
	return 0
}

// startControlled begins a life that waits for the controller's word.
func (b *Broker) startControlled(env *kernel.Env) {
	b.controlled = controlled{epochs: b.controlled.epochs, gen: b.controlled.gen + 1}
	if b.config.Controller {
		b.controllerAsk(env, true)
		env.Every(controllerBeat, timerControllerBeat, b.controlled.gen, 0, 0)
		env.Every(controllerPoll, timerControllerPoll, b.controlled.gen, 0, 0)
	}
}

// unready tells whether a broker must not register yet, since it does not know
// its role.
func (b *Broker) unready() bool {
	return b.acting.offline || b.config.Controller && !b.controlled.known
}

// controllerDue is a heartbeat, or the poll of who is master, at which a master
// also looks who is in sync.
func (b *Broker) controllerDue(env *kernel.Env, kind kernel.Kind) {
	if b.phase != serving {
		return
	}
	if kind == timerControllerBeat {
		env.Every(controllerBeat, kind, b.controlled.gen, 0, 0)
		b.controllerAsk(env, false)
		return
	}
	env.Every(controllerPoll, kind, b.controlled.gen, 0, 0)
	b.controllerAsk(env, true)
	b.checkInSync(env)
}

func (b *Broker) controllerAsk(env *kernel.Env, ask bool) {
	servers := b.config.NameServers
	if len(servers) == 0 {
		return
	}
	mode := remoting.Oneway
	if ask {
		mode = remoting.Sync
	}
	b.endpoint.Call(env, remoting.Call{
		To: servers[b.controlled.server%len(servers)], Mode: mode, Purpose: forController, Timeout: membersTimeout,
		Msg: &wire.ControllerHeartbeat{BrokerName: b.config.Broker, ID: b.config.BrokerID, Addr: b.config.Self, Epoch: b.controlled.epoch(), End: b.store.End(), Ask: ask},
	})
}

// controllerDelivered takes in a controller's answer.
func (b *Broker) controllerDelivered(env *kernel.Env, d *remoting.Delivery) {
	if _, alter := d.Call.Msg.(*wire.AlterSyncStateSet); alter {
		b.controlled.asking = false
	}
	if m, ok := d.Msg.(*wire.ReplicaInfo); ok {
		b.roleIs(env, m)
	} else {
		b.controlled.server++
	}
}

// roleIs takes in who is master: this broker, another, or nobody
// [ReplicasManager.changeBrokerRole].
func (b *Broker) roleIs(env *kernel.Env, info *wire.ReplicaInfo) {
	c := &b.controlled
	if !b.config.Controller || info.Epoch < c.info.Epoch || info.Epoch == c.info.Epoch && info.SetEpoch < c.info.SetEpoch {
		return
	}
	same := c.known && info.Epoch == c.info.Epoch && info.Master == c.info.Master
	c.info, c.known = *info, true
	switch {
	case same:
	case info.Master == b.config.BrokerID:
		b.becomeMaster(env)
	default:
		b.becomeSlave(env)
	}
}

// becomeMaster begins a new epoch where the log ends now. The role is SYNC_MASTER
// from here on [BrokerController.changeToMaster].
func (b *Broker) becomeMaster(env *kernel.Env) {
	c := &b.controlled
	if c.epoch() < c.info.Epoch {
		c.epochs = append(slices.Clip(c.epochs), wire.EpochEntry{Epoch: c.info.Epoch, Start: b.store.End()})
	}
	c.leader, c.caught = true, nil
	b.dropMaster(env)
	b.explainRole(env, explain.BrokerBecomesMaster)
	b.startSchedule(env)
	b.registerAll(env)
}

// becomeSlave follows another master, or none yet [BrokerController.changeToSlave].
func (b *Broker) becomeSlave(env *kernel.Env) {
	c := &b.controlled
	was := c.leader
	c.leader = false
	if was {
		b.stopSchedule()
		b.explainRole(env, explain.BrokerBecomesSlave)
	}
	b.dropMaster(env)
	b.sync.master, b.ha.master = c.info.Addr, c.info.Addr
	b.armCheckpoint(env)
	if c.info.Addr != 0 {
		b.haLook(env)
	}
	b.registerAll(env)
}

// dropMaster ends the connection to the master so far.
func (b *Broker) dropMaster(env *kernel.Env) {
	if b.ha.channel != 0 {
		b.endpoint.Shut(env, b.ha.channel)
	}
	b.ha = haClient{gen: b.ha.gen + 1, dialled: env.Now()}
	b.sync.master = 0
}

// greet answers a slave's handshake with the history of the log.
func (b *Broker) greet(env *kernel.Env, channel int64, m *wire.HAHandshake) {
	s := b.findSlave(channel)
	if s == nil || !b.controlled.leader {
		return
	}
	s.id = m.ID
	b.endpoint.Tell(env, channel, &wire.HAEpochs{Entries: b.controlled.epochs, End: b.store.End()})
}

// agree drops what the master's log does not have: the two agree up to the end
// of the newest epoch that both have begun at the same place
// [AutoSwitchHAClient.doTruncate, EpochFileCache.findConsistentPoint].
func (b *Broker) agree(env *kernel.Env, m *wire.HAEpochs) {
	c := &b.controlled
	point := consistent(c.epochs, b.store.End(), m.Entries, m.End)
	if point < b.store.End() {
		before := b.store.End()
		lost := b.store.TruncateTo(point)
		b.schedule.forgetFrom(b.store.End())
		b.schedule.wheel.Cut(timerQueue{&b.store})
		d := explain.Decision{Rule: explain.BrokerLogTruncated}
		if env.Explaining() {
			d.Saw = []explain.Fact{
				explain.Num("node", int64(b.ha.master)), explain.Num("messages.lost", lost), explain.Num("log.bytes", before), explain.Num("from.bytes", b.store.End()),
			}
		}
		env.Explain(d)
	}
	c.epochs = m.Entries
	b.ha.agreed, b.ha.reported = true, b.store.End()
	b.report(env)
	b.armHA(env)
}

// consistent is the physical offset up to which two logs are the same.
func consistent(mine []wire.EpochEntry, myEnd int64, master []wire.EpochEntry, masterEnd int64) int64 {
	for i := len(mine) - 1; i >= 0; i-- {
		for j := len(master) - 1; j >= 0; j-- {
			if mine[i] == master[j] && mine[i].Start <= myEnd {
				return min(endOfEpoch(mine, i, myEnd), endOfEpoch(master, j, masterEnd))
			}
		}
	}
	return 0
}

func endOfEpoch(entries []wire.EpochEntry, i int, end int64) int64 {
	if i+1 < len(entries) {
		return min(entries[i+1].Start, end)
	}
	return end
}

// confirmed notes that a slave has reported. One that has the whole log joins
// the in-sync set at once [AutoSwitchHAService.maybeExpandInSyncStateSet].
func (b *Broker) confirmed(env *kernel.Env, s *haSlave) {
	if !b.controlled.leader || s.id == 0 || s.acked < b.store.End() {
		return
	}
	c := &b.controlled
	i := slices.IndexFunc(c.caught, func(x caughtUp) bool { return x.id == s.id })
	if i < 0 {
		c.caught = append(c.caught, caughtUp{id: s.id})
		i = len(c.caught) - 1
	}
	c.caught[i].at = env.Now()
	if !c.asking && !slices.Contains(c.info.Set, s.id) {
		b.alterSet(env, append(slices.Clone(c.info.Set), s.id), explain.BrokerSetGrows, s.id)
	}
}

// checkInSync takes the slaves out of the in-sync set that have not had the
// whole log for 15 s [AutoSwitchHAService.maybeShrinkSyncStateSet].
func (b *Broker) checkInSync(env *kernel.Env) {
	c := &b.controlled
	if !c.leader || c.asking {
		return
	}
	for _, id := range c.info.Set {
		at := kernel.Time(0)
		for _, x := range c.caught {
			if x.id == id {
				at = x.at
			}
		}
		if id != b.config.BrokerID && env.Now().Sub(at) > notCaughtUp && !b.upToDate(id) {
			b.alterSet(env, slices.DeleteFunc(slices.Clone(c.info.Set), func(x int64) bool { return x == id }), explain.BrokerSetShrinks, id)
			return // the next look takes the next
		}
	}
}

// upToDate tells whether a connected slave has the whole log: with nothing new
// it never reports more.
func (b *Broker) upToDate(id int64) bool {
	return slices.ContainsFunc(b.slaves, func(s haSlave) bool { return s.id == id && s.acked >= b.store.End() })
}

func (b *Broker) alterSet(env *kernel.Env, set []int64, rule explain.Rule, id int64) {
	c := &b.controlled
	cause := env.Cause()
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("broker", b.config.Broker), explain.Num("broker.id", id), explain.Num("in-sync", int64(len(set)))}
	}
	env.Explain(d)
	servers := b.config.NameServers
	b.endpoint.Call(env, remoting.Call{
		To: servers[c.server%len(servers)], Purpose: forController, Timeout: membersTimeout,
		Msg: &wire.AlterSyncStateSet{BrokerName: b.config.Broker, Master: b.config.BrokerID, Epoch: c.info.Epoch, SetEpoch: c.info.SetEpoch, Set: set},
	})
	c.asking = true
	env.SetCause(cause)
}

func (b *Broker) explainRole(env *kernel.Env, rule explain.Rule) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("broker", b.config.Broker), explain.Num("broker.id", b.config.BrokerID), explain.Num("epoch", b.controlled.info.Epoch), explain.Num("log.bytes", b.store.End()),
		}
	}
	env.Explain(d)
}
