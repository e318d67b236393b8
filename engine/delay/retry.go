package delay

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/profile"
)

// DefaultMaxReconsume is how often a group's message is tried again where the
// consumer says -1 [SubscriptionGroupConfig.retryMaxTimes].
const DefaultMaxReconsume = 16

// firstRetryLevel is the level of the first retry; each retry waits one level
// more.
const firstRetryLevel = 3

// Failure is a message that a consumer gives back, as the broker sees it.
type Failure struct {
	ReconsumeTimes int32 // retries so far
	MaxReconsume   int32 // -1: DefaultMaxReconsume
	DelayLevel     int32 // delayLevelWhenNextConsume: -1 dead letter, 0 the broker chooses
	StoredLevel    int32 // the level that the message still carries from its last delay
	Locked         bool  // a queue lock of the group is alive on this broker
}

// Retry is what becomes of a message that could not be consumed.
type Retry struct {
	Rule           explain.Rule
	DeadLetter     bool  // goes to the group's DLQ topic, otherwise to its retry topic
	DelayLevel     int32 // of the new message, before the store clamps it; 0: at once
	ReconsumeTimes int32 // of the new message

	failure Failure
	max     int32
}

// Decision is the reason for a retry.
func (r Retry) Decision() explain.Decision {
	return explain.Decision{Rule: r.Rule, Saw: []explain.Fact{
		explain.Num("retry.count", int64(r.failure.ReconsumeTimes)),
		explain.Num("retry.max", int64(r.max)),
		explain.Num("retry.level.asked", int64(r.failure.DelayLevel)),
		explain.Bool("retry.locked", r.failure.Locked),
		explain.Num("delay.level", int64(r.DelayLevel)),
	}}
}

func (f Failure) max() int32 {
	if f.MaxReconsume < 0 {
		return DefaultMaxReconsume
	}
	return f.MaxReconsume
}

// SendBack decides on CONSUMER_SEND_MSG_BACK: the message becomes a retry, one
// level later than the last unless the consumer asks for one, or a dead letter
// [SendMessageProcessor.consumerSendMsgBack].
func SendBack(rules *profile.Delay, f Failure) Retry {
	r := Retry{Rule: explain.RetryLevel, DelayLevel: f.DelayLevel, ReconsumeTimes: f.ReconsumeTimes + 1, failure: f, max: f.max()}
	switch {
	case f.DelayLevel < 0 || f.ReconsumeTimes >= r.max:
		r.Rule, r.DeadLetter, r.DelayLevel = explain.RetryDeadLetter, true, 0
		if rules.DeadLetterWaits {
			r.DelayLevel = f.StoredLevel
		}
	case f.DelayLevel == 0:
		r.DelayLevel = firstRetryLevel + f.ReconsumeTimes
	}
	return r
}

// Publish is the retry that a client publishes itself to the group's retry
// topic when CONSUMER_SEND_MSG_BACK failed
// [DefaultMQPushConsumerImpl.sendMessageBack].
func Publish(reconsumeTimes int32) (times, level int32) {
	return reconsumeTimes + 1, firstRetryLevel + reconsumeTimes
}

// PublishOrderly is the retry that an orderly client publishes for a message
// that is exhausted [ConsumeMessageOrderlyService.sendMessageBack].
func PublishOrderly(rules *profile.Delay, reconsumeTimes int32) (times, level int32) {
	times = reconsumeTimes
	if rules.DeadLettersDirect {
		times++
	}
	return times, firstRetryLevel + reconsumeTimes
}

// Published decides on a message that a client sent to a retry topic: Failure
// has the count and level that the message carries
// [SendMessageProcessor.handleRetryAndDLQ].
func Published(rules *profile.Delay, f Failure) Retry {
	r := Retry{Rule: explain.RetryLevel, DelayLevel: f.DelayLevel, ReconsumeTimes: f.ReconsumeTimes, failure: f, max: f.max()}
	if rules.DeadLettersDirect {
		r.DeadLetter = f.ReconsumeTimes > r.max || f.Locked
	} else {
		r.DeadLetter = f.ReconsumeTimes >= r.max
	}
	if r.DeadLetter {
		r.Rule = explain.RetryDeadLetter
		if rules.DeadLettersDirect {
			r.DelayLevel = 0
		}
	}
	return r
}
