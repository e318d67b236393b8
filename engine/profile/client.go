package profile

// Client is what differs between the client instances that producers and
// consumers share (MQClientInstance, NettyRemotingClient).
type Client struct {
	// ClosesOnTimeout: a synchronous request that times out closes its
	// connection (closeSocketIfTimeout, 4.9.1).
	ClosesOnTimeout bool
	// FailsPendingOnClose: requests in flight fail at once when the peer closes (5.1.3).
	FailsPendingOnClose bool
	// AsyncConnect: connecting does not block the caller of an asynchronous
	// request (5.3.0).
	AsyncConnect bool
	// HeartbeatOnConnect: a new channel to a known broker makes the client
	// heartbeat and rebalance at once (5.2.0).
	HeartbeatOnConnect bool
	// ClientIDNanos: the instance part of a client id is pid#nanoTime rather than
	// the pid (ClientConfig.changeInstanceNameToPID, 4.9.0).
	ClientIDNanos bool
}

var (
	client48 = Client{}
	client49 = Client{ClosesOnTimeout: true, ClientIDNanos: true}
	client53 = Client{ClosesOnTimeout: true, FailsPendingOnClose: true, AsyncConnect: true, HeartbeatOnConnect: true, ClientIDNanos: true}
)
