package broker

import (
	"strconv"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// diskFull is what a store that cannot write, or a slave's, answers
// [DefaultMessageStore.checkStoreStatus, SendMessageProcessor.handlePutMessageResult].
var diskFull = wire.Answer{Code: wire.ServiceNotAvailable, Remark: "service not available now. It may be caused by one of the following reasons: the broker's disk is full"}

// waits tells whether a message asks to be delivered later.
func waits(m *wire.Message) bool {
	return m.DelayLevel > 0 || m.TimerDelaySec != 0 || m.TimerDelayMs != 0 || m.DeliverAt != 0
}

// put stores one message: in its queue, or aside if it is to wait. The answer is
// nil unless the store refuses it [DefaultMessageStore.putMessage].
func (b *Broker) put(env *kernel.Env, m *wire.Message, queue wire.MessageQueue) (*wire.MessageExt, *wire.Answer) {
	if b.full || b.slave() {
		return nil, &diskFull
	}
	if !waits(m) {
		return b.write(env, m, queue, filter.TagsCode(m.Tags)), nil
	}
	aside := *m
	aside.Topic, aside.QueueID = queue.Topic, queue.QueueID
	return b.putAside(env, &aside)
}

// putAside stores a message that asks to wait where its time or its level is
// counted, or refuses a time too far ahead [HookUtils.handleScheduleMessage,
// CommitLog.putMessage].
func (b *Broker) putAside(env *kernel.Env, m *wire.Message) (*wire.MessageExt, *wire.Answer) {
	cause := env.Cause()
	timing := b.schedule.wheel.Park(env.Now(), m)
	if timing.Rule != 0 {
		d := explain.Decision{Rule: timing.Rule}
		if env.Explaining() {
			d = timing.Decision()
		}
		b.explainAside(env, d, m)
	}
	switch {
	case timing.Illegal:
		return nil, &wire.Answer{Code: wire.MessageIllegal, Remark: "timer message illegal, the delay time should not be bigger than the max delay " + strconv.Itoa(maxTimerSeconds) + "s"}
	case timing.Parked:
		return b.wait(env, m, filter.TagsCode(m.Tags)), nil
	}
	env.SetCause(cause)
	s := &b.schedule.service
	if !delay.Park(s.Levels(), m) {
		return b.write(env, m, b.queueOf(m.Topic, m.QueueID), filter.TagsCode(m.Tags)), nil
	}
	due := s.Stamp(env.Now(), m.DelayLevel)
	d := explain.Decision{Rule: explain.DelayParked}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Num("delay.level", int64(m.DelayLevel)), explain.Num("due.ns", int64(s.When(due)))}
	}
	b.explainAside(env, d, m)
	stored := b.wait(env, m, due)
	env.SetCause(cause)
	return stored, nil
}

// maxTimerSeconds is timerMaxDelaySec.
const maxTimerSeconds = 3 * 24 * 60 * 60

// wait stores a message that was put aside, and remembers what led to it.
func (b *Broker) wait(env *kernel.Env, m *wire.Message, code int64) *wire.MessageExt {
	stored := b.write(env, m, b.queueOf(m.Topic, m.QueueID), code)
	b.schedule.origins = append(b.schedule.origins, origin{stored.PhysicalOffset, env.Cause()})
	b.armSchedule(env)
	return stored
}

// write appends one message and lets the pulls held on its queue see it
// [CommitLog.putMessage, NotifyMessageArrivingListener.arriving].
func (b *Broker) write(env *kernel.Env, m *wire.Message, queue wire.MessageQueue, code int64) *wire.MessageExt {
	stored := b.store.Put(m, queue, code, env.Now())
	b.armFlush(env)
	b.replicate(env)
	b.arrived(env, queue.Topic, queue.QueueID, code)
	return stored
}

func (b *Broker) queueOf(topic string, id int32) wire.MessageQueue {
	return wire.MessageQueue{Topic: topic, Broker: b.config.Broker, QueueID: id}
}

// explainAside records what became of a message that asked to wait.
func (b *Broker) explainAside(env *kernel.Env, d explain.Decision, m *wire.Message) {
	if env.Explaining() {
		queue := b.queueOf(m.Topic, m.QueueID)
		if m.RealTopic != "" {
			queue = b.queueOf(m.RealTopic, m.RealQueueID)
		}
		d.Saw = append(d.Saw, explain.Text("message", messageText(m.ID)), explain.Text("topic", queue.Topic), explain.Text("queue", queue.String()))
	}
	env.Explain(d)
}

// messageText names a message as its producer's records do.
func messageText(id wire.MessageID) string { return strconv.FormatInt(id.Number(), 10) }
