package broker

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/store"
	"rocketscope/engine/wire"
)

// memoryRatio is accessMessageInMemoryMaxRatio as RocketMQ ships it, in percent.
const memoryRatio = 40

// whichWhenSlow is the replica that a slow reader is sent to
// [SubscriptionGroupConfig.whichBrokerWhenConsumeSlowly].
const whichWhenSlow = 1

// slave tells whether this broker's role is SLAVE.
func (b *Broker) slave() bool { return b.ID() != wire.MasterID }

func (b *Broker) rules() *profile.Replication { return &b.config.Profile.Broker.Replication }

// startReplica begins what a life has to do with replication.
func (b *Broker) startReplica(env *kernel.Env) {
	ratio := b.savedRatio
	if b.slave() {
		ratio -= b.rules().SlaveRatioCut
		b.startHA(env)
		b.startSync(env)
	}
	b.armCheckpoint(env)
	b.store.SetMemoryRatio(ratio)
}

// forgetReplica empties the memory of it.
func (b *Broker) forgetReplica() {
	clear(b.waits)
	clear(b.ahead)
	b.slaves, b.waits, b.ahead = b.slaves[:0], b.waits[:0], b.ahead[:0]
	b.acked, b.outcome, b.rejecting = 0, wire.Success, false
	b.ha, b.sync, b.checkpointArmed = haClient{gen: b.ha.gen + 1}, slaveSync{}, false
}

// masterIs takes in whom a name server knows as the group's master.
func (b *Broker) masterIs(env *kernel.Env, master wire.Addr) {
	if b.slave() && !b.config.Controller {
		b.sync.master = master
		b.learnMaster(env, master)
	}
}

// replicaTimer is one of the timers of replication.
func (b *Broker) replicaTimer(env *kernel.Env, e *kernel.Event) {
	switch e.Kind {
	case timerPush:
		b.pushDue(env, e.A, e.Gen)
	case timerSilence:
		b.silenceDue(env, e.A)
	case timerSyncWait:
		if e.Gen == b.genWait {
			b.settleWaits(env)
		}
	case timerHALook:
		if e.Gen == b.ha.gen {
			b.haLook(env)
		}
	case timerSlaveSync:
		b.syncDue(env)
	case timerCheckpoint:
		b.checkpointDue(env)
	case timerControllerBeat, timerControllerPoll:
		if e.Gen == b.controlled.gen {
			b.controllerDue(env, e.Kind)
		}
	case timerActing:
		if e.Gen == b.acting.gen {
			b.actingDue(env)
		}
	}
}

// haTold takes in what came over a replication channel; it reports whether it was that.
func (b *Broker) haTold(env *kernel.Env, d *remoting.Delivery) bool {
	switch m := d.Msg.(type) {
	case *wire.HAReport:
		b.slaveReported(env, d.Channel, m.Offset)
	case *wire.HAHandshake:
		b.greet(env, d.Channel, m)
	case *wire.HAEpochs:
		if d.Channel == b.ha.channel {
			b.agree(env, m)
		}
	case *wire.NotifyRoleChanged:
		b.roleIs(env, &m.Info)
	case *wire.HATransfer:
		if d.Channel == b.ha.channel {
			b.transferred(env, m)
		}
	default:
		return false
	}
	return true
}

// rejects tells whether a slave turns a pull away: from 5.0.0 all of them unless
// it may be read [PullMessageProcessor.rejectRequest].
func (b *Broker) rejects(env *kernel.Env, m *wire.PullMessage) bool {
	if !b.slave() || b.slaveRead || !b.rules().RejectsReads {
		return false
	}
	if !b.rejecting {
		b.rejecting = true
		cause := env.Cause()
		d := explain.Decision{Rule: explain.BrokerSlaveRejects}
		if env.Explaining() {
			d.Saw = []explain.Fact{
				explain.Text("group", m.Group), explain.Text("topic", m.Queue.Topic), explain.Text("queue", m.Queue.String()), explain.Text("client", m.ClientID),
			}
		}
		env.Explain(d)
		env.SetCause(cause)
	}
	return true
}

