package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// Times and sizes of replication [MessageStoreConfig].
const (
	haBatch      = 32 << 10               // haTransferBatchSize
	haWindow     = 4 * haBatch            // the sockets' buffers, 64 KiB at each end: a master that has written so much ahead is blocked
	haIdle       = 100 * time.Millisecond // an idle pusher looks this often
	haHeartbeat  = 5 * time.Second        // haSendHeartbeatInterval
	haSilence    = 20 * time.Second       // haHousekeepingInterval
	haFallBehind = 256 << 20              // haSlaveFallbehindMax

	moment = time.Millisecond // RocketMQ's clocks count whole ms and ask for more than an interval
)

// The timers of replication.
const (
	timerPush           = remoting.FirstProcessTimer + 32 + iota // master: the pusher's next look that finds something
	timerSilence                                                 // master: a slave may have been silent for too long
	timerSyncWait                                                // master: a send has waited for slaves for too long
	timerHALook                                                  // slave: connect, report, or drop a silent master
	timerSlaveSync                                               // slave: copy the master's settings and offsets
	timerControllerBeat                                          // controller mode: a heartbeat
	timerControllerPoll                                          // controller mode: who is master, who is in sync
	timerCheckpoint                                              // slave: how far the master's timer wheel has turned
	timerActing                                                  // where a slave may act as master: a heartbeat, and who is there
)

// haSlave is a slave's connection at its master [HAConnection].
type haSlave struct {
	channel int64
	peer    kernel.NodeID
	id      int64       // its number, in controller mode
	asked   bool        // it has reported: from then on it is served
	next    int64       // where the next piece begins
	begin   int64       // where the first began
	acked   int64       // what it has reported, -1 before the first time
	heard   kernel.Time // of its last report
	wrote   kernel.Time // of the last piece or heartbeat
	idle    kernel.Time // when the pusher last found nothing
	armed   kernel.Time // when the push timer fires; 0 none
	gen     uint32
}

func (b *Broker) findSlave(channel int64) *haSlave {
	for i := range b.slaves {
		if b.slaves[i].channel == channel {
			return &b.slaves[i]
		}
	}
	return nil
}

// slaveConnected takes in a slave's connection: from now on it counts, though
// nothing is pushed before it has reported [HAService.AcceptSocketService].
func (b *Broker) slaveConnected(env *kernel.Env, d *remoting.Delivery) {
	now := env.Now()
	b.slaves = append(b.slaves, haSlave{channel: d.Channel, peer: d.Peer, acked: -1, heard: now, wrote: now, idle: now})
	b.armSilence(env, d.Channel, now)
}

// slaveReported takes in how far a slave's log reaches
// [HAConnection.ReadSocketService].
func (b *Broker) slaveReported(env *kernel.Env, channel, offset int64) {
	s := b.findSlave(channel)
	if s == nil {
		return
	}
	blocked := s.blocked()
	s.heard, s.acked = env.Now(), offset
	if s.asked && offset > b.store.End() && b.rules().RefusesLongerSlave {
		b.dropSlave(env, explain.BrokerSlaveRefused, channel)
		return
	}
	first := !s.asked
	if first {
		s.asked, s.next = true, offset
		switch {
		case offset == 0 && b.config.Controller: // syncFromLastFile is off there
			s.next = b.store.First()
		case offset == 0:
			s.next = b.store.LastFile()
		}
		s.begin = s.next
		b.explainSlave(env, explain.BrokerSlaveLinked, s)
	}
	b.acked = max(b.acked, offset)
	b.confirmed(env, s)
	b.settleWaits(env)
	if first || blocked {
		b.push(env, s)
	}
}

// blocked tells whether the sockets' buffers are full.
func (s *haSlave) blocked() bool { return s.asked && s.next-max(s.acked, s.begin) >= haWindow }

// push sends a slave what it lacks, until the sockets' buffers are full or
// there is nothing left, and arms the pusher's next look
// [HAConnection.WriteSocketService].
func (b *Broker) push(env *kernel.Env, s *haSlave) {
	for s.next < b.store.End() && !s.blocked() {
		m := &wire.HATransfer{From: s.next}
		m.Size, m.Messages, m.Codes = b.store.Piece(s.next, haBatch)
		b.endpoint.Tell(env, s.channel, m)
		s.next += m.Size
		s.wrote = env.Now()
	}
	if s.next >= b.store.End() {
		s.idle = env.Now()
	}
	b.armPush(env, s)
}

