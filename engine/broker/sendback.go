package broker

import (
	"slices"
	"strings"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// sendBack takes a message that a listener could not consume back: it is stored
// anew, as a retry for its group alone or as a dead letter
// [SendMessageProcessor.consumerSendMsgBack].
func (b *Broker) sendBack(env *kernel.Env, m *wire.SendMessageBack) kernel.Message {
	failed := b.store.ByPhysical(m.PhysicalOffset)
	if failed == nil {
		return &wire.Answer{Code: wire.SystemError, Remark: "look message by offset failed, " + explain.Int(m.PhysicalOffset)}
	}
	retry := delay.SendBack(&b.config.Profile.Delay, delay.Failure{
		ReconsumeTimes: failed.ReconsumeTimes, MaxReconsume: m.MaxReconsume, DelayLevel: m.DelayLevel, StoredLevel: failed.DelayLevel,
	})
	again := failed.Message
	if again.RetryTopic == "" {
		again.RetryTopic = failed.Queue.Topic
	}
	if again.OriginID == 0 {
		again.OriginID = again.ID
	}
	again.DelayLevel, again.ReconsumeTimes, again.NoWaitStore = retry.DelayLevel, retry.ReconsumeTimes, true
	queue := b.retryQueue(env, m.Group, retry.DeadLetter)
	b.explainRetry(env, retry, m.Group, again.ID, queue)
	if _, refusal := b.put(env, &again, queue); refusal != nil {
		return &wire.Answer{Code: wire.SystemError, Remark: "SERVICE_NOT_AVAILABLE"}
	}
	return &wire.Answer{}
}

// retryQueue is the one queue of a group's retry or dead-letter topic, which is
// made if there is none [TopicConfigManager.createTopicInSendMessageBackMethod].
func (b *Broker) retryQueue(env *kernel.Env, group string, dead bool) wire.MessageQueue {
	if !dead {
		b.createRetry(env, group)
		return b.queueOf(wire.RetryTopic(group), 0)
	}
	name := wire.DLQTopic(group)
	if _, ok := b.findTopic(name); !ok {
		perm := wire.PermWrite
		if !b.config.Profile.Delay.DeadLetterWaits { // both came with 4.9.2
			perm |= wire.PermRead
		}
		cause := env.Cause()
		b.addTopic(env, explain.RetryDeadLetterTopic, wire.TopicConfig{Topic: name, ReadQueues: 1, WriteQueues: 1, Perm: perm})
		env.SetCause(cause)
	}
	return b.queueOf(name, 0)
}

// published makes of a message that a client sent to a retry topic a dead letter
// if no try is left [SendMessageProcessor.handleRetryAndDLQ].
func (b *Broker) published(env *kernel.Env, m *wire.Message, queue wire.MessageQueue) (*wire.Message, wire.MessageQueue) {
	group, ok := strings.CutPrefix(queue.Topic, wire.RetryTopic(""))
	if !ok {
		return m, queue
	}
	retry := delay.Published(&b.config.Profile.Delay, delay.Failure{
		ReconsumeTimes: m.ReconsumeTimes, MaxReconsume: m.MaxReconsume, DelayLevel: m.DelayLevel, Locked: b.locked(group, env.Now()),
	})
	again := *m
	again.DelayLevel, again.ReconsumeTimes = retry.DelayLevel, retry.ReconsumeTimes
	if retry.DeadLetter {
		queue = b.retryQueue(env, group, true)
	}
	b.explainRetry(env, retry, group, m.ID, queue)
	return &again, queue
}

// locked tells whether a queue lock of a group is alive here
// [RebalanceLockManager.isLockAllExpired].
func (b *Broker) locked(group string, now kernel.Time) bool {
	return slices.ContainsFunc(b.locks, func(l queueLock) bool { return l.group == group && now.Sub(l.renewed) <= lockLives })
}

func (b *Broker) explainRetry(env *kernel.Env, r delay.Retry, group string, id wire.MessageID, queue wire.MessageQueue) {
	d := explain.Decision{Rule: r.Rule}
	if env.Explaining() {
		d = r.Decision()
		d.Saw = append(d.Saw, explain.Text("group", group), explain.Text("message", messageText(id)), explain.Text("topic", queue.Topic))
		d.Chose = []string{queue.String()}
	}
	env.Explain(d)
}
