package broker

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	actingEvery    = time.Second     // brokerHeartbeatInterval, syncBrokerMemberGroupPeriod
	membersTimeout = 3 * time.Second // of the question who is registered
	noBroker       = -1
)

// What the calls of a broker in a group with an acting master are for.
const (
	forMembers     remoting.Purpose = forNothing + 1 + iota // a name server: who is registered
	forLaterOffset                                          // a slave: the groups' offsets, before a master goes online
	forLaterDelays                                          // a slave: the offsets of the delay levels
	forLaterTimers                                          // a slave: how far its timer wheel has turned
	forCheckpoint                                           // a slave asks its master the same
)

// acting is what a broker knows of its group where a slave may act as master
// [BrokerController.updateMinBroker, BrokerPreOnlineService].
type acting struct {
	lowest  int64     // id of the lowest replica that is registered; noBroker before the first answer
	master  wire.Addr // of the registered master, 0 none
	alive   int32     // registered replicas
	offline bool      // isIsolated: it comes back, and does not register before its replication is up
	server  int       // the name server that it asks
	refused bool      // it has said that it brings nothing back
	gen     uint32
}

// startActing begins the heartbeats. Where a group is known to have more than
// one replica, a broker that starts stays unregistered at first.
func (b *Broker) startActing(env *kernel.Env) {
	b.acting = acting{lowest: noBroker, gen: b.acting.gen + 1, alive: 1}
	if b.config.Acting {
		b.acting.offline = b.config.Replicas > 1
		b.armActing(env)
	}
}

func (b *Broker) armActing(env *kernel.Env) {
	env.Every(actingEvery, timerActing, b.acting.gen, 0, 0)
}

// actingDue sends a heartbeat to each name server and asks one of them who of
// the group is registered.
func (b *Broker) actingDue(env *kernel.Env) {
	servers := b.config.NameServers
	if b.phase != serving || len(servers) == 0 {
		return
	}
	b.armActing(env)
	if !b.acting.offline {
		m := &wire.BrokerHeartbeat{BrokerName: b.config.Broker, BrokerID: b.config.BrokerID, Addr: b.config.Self}
		for _, ns := range servers {
			b.endpoint.Call(env, remoting.Call{To: ns, Mode: remoting.Oneway, Purpose: forMembers, Msg: m})
		}
	}
	b.endpoint.Call(env, remoting.Call{
		To: servers[b.acting.server%len(servers)], Purpose: forMembers, Timeout: membersTimeout, Msg: &wire.GetBrokerMemberGroup{BrokerName: b.config.Broker},
	})
}

// actingDelivered takes in how one of these calls ended.
func (b *Broker) actingDelivered(env *kernel.Env, d *remoting.Delivery) {
	switch m := d.Msg.(type) {
	case *wire.BrokerData:
		b.membersAre(env, m.Addrs)
	case *wire.AllConsumerOffset:
		if m.Version.Compare(b.version.DataVersion) >= 0 {
			b.copyOffsets(env, d.Call.To, m)
		}
		b.endpoint.Call(env, remoting.Call{To: d.Call.To, Purpose: forLaterDelays, Timeout: syncTimeout, Msg: &wire.GetAllDelayOffset{}})
	case *wire.AllDelayOffset:
		if m.Version.Compare(b.schedule.version.DataVersion) >= 0 {
			b.copyDelayOffsets(m)
		}
		b.endpoint.Call(env, remoting.Call{To: d.Call.To, Purpose: forLaterTimers, Timeout: syncTimeout, Msg: &wire.GetTimerCheckpoint{}})
	case *wire.TimerCheckpoint:
		b.followTimers(env, m)
		if d.Call.Purpose == forLaterTimers {
			b.goOnline(env)
		}
	default:
		if d.Call.Purpose == forMembers {
			b.acting.server++
		}
	}
}

// membersAre takes in who of the group is registered.
func (b *Broker) membersAre(env *kernel.Env, addrs []wire.BrokerAddr) {
	lowest, master := int64(noBroker), wire.Addr(0)
	if len(addrs) > 0 {
		lowest = addrs[0].ID
		if lowest == wire.MasterID {
			master = addrs[0].Addr
		}
	}
	b.acting.alive = int32(len(addrs))
	if b.acting.offline {
		b.comeBack(env, addrs, master)
		return
	}
	if lowest == b.acting.lowest && master == b.acting.master || lowest == noBroker {
		return
	}
	gone := b.acting.master != 0 && master == 0
	b.acting.lowest, b.acting.master = lowest, master
	if !b.slave() {
		return
	}
	b.act(env, lowest == b.config.BrokerID)
	switch {
	case gone:
		b.masterOffline(env)
	case master != 0:
		b.sync.master = master
		b.learnMaster(env, master)
		if b.ha.channel == 0 {
			b.haLook(env)
		}
	}
}

