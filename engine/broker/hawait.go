package broker

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// Role is what a master promises [BrokerRole]; a slave's id makes it one.
type Role uint8

// The two roles of a master.
const (
	AsyncMaster Role = iota // answers when it has stored a message itself
	SyncMaster              // answers when slaves have it too
)

// syncWait is a send that waits for slaves [CommitLog.GroupCommitRequest].
type syncWait struct {
	from     caller
	answer   *wire.SendResult
	end      int64 // what must be acknowledged
	acks     int32 // by so many replicas, this one among them
	deadline kernel.Time
	cause    kernel.Cause
}

// afterStore holds the answer to a send back while its master must wait for
// slaves [CommitLog.submitReplicaRequest, CommitLog.handleHA].
func (b *Broker) afterStore(env *kernel.Env, from caller, m *wire.SendMessage, answer kernel.Message) kernel.Message {
	result, ok := answer.(*wire.SendResult)
	if !ok {
		return answer
	}
	acks := b.neededAcks()
	if b.slave() || b.config.Role != SyncMaster && !b.config.Controller || m.Messages[0].NoWaitStore || acks <= 1 {
		return answer
	}
	if b.rules().SyncWaitsForSlave && !b.slaveOK() {
		b.syncOutcome(env, wire.SlaveNotAvailable)
		result.Code = wire.SlaveNotAvailable
		return result
	}
	w := syncWait{from: from, answer: result, end: b.store.End(), acks: acks, cause: env.Cause()}
	if len(b.waits) == 0 || !b.rules().SyncOneByOne {
		w.deadline = env.Now().Add(b.rules().SyncWait)
	}
	b.waits = append(b.waits, w)
	if len(b.waits) == 1 {
		b.armWait(env)
	}
	b.wakePushers(env)
	return nil
}

// neededAcks is how many replicas must have a message before it is answered.
func (b *Broker) neededAcks() int32 {
	if b.rules().SyncWaitsForSlave {
		return 2
	}
	return max(b.config.InSync, 1)
}

// slaveOK tells whether it is worth waiting: a slave is connected, and the best
// that any has ever reported is less than 256 MiB behind [HAService.isSlaveOK].
func (b *Broker) slaveOK() bool {
	return len(b.slaves) > 0 && b.store.End()-b.acked < haFallBehind
}

// satisfied tells whether enough replicas have what a send waits for. To 4.9 the
// best report ever counts, later each connected slave's own
// [HAService.GroupTransferService.doWaitTransfer].
func (b *Broker) satisfied(w *syncWait) bool {
	if b.rules().SyncWaitsForSlave {
		return b.acked >= w.end
	}
	n := int32(1)
	for i := range b.slaves {
		if b.slaves[i].acked >= w.end {
			n++
		}
	}
	return n >= w.acks
}

// settleWaits answers the sends that wait no longer: the log is one, so that
// they are served in order.
func (b *Broker) settleWaits(env *kernel.Env) {
	cause := env.Cause()
	n := 0
	for ; n < len(b.waits); n++ {
		w := &b.waits[n]
		code := wire.Success
		if w.deadline == 0 { // its turn begins now
			w.deadline = env.Now().Add(b.rules().SyncWait)
		}
		if !b.satisfied(w) {
			if env.Now() < w.deadline {
				break
			}
			code = wire.FlushSlaveTimeout
		}
		env.SetCause(w.cause)
		b.syncOutcome(env, code)
		w.answer.Code = code
		if w.from.opaque != 0 {
			b.endpoint.Reply(env, w.from.channel, w.from.opaque, w.answer)
		}
	}
	env.SetCause(cause)
	if n > 0 {
		b.waits = slices.Delete(b.waits, 0, n)
		b.armWait(env)
	}
}

// armWait arms the deadline of the send whose turn it is.
func (b *Broker) armWait(env *kernel.Env) {
	if len(b.waits) > 0 {
		b.genWait++
		env.Every(b.waits[0].deadline.Sub(env.Now()), timerSyncWait, b.genWait, 0, 0)
	}
}

// syncOutcome says when sends begin to end otherwise than before.
func (b *Broker) syncOutcome(env *kernel.Env, code wire.Code) {
	if code == b.outcome {
		return
	}
	rule := explain.BrokerSyncOK
	switch code {
	case wire.SlaveNotAvailable:
		rule = explain.BrokerSlaveNotAvailable
	case wire.FlushSlaveTimeout:
		rule = explain.BrokerFlushSlaveTimeout
	case wire.SystemError:
		rule = explain.BrokerTooFewReplicas
	}
	b.outcome = code
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Num("slaves", int64(len(b.slaves))), explain.Num("slave.bytes", b.acked), explain.Num("log.bytes", b.store.End()),
			explain.Num("limit.ns", int64(b.rules().SyncWait)), explain.Num("acks", int64(b.neededAcks())),
		}
	}
	env.Explain(d)
}