// armPush makes sure that the pusher looks when there is something to push, or
// a heartbeat is due. A pusher whose buffers are full goes on with the slave's
// next report.
func (b *Broker) armPush(env *kernel.Env, s *haSlave) {
	if s.blocked() {
		return
	}
	at := s.lookAfter(s.wrote.Add(haHeartbeat))
	if s.next < b.store.End() {
		at = s.lookAfter(env.Now())
	}
	if s.armed != 0 && s.armed <= at {
		return
	}
	s.armed = at
	s.gen++
	env.Every(at.Sub(env.Now()), timerPush, s.gen, s.channel, 0)
}

// lookAfter is the first look of an idle pusher after t.
func (s *haSlave) lookAfter(t kernel.Time) kernel.Time {
	return s.idle.Add((t.Sub(s.idle)/haIdle + 1) * haIdle)
}

// pushDue is a look of a pusher.
func (b *Broker) pushDue(env *kernel.Env, channel int64, gen uint32) {
	s := b.findSlave(channel)
	if s == nil || s.gen != gen {
		return
	}
	s.armed = 0
	if env.Now().Sub(s.wrote) > haHeartbeat {
		b.endpoint.Tell(env, s.channel, &wire.HATransfer{From: s.next})
		s.wrote = env.Now()
	}
	b.push(env, s)
}

// replicate lets the pushers see that the log has grown, at their next look.
func (b *Broker) replicate(env *kernel.Env) {
	for i := range b.slaves {
		if s := &b.slaves[i]; s.asked {
			b.armPush(env, s)
		}
	}
}

// wakePushers makes the pushers look at once, since a send waits for slaves
// [WaitNotifyObject.wakeupAll].
func (b *Broker) wakePushers(env *kernel.Env) {
	for i := range b.slaves {
		if s := &b.slaves[i]; s.asked {
			b.push(env, s)
		}
	}
}

// slaveGone forgets a slave whose connection has closed.
func (b *Broker) slaveGone(env *kernel.Env, channel int64) {
	if s := b.findSlave(channel); s != nil {
		b.forgetSlave(env, explain.BrokerSlaveDropped, s)
	}
}

// dropSlave closes a slave's connection.
func (b *Broker) dropSlave(env *kernel.Env, rule explain.Rule, channel int64) {
	b.endpoint.Shut(env, channel)
	b.forgetSlave(env, rule, b.findSlave(channel))
}

func (b *Broker) forgetSlave(env *kernel.Env, rule explain.Rule, s *haSlave) {
	b.explainSlave(env, rule, s)
	channel := s.channel
	b.slaves = slices.DeleteFunc(b.slaves, func(s haSlave) bool { return s.channel == channel })
}

func (b *Broker) armSilence(env *kernel.Env, channel int64, heard kernel.Time) {
	env.Every(heard.Add(haSilence+moment).Sub(env.Now()), timerSilence, 0, channel, 0)
}

// silenceDue drops a slave that has not reported for 20 s.
func (b *Broker) silenceDue(env *kernel.Env, channel int64) {
	s := b.findSlave(channel)
	switch {
	case s == nil:
	case env.Now().Sub(s.heard) > haSilence:
		b.dropSlave(env, explain.BrokerSlaveDropped, channel)
	default:
		b.armSilence(env, channel, s.heard)
	}
}

func (b *Broker) explainSlave(env *kernel.Env, rule explain.Rule, s *haSlave) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Num("node", int64(s.peer)), explain.Num("slave.bytes", max(s.acked, 0)), explain.Num("log.bytes", b.store.End()),
		}
		if rule == explain.BrokerSlaveLinked {
			d.Saw = append(d.Saw, explain.Num("from.bytes", s.next))
		} else {
			d.Saw = append(d.Saw, explain.Num("silent.ns", int64(env.Now().Sub(s.heard))), explain.Num("limit.ns", int64(haSilence)))
		}
	}
	env.Explain(d)
}
