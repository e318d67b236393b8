package explain

// The rules by which a broker treats its clients and its disk.
const (
	BrokerMemberJoined         Rule = brokerRules + iota // a heartbeat on a channel that the group did not know
	BrokerTopicsChanged                                  // a heartbeat added or removed topics of its group
	BrokerSubscriptionReplaced                           // a newer version brought another expression
	BrokerMemberUnregistered                             // a client said goodbye
	BrokerMemberClosed                                   // a client's connection has closed
	BrokerMemberExpired                                  // no heartbeat for 120 s; nobody is told
	BrokerOffsetUnknown                                  // a group without an offset: 0 or "not found"
	BrokerOffsetBack                                     // a commit went backwards
	BrokerOffsetIllegal                                  // a pull outside the queue
	BrokerOffsetReset                                    // an operator set a group's offsets
	BrokerTopicCreated                                   // the first message of an unknown topic
	BrokerRetryTopicCreated                              // the first heartbeat of a group
	BrokerTopicUpdated                                   // an operator changed a topic's queues
	BrokerLockDenied                                     // another client holds a queue's lock
	BrokerLockTaken                                      // the holder's lock had run out
	BrokerLogDeleted                                     // retention raised the oldest offsets
	BrokerLogLost                                        // the unflushed tail went with the host
	BrokerOffsetsLost                                    // commits since the last write of the offset file are gone
	BrokerRegisterFailed                                 // a name server could not be told
	BrokerSlaveLinked                                    // a slave has reported for the first time: the log is pushed to it
	BrokerSlaveRefused                                   // a slave's log is longer than the master's
	BrokerSlaveDropped                                   // a slave's connection has closed, or has been silent for 20 s
	BrokerMasterLost                                     // a slave has no connection to its master any more
	BrokerSlaveNotAvailable                              // SYNC_MASTER: no slave to wait for
	BrokerFlushSlaveTimeout                              // SYNC_MASTER: no slave has confirmed in time
	BrokerSyncOK                                         // SYNC_MASTER: slaves confirm again
	BrokerReadAdvice                                     // the next pull had better go to another replica
	BrokerSlaveRejects                                   // a slave that may not be read turns pulls away
	BrokerSlaveOffsetKept                                // a slave corrects no offset: at once again
	BrokerSynced                                         // a slave has copied what its master knows
	BrokerOffsetOverwritten                              // a slave's newer offset gave way to its master's
	BrokerDiskLost                                       // a broker begins anew on an empty disk
	BrokerActing                                         // a slave begins to act as master
	BrokerActingEnds                                     // it ends to
	BrokerBecomesMaster                                  // a controller has elected this broker
	BrokerBecomesSlave                                   // a controller has elected another
	BrokerLogTruncated                                   // a slave drops what its master does not have
	BrokerSetGrows                                       // a slave has the whole log and is in sync
	BrokerSetShrinks                                     // a slave has not had the whole log for 15 s
	BrokerTooFewReplicas                                 // SYNC_MASTER: too few replicas to confirm a send, which is not written
	BrokerOffsetFromSlave                                // a master that returns goes back to the older offset of its slave
)

const (
	adminConnection = "mqadmin consumerConnection -n {} -g {}"
	adminProgress   = "mqadmin consumerProgress -n {} -g {}"
	adminTopic      = "mqadmin topicRoute -n {} -t {}"
	adminStatus     = "mqadmin topicStatus -n {} -t {}"
	adminSet        = "mqadmin getSyncStateSet -a {} -b {}"
	adminHA         = "mqadmin brokerStatus -n {} -b {}"
)

