package wire

import "time"

// PullMessage asks for the messages of one queue from an offset on.
type PullMessage struct {
	Group         string
	ClientID      string
	Queue         MessageQueue
	Offset        int64
	MaxCount      int32
	CommitOffset  int64 // valid if Commit
	Commit        bool
	Suspend       bool // may be held when there is nothing
	SuspendFor    time.Duration
	SubVersion    int64
	RequestBroker int64 // the broker id that the client meant to ask
}

// Name implements kernel.Message.
func (*PullMessage) Name() string { return "PULL_MESSAGE" }

// PullResult is the broker's answer. Code is Success (found), PullNotFound,
// PullRetryImmediately (nothing matched, go on at Next) or PullOffsetMoved.
type PullResult struct {
	Code          Code
	Next          int64
	Min, Max      int64
	SuggestBroker int64
	Messages      []*MessageExt
}

// Name implements kernel.Message.
func (*PullResult) Name() string { return "PULL_RESULT" }
