package wire

// GetRouteInfo asks a name server for a topic's route. An unknown topic is
// answered with TopicNotExist.
type GetRouteInfo struct{ Topic string }

// Name implements kernel.Message.
func (*GetRouteInfo) Name() string { return "GET_ROUTEINFO_BY_TOPIC" }

// TopicRoute is where a topic lives [TopicRouteData]. Queues and Brokers are
// in the order of the broker name.
type TopicRoute struct {
	Topic   string
	Queues  []QueueData
	Brokers []BrokerData
}

// Name implements kernel.Message.
func (*TopicRoute) Name() string { return "TOPIC_ROUTE_DATA" }

// QueueData is a topic's share on one broker group [QueueData].
type QueueData struct {
	Broker      string
	ReadQueues  int32
	WriteQueues int32
	Perm        Perm
}

// BrokerData is the addresses of one broker group [BrokerData], by ascending id.
type BrokerData struct {
	Broker string
	Addrs  []BrokerAddr
}

// Name implements kernel.Message.
func (*BrokerData) Name() string { return "BROKER_MEMBER_GROUP" }

// BrokerAddr is one replica: id 0 is the master.
type BrokerAddr struct {
	ID   int64
	Addr Addr
}
