package wire

import "rocketscope/engine/kernel"

// The kinds of packets. Event.A is the channel, Event.B the opaque number that
// ties an answer to its request. Kinds below FirstTimer are packets, the others
// are timers of the process they belong to.
const (
	Connect  kernel.Kind = 1 + iota // asks for a channel; its Seq becomes the channel's number
	Accepted                        // the channel is open
	Refused                         // nobody listens there: the host answers at once
	Closed                          // the peer's socket is closed, or the channel was unknown to it
	Request                         // wants an answer with the same opaque
	Oneway                          // wants none
	Response                        // answers a request

	FirstTimer kernel.Kind = 16
)

// Addr is where a process listens. It stays the same over restarts.
type Addr = kernel.NodeID

// Code is RocketMQ's number for the outcome of a request
// [RequestCode, ResponseCode, RemotingSysResponseCode].
type Code int16

// The codes that the engine answers with.
const (
	Success              Code = 0
	SystemError          Code = 1
	SystemBusy           Code = 2
	RequestNotSupported  Code = 3
	FlushDiskTimeout     Code = 10
	SlaveNotAvailable    Code = 11
	FlushSlaveTimeout    Code = 12
	MessageIllegal       Code = 13
	ServiceNotAvailable  Code = 14
	NoPermission         Code = 16
	TopicNotExist        Code = 17
	PullNotFound         Code = 19
	PullRetryImmediately Code = 20
	PullOffsetMoved      Code = 21
	QueryNotFound        Code = 22
	SubscriptionNotExist Code = 24
	SubscriptionNotLast  Code = 25
	GroupNotExist        Code = 26
	FlowControl          Code = 215
	NoBuyerID            Code = 204
	NotInCurrentUnit     Code = 205
	GoAway               Code = 1500
)

// Answer is a response without a body of its own, and every response that
// reports an error.
type Answer struct {
	Code   Code
	Remark string
}

// Name implements kernel.Message.
func (*Answer) Name() string { return "RESPONSE" }
