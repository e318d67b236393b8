package wire

// SendMessage carries one message, or a batch of one topic and queue, to a
// master [SEND_MESSAGE_V2].
type SendMessage struct {
	Group    string
	Messages []Message
	Oneway   bool
}

// Name implements kernel.Message.
func (*SendMessage) Name() string { return "SEND_MESSAGE" }

// SendResult says where the first message was stored; Code is Success or one of
// the results that are stored but not OK (FlushDiskTimeout, FlushSlaveTimeout,
// SlaveNotAvailable).
type SendResult struct {
	Code        Code
	Queue       MessageQueue
	QueueOffset int64
}

// Name implements kernel.Message.
func (*SendResult) Name() string { return "SEND_RESULT" }

// SendMessageBack hands a message that a listener could not consume back to the
// broker it came from [CONSUMER_SEND_MSG_BACK].
type SendMessageBack struct {
	Group          string
	PhysicalOffset int64
	DelayLevel     int32
	MaxReconsume   int32 // -1: the broker's own maximum
	OriginID       MessageID
	OriginTopic    string
}

// Name implements kernel.Message.
func (*SendMessageBack) Name() string { return "CONSUMER_SEND_MSG_BACK" }
