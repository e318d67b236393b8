package wire

import (
	"cmp"

	"rocketscope/engine/kernel"
)

// HAPort is the port on which a master waits for its slaves [haListenPort].
const HAPort = 10912

// HAReport is a slave's word of how far its log reaches, in bytes: every 5 s,
// and after each piece [HAClient.reportSlaveMaxOffset].
type HAReport struct{ Offset int64 }

// Name implements kernel.Message.
func (*HAReport) Name() string { return "HA_REPORT_OFFSET" }

// HATransfer is a piece of a master's log: Size bytes from From on. Messages are
// those that end within it, Codes their tags codes. One of 0 bytes is a
// heartbeat [HAConnection.WriteSocketService].
type HATransfer struct {
	From, Size int64
	Messages   []*MessageExt
	Codes      []int64
}

// Name implements kernel.Message.
func (m *HATransfer) Name() string {
	if m.Size == 0 {
		return "HA_HEARTBEAT"
	}
	return "HA_TRANSFER"
}

// GetAllTopicConfig asks a master for its topics.
type GetAllTopicConfig struct{}

// Name implements kernel.Message.
func (*GetAllTopicConfig) Name() string { return "GET_ALL_TOPIC_CONFIG" }

// AllTopicConfig is all of a broker's topics [TopicConfigSerializeWrapper].
type AllTopicConfig struct{ Topics []TopicConfig }

// Name implements kernel.Message.
func (*AllTopicConfig) Name() string { return "GET_ALL_TOPIC_CONFIG_RESPONSE" }

// GetAllConsumerOffset asks a master for the offsets of all groups.
type GetAllConsumerOffset struct{}

// Name implements kernel.Message.
func (*GetAllConsumerOffset) Name() string { return "GET_ALL_CONSUMER_OFFSET" }

// GroupOffsets is a group's offsets in a topic by queue id, -1 where there is none.
type GroupOffsets struct {
	Group, Topic string
	Queues       []int64
}

// DataVersion tells the newer of two copies of a table. It counts only every so
// many changes, so that copies which differ a little may have the same one.
type DataVersion struct {
	Count int64
	Stamp kernel.Time // of the last count, or when the table was made
}

// Compare orders by count, then by stamp [DataVersion.compare].
func (v DataVersion) Compare(o DataVersion) int {
	return cmp.Or(cmp.Compare(v.Count, o.Count), cmp.Compare(v.Stamp, o.Stamp))
}

// AllConsumerOffset is the offsets of all groups by group, then topic
// [ConsumerOffsetSerializeWrapper].
type AllConsumerOffset struct {
	Version DataVersion
	Offsets []GroupOffsets
}

// Name implements kernel.Message.
func (*AllConsumerOffset) Name() string { return "GET_ALL_CONSUMER_OFFSET_RESPONSE" }

// GetAllDelayOffset asks a master how far its delay levels have come.
type GetAllDelayOffset struct{}

// Name implements kernel.Message.
func (*GetAllDelayOffset) Name() string { return "GET_ALL_DELAY_OFFSET" }

// AllDelayOffset is the offsets of the delay levels by level - 1, -1 where there
// is none [delayOffset.json].
type AllDelayOffset struct {
	Version DataVersion
	Offsets []int64
}

// Name implements kernel.Message.
func (*AllDelayOffset) Name() string { return "GET_ALL_DELAY_OFFSET_RESPONSE" }

// GetTimerCheckpoint asks a broker how far its timer wheel has turned (5.0.0).
type GetTimerCheckpoint struct{}

// Name implements kernel.Message.
func (*GetTimerCheckpoint) Name() string { return "GET_TIMER_CHECK_POINT" }

// TimerCheckpoint is the slot before which all are read, in ms [TimerCheckpoint].
type TimerCheckpoint struct{ LastReadTime int64 }

// Name implements kernel.Message.
func (*TimerCheckpoint) Name() string { return "GET_TIMER_CHECK_POINT_RESPONSE" }

// ExchangeHAInfo tells a slave of a master that is not registered yet (5.0.0).
type ExchangeHAInfo struct{ Master Addr }

// Name implements kernel.Message.
func (*ExchangeHAInfo) Name() string { return "EXCHANGE_BROKER_HA_INFO" }