// act starts or ends what only one of a group may do: bringing delayed messages
// back [BrokerController.changeSpecialServiceStatus].
func (b *Broker) act(env *kernel.Env, on bool) {
	if on == b.schedule.service.Running() {
		return
	}
	rule := explain.BrokerActingEnds
	if on {
		rule = explain.BrokerActing
	}
	cause := env.Cause()
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("broker", b.config.Broker), explain.Num("broker.id", b.config.BrokerID), explain.Num("id.lowest", b.acting.lowest)}
	}
	env.Explain(d)
	b.acting.refused = false
	if on {
		b.runSchedule(env)
	} else {
		b.stopSchedule()
	}
	env.SetCause(cause)
}

// saidRefused tells whether an acting master has said before that it can bring
// no delayed message back: it tries every 100 ms.
func (b *Broker) saidRefused() bool {
	said := b.acting.refused
	b.acting.refused = b.slave()
	return said
}

// masterOffline forgets the master that is no longer registered
// [BrokerController.onMasterOffline].
func (b *Broker) masterOffline(env *kernel.Env) {
	b.sync.master, b.ha.master = 0, 0
	b.ha.gen++ // no look while there is no address
	b.ha.armed = 0
	if b.ha.channel != 0 && b.ha.open {
		b.leaveMaster(env, "offline")
	}
	b.ha.channel = 0
}

// comeBack goes on with a broker that is not registered yet. Alone it registers
// at once; a slave once it is connected to its master; a master once a slave is
// connected and has told how far the groups are
// [BrokerPreOnlineService.prepareForBrokerOnline].
func (b *Broker) comeBack(env *kernel.Env, addrs []wire.BrokerAddr, master wire.Addr) {
	switch {
	case len(addrs) == 0, b.slave() && master == 0:
		b.goOnline(env)
	case b.slave():
		b.learnMaster(env, master)
		switch {
		case b.ha.open:
			b.goOnline(env)
		case b.ha.channel == 0:
			b.haLook(env)
		}
	default:
		for i := range b.slaves {
			if s := &b.slaves[i]; s.asked {
				b.endpoint.Call(env, remoting.Call{To: s.peer, Purpose: forLaterOffset, Timeout: syncTimeout, Msg: &wire.GetAllConsumerOffset{}})
				return
			}
		}
		b.endpoint.Call(env, remoting.Call{To: addrs[0].Addr, Mode: remoting.Oneway, Purpose: forMembers, Msg: &wire.ExchangeHAInfo{Master: b.config.Self}})
	}
}

// haInfo lets a slave connect to a master that is not registered yet
// [AdminBrokerProcessor.exchangeBrokerHaInfo].
func (b *Broker) haInfo(env *kernel.Env, m *wire.ExchangeHAInfo) {
	if b.slave() && b.ha.channel == 0 {
		b.ha.master = m.Master
		b.haLook(env)
	}
}

// goOnline registers a broker that has come back.
func (b *Broker) goOnline(env *kernel.Env) {
	if !b.acting.offline {
		return
	}
	b.acting.offline = false
	b.startSchedule(env)
	b.registerAll(env)
}

// tooFewReplicas refuses a send that could not be confirmed by as many replicas
// as it must be: nothing is written [CommitLog.asyncPutMessage].
func (b *Broker) tooFewReplicas(env *kernel.Env, m *wire.SendMessage) *wire.Answer {
	if !b.config.Acting || b.config.Role != SyncMaster || m.Messages[0].NoWaitStore {
		return nil
	}
	inSync := int32(1)
	for i := range b.slaves {
		if s := &b.slaves[i]; s.asked && b.store.End()-s.acked < haFallBehind {
			inSync++
		}
	}
	if inSync = min(inSync, b.acting.alive); inSync >= b.neededAcks() {
		return nil
	}
	b.syncOutcome(env, wire.SystemError)
	return &wire.Answer{Code: wire.SystemError, Remark: "in-sync replicas not enough"}
}
