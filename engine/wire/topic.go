package wire

import "strings"

// AutoCreateTopic is the topic whose route serves producers of a topic that
// nobody has created yet [TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC].
const AutoCreateTopic = "TBW102"

const (
	retryPrefix = "%RETRY%"
	dlqPrefix   = "%DLQ%"
)

// RetryTopic is the topic of a group's messages to try again [MixAll.getRetryTopic].
func RetryTopic(group string) string { return retryPrefix + group }

// OwnTopic tells whether a topic is RocketMQ's own rather than a person's.
func OwnTopic(topic string) bool {
	return topic == AutoCreateTopic || strings.HasPrefix(topic, retryPrefix) || strings.HasPrefix(topic, dlqPrefix)
}
