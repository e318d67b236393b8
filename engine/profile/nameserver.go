package profile

import "time"

// NameServer is what differs between name servers.
type NameServer struct {
	ScanFirst, ScanEvery time.Duration // RouteInfoManager.scanNotActiveBroker
	// SlaveWritesQueueData: the queue data of a broker group without a master is
	// written by its lowest-id slave's registration (RouteInfoManager.registerBroker).
	SlaveWritesQueueData bool
}

var (
	nameServer48 = NameServer{ScanFirst: 5 * time.Second, ScanEvery: 10 * time.Second}
	nameServer49 = nameServer48
	nameServer53 = NameServer{ScanFirst: 5 * time.Second, ScanEvery: 5 * time.Second, SlaveWritesQueueData: true}
)