var brokerInfos = []Info{
	{Rule: BrokerMemberJoined, Name: "broker.member-joined", Source: "ConsumerGroupInfo.updateChannel",
		Log: "new consumer connected, group: {} {} {} channel: {}", Admin: adminConnection},
	{Rule: BrokerTopicsChanged, Name: "broker.topics-changed", Source: "ConsumerGroupInfo.updateSubscription",
		Log: "subscription changed, group: {} remove topic {} {}", Admin: adminConnection},
	{Rule: BrokerSubscriptionReplaced, Name: "broker.subscription-replaced", Source: "ConsumerGroupInfo.updateSubscription",
		Log: "subscription changed, group: {} OLD: {} NEW: {}", Admin: adminConnection},
	{Rule: BrokerMemberUnregistered, Name: "broker.member-unregistered", Source: "ConsumerManager.unregisterConsumer",
		Log: "unregister a consumer[{}] from consumerGroupInfo {}", Admin: adminConnection},
	{Rule: BrokerMemberClosed, Name: "broker.member-closed", Source: "ConsumerManager.doChannelCloseEvent",
		Log: "NETTY EVENT: remove not active channel[{}] from ConsumerGroupInfo groupChannelTable, consumer group: {}", Admin: adminConnection},
	{Rule: BrokerMemberExpired, Name: "broker.member-expired", Source: "ConsumerManager.scanNotActiveChannel",
		Log: "SCAN: remove expired channel from ConsumerManager consumerTable. channel={}, consumerGroup={}", Admin: adminConnection},
	{Rule: BrokerOffsetUnknown, Name: "broker.offset-unknown", Source: "ConsumerManageProcessor.queryConsumerOffset", Admin: adminProgress},
	{Rule: BrokerOffsetBack, Name: "broker.offset-back", Source: "ConsumerOffsetManager.commitOffset",
		Log: "[NOTIFYME]update consumer offset less than store. clientHost={}, key={}, queueId={}, requestOffset={}, storeOffset={}", Admin: adminProgress},
	{Rule: BrokerOffsetIllegal, Name: "broker.offset-illegal", Source: "DefaultMessageStore.getMessage",
		Log: "PULL_OFFSET_MOVED:correction offset. topic={}, groupId={}, requestOffset={}, newOffset={}, suggestBrokerId={}", Admin: adminStatus},
	{Rule: BrokerOffsetReset, Name: "broker.offset-reset", Source: "AdminBrokerProcessor.resetOffset",
		Log: "[reset-offset] reset offset success. topic={}, group={}, clientId={}", Admin: "mqadmin resetOffsetByTime -n {} -g {} -t {} -s {}"},
	{Rule: BrokerTopicCreated, Name: "broker.topic-created", Source: "TopicConfigManager.createTopicInSendMessageMethod",
		Log: "Create new topic by default topic:[{}] config:[{}] producer:[{}]", Admin: adminTopic},
	{Rule: BrokerRetryTopicCreated, Name: "broker.retry-topic-created", Source: "TopicConfigManager.createTopicInSendMessageBackMethod",
		Log: "create new topic {}", Admin: adminTopic},
	{Rule: BrokerTopicUpdated, Name: "broker.topic-updated", Source: "TopicConfigManager.updateTopicConfig",
		Log: "update topic config, old:[{}] new:[{}]", Admin: "mqadmin updateTopic -b {} -t {} -r {} -w {}"},
	{Rule: BrokerLockDenied, Name: "broker.lock-denied", Source: "RebalanceLockManager.tryLockBatch",
		Log: "tryLockBatch, message queue locked by other client. Group: {} OtherClientId: {} NewClientId: {} {}"},
	{Rule: BrokerLockTaken, Name: "broker.lock-taken", Source: "RebalanceLockManager.tryLockBatch",
		Log: "tryLockBatch, message queue lock expired, I got it. Group: {} OldClientId: {} NewClientId: {} {}"},
	{Rule: BrokerLogDeleted, Name: "broker.log-deleted", Source: "DefaultMessageStore.CleanCommitLogService",
		Log: "delete file[{}] OK", Admin: adminStatus},
	{Rule: BrokerLogLost, Name: "broker.log-lost", Source: "CommitLog.recoverAbnormally",
		Log: "recover physics file over, last mapped file {}", Admin: adminStatus},
	{Rule: BrokerOffsetsLost, Name: "broker.offsets-lost", Source: "ConsumerOffsetManager.load",
		Log: "load consumer offset from file, {} {}", Admin: adminProgress},
	{Rule: BrokerRegisterFailed, Name: "broker.register-failed", Source: "BrokerOuterAPI.registerBrokerAll",
		Log: "registerBroker Exception, {}"},
	{Rule: BrokerSlaveLinked, Name: "broker.slave-linked", Source: "HAConnection.ReadSocketService",
		Log: "slave[{}] request offset {}", Admin: adminHA},
	{Rule: BrokerSlaveRefused, Name: "broker.slave-refused", Source: "HAConnection.ReadSocketService",
		Log: "slave[{}] request offset={} greater than local commitLog offset={}.", Admin: adminHA},
	{Rule: BrokerSlaveDropped, Name: "broker.slave-dropped", Source: "HAConnection.ReadSocketService",
		Log: "ha housekeeping, found this connection[{}] expired, {}", Admin: adminHA},
	{Rule: BrokerMasterLost, Name: "broker.master-lost", Source: "HAClient.closeMaster",
		Log: "HAClient, processReadEvent read socket < 0", Admin: adminHA},
	{Rule: BrokerSlaveNotAvailable, Name: "broker.slave-not-available", Source: "HAService.isSlaveOK", Admin: adminHA},
	{Rule: BrokerFlushSlaveTimeout, Name: "broker.flush-slave-timeout", Source: "HAService.GroupTransferService",
		Log: "transfer messsage to slave timeout, {}", Admin: adminHA},
	{Rule: BrokerSyncOK, Name: "broker.sync-ok", Source: "HAService.notifyTransferSome", Admin: adminHA},
	{Rule: BrokerReadAdvice, Name: "broker.read-advice", Source: "PullMessageProcessor.processRequest", Admin: adminProgress},
	{Rule: BrokerSlaveRejects, Name: "broker.slave-rejects", Source: "PullMessageProcessor.rejectRequest",
		Log: "[REJECTREQUEST]system busy, start flow control for a while", Admin: "mqadmin getBrokerConfig -b {}"},
	{Rule: BrokerSlaveOffsetKept, Name: "broker.slave-offset-kept", Source: "DefaultMessageStore.nextOffsetCorrection", Admin: adminStatus},
	{Rule: BrokerSynced, Name: "broker.synced", Source: "SlaveSynchronize.syncAll",
		Log: "Update slave consumer offset from master, {}", Admin: adminProgress, Quiet: true},
	{Rule: BrokerOffsetOverwritten, Name: "broker.offset-overwritten", Source: "SlaveSynchronize.syncConsumerOffset",
		Log: "Update slave consumer offset from master, {}", Admin: adminProgress},
	{Rule: BrokerDiskLost, Name: "broker.disk-lost", Source: "DefaultMessageStore.load",
		Log: "load over, and the max phy offset = {}", Admin: adminStatus},
	{Rule: BrokerActing, Name: "broker.acting", Source: "BrokerController.changeSpecialServiceStatus",
		Log: "BrokerController#changeSpecialServiceStatus: broker={}, id={}, start={}", Admin: adminHA},
	{Rule: BrokerActingEnds, Name: "broker.acting-ends", Source: "BrokerController.changeSpecialServiceStatus",
		Log: "BrokerController#changeSpecialServiceStatus: broker={}, id={}, start={}", Admin: adminHA},
	{Rule: BrokerBecomesMaster, Name: "broker.becomes-master", Source: "ReplicasManager.changeToMaster",
		Log: "Finish to change broker to master, brokerId:{}, masterEpoch:{}", Admin: adminSet},
	{Rule: BrokerBecomesSlave, Name: "broker.becomes-slave", Source: "ReplicasManager.changeToSlave",
		Log: "Finish to change broker to slave, brokerId:{}, newMasterBrokerId:{}", Admin: adminSet},
	{Rule: BrokerLogTruncated, Name: "broker.log-truncated", Source: "AutoSwitchHAClient.doTruncate",
		Log: "Truncate slave log to {} success, change to transfer state", Admin: adminHA},
	{Rule: BrokerSetGrows, Name: "broker.set-grows", Source: "AutoSwitchHAService.maybeExpandInSyncStateSet", Admin: adminSet},
	{Rule: BrokerSetShrinks, Name: "broker.set-shrinks", Source: "AutoSwitchHAService.maybeShrinkSyncStateSet", Admin: adminSet},
	{Rule: BrokerTooFewReplicas, Name: "broker.too-few-replicas", Source: "CommitLog.asyncPutMessage", Admin: adminHA},
	{Rule: BrokerOffsetFromSlave, Name: "broker.offset-from-slave", Source: "BrokerPreOnlineService.syncMetadataReverse",
		Log: "{}'s consumerOffset data version is larger than master broker, {}'s consumerOffset will be used.", Admin: adminProgress},
}
