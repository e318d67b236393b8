package profile

// Broker is what differs between brokers.
type Broker struct {
	// OvershootRewinds: a pull beyond the end of a queue whose oldest offset is 0
	// is sent back to 0 (DefaultMessageStore.getMessage, to 4.9.3).
	OvershootRewinds bool
	// NotifiesBroadcasting: broadcasting groups hear of membership changes
	// (ConsumerManager.registerConsumer, to 5.3.0).
	NotifiesBroadcasting bool
	// UnregistersFirst: an orderly stop takes its route back before it closes its
	// ports (BrokerController.shutdown, 5.0.0).
	UnregistersFirst bool
	// ZeroIfResident: an unknown group is told 0 while the page of the queue's
	// first message is in memory, rather than while it is within 40 % of RAM or
	// the queue is empty (ConsumerManageProcessor.queryConsumerOffset, 5.1.0).
	ZeroIfResident bool
	// SearchesNearest: a search by time finds the message stored nearest to it,
	// not the first at or after it (ConsumeQueue.getOffsetInQueueByTime, to 4.9.8).
	SearchesNearest bool
	// ResetsAtBroker: an operator's reset takes effect at the broker's next pull
	// rather than by a word to the online clients (AdminBrokerProcessor.resetOffset,
	// useServerSideResetOffset, 5.2.0).
	ResetsAtBroker bool

	Replication
}

var (
	broker48 = Broker{OvershootRewinds: true, NotifiesBroadcasting: true, SearchesNearest: true, Replication: replication48}
	broker49 = Broker{NotifiesBroadcasting: true, SearchesNearest: true, Replication: replication49}
	broker53 = Broker{UnregistersFirst: true, ZeroIfResident: true, ResetsAtBroker: true, Replication: replication53}
)
