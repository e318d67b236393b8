package broker

import (
	"strconv"

	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/store"
	"rocketscope/engine/wire"
)

// pull answers a request for messages, or holds it and returns nil when there
// is nothing and it may be held. A request that was held runs through all of
// this again when it wakes, with suspend false: it is not held again and
// commits nothing [PullMessageProcessor.processRequest].
func (b *Broker) pull(env *kernel.Env, from caller, m *wire.PullMessage, suspend bool) kernel.Message {
	if b.rejects(env, m) {
		return &wire.Answer{Code: wire.SystemBusy, Remark: "[REJECTREQUEST]system busy, start flow control for a while"}
	}
	sub, refusal := b.checkPull(m)
	if refusal != nil {
		return refusal
	}
	topic, id := m.Queue.Topic, m.Queue.QueueID
	code, r := b.read(env, m, sub)
	if suspend && m.Commit && (!b.slave() || b.config.Acting) {
		b.commit(env, m.Group, topic, id, m.CommitOffset)
	}
	if code == wire.PullNotFound && suspend && m.Suspend {
		b.hold(env, from, m, sub)
		return nil
	}
	answer := b.answers.pulled.New()
	answer.Code, answer.Next, answer.Min, answer.Max = code, r.Next, r.Min, r.Max
	answer.SuggestBroker = b.advice(env, m, r)
	if code == wire.Success {
		answer.Messages = append(answer.one[:0], b.found...)
		clear(b.found)
	}
	return &answer.PullResult
}

// read gathers in b.found what there is for a request, unless an operator's
// reset waits for it.
func (b *Broker) read(env *kernel.Env, m *wire.PullMessage, sub *wire.SubscriptionData) (wire.Code, store.Result) {
	topic, id := m.Queue.Topic, m.Queue.QueueID
	if offset, ok := b.resets.take(m.Group, topic, id); ok {
		return wire.PullOffsetMoved, store.Result{Next: offset, Min: b.store.Min(topic, id), Max: b.store.Max(topic, id)}
	}
	var r store.Result
	b.found, r = b.store.Get(b.found[:0], topic, id, m.Offset, m.MaxCount, func(code int64) bool { return filter.ByCode(sub, code) })
	code := pullCode(r.Verdict, m.Offset)
	switch {
	case code != wire.PullOffsetMoved:
		b.caughtUp(m)
	case b.slave():
		r.Next = m.Offset
		b.stays(env, m, r)
		return wire.PullRetryImmediately, r
	default:
		b.explainOutside(env, explain.BrokerOffsetIllegal, m, r)
	}
	return code, r
}

// checkPull returns what the group wants of the topic, or why the request is
// refused.
func (b *Broker) checkPull(m *wire.PullMessage) (*wire.SubscriptionData, kernel.Message) {
	topic, id := m.Queue.Topic, m.Queue.QueueID
	t, ok := b.topic(topic)
	switch {
	case !ok:
		return nil, &wire.Answer{Code: wire.TopicNotExist, Remark: "topic[" + topic + "] not exist, apply first please!"}
	case t.Perm&wire.PermRead == 0:
		return nil, &wire.Answer{Code: wire.NoPermission, Remark: "the topic[" + topic + "] pulling message is forbidden"}
	case id < 0 || id >= t.ReadQueues:
		return nil, &wire.Answer{Code: wire.SystemError, Remark: "queueId[" + strconv.Itoa(int(id)) + "] is illegal, topic:[" + topic + "] topicConfig.readQueueNums:[" + strconv.Itoa(int(t.ReadQueues)) + "]"}
	}
	i, ok := b.findGroup(m.Group)
	if !ok {
		return nil, &wire.Answer{Code: wire.SubscriptionNotExist, Remark: "the consumer's group info not exist"}
	}
	sub := b.groups[i].subscription(topic)
	switch {
	case sub == nil:
		return nil, &wire.Answer{Code: wire.SubscriptionNotExist, Remark: "the consumer's subscription not exist"}
	case sub.SubVersion < m.SubVersion:
		return nil, &wire.Answer{Code: wire.SubscriptionNotLast, Remark: "the consumer's subscription not latest"}
	}
	return sub, nil
}

// pullCode is the response code that a verdict leads to.
func pullCode(v store.Verdict, offset int64) wire.Code {
	switch v {
	case store.Found:
		return wire.Success
	case store.NoMatchedMessage:
		return wire.PullRetryImmediately
	case store.OffsetOverflowOne:
		return wire.PullNotFound
	case store.NoMessageInQueue:
		if offset == 0 {
			return wire.PullNotFound
		}
	}
	return wire.PullOffsetMoved
}

// explainOutside says what becomes of a pull outside the queue.
func (b *Broker) explainOutside(env *kernel.Env, rule explain.Rule, m *wire.PullMessage, r store.Result) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("group", m.Group), explain.Text("client", m.ClientID), explain.Text("topic", m.Queue.Topic), explain.Text("queue", m.Queue.String()),
			explain.Num("offset.requested", m.Offset), explain.Num("offset.min", r.Min), explain.Num("offset.max", r.Max),
			explain.Num("offset.next", r.Next),
		}
	}
	env.Explain(d)
}
