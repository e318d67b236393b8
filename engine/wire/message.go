package wire

import (
	"strconv"

	"rocketscope/engine/kernel"
)

// MessageQueue is one queue of a topic on one broker group
// [org.apache.rocketmq.common.message.MessageQueue].
type MessageQueue struct {
	Topic   string
	Broker  string // the broker group's name
	QueueID int32
}

// String is the short form that people read: "broker-a/3".
func (q MessageQueue) String() string {
	return q.Broker + "/" + strconv.Itoa(int(q.QueueID))
}

// MessageID is the unique id that the sending client gave a message; a message
// that is sent twice keeps it [MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX].
type MessageID int64

// NewMessageID is the id of a producer's number-th message.
func NewMessageID(producer Addr, number uint64) MessageID {
	return MessageID(int64(producer)<<32 | int64(number&0xffffffff))
}

// Number is how manieth a message was at its producer.
func (id MessageID) Number() int64 { return int64(id) & 0xffffffff }

// Producer is who made the message.
func (id MessageID) Producer() Addr { return Addr(id >> 32) }

// Message is what a producer sends.
type Message struct {
	ID      MessageID
	Topic   string
	QueueID int32
	Tags    string
	Key     string
	Size    int32 // bytes it takes in the commit log
	Born    kernel.Time
	BornAt  Addr

	DelayLevel     int32 // 0: not delayed; -1 sends a failed message to the dead letters
	TimerDelaySec  int64 // 5.x timer: TIMER_DELAY_SEC, 0 none
	TimerDelayMs   int64 // TIMER_DELAY_MS, 0 none
	DeliverAt      int64 // TIMER_DELIVER_MS: ms of the broker's clock, 0 none
	TimerOut       int64 // TIMER_OUT_MS, set by the broker: the second of the wheel, in ms
	ReconsumeTimes int32
	MaxReconsume   int32
	RetryTopic     string    // the topic a retry message first came from
	OriginID       MessageID // the message that a retry copies
	RealTopic      string    // REAL_TOPIC of a message that waits in the delay topic
	RealQueueID    int32     // REAL_QID
	NoWaitStore    bool      // waitStoreMsgOK=false
}

// MessageExt is a message as stored [MessageExt].
type MessageExt struct {
	Message
	Queue          MessageQueue // where it is stored
	QueueOffset    int64        // its place in the consume queue
	PhysicalOffset int64        // its place in the commit log, in bytes
	StoredAt       kernel.Time
	StoreHost      Addr
}
