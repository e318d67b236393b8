package explain

// The rules of MQClientInstance, which producers and consumers share.
const (
	ClientRouteChanged       = clientRules + iota // a poll brought another route
	ClientRouteKept                               // the name server knows no route: the old one stays
	ClientRouteUnanswered                         // no name server answered
	ClientBrokerOffline                           // an address is in no route any more and is forgotten
	ClientHeartbeatFailed                         // a broker did not answer the heartbeat
	ClientHeartbeatSkipped                        // another thread is sending heartbeats
	ClientHeartbeatReconnect                      // a new channel: heartbeat and rebalance at once
)

var clientInfos = []Info{
	{Rule: ClientRouteChanged, Name: "client.route.changed", Source: "MQClientInstance.updateTopicRouteInfoFromNameServer",
		Log: "the topic[{}] route info changed, old[{}] ,new[{}]", Admin: "topicRoute"},
	{Rule: ClientRouteKept, Name: "client.route.kept", Source: "MQClientInstance.updateTopicRouteInfoFromNameServer",
		Log: "updateTopicRouteInfoFromNameServer Exception", Admin: "topicRoute"},
	{Rule: ClientRouteUnanswered, Name: "client.route.unanswered", Source: "NettyRemotingClient.getAndCreateNameserverChannel",
		Log: "updateTopicRouteInfoFromNameServer Exception", Admin: "topicRoute"},
	{Rule: ClientBrokerOffline, Name: "client.broker.offline", Source: "MQClientInstance.cleanOfflineBroker",
		Log: "the broker addr[{} {}] is offline, remove it", Admin: "clusterList"},
	{Rule: ClientHeartbeatFailed, Name: "client.heartbeat.failed", Source: "MQClientInstance.sendHeartbeatToAllBroker",
		Log: "send heart beat to broker[{} {} {}] failed", Admin: "consumerConnection"},
	{Rule: ClientHeartbeatSkipped, Name: "client.heartbeat.skipped", Source: "MQClientInstance.sendHeartbeatToAllBrokerWithLock",
		Log: "lock heartBeat, but failed.", Admin: ""},
	{Rule: ClientHeartbeatReconnect, Name: "client.heartbeat.reconnect", Source: "MQClientInstance.ChannelEventListener.onChannelActive",
		Log: "send heart beat to broker[{} {} {}] success", Admin: "consumerConnection"},
}
