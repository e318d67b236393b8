package explain

// The rules by which messages wait, come back, are tried again and die.
const (
	DelayParked          Rule = delayRules + iota // put aside into its level's queue
	DelayDue                                      // the head of its level is due and written back
	DelayCorrected                                // due later than now + its level's delay: treated as due now
	DelayRefused                                  // the store refused the write back
	DelayOffsetReset                              // a level's offset is outside its queue
	TimerParked                                   // put aside for the timer wheel
	TimerPast                                     // its moment is not ahead: an ordinary message
	TimerTooFar                                   // its moment is more than 3 days ahead
	TimerLevelWins                                // it has a delay level too: its timer properties are cleared
	TimerDue                                      // its second of the wheel is over
	TimerRolled                                   // further ahead than the window: parked on the way
	TimerRefused                                  // the store refused the write back
	TimerDiscarded                                // refused three times: gone
	RetryLevel                                    // tried again after a level
	RetryDeadLetter                               // no try is left
	RetryDeadLetterTopic                          // the first dead letter of a group makes their topic
	RetryFailed                                   // a listener failed: its message is given back
	RetryPublished                                // giving back failed: the client sends the retry itself
	RetryLocal                                    // that failed too: the listener gets it again in 5 s
	RetryDropped                                  // a broadcasting consumer failed: dropped
	RetryIgnored                                  // failed after the timeout check had given it back
	RetrySuspended                                // an orderly listener failed: its queue pauses
	RetryExhausted                                // an orderly listener has no try left
	RetryTimeout                                  // a listener is at it for longer than consumeTimeout
	RetryCheckDied                                // the timeout check threw and will not run again
)

var delayInfos = []Info{
	{Rule: DelayParked, Name: "delay.parked", Source: "CommitLog.putMessage", Quiet: true},
	{Rule: DelayDue, Name: "delay.due", Source: "ScheduleMessageService.DeliverDelayedMessageTimerTask.executeOnTimeup"},
	{Rule: DelayCorrected, Name: "delay.corrected", Source: "ScheduleMessageService.DeliverDelayedMessageTimerTask.correctDeliverTimestamp"},
	{
		Rule: DelayRefused, Name: "delay.refused", Source: "ScheduleMessageService.DeliverDelayedMessageTimerTask.executeOnTimeup",
		Log: "ScheduleMessageService, a message time up, but reput it failed, topic: {} msgId {}",
	},
	{
		Rule: DelayOffsetReset, Name: "delay.offset-reset", Source: "ScheduleMessageService.DeliverDelayedMessageTimerTask.executeOnTimeup",
		Log: "schedule CQ offset invalid. offset={}, cqMinOffset={}, queueId={}",
	},
	{Rule: TimerParked, Name: "timer.parked", Source: "HookUtils.transformTimerMessage", Quiet: true},
	{Rule: TimerPast, Name: "timer.past", Source: "HookUtils.transformTimerMessage"},
	{Rule: TimerTooFar, Name: "timer.too-far", Source: "HookUtils.transformTimerMessage"},
	{Rule: TimerLevelWins, Name: "timer.level-wins", Source: "HookUtils.checkIfTimerMessage"},
	{Rule: TimerDue, Name: "timer.due", Source: "TimerMessageStore.dequeue"},
	{Rule: TimerRolled, Name: "timer.rolled", Source: "TimerMessageStore.doEnqueue"},
	{Rule: TimerRefused, Name: "timer.refused", Source: "TimerMessageStore.TimerDequeuePutMessageService.run"},
	{Rule: TimerDiscarded, Name: "timer.discarded", Source: "TimerMessageStore.TimerDequeuePutMessageService.run"},
	{Rule: RetryLevel, Name: "retry.level", Source: "SendMessageProcessor.consumerSendMsgBack"},
	{Rule: RetryDeadLetter, Name: "retry.dead-letter", Source: "SendMessageProcessor.consumerSendMsgBack"},
	{
		Rule: RetryDeadLetterTopic, Name: "retry.dead-letter-topic", Source: "TopicConfigManager.createTopicInSendMessageBackMethod",
		Log: "create new topic {}", Admin: adminTopic,
	},
	{Rule: RetryFailed, Name: "retry.failed", Source: "ConsumeMessageConcurrentlyService.processConsumeResult"},
	{
		Rule: RetryPublished, Name: "retry.published", Source: "DefaultMQPushConsumerImpl.sendMessageBack",
		Log: "sendMessageBack Exception, {}",
	},
	{Rule: RetryLocal, Name: "retry.local", Source: "ConsumeMessageConcurrentlyService.submitConsumeRequestLater"},
	{
		Rule: RetryDropped, Name: "retry.dropped", Source: "ConsumeMessageConcurrentlyService.processConsumeResult",
		Log: "BROADCASTING, the message consume failed, drop it, {}",
	},
	{
		Rule: RetryIgnored, Name: "retry.ignored", Source: "ConsumeMessageConcurrentlyService.processConsumeResult",
		Log: "Message is not found in its process queue; skip send-back-procedure, topic={}, brokerName={}, queueId={}, queueOffset={}",
	},
	{Rule: RetrySuspended, Name: "retry.suspended", Source: "ConsumeMessageOrderlyService.processConsumeResult"},
	{Rule: RetryExhausted, Name: "retry.exhausted", Source: "ConsumeMessageOrderlyService.checkReconsumeTimes"},
	{
		Rule: RetryTimeout, Name: "retry.timeout", Source: "ProcessQueue.cleanExpiredMsg",
		Log: "send expire msg back. topic={}, msgId={}, storeHost={}, queueId={}, queueOffset={}",
	},
	{Rule: RetryCheckDied, Name: "retry.check-died", Source: "ConsumeMessageConcurrentlyService.cleanExpireMsg"},
}
