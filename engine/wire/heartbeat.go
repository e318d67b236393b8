package wire

// MasterID is the broker id of a master [MixAll.MASTER_ID].
const MasterID = 0

// MessageModel is how a group shares its messages [MessageModel].
type MessageModel uint8

// The two models.
const (
	Clustering MessageModel = iota
	Broadcasting
)

// ConsumeFromWhere is where a group without an offset starts [ConsumeFromWhere].
type ConsumeFromWhere uint8

// The three policies in use.
const (
	FromLastOffset ConsumeFromWhere = iota
	FromFirstOffset
	FromTimestamp
)

// SubscriptionData is what a consumer wants of one topic [SubscriptionData].
type SubscriptionData struct {
	Topic      string
	Expression string // "*" or "TagA || TagB"
	Tags       []string
	Codes      []int32 // Java hash codes of Tags; Expression "*", not an empty list, means all
	SubVersion int64   // ms
}

// ConsumerData is one group of a client [ConsumerData].
type ConsumerData struct {
	Group         string
	Model         MessageModel
	FromWhere     ConsumeFromWhere
	Subscriptions []SubscriptionData
}

// HeartBeat is sent by a client to the brokers it knows: every 30 s, at start,
// and when its queues have changed [HeartbeatData].
type HeartBeat struct {
	ClientID       string
	ProducerGroups []string
	Consumers      []ConsumerData
}

// Name implements kernel.Message.
func (*HeartBeat) Name() string { return "HEART_BEAT" }

// UnregisterClient is sent by a client that shuts down in order. One of the
// groups is empty.
type UnregisterClient struct {
	ClientID      string
	ProducerGroup string
	ConsumerGroup string
}

// Name implements kernel.Message.
func (*UnregisterClient) Name() string { return "UNREGISTER_CLIENT" }

// NotifyConsumerIDsChanged is the broker's one-way word that a group's members
// have changed.
type NotifyConsumerIDsChanged struct{ Group string }

// Name implements kernel.Message.
func (*NotifyConsumerIDsChanged) Name() string { return "NOTIFY_CONSUMER_IDS_CHANGED" }

// GetConsumerList asks a broker for the client ids of a group; SystemError when
// it knows no member.
type GetConsumerList struct{ Group string }

// Name implements kernel.Message.
func (*GetConsumerList) Name() string { return "GET_CONSUMER_LIST_BY_GROUP" }

// ConsumerList is the broker's present members, one entry a channel, in no
// particular order.
type ConsumerList struct{ ClientIDs []string }

// Name implements kernel.Message.
func (*ConsumerList) Name() string { return "CONSUMER_LIST" }
