package profile

// Producer is what differs between producers.
type Producer struct {
	// FaultTable is MQFaultStrategy's latencyMax and notAvailableDuration.
	FaultTable []FaultStep
	// IsolationLatency is the latency in ms that stands for a failed send
	// (MQFaultStrategy.updateFaultItem).
	IsolationLatency int64
	// FaultFilters: queues are chosen by the filters available and reachable, and
	// an isolation is only ever extended. Before, a list walk and
	// pickOneAtLeast, and each update overwrites (MQFaultStrategy, 5.1.4).
	FaultFilters bool
	// FaultShuffles: pickOneAtLeast shuffles before it sorts
	// (LatencyFaultToleranceImpl, to 4.9.3).
	FaultShuffles bool
	// FaultWritesShared: where no broker is available the choice is written into
	// a queue object of the shared publish list, which so degrades until the next
	// route change (MQFaultStrategy.selectOneMessageQueue, to 4.9.7).
	FaultWritesShared bool
	// SignedIndex: the round robin's counter may turn negative; later it is masked
	// (ThreadLocalIndex, to 4.9.x).
	SignedIndex bool

	// RetriesSystemBusy: SYSTEM_BUSY is among the retried codes (5.3.0).
	RetriesSystemBusy bool
	// RetriesGoAway: GO_AWAY is among the retried codes (5.3.1).
	RetriesGoAway bool
	// CapsRequests: sendMsgMaxTimeoutPerRequest exists (5.3.3).
	CapsRequests bool
	// WritesWithoutTime: a request with no time left is written to the socket
	// before it fails (NettyRemotingClient.invokeSync, 4.x).
	WritesWithoutTime bool

	// AsyncRetriesHandOver: an asynchronous first try that cannot be handed over
	// is retried like any other; before it goes straight to the callback
	// (MQClientAPIImpl.sendMessageAsync, 4.9.3).
	AsyncRetriesHandOver bool
	// AsyncStopsInTime: an asynchronous send is not retried without time left
	// (MQClientAPIImpl.onExceptionImpl, 5.3.2).
	AsyncStopsInTime bool
}

// FaultStep is one step of MQFaultStrategy's tables, in ms.
type FaultStep struct{ Latency, NotAvailable int64 }

var (
	faultTable4 = []FaultStep{{50, 0}, {100, 0}, {550, 30000}, {1000, 60000}, {2000, 120000}, {3000, 180000}, {15000, 600000}}
	faultTable5 = []FaultStep{{50, 0}, {100, 0}, {550, 2000}, {1800, 5000}, {3000, 6000}, {5000, 10000}, {15000, 30000}}

	producer48 = Producer{FaultTable: faultTable4, IsolationLatency: 30000, FaultShuffles: true, FaultWritesShared: true, SignedIndex: true, WritesWithoutTime: true}
	producer49 = Producer{FaultTable: faultTable4, IsolationLatency: 30000, WritesWithoutTime: true, AsyncRetriesHandOver: true}
	producer53 = Producer{FaultTable: faultTable5, IsolationLatency: 10000, FaultFilters: true, RetriesSystemBusy: true, RetriesGoAway: true, CapsRequests: true, AsyncRetriesHandOver: true, AsyncStopsInTime: true}
)
