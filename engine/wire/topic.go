package wire

import "strings"

// AutoCreateTopic is the topic whose route serves producers of a topic that
// nobody has created yet [TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC].
const AutoCreateTopic = "TBW102"

// ScheduleTopic keeps messages that wait for a delay level, a queue a level
// [TopicValidator.RMQ_SYS_SCHEDULE_TOPIC].
const ScheduleTopic = "SCHEDULE_TOPIC_XXXX"

// TimerTopic keeps messages on their way into the timer wheel of 5.x
// [TimerMessageStore.TIMER_TOPIC].
const TimerTopic = "rmq_sys_wheel_timer"

const (
	retryPrefix = "%RETRY%"
	dlqPrefix   = "%DLQ%"
)

// RetryTopic is the topic of a group's messages to try again [MixAll.getRetryTopic].
func RetryTopic(group string) string { return retryPrefix + group }

// DLQTopic is the topic of a group's dead letters [MixAll.getDLQTopic].
func DLQTopic(group string) string { return dlqPrefix + group }

// OwnTopic tells whether a topic is RocketMQ's own rather than a person's.
func OwnTopic(topic string) bool {
	return topic == AutoCreateTopic || topic == ScheduleTopic || topic == TimerTopic ||
		strings.HasPrefix(topic, retryPrefix) || strings.HasPrefix(topic, dlqPrefix)
}
