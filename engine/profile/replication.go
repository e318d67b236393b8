package profile

import "time"

// Replication is what differs between masters and slaves.
type Replication struct {
	// SyncWaitsForSlave: a SYNC_MASTER waits for one slave, and answers
	// SLAVE_NOT_AVAILABLE without one. Later it waits for as many replicas as
	// inSyncReplicas says, itself among them, which is 1 (CommitLog.handleHA, 5.0.0).
	SyncWaitsForSlave bool
	// SyncOneByOne: sends wait for the slave one after another, each for SyncWait
	// from its turn on; later each from its append on
	// (HAService.GroupTransferService, to 4.9.2).
	SyncOneByOne bool
	// SyncWait is how long a send waits for slaves: syncFlushTimeout, from 4.9.3 on
	// slaveTimeout.
	SyncWait time.Duration
	// ReportTimerRestarts: connecting restarts the 5 s that a slave waits before it
	// reports its offset, so that nothing is pushed for so long (HAClient.connectMaster,
	// to 4.9.x).
	ReportTimerRestarts bool
	// WaitsToReconnect: a slave whose connection ended tries again after 5 s rather
	// than at once (DefaultHAClient.closeMasterAndWait, 5.0.0).
	WaitsToReconnect bool
	// DropsSilentMaster: a slave closes a connection that brought nothing for 20 s
	// (DefaultHAClient.run, 5.0.0).
	DropsSilentMaster bool
	// RefusesLongerSlave: a master closes the connection of a slave whose log is
	// longer than its own (HAConnection.ReadSocketService, 4.9.3 to 4.9.8).
	RefusesLongerSlave bool
	// RejectsReads: a slave without slaveReadEnable rejects every pull with
	// SYSTEM_BUSY; before it serves them all the same (PullMessageProcessor.rejectRequest,
	// 5.0.0).
	RejectsReads bool
	// SlaveWakesPolls: messages that arrive at a slave wake the pulls held there;
	// before only the check every 5 s finds them (DefaultMessageStore.ReputMessageService,
	// 5.0.0).
	SlaveWakesPolls bool
	// AdviceCountsUnread: the lag that leads to the advice to read from a slave is
	// taken at the entry that no longer fitted rather than at the last one read
	// (DefaultMessageStore.getMessage, to 4.9.x).
	AdviceCountsUnread bool
	// SlaveRatioCut is taken off a slave's accessMessageInMemoryMaxRatio at each
	// start, in percent (BrokerStartup, in force since 5.1.0).
	SlaveRatioCut int64
	// SyncFirst and SyncTick say when a slave looks whether to copy its master's
	// settings and offsets, SyncPause how long ago the last time must be
	// (BrokerController.handleSlaveSynchronize).
	SyncFirst, SyncTick, SyncPause time.Duration
	// ActingMaster: a slave may be allowed to act as master while there is none
	// (enableSlaveActingMaster, 5.0.0).
	ActingMaster bool
}

var (
	replication48 = Replication{
		SyncWaitsForSlave: true, SyncOneByOne: true, SyncWait: 5 * time.Second,
		ReportTimerRestarts: true, AdviceCountsUnread: true, SyncFirst: 3 * time.Second, SyncTick: 10 * time.Second,
	}
	replication49 = Replication{
		SyncWaitsForSlave: true, SyncWait: 3 * time.Second,
		ReportTimerRestarts: true, RefusesLongerSlave: true, AdviceCountsUnread: true, SyncFirst: 3 * time.Second, SyncTick: 10 * time.Second,
	}
	replication53 = Replication{
		SyncWait: 3 * time.Second, WaitsToReconnect: true, DropsSilentMaster: true, RejectsReads: true, SlaveWakesPolls: true,
		SlaveRatioCut: 10, SyncFirst: time.Second, SyncTick: 3 * time.Second, SyncPause: 60 * time.Second, ActingMaster: true,
	}
)