// advice is the replica that the next pull should go to: 0 unless slaves may be
// read [PullMessageProcessor.processRequest].
func (b *Broker) advice(env *kernel.Env, m *wire.PullMessage, r store.Result) int64 {
	to := int64(wire.MasterID)
	if b.slaveRead && b.store.SuggestsSlave(r) {
		to = whichWhenSlow
	}
	if to == m.RequestBroker {
		return to
	}
	cause := env.Cause()
	d := explain.Decision{Rule: explain.BrokerReadAdvice}
	if env.Explaining() {
		behind, _ := b.store.Behind(r)
		d.Saw = []explain.Fact{
			explain.Text("group", m.Group), explain.Text("topic", m.Queue.Topic), explain.Text("queue", m.Queue.String()),
			explain.Num("broker.asked", m.RequestBroker), explain.Num("broker.next", to),
			explain.Num("lag.bytes", behind), explain.Num("ram.bytes", b.config.Memory), explain.Num("percent", b.store.MemoryRatio()),
			explain.Num("limit.bytes", b.store.MemoryLimit()),
		}
	}
	env.Explain(d)
	env.SetCause(cause)
	return to
}

// ahead is a queue of which a group has come further than this slave.
type ahead struct {
	group string
	queue wire.MessageQueue
}

// stays is what a slave answers to an offset outside its queue: it corrects
// nothing and lets the client try again at once [DefaultMessageStore.
// nextOffsetCorrection]. Only the first of a row is said.
func (b *Broker) stays(env *kernel.Env, m *wire.PullMessage, r store.Result) {
	key := ahead{m.Group, m.Queue}
	if slices.Contains(b.ahead, key) {
		return
	}
	b.ahead = append(b.ahead, key)
	b.explainOutside(env, explain.BrokerSlaveOffsetKept, m, r)
}

// caughtUp forgets that a group had come further than this slave.
func (b *Broker) caughtUp(m *wire.PullMessage) {
	if len(b.ahead) > 0 {
		b.ahead = slices.DeleteFunc(b.ahead, func(a ahead) bool { return a == ahead{m.Group, m.Queue} })
	}
}

// SetSlaveRead changes slaveReadEnable. Like every change of settings at run
// time it writes all of them to the file, so that from 5.1.0 on a slave's memory
// ratio, already less 10 points, loses 10 more at the next start
// [Configuration.update, BrokerStartup].
func (b *Broker) SetSlaveRead(on bool) error {
	if err := b.run(); err != nil {
		return err
	}
	b.slaveRead, b.rejecting = on, false
	b.savedRatio = b.store.MemoryRatio()
	return nil
}

// ID is the broker's id in its group as name servers know it: 0 is the master. In
// controller mode that is whoever was elected.
func (b *Broker) ID() int64 {
	if b.config.Controller && b.controlled.leader {
		return wire.MasterID
	}
	return b.config.BrokerID
}

// Number is the id that the broker was given.
func (b *Broker) Number() int64 { return b.config.BrokerID }

// End is the offset after a queue's newest message here.
func (b *Broker) End(q wire.MessageQueue) int64 { return b.store.Max(q.Topic, q.QueueID) }

// LoseDisk forgets what is on disk, while the process is down. What it began
// with, the topics of its configuration, is made anew.
func (b *Broker) LoseDisk() {
	b.diskLost = true
	b.lostMessages += b.store.Wipe() // beside what its host may have lost before
	b.offsets, b.saved, b.savedVersion = b.offsets[:0], b.saved[:0], wire.DataVersion{}
	b.schedule = newSchedule(b.config.Profile, b.config.Levels)
	b.slaveRead, b.savedRatio = b.config.SlaveRead, memoryRatio
	b.controlled.epochs = nil
	b.topics = nil
	b.makeTopics()
}
