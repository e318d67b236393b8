package wire

// Perm says what a topic's queues on a broker allow [PermName].
type Perm uint8

// The permissions, combined by or.
const (
	PermWrite Perm = 2
	PermRead  Perm = 4
)

// TopicConfig is a topic on one broker [TopicConfig].
type TopicConfig struct {
	Topic       string
	ReadQueues  int32
	WriteQueues int32
	Perm        Perm
	Order       bool
}

// RegisterBroker is sent by every broker to every name server at start, after
// 10 s, then every 30 s, and when its topics change.
type RegisterBroker struct {
	BrokerName string
	BrokerID   int64
	Addr       Addr
	Topics     []TopicConfig
	Acting     bool // enableSlaveActingMaster (5.0.0): it sends heartbeats, and its group may have an acting master
}

// Name implements kernel.Message.
func (*RegisterBroker) Name() string { return "REGISTER_BROKER" }

// BrokerHeartbeat is a broker's one-way sign of life, every second, where a slave
// may act as master (5.0.0).
type BrokerHeartbeat struct {
	BrokerName string
	BrokerID   int64
	Addr       Addr
}

// Name implements kernel.Message.
func (*BrokerHeartbeat) Name() string { return "BROKER_HEARTBEAT" }

// GetBrokerMemberGroup asks a name server for the registered replicas of a
// broker group (5.0.0); the answer is a BrokerData.
type GetBrokerMemberGroup struct{ BrokerName string }

// Name implements kernel.Message.
func (*GetBrokerMemberGroup) Name() string { return "GET_BROKER_MEMBER_GROUP" }

// RegisterBrokerAnswer tells a slave where its master is.
type RegisterBrokerAnswer struct {
	Master Addr // 0 when no master is registered
}

// Name implements kernel.Message.
func (*RegisterBrokerAnswer) Name() string { return "REGISTER_BROKER_RESPONSE" }

// UnregisterBroker is sent by a broker that shuts down in order.
type UnregisterBroker struct {
	BrokerName string
	BrokerID   int64
	Addr       Addr
}

// Name implements kernel.Message.
func (*UnregisterBroker) Name() string { return "UNREGISTER_BROKER" }
