package broker

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	haRetry   = 5 * time.Second // pause before the next try to connect
	haConnect = 5 * time.Second // how long a try may take
)

// haClient is a slave's end of the replication [HAClient].
type haClient struct {
	master   wire.Addr   // where it connects to: the last address that a name server gave
	channel  int64       // 0 none
	open     bool        // the channel is
	agreed   bool        // controller mode: the two logs are the same up to the end of this one
	dialled  kernel.Time // when it last tried
	reported int64       // currentReportedOffset
	wrote    kernel.Time // lastWriteTimestamp: of its last report
	read     kernel.Time // lastReadTimestamp: of the last piece or heartbeat
	armed    kernel.Time // when its next look is; 0 none
	gen      uint32
}

// startHA begins the slave's thread. It has no address yet: its first try comes
// to nothing.
func (b *Broker) startHA(env *kernel.Env) {
	b.ha.dialled, b.ha.wrote = env.Now(), env.Now()
}

// learnMaster takes in where a name server says the master is. A thread without
// an address looks every 5 s whether there is one.
func (b *Broker) learnMaster(env *kernel.Env, master wire.Addr) {
	if master == 0 || master == b.ha.master {
		return
	}
	b.ha.master = master
	if b.ha.channel == 0 {
		passed := env.Now().Sub(b.ha.dialled)
		b.lookLater(env, (passed/haRetry+1)*haRetry-passed)
	}
}

// lookLater arms the thread's next look and disarms the one before.
func (b *Broker) lookLater(env *kernel.Env, d time.Duration) {
	d = max(d, 0)
	b.ha.armed = env.Now().Add(d)
	b.ha.gen++
	env.Every(d, timerHALook, b.ha.gen, 0, 0)
}

// haLook is a look of the slave's thread: it connects, reports, or gives a
// silent master up [HAClient.run].
func (b *Broker) haLook(env *kernel.Env) {
	h := &b.ha
	h.armed = 0
	switch {
	case b.phase != serving:
	case h.channel == 0 && h.master == 0:
	case h.channel == 0:
		h.dialled = env.Now()
		h.channel = b.endpoint.Dial(env, h.master, wire.HAPort, haConnect)
	case !h.open:
	case b.rules().DropsSilentMaster && env.Now().Sub(h.read) > haSilence:
		b.leaveMaster(env, "silent")
		b.haLook(env)
	default:
		if env.Now().Sub(h.wrote) > haHeartbeat {
			b.report(env)
		}
		b.armHA(env)
	}
}

// armHA arms the look at which a report is due or the master has been silent for
// too long.
func (b *Broker) armHA(env *kernel.Env) {
	at := b.ha.wrote.Add(haHeartbeat + moment)
	if b.rules().DropsSilentMaster {
		at = min(at, b.ha.read.Add(haSilence+moment))
	}
	if b.ha.armed == 0 || b.ha.armed > at {
		b.lookLater(env, at.Sub(env.Now()))
	}
}

// report tells the master how far the log reaches.
func (b *Broker) report(env *kernel.Env) {
	b.endpoint.Tell(env, b.ha.channel, &wire.HAReport{Offset: b.ha.reported})
	b.ha.wrote = env.Now()
}

// masterConnected begins a connection. To 4.9 the 5 s until the first report
// begin anew; later they count from the last one ever sent
// [HAClient.connectMaster, DefaultHAClient.connectMaster].
func (b *Broker) masterConnected(env *kernel.Env) {
	h := &b.ha
	h.open, h.read, h.reported = true, env.Now(), b.store.End()
	if b.config.Controller {
		b.endpoint.Tell(env, h.channel, &wire.HAHandshake{ID: b.config.BrokerID})
		return
	}
	if b.rules().ReportTimerRestarts {
		h.wrote = env.Now()
	}
	b.haLook(env)
}

// masterGone goes on after a try that failed or a connection that ended. To 4.9
// the slave tries again at once, later after 5 s; each failure costs 5 s.
func (b *Broker) masterGone(env *kernel.Env) {
	failed := !b.ha.open
	if failed {
		b.ha.channel = 0
	} else {
		b.leaveMaster(env, "closed")
	}
	b.dialAgain(env, failed)
}

func (b *Broker) dialAgain(env *kernel.Env, failed bool) {
	if failed || b.rules().WaitsToReconnect {
		b.lookLater(env, haRetry)
		return
	}
	b.haLook(env)
}

// leaveMaster forgets the connection, and closes it if the master has not.
func (b *Broker) leaveMaster(env *kernel.Env, why string) {
	d := explain.Decision{Rule: explain.BrokerMasterLost}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("why", why), explain.Num("node", int64(b.ha.master)), explain.Num("log.bytes", b.store.End()),
			explain.Num("silent.ns", int64(env.Now().Sub(b.ha.read))), explain.Num("limit.ns", int64(haSilence)),
		}
	}
	env.Explain(d)
	b.endpoint.Shut(env, b.ha.channel)
	b.ha.channel, b.ha.open, b.ha.agreed = 0, false, false
}

// transferred takes in a piece of the master's log. One that does not begin at
// the end of this log ends the connection [HAClient.dispatchReadRequest].
func (b *Broker) transferred(env *kernel.Env, m *wire.HATransfer) {
	h := &b.ha
	h.read = env.Now()
	if end := b.store.End(); end != 0 && end != m.From {
		b.leaveMaster(env, "offset")
		b.dialAgain(env, false)
		return
	}
	if m.Size > 0 {
		b.store.Append(m.From, m.Size, m.Messages, m.Codes)
		b.armFlush(env)
		b.replayed(env, m.Messages)
		b.armCheckpoint(env)
		b.replicate(env) // a slave of a slave
	}
	if b.store.End() > h.reported {
		h.reported = b.store.End()
		b.report(env)
	}
	b.armHA(env)
}

// replayed lets the pulls held here see the messages that came from the master:
// from 5.0.0 they wake, before the check every 5 s finds them.
func (b *Broker) replayed(env *kernel.Env, messages []*wire.MessageExt) {
	for _, m := range messages {
		if b.rules().SlaveWakesPolls {
			b.arrived(env, m.Queue.Topic, m.Queue.QueueID, filter.TagsCode(m.Tags))
			continue
		}
		if i, ok := b.findHolds(m.Queue.Topic, m.Queue.QueueID); ok && len(b.holds[i].pulls) > 0 {
			b.armHold(env, b.gridAfter(env.Now(), holdCheck, holdCheck))
		}
	}
}

// haDelivered takes in what happened to a replication channel.
func (b *Broker) haDelivered(env *kernel.Env, d *remoting.Delivery) {
	switch {
	case d.Outgoing && d.Channel != b.ha.channel:
	case d.Outgoing && d.Kind == remoting.Opened:
		b.masterConnected(env)
	case d.Outgoing:
		b.masterGone(env)
	case d.Kind == remoting.Opened:
		b.slaveConnected(env, d)
	default:
		b.slaveGone(env, d.Channel)
	}
}
