package explain

// The rules of a push consumer.
const (
	ConsumerUnchanged      = consumerRules + iota // a rebalance run found everything as it should be
	ConsumerNotified                              // a broker said that the group's members have changed
	ConsumerBroadcasting                          // broadcasting: all queues are mine
	ConsumerNoRoute                               // the topic has no route
	ConsumerNoMembers                             // no member list: nothing changes
	ConsumerStrategyFailed                        // the strategy threw: nothing changes
	ConsumerDropped                               // a queue was let go
	ConsumerKept                                  // orderly: a lost queue stays, its listener holds the consume lock
	ConsumerUnlockDelayed                         // orderly, to 5.1.x: the broker's lock goes back 20 s later
	ConsumerStartStored                           // a queue was gained: it starts at the stored offset
	ConsumerStartLast                             // no stored offset: it starts at the newest
	ConsumerStartFirst                            // no stored offset: it starts at 0
	ConsumerStartRetry                            // a retry topic without a stored offset starts at 0
	ConsumerStartTimestamp                        // no stored offset: it starts at consumeTimestamp
	ConsumerNotGained                             // no offset to start at: not this time
	ConsumerLockDenied                            // orderly: another client holds the broker's lock
	ConsumerLockLost                              // orderly: the renewal was denied
	ConsumerNoLock                                // orderly: a run found no valid lock
	ConsumerPullFailed                            // a pull came to nothing: again after a while
	ConsumerReplica                               // pulls go to another replica
	ConsumerFlowControl                           // too much is cached: no pull for now
	ConsumerFiltered                              // the client's tag filter dropped what the broker let through
	ConsumerOffsetIllegal                         // the broker corrected the offset
	ConsumerResultIgnored                         // the listener came back after the queue was let go
	ConsumerReset                                 // an operator resets the offsets, to 5.1.x
	ConsumerStopped                               // an orderly shutdown is over
)

var consumerInfos = []Info{
	{Rule: ConsumerUnchanged, Name: "consumer.unchanged", Source: "RebalanceImpl.doRebalance", Quiet: true},
	{Rule: ConsumerNotified, Name: "consumer.notified", Source: "ClientRemotingProcessor.notifyConsumerIdsChanged",
		Log: "receive broker's notification[{}], the consumer group: {} changed, rebalance immediately", Admin: "consumerConnection"},
	{Rule: ConsumerBroadcasting, Name: "consumer.broadcasting", Source: "RebalanceImpl.rebalanceByTopic",
		Log: "messageQueueChanged {} {} {} {}", Admin: "consumerStatus"},
	{Rule: ConsumerNoRoute, Name: "consumer.noroute", Source: "RebalanceImpl.rebalanceByTopic",
		Log: "doRebalance, {}, but the topic[{}] not exist.", Admin: "topicRoute"},
	{Rule: ConsumerNoMembers, Name: "consumer.nomembers", Source: "MQClientInstance.findConsumerIdList",
		Log: "doRebalance, {} {}, get consumer id list failed", Admin: "consumerConnection"},
	{Rule: ConsumerStrategyFailed, Name: "consumer.strategyfailed", Source: "RebalanceImpl.rebalanceByTopic",
		Log: "AllocateMessageQueueStrategy.allocate Exception. allocateMessageQueueStrategyName={}"},
	{Rule: ConsumerDropped, Name: "consumer.dropped", Source: "RebalanceImpl.updateProcessQueueTableInRebalance",
		Log: "doRebalance, {}, remove unnecessary mq, {}", Admin: "consumerStatus"},
	{Rule: ConsumerKept, Name: "consumer.kept", Source: "RebalancePushImpl.removeUnnecessaryMessageQueue",
		Log: "[WRONG]mq is consuming, so can not unlock it, {}. maybe hanged for a while, {}"},
	{Rule: ConsumerUnlockDelayed, Name: "consumer.unlockdelayed", Source: "RebalancePushImpl.unlockDelay",
		Log: "[{}]unlockDelay, begin {} "},
	{Rule: ConsumerStartStored, Name: "consumer.start.stored", Source: "RebalancePushImpl.computePullFromWhere",
		Log: "doRebalance, {}, add a new mq, {}", Admin: "consumerProgress"},
	{Rule: ConsumerStartLast, Name: "consumer.start.last", Source: "RebalancePushImpl.computePullFromWhere",
		Log: "doRebalance, {}, add a new mq, {}", Admin: "consumerProgress"},
	{Rule: ConsumerStartFirst, Name: "consumer.start.first", Source: "RebalancePushImpl.computePullFromWhere",
		Log: "doRebalance, {}, add a new mq, {}", Admin: "consumerProgress"},
	{Rule: ConsumerStartRetry, Name: "consumer.start.retry", Source: "RebalancePushImpl.computePullFromWhere",
		Log: "doRebalance, {}, add a new mq, {}", Admin: "consumerProgress"},
	{Rule: ConsumerStartTimestamp, Name: "consumer.start.timestamp", Source: "RebalancePushImpl.computePullFromWhere",
		Log: "doRebalance, {}, add a new mq, {}", Admin: "consumerProgress"},
	{Rule: ConsumerNotGained, Name: "consumer.notgained", Source: "RebalanceImpl.updateProcessQueueTableInRebalance",
		Log: "doRebalance, {}, add new mq failed, {}", Admin: "consumerProgress"},
	{Rule: ConsumerLockDenied, Name: "consumer.lockdenied", Source: "RebalanceImpl.lock",
		Log: "the message queue lock {}, {} {}"},
	{Rule: ConsumerLockLost, Name: "consumer.locklost", Source: "RebalanceImpl.lockAll",
		Log: "the message queue locked Failed, Group: {} {}"},
	{Rule: ConsumerNoLock, Name: "consumer.nolock", Source: "ConsumeMessageOrderlyService.ConsumeRequest.run",
		Log: "the message queue not locked, so consume later, {}"},
	{Rule: ConsumerPullFailed, Name: "consumer.pullfailed", Source: "DefaultMQPushConsumerImpl.pullMessage",
		Log: "execute the pull request exception"},
	{Rule: ConsumerReplica, Name: "consumer.replica", Source: "MQClientInstance.findBrokerAddressInSubscribe", Admin: "clusterList"},
	{Rule: ConsumerFlowControl, Name: "consumer.flowcontrol", Source: "DefaultMQPushConsumerImpl.pullMessage",
		Log: "the cached message count exceeds the threshold {}, so do flow control", Admin: "consumerStatus", Quiet: true},
	{Rule: ConsumerFiltered, Name: "consumer.filtered", Source: "PullAPIWrapper.processPullResult", Admin: "consumerConnection"},
	{Rule: ConsumerOffsetIllegal, Name: "consumer.offsetillegal", Source: "DefaultMQPushConsumerImpl.pullMessage",
		Log: "the pull request offset illegal, {} {}", Admin: "consumerProgress"},
	{Rule: ConsumerResultIgnored, Name: "consumer.resultignored", Source: "ConsumeMessageConcurrentlyService.ConsumeRequest.run",
		Log: "processQueue is dropped without process consume result. messageQueue={}, msgs={}", Quiet: true},
	{Rule: ConsumerReset, Name: "consumer.reset", Source: "MQClientInstance.resetOffset",
		Log: "[reset-offset] consumer dose not exist. group={}", Admin: "resetOffsetByTime"},
	{Rule: ConsumerStopped, Name: "consumer.stopped", Source: "DefaultMQPushConsumerImpl.shutdown",
		Log: "the consumer [{}] shutdown OK"},
}
