package wire

// ReplicaInfo is what a controller knows of a broker group
// [GetReplicaInfoResponseHeader, SyncStateSet]. A broker's own number there is
// never 0; whoever is master registers at the name servers as 0.
type ReplicaInfo struct {
	BrokerName string
	Master     int64 // number of the master, 0 none
	Addr       Addr  // of the master
	Epoch      int64 // counts the masters
	Set        []int64
	SetEpoch   int64
}

// Name implements kernel.Message.
func (*ReplicaInfo) Name() string { return "REPLICA_INFO" }

// ControllerHeartbeat is a broker's sign of life for the controller, every
// second, and how far its log reaches. With Ask it wants a ReplicaInfo, as a
// broker does when it starts and every 5 s after that [CONTROLLER_REGISTER_BROKER,
// CONTROLLER_GET_REPLICA_INFO].
type ControllerHeartbeat struct {
	BrokerName string
	ID         int64
	Addr       Addr
	Epoch      int64 // newest epoch in its log
	End        int64 // bytes
	Ask        bool
}

// Name implements kernel.Message.
func (m *ControllerHeartbeat) Name() string {
	if m.Ask {
		return "CONTROLLER_GET_REPLICA_INFO"
	}
	return "BROKER_HEARTBEAT"
}

// AlterSyncStateSet is a master's word of who is in sync with it; the answer is
// a ReplicaInfo [CONTROLLER_ALTER_SYNC_STATE_SET].
type AlterSyncStateSet struct {
	BrokerName string
	Master     int64
	Epoch      int64
	SetEpoch   int64
	Set        []int64
}

// Name implements kernel.Message.
func (*AlterSyncStateSet) Name() string { return "CONTROLLER_ALTER_SYNC_STATE_SET" }

// NotifyRoleChanged is a controller's word that a group has another master.
type NotifyRoleChanged struct{ Info ReplicaInfo }

// Name implements kernel.Message.
func (*NotifyRoleChanged) Name() string { return "NOTIFY_BROKER_ROLE_CHANGED" }

// EpochEntry says where the log of a master's time begins [EpochEntry].
type EpochEntry struct{ Epoch, Start int64 }

// HAHandshake is the first word of a slave in controller mode to its master
// [AutoSwitchHAClient.sendHandshakeHeader].
type HAHandshake struct{ ID int64 }

// Name implements kernel.Message.
func (*HAHandshake) Name() string { return "HA_HANDSHAKE" }

// HAEpochs is the master's answer: the history of its log, by which a slave
// finds how far the two agree [AutoSwitchHAConnection.buildHandshakeBuffer].
type HAEpochs struct {
	Entries []EpochEntry
	End     int64
}

// Name implements kernel.Message.
func (*HAEpochs) Name() string { return "HA_HANDSHAKE_RESPONSE" }
