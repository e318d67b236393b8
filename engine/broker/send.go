package broker

import (
	"strconv"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// send stores what a producer sends and wakes who waits for it. It looks at
// the topic's queue counts but not at its permission: only producers do that
// [SendMessageProcessor.sendMessage, AbstractSendMessageProcessor.msgCheck].
func (b *Broker) send(env *kernel.Env, m *wire.SendMessage) kernel.Message {
	if b.slave() {
		return &diskFull
	}
	first := &m.Messages[0]
	t, ok := b.topic(first.Topic)
	if !ok {
		if t, ok = b.createInSend(env, first.Topic); !ok {
			return &wire.Answer{Code: wire.TopicNotExist, Remark: "topic[" + first.Topic + "] not exist, apply first please!"}
		}
	}
	id := first.QueueID
	if id >= max(t.WriteQueues, t.ReadQueues) || id < 0 && t.WriteQueues == 0 {
		return &wire.Answer{Code: wire.SystemError, Remark: "request queueId[" + strconv.Itoa(int(id)) + "] is illegal, " + t.Topic}
	}
	if id < 0 {
		id = int32(b.random.Below(int(t.WriteQueues)))
	}
	queue := wire.MessageQueue{Topic: t.Topic, Broker: b.config.Broker, QueueID: id}
	var stored *wire.MessageExt
	for i := range m.Messages {
		message, to := b.published(env, &m.Messages[i], queue)
		ext, refusal := b.put(env, message, to)
		if refusal != nil {
			return refusal
		}
		if i == 0 {
			stored = ext
		}
	}
	answer := b.answers.sent.New()
	answer.Queue, answer.QueueOffset = queue, stored.QueueOffset
	return answer
}
