package explain

// The rules by which a name server keeps its table of routes.
const (
	NameServerBrokerAdded      Rule = nameServerRules + iota // a broker it did not know registers
	NameServerTopicsChanged                                  // a broker it knows registers other queues
	NameServerChannelDestroyed                               // a broker's connection has closed
	NameServerBrokerSilent                                   // nothing heard for 120 s
	NameServerUnregistered                                   // a broker took its route back
	ControllerElected                                        // a group has a new master
	ControllerNoMaster                                       // nobody who may be master is alive
)

var nameServerInfos = []Info{
	{Rule: NameServerBrokerAdded, Name: "nameserver.broker-added", Source: "RouteInfoManager.registerBroker",
		Log: "new broker registered, {} HAServer: {}", Admin: "mqadmin clusterList -n {}"},
	{Rule: NameServerTopicsChanged, Name: "nameserver.topics-changed", Source: "RouteInfoManager.createAndUpdateQueueData",
		Log: "topic changed, {} OLD: {} NEW: {}", Admin: "mqadmin topicRoute -n {} -t {}"},
	{Rule: NameServerChannelDestroyed, Name: "nameserver.channel-destroyed", Source: "RouteInfoManager.onChannelDestroy",
		Log: "remove brokerAddr[{}, {}] from brokerAddrTable, because channel destroyed", Admin: "mqadmin clusterList -n {}"},
	{Rule: NameServerBrokerSilent, Name: "nameserver.broker-silent", Source: "BrokerHousekeepingService.onChannelIdle",
		Log: "NETTY SERVER PIPELINE: IDLE exception [{}]", Admin: "mqadmin clusterList -n {}"},
	{Rule: NameServerUnregistered, Name: "nameserver.unregistered", Source: "RouteInfoManager.unregisterBroker",
		Log: "unregisterBroker, remove addr from brokerAddrTable {}, {}", Admin: "mqadmin clusterList -n {}"},
	{Rule: ControllerElected, Name: "controller.elected", Source: "ReplicasInfoManager.electMaster",
		Log: "Broker: {}, elect master: {}, masterEpoch: {}, syncStateSet: {}", Admin: "mqadmin getSyncStateSet -a {} -b {}"},
	{Rule: ControllerNoMaster, Name: "controller.no-master", Source: "ReplicasInfoManager.electMaster",
		Log: "Failed to elect a new master for broker {}", Admin: "mqadmin getSyncStateSet -a {} -b {}"},
}
