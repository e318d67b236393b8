package producer

import (
	"slices"

	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// Exception is what a try or a whole send may fail with, as RocketMQ's classes.
type Exception uint8

// The exceptions.
const (
	NoException             Exception = iota
	ClientException                   // MQClientException
	BrokerException                   // MQBrokerException: the broker answered with an error code
	ConnectException                  // RemotingConnectException
	SendRequestException              // RemotingSendRequestException
	TimeoutException                  // RemotingTimeoutException
	TooMuchRequestException           // RemotingTooMuchRequestException: no time left
)

var exceptionNames = [...]string{
	"", "MQClientException", "MQBrokerException", "RemotingConnectException",
	"RemotingSendRequestException", "RemotingTimeoutException", "RemotingTooMuchRequestException",
}

// String is the name of RocketMQ's class, "" for none.
func (e Exception) String() string { return exceptionNames[e] }

// Response codes of an MQClientException [ClientErrorCode]; Unset is the code
// of an exception that carries none.
const (
	Unset             wire.Code = -1
	ConnectBroker     wire.Code = 10001 // CONNECT_BROKER_EXCEPTION
	AccessBrokerTime  wire.Code = 10002 // ACCESS_BROKER_TIMEOUT
	BrokerNotExist    wire.Code = 10003 // BROKER_NOT_EXIST_EXCEPTION
	NotFoundTopicCode wire.Code = 10005 // NOT_FOUND_TOPIC_EXCEPTION
)

// Outcome is how a try or a whole send ended: with a result, which is stored
// but may not be OK, or with an exception.
type Outcome struct {
	Exception Exception
	Code      wire.Code         // of the result, or the exception's response code
	Queue     wire.MessageQueue // of the result
}

// stored reports whether a broker has the message and said so.
func (o *Outcome) stored() bool { return o.Exception == NoException }

// answered reads a broker's answer to a send [MQClientAPIImpl.processSendResponse].
func answered(m any) Outcome {
	switch a := m.(type) {
	case *wire.SendResult:
		return Outcome{Code: a.Code, Queue: a.Queue}
	case *wire.Answer:
		return Outcome{Exception: BrokerException, Code: a.Code}
	}
	return Outcome{Exception: BrokerException, Code: wire.RequestNotSupported}
}

func failure(f remoting.Failure) Outcome {
	switch f {
	case remoting.ConnectRefused, remoting.ConnectTimedOut:
		return Outcome{Exception: ConnectException, Code: Unset}
	case remoting.SendFailed:
		return Outcome{Exception: SendRequestException, Code: Unset}
	}
	return Outcome{Exception: TimeoutException, Code: Unset}
}

// wrapped is the exception that a send ends with when its tries are used up:
// an MQClientException whose code tells the last try's [sendDefaultImpl].
func wrapped(last Outcome) Outcome {
	o := Outcome{Exception: ClientException, Code: Unset}
	switch last.Exception {
	case BrokerException:
		o.Code = last.Code
	case ConnectException:
		o.Code = ConnectBroker
	case TimeoutException:
		o.Code = AccessBrokerTime
	case ClientException:
		o.Code = BrokerNotExist
	}
	return o
}

var retriedCodes = []wire.Code{wire.SystemError, wire.ServiceNotAvailable, wire.NoPermission, wire.TopicNotExist, wire.NoBuyerID, wire.NotInCurrentUnit}

// retried reports whether a broker's error code leads to another try
// [DefaultMQProducer.retryResponseCodes].
func retried(p *profile.Producer, code wire.Code) bool {
	switch code {
	case wire.SystemBusy:
		return p.RetriesSystemBusy
	case wire.GoAway:
		return p.RetriesGoAway
	}
	return slices.Contains(retriedCodes, code)
}
