package consumer

import (
	"time"

	"rocketscope/engine/client"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// The threads of a consumer beside those of its client instance.
const (
	threadApp       = client.FirstThread + iota // calls start, subscribe and shutdown
	threadRebalance                             // RebalanceService
	threadPull                                  // PullMessageService
	threadLock                                  // ConsumeMessageScheduledThread, orderly
	threadRepair                                // PullMessageServiceScheduledThread
	threadReset                                 // ClientRemotingProcessor
	threadCount
)

const (
	purposeThread = client.FirstPurpose + iota // A: the thread that waits, B: its serial
	purposePull                                // A: the process queue
	purposeLoose                               // nobody waits
	purposeBack                                // A: the message on its way back
)

// waiting is what a thread is blocked by.
type waiting uint8

const (
	free waiting = iota
	onCall
	onRoute
	onClient   // heartbeats, unregister
	onListener // the rebalance thread wants the consume lock
)

// thread is what a thread is doing: at most one blocking request.
type thread struct {
	wait      waiting
	serial    int64
	req       request
	refreshed bool // the route was asked for on behalf of the request
	reply     reply
}

// kind is a blocking request.
type kind uint8

const (
	nothing kind = iota
	commit       // UPDATE_CONSUMER_OFFSET, one-way
	query        // QUERY_CONSUMER_OFFSET
	maxOffset
	searchOffset
	memberList // of one broker, drawn by lot
	lockQueues
	unlockQueues // one-way
	unlockAndWait
)

// request is a blocking request of a thread.
type request struct {
	kind   kind
	queue  wire.MessageQueue // or its broker alone
	offset int64
	queues []wire.MessageQueue // locks
}

// reply is how a request ended.
type reply struct {
	broker  string // whom a member list was asked from
	msg     kernel.Message
	failure remoting.Failure
	noPeer  bool // no address was known
}

// code is the answer's error code, Success if it has none.
func (r *reply) code() wire.Code {
	if a, ok := r.msg.(*wire.Answer); ok {
		return a.Code
	}
	return wire.Success
}

// offset is the answer to a question for an offset.
func (r *reply) offset() (int64, bool) {
	if o, ok := r.msg.(*wire.Offset); ok {
		return o.Offset, true
	}
	return 0, false
}

// ask sends a request in the name of a thread. It reports whether the thread can
// go on at once; if not, resume is called when it can.
func (c *Consumer) ask(env *kernel.Env, t client.Thread, r request) (done bool) {
	th := &c.threads[t]
	th.req, th.refreshed, th.reply = r, false, reply{}
	return c.send(env, t)
}

func (c *Consumer) send(env *kernel.Env, t client.Thread) (done bool) {
	th := &c.threads[t]
	addr, ok := c.address(th)
	if !ok {
		if th.refreshed || !th.req.kind.refreshes() {
			th.reply.noPeer = true
			return true
		}
		th.wait = onRoute
		c.client.FetchRoute(env, t, th.req.queue.Topic, false)
		return false
	}
	c.serial++
	th.serial = c.serial
	mode := remoting.Sync
	if th.req.kind == commit || th.req.kind == unlockQueues {
		mode = remoting.Oneway
	}
	_, sent := c.client.Remoting.Call(env, remoting.Call{
		To: addr, Mode: mode, Purpose: purposeThread, A: int64(t), B: th.serial,
		Msg: c.message(&th.req), Timeout: th.req.kind.timeout(),
	})
	if mode == remoting.Oneway && sent {
		return true
	}
	th.wait = onCall
	return false
}

// refreshes: without an address the route of the topic is asked for first.
func (k kind) refreshes() bool { return k != lockQueues && k != unlockQueues && k != unlockAndWait }

func (k kind) timeout() time.Duration {
	switch k {
	case commit, query:
		return 5 * time.Second
	case maxOffset, searchOffset:
		return 6 * time.Second // MQAdminImpl.timeoutMillis
	case memberList:
		return 3 * time.Second
	}
	return time.Second
}

// address is whom a request goes to.
func (c *Consumer) address(th *thread) (addr wire.Addr, ok bool) {
	broker := th.req.queue.Broker
	switch th.req.kind {
	case memberList:
		th.reply.broker, addr, ok = c.client.ByTopic(th.req.queue.Topic)
		return addr, ok
	case maxOffset, searchOffset:
		return c.client.InPublish(broker)
	case commit, query:
		if c.rules.Offsets == profile.OffsetsAtFirstEntry {
			addr, _, ok = c.client.InAdmin(broker)
			return addr, ok
		}
		anyone := th.refreshed || th.req.kind == commit && c.rules.Offsets == profile.OffsetsAtMaster
		addr, _, ok = c.client.InSubscribe(broker, wire.MasterID, !anyone)
		return addr, ok
	}
	addr, _, ok = c.client.InSubscribe(broker, wire.MasterID, true)
	return addr, ok
}

func (c *Consumer) message(r *request) kernel.Message {
	group := c.config.Group
	switch r.kind {
	case commit:
		return &wire.UpdateConsumerOffset{Group: group, Queue: r.queue, Offset: r.offset}
	case query:
		return &wire.QueryConsumerOffset{Group: group, Queue: r.queue}
	case maxOffset:
		return &wire.GetMaxOffset{Queue: r.queue}
	case searchOffset:
		return &wire.SearchOffset{Queue: r.queue, At: c.consumeTimestamp()}
	case memberList:
		return &wire.GetConsumerList{Group: group}
	case lockQueues:
		return &wire.LockBatch{Group: group, ClientID: c.client.ID(), Queues: r.queues}
	}
	return &wire.UnlockBatch{Group: group, ClientID: c.client.ID(), Queues: r.queues}
}

// consumeTimestamp is where FromTimestamp starts, in whole seconds.
func (c *Consumer) consumeTimestamp() kernel.Time {
	at := c.start.Add(c.config.Timestamp)
	second := kernel.Time(time.Second)
	return at - ((at%second)+second)%second
}

// routeFetched goes on with a request that had no address.
func (c *Consumer) routeFetched(env *kernel.Env, t client.Thread) {
	th := &c.threads[t]
	if th.wait != onRoute {
		return // a poll of the scheduled thread
	}
	th.wait = free
	th.refreshed = true
	if th.req.kind == nothing || c.send(env, t) {
		c.resume(env, t)
	}
}

// operationDone goes on with a thread whose heartbeats or unregistering ended.
func (c *Consumer) operationDone(env *kernel.Env, t client.Thread, ok bool) {
	if th := &c.threads[t]; th.wait == onClient {
		th.wait = free
		th.reply.noPeer = !ok
		c.resume(env, t)
	}
}

// answered goes on with a thread whose call has left (one-way), was answered or
// failed.
func (c *Consumer) answered(env *kernel.Env, d *remoting.Delivery) {
	t := client.Thread(d.Call.A)
	th := &c.threads[t]
	if th.wait != onCall || th.serial != d.Call.B || d.Kind == remoting.Sent && d.Call.Mode != remoting.Oneway {
		return
	}
	th.wait = free
	th.reply.msg, th.reply.failure = d.Msg, d.Failure
	c.resume(env, t)
}

// resume goes on with a thread that was blocked.
func (c *Consumer) resume(env *kernel.Env, t client.Thread) {
	switch t {
	case client.Scheduled:
		c.persistOn(env, t)
	case threadApp:
		c.appOn(env)
	case threadRebalance:
		c.rebalanceOn(env)
	case threadPull:
		c.pullOn(env)
	case threadLock:
		c.lockOn(env)
	case threadRepair:
		c.repairOn(env)
	case threadReset:
		c.resetOn(env)
	}
}
