package wire

// LockBatch asks a master for the locks of queues that are consumed in order
// [LOCK_BATCH_MQ]; the answer is a LockedQueues.
type LockBatch struct {
	Group    string
	ClientID string
	Queues   []MessageQueue
}

// Name implements kernel.Message.
func (*LockBatch) Name() string { return "LOCK_BATCH_MQ" }

// LockedQueues are the queues whose locks the client holds now.
type LockedQueues struct{ Queues []MessageQueue }

// Name implements kernel.Message.
func (*LockedQueues) Name() string { return "LOCK_BATCH_MQ_RESPONSE" }

// UnlockBatch gives locks back [UNLOCK_BATCH_MQ].
type UnlockBatch struct {
	Group    string
	ClientID string
	Queues   []MessageQueue
}

// Name implements kernel.Message.
func (*UnlockBatch) Name() string { return "UNLOCK_BATCH_MQ" }
