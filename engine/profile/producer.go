package profile

// Producer is what differs between producers.
type Producer struct {
	// Isolation is the latency that an isolated broker's penalty is taken from, in ms.
	FaultTable []FaultStep
	// IsolationLatency is the latency in ms that stands for a failed send.
	IsolationLatency int64
	// RetriesSystemBusy: SYSTEM_BUSY is among the retried codes (5.3.0).
	RetriesSystemBusy bool
	// RetriesGoAway: GO_AWAY is among the retried codes (5.3.1).
	RetriesGoAway bool
}

// FaultStep is one step of MQFaultStrategy's tables, in ms.
type FaultStep struct{ Latency, NotAvailable int64 }

var (
	faultTable4 = []FaultStep{{50, 0}, {100, 0}, {550, 30000}, {1000, 60000}, {2000, 120000}, {3000, 180000}, {15000, 600000}}
	faultTable5 = []FaultStep{{50, 0}, {100, 0}, {550, 2000}, {1800, 5000}, {3000, 6000}, {5000, 10000}, {15000, 30000}}

	producer48 = Producer{FaultTable: faultTable4, IsolationLatency: 30000}
	producer49 = producer48
	producer53 = Producer{FaultTable: faultTable5, IsolationLatency: 10000, RetriesSystemBusy: true, RetriesGoAway: true}
)
