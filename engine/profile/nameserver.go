package profile

// NameServer is what differs between name servers.
type NameServer struct {
	// SlaveWritesQueueData: the queue data of a broker group without a master is
	// written by its lowest-id slave's registration (RouteInfoManager.registerBroker,
	// 5.0.0).
	SlaveWritesQueueData bool
}

var (
	nameServer48 = NameServer{}
	nameServer49 = nameServer48
	nameServer53 = NameServer{SlaveWritesQueueData: true}
)
