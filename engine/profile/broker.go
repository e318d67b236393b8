package profile

// Broker is what differs between brokers.
type Broker struct {
	// OvershootRewinds: a pull beyond the end of a queue whose oldest offset is 0
	// is sent back to 0 (DefaultMessageStore.getMessage, to 4.9.3).
	OvershootRewinds bool
	// NotifiesBroadcasting: broadcasting groups hear of membership changes (to 5.3.0).
	NotifiesBroadcasting bool
	// UnregistersFirst: an orderly stop takes its route back before it closes its
	// ports (BrokerController.shutdown, 5.0.0).
	UnregistersFirst bool
}

var (
	broker48 = Broker{OvershootRewinds: true, NotifiesBroadcasting: true}
	broker49 = Broker{NotifiesBroadcasting: true}
	broker53 = Broker{UnregistersFirst: true}
)
