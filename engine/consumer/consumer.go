package consumer

import (
	"slices"
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/client"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// Defaults of DefaultMQPushConsumer that Config leaves open with 0.
const (
	DefaultThreads       = 20   // consumeThreadMin, consumeThreadMax
	DefaultPullThreshold = 1000 // pullThresholdForQueue, messages
	DefaultPullSize      = 100  // pullThresholdSizeForQueue, MiB
	DefaultMaxSpan       = 2000 // consumeConcurrentlyMaxSpan, offsets
)

// Config is what a push consumer is made of.
type Config struct {
	Self        kernel.NodeID
	Name        string
	Seed        uint64
	Profile     *profile.Profile
	NameServers []wire.Addr

	Group         string
	ClientID      string // "" for the default; see client.Config.ID
	Model         wire.MessageModel
	Orderly       bool
	From          wire.ConsumeFromWhere
	Timestamp     time.Duration // FromTimestamp: consumeTimestamp relative to the start, -30 min by default
	Subscriptions []wire.SubscriptionData
	Strategy      allocate.Strategy

	Listen   time.Duration // what the listener takes for one message on a healthy node
	Threads  int32         // 0: DefaultThreads
	Listener Listener      // how it fails

	PullThreshold         int32 // pullThresholdForQueue; 0: DefaultPullThreshold
	PullThresholdForTopic int32 // pullThresholdForTopic; 0: not set (-1 in RocketMQ)
	PullSizeForTopic      int32 // pullThresholdSizeForTopic, MiB; 0: not set
}

// The timers of a consumer. A is the process queue's id unless it says otherwise.
const (
	timerRebalance = client.FirstProcessTimer + iota // the rebalance thread's wait is over; Gen
	timerRebalanceLater
	timerPull    // the pull request is queued again
	timerListen  // A: the run whose listener returns
	timerRelease // the rebalance thread has waited for a consume lock; Gen
	timerLockAll // the lock renewal
	timerTryLock // a run asks for its lock
	timerConsume // a run is submitted again
	timerUnlock  // A: the unlock that was put off
	timerRepair  // an illegal offset is repaired
	timerReset   // the pause of an offset reset is over
	timerAgain   // messages that could not be given back; B: offset of the first, Gen: how many
	timerAwait   // a shutdown has waited for the consume threads long enough
	timerTimeout // the check for messages that a listener has had for too long
)

// Consumer is a push consumer. New makes one; it then lives from Start to Stop
// or Crash, as often as its host likes.
type Consumer struct {
	config  Config
	rules   *profile.Consumer
	client  client.Instance
	threads [threadCount]thread
	serial  int64 // of calls, runs and process queues

	subs    []subscription
	table   []*processQueue // processQueueTable, sorted by queue
	offsets []offset        // RemoteBrokerOffsetStore.offsetTable, sorted by queue
	suggest []suggestion    // PullAPIWrapper.pullFromWhichNodeTable, sorted by queue
	kept    []*wire.MessageExt

	app       app
	rebalance rebalance
	persist   [2]persisting // by the scheduled thread and by a shutdown
	puller    puller
	pulls     *kernel.Supply[wire.PullMessage]
	pool      pool
	locker    locker
	repairs   fifo[int64] // process queues with an illegal offset
	givings   []giving    // in the order in which they began
	nextRetry uint32      // round robin over the retry topic's queues
	timeouts  timeoutCheck
	reset     resetting
	paused    bool
	threshold int32 // pullThresholdForQueue as of now
	sizeLimit int32 // pullThresholdSizeForQueue as of now, MiB
	start     kernel.Time

	files    []offsetFile // what the disk holds
	hung     []wire.MessageID
	hangNext bool               // the next message that the listener gets will hang
	consumed int64              // messages acknowledged, in all lives
	given    []*wire.MessageExt // handed to the listener during this event, for those who count
	taken    []Start            // likewise the queues taken
	filtered int64              // messages that the client's own tag filter dropped, in all lives
}

// New returns a consumer that has not started.
func New(c Config) *Consumer {
	c.Subscriptions = slices.Clone(c.Subscriptions)
	if c.Threads == 0 {
		c.Threads = DefaultThreads
	}
	if c.PullThreshold == 0 {
		c.PullThreshold = DefaultPullThreshold
	}
	if c.Timestamp == 0 {
		c.Timestamp = -30 * time.Minute
	}
	n := &Consumer{
		config: c, rules: &c.Profile.Consumer,
		client: client.New(c.clientConfig()),
		pulls:  &kernel.Supply[wire.PullMessage]{},
	}
	n.config.Strategy = n.withTopic(c.Strategy)
	return n
}

func (c *Config) clientConfig() client.Config {
	return client.Config{Name: c.Name, ClientID: c.ClientID, Seed: c.Seed, Profile: &c.Profile.Client, NameServers: c.NameServers, Consumer: true}
}

// Sockets is the consumer's endpoint.
func (c *Consumer) Sockets() *remoting.Endpoint { return &c.client.Remoting }

// Stopped reports whether an orderly shutdown is over.
func (c *Consumer) Stopped() bool { return c.app.phase == appStopped }

// Crash ends a life at once. Offsets that were committed are at the brokers;
// those of a broadcasting consumer are in its file, however its host ends.
func (c *Consumer) Crash(bool) {
	c.client.Crash()
	c.forget()
}

func (c *Consumer) forget() {
	c.threads = [threadCount]thread{}
	clear(c.table)
	c.subs, c.table, c.offsets, c.suggest = c.subs[:0], c.table[:0], c.offsets[:0], c.suggest[:0]
	c.app, c.reset, c.paused = app{}, resetting{}, false
	c.rebalance.forget()
	c.puller.forget()
	c.pool.forget()
	c.locker.forget()
	c.repairs.clear()
	c.givings, c.timeouts = c.givings[:0], timeoutCheck{}
	c.persist = [2]persisting{}
}

// Clone returns a copy with a future of its own.
func (c *Consumer) Clone() *Consumer {
	n := *c
	n.rules = &n.config.Profile.Consumer
	n.client = c.client.Clone()
	n.subs = slices.Clone(c.subs)
	for i := range n.subs {
		n.subs[i].denied = slices.Clone(n.subs[i].denied)
	}
	n.table = make([]*processQueue, len(c.table))
	for i, p := range c.table {
		n.table[i] = p.clone()
	}
	n.offsets, n.suggest, n.kept = slices.Clone(c.offsets), slices.Clone(c.suggest), nil
	n.rebalance = c.rebalance.clone()
	n.puller.queue = c.puller.queue.clone()
	n.pool = c.pool.clone()
	n.locker = c.locker.clone()
	n.repairs = c.repairs.clone()
	n.givings = slices.Clone(c.givings)
	n.reset.orders = c.reset.orders.clone()
	n.hung, n.given, n.taken = slices.Clone(c.hung), nil, nil
	n.files = make([]offsetFile, len(c.files))
	for i := range c.files {
		n.files[i] = c.files[i].clone()
	}
	return &n
}

// Handle takes in a packet or a timer of the present life.
func (c *Consumer) Handle(env *kernel.Env, e *kernel.Event) {
	if !c.client.Take(env, e) {
		c.timer(env, e)
	}
	c.drain(env)
}

// drain takes in what the client instance has brought.
func (c *Consumer) drain(env *kernel.Env) {
	for n, ok := c.client.Next(env); ok; n, ok = c.client.Next(env) {
		switch n.Kind {
		case client.Remoting:
			c.delivered(env, n.Delivery)
		case client.RouteFetched:
			c.routeFetched(env, n.Thread)
		case client.HeartbeatSent, client.Unregistered:
			c.operationDone(env, n.Thread, n.OK)
		case client.PersistDue:
			c.persistAll(env, client.Scheduled)
		case client.Reconnected:
			c.wake(env)
		}
	}
}

func (c *Consumer) timer(env *kernel.Env, e *kernel.Event) {
	switch e.Kind {
	case timerRebalance:
		c.waited(env, e.Gen)
	case timerRebalanceLater:
		c.wake(env)
	case timerPull:
		c.requeue(env, e.A)
	case timerListen:
		c.listened(env, e.A)
	case timerRelease:
		c.releaseTimedOut(env, e.Gen)
	case timerLockAll:
		c.lockTick(env)
	case timerTryLock:
		c.lockLater(env, e.A)
	case timerConsume:
		c.submitRun(env, e.A)
	case timerUnlock:
		c.unlockNow(env, e.A)
	case timerRepair:
		c.repair(env, e.A)
	case timerReset:
		c.resetDue(env)
	case timerAgain:
		c.pool.tasks.push(task{e.A, e.B, int32(e.Gen)})
		c.work(env)
	case timerAwait:
		c.awaited(env)
	case timerTimeout:
		c.timeoutTick(env)
	}
}

// delivered takes in what the remoting layer brought for the consumer itself.
func (c *Consumer) delivered(env *kernel.Env, d *remoting.Delivery) {
	switch d.Kind {
	case remoting.Asked:
		c.told(env, d)
		c.client.Remoting.Reply(env, d.Channel, d.Opaque, &wire.Answer{})
	case remoting.Told:
		c.told(env, d)
	case remoting.Answered, remoting.Failed, remoting.Sent:
		switch d.Call.Purpose {
		case purposeThread:
			c.answered(env, d)
		case purposePull:
			c.pullDelivered(env, d)
		case purposeBack:
			c.backDelivered(env, d)
		}
	}
}

// told takes in the word of a broker [ClientRemotingProcessor.processRequest].
func (c *Consumer) told(env *kernel.Env, d *remoting.Delivery) {
	switch m := d.Msg.(type) {
	case *wire.NotifyConsumerIDsChanged:
		c.notified(env, m)
	case *wire.ResetConsumerOffset:
		c.resetOffset(env, m)
	}
}
