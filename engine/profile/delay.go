package profile

import "time"

// Delay is what differs in the delivery of delayed messages and in the retries
// that use it.
type Delay struct {
	// OneTimer: one java.util.Timer serves all levels, so that a slow write of one
	// delays all, and sleeps by the wall clock. Later each level has a thread of a
	// pool that no clock step touches (ScheduleMessageService.start, to 4.9.2).
	OneTimer bool
	// Polls: a head that is not due is looked at again after 100 ms rather than
	// after exactly its remaining time
	// (DeliverDelayedMessageTimerTask.executeOnTimeUp, 4.9.3).
	Polls bool
	// PutRetry is the pause after a refused write back.
	PutRetry time.Duration
	// ClampsOffsets: an offset beyond the end of its queue is set to the end, and
	// saved offsets are put into their queues' range at the start; before, the
	// level waits for the queue to reach it (correctDelayOffset, 4.9.3).
	ClampsOffsets bool
	// UpdatesEach: a level's offset moves with each message rather than at the end
	// of a run (ScheduleMessageService.updateOffset, 4.9.3).
	UpdatesEach bool
	// SavesOnStop: an orderly stop saves the offsets
	// (ScheduleMessageService.shutdown, 4.9.3).
	SavesOnStop bool
	// RepeatsUnrestorable: a message whose restoring throws is tried every 100 ms
	// and blocks its level; other versions drop it (4.9.3 to 4.9.8).
	RepeatsUnrestorable bool
	// TimerWheel: messages may ask for any moment by the TIMER_ properties
	// (TimerMessageStore, 5.0.0).
	TimerWheel bool

	// DeadLetterWaits: a message sent back for the last time keeps the level of
	// its last retry, so its dead letter waits that delay once more
	// (SendMessageProcessor.asyncConsumerSendMsgBack, to 4.9.1).
	DeadLetterWaits bool
	// SkipsCleaned: a message that the timeout check has given back is not given
	// back again when its listener fails after all
	// (ConsumeMessageConcurrentlyService.processConsumeResult, 5.1.0).
	SkipsCleaned bool
	// CheckDies: the timeout check throws when the oldest cached message has not
	// been begun yet, and never runs again (ProcessQueue.cleanExpiredMsg, to 4.9.2).
	CheckDies bool
	// DeadLettersDirect: a retry that a client publishes itself becomes a dead
	// letter above the maximum and at once; before, at the maximum and after the
	// delay that it carries. An orderly client counts its last try too
	// (SendMessageProcessor.handleRetryAndDLQ, 5.1.1).
	DeadLettersDirect bool
}

var (
	delay48 = Delay{OneTimer: true, PutRetry: 10 * time.Second, DeadLetterWaits: true, CheckDies: true}
	delay49 = Delay{
		Polls: true, PutRetry: 100 * time.Millisecond,
		ClampsOffsets: true, UpdatesEach: true, SavesOnStop: true, RepeatsUnrestorable: true,
	}
	delay53 = Delay{
		Polls: true, PutRetry: 100 * time.Millisecond,
		ClampsOffsets: true, UpdatesEach: true, SavesOnStop: true, TimerWheel: true, DeadLettersDirect: true, SkipsCleaned: true,
	}
)
