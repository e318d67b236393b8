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
	{ClientRouteChanged, "client.route.changed", "MQClientInstance.updateTopicRouteInfoFromNameServer",
		"the topic[{}] route info changed, old[{}] ,new[{}]", "topicRoute"},
	{ClientRouteKept, "client.route.kept", "MQClientInstance.updateTopicRouteInfoFromNameServer",
		"updateTopicRouteInfoFromNameServer Exception", "topicRoute"},
	{ClientRouteUnanswered, "client.route.unanswered", "NettyRemotingClient.getAndCreateNameserverChannel",
		"updateTopicRouteInfoFromNameServer Exception", "topicRoute"},
	{ClientBrokerOffline, "client.broker.offline", "MQClientInstance.cleanOfflineBroker",
		"the broker addr[{} {}] is offline, remove it", "clusterList"},
	{ClientHeartbeatFailed, "client.heartbeat.failed", "MQClientInstance.sendHeartbeatToAllBroker",
		"send heart beat to broker[{} {} {}] failed", "consumerConnection"},
	{ClientHeartbeatSkipped, "client.heartbeat.skipped", "MQClientInstance.sendHeartbeatToAllBrokerWithLock",
		"lock heartBeat, but failed.", ""},
	{ClientHeartbeatReconnect, "client.heartbeat.reconnect", "MQClientInstance.ChannelEventListener.onChannelActive",
		"send heart beat to broker[{} {} {}] success", "consumerConnection"},
}
