package broker

import (
	"time"

	"rocketscope/engine/delay"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/store"
	"rocketscope/engine/wire"
)

// Config says who a broker is and how it is set up.
type Config struct {
	Self        kernel.NodeID
	Name        string // the node's name
	Broker      string // the broker group's name; as Name if empty
	BrokerID    int64  // 0 is the master
	Profile     *profile.Profile
	Seed        uint64
	NameServers []wire.Addr
	Topics      []wire.TopicConfig // topics it has from the start; Perm 0 means read and write

	NoAutoCreate bool  // autoCreateTopicEnable=false
	Memory       int64 // bytes of RAM; 0 means 8 GiB

	Levels    delay.Levels // messageDelayLevel; the zero value is RocketMQ's own
	Role      Role         // of a master
	InSync    int32        // inSyncReplicas (5.0.0); 0 means 1
	SlaveRead bool         // slaveReadEnable
	Acting    bool         // enableSlaveActingMaster (5.0.0)
	Replicas  int32        // totalReplicas (5.0.0); 0 means 1

	// Controller: a controller elects the master (enableControllerMode, 5.0.0);
	// BrokerID is then a number above 0 and no role.
	Controller bool
}

const defaultMemory = 8 << 30

// The broker's timers.
const (
	timerRegister = remoting.FirstProcessTimer + iota
	timerHold     // the hold service's next check that finds something
	timerPersist  // the next write of the offset file
	timerScan     // the next scan that finds a silent client
	timerFlush    // the next write of the commit log to disk
	timerShutdown // the store has shut down
	timerLate     // an answer that a person makes late
	timerStop     // an orderly shutdown that waits while the process stands still
	timerSchedule // the next look that finds a delayed message due
)

// Broker is one broker process [BrokerController].
type Broker struct {
	config   Config
	endpoint remoting.Endpoint
	started  kernel.Time
	phase    phase
	random   kernel.Stream

	// On disk.
	topics []wire.TopicConfig // by name; replaced, never changed, since registrations share it
	store  store.Store
	saved  offsetTable // the offset file
	full   bool        // the disk is, so that nothing can be written

	schedule schedule // what waits for its time; its offsets are on disk

	// In memory.
	offsets   offsetTable
	resets    offsetTable // offsets set by an operator that no pull has met yet (5.2.0)
	groups    []group     // by name
	producers []producer  // by channel
	locks     lockTable
	holds     []queueHolds // by topic, queue
	found     []*wire.MessageExt
	answers   *answers

	armedHold, armedPersist, armedScan, armedFlush kernel.Time // when the timer fires; 0 none
	genHold, genScan, genFlush                     uint32
	nextRegister                                   kernel.Time
	toldMaster                                     bool        // a name server has answered the last registration
	unreachable                                    []wire.Addr // name servers that the last registration did not reach
	unregistering                                  int         // name servers that have not yet answered a goodbye

	faults faults // what a person has done to the way it answers

	// Replication. The first two are in the file of settings.
	slaveRead    bool  // slaveReadEnable
	savedRatio   int64 // accessMessageInMemoryMaxRatio
	slaves       []haSlave
	acked        int64      // the best that any slave has reported [HAService.push2SlaveMaxOffset]
	waits        []syncWait // in the order of the log
	genWait      uint32
	outcome      wire.Code // how the last send that needed slaves ended
	ha           haClient
	sync         slaveSync
	acting       acting
	controlled   controlled
	version      version          // of the offsets [ConsumerOffsetManager.dataVersion]
	savedVersion wire.DataVersion // as in the offset file
	rejecting    bool             // slave: it has said that it rejects pulls
	ahead        []ahead          // slave: who has come further than it

	checkpointArmed bool // slave: its next look at its master's timer wheel is

	lostMessages, lostCommits int64 // by the last crash, told at the next start
	diskLost                  bool  // with all that was on it

	account account // for those who count
}

// New returns a broker that has not started.
func New(c Config) *Broker {
	if c.Broker == "" {
		c.Broker = c.Name
	}
	if c.Memory == 0 {
		c.Memory = defaultMemory
	}
	b := &Broker{config: c, random: kernel.NewStream(c.Seed, "broker "+c.Name), slaveRead: c.SlaveRead, savedRatio: memoryRatio}
	b.answers = &answers{}
	b.store = store.New(storeOptions(&b.config))
	b.schedule = newSchedule(c.Profile, c.Levels)
	b.makeTopics()
	return b
}

// makeTopics makes what the configuration names.
func (b *Broker) makeTopics() {
	if !b.config.NoAutoCreate {
		b.putTopic(wire.TopicConfig{Topic: wire.AutoCreateTopic, ReadQueues: 8, WriteQueues: 8})
	}
	for _, t := range b.config.Topics {
		b.putTopic(t)
	}
}

// Start begins a life with what the disk holds.
func (b *Broker) Start(env *kernel.Env) {
	b.forget()
	b.phase, b.started = serving, env.Now()
	b.store.Open(env.Now())
	b.offsets.copyFrom(b.saved)
	b.version.loaded(b.savedVersion, env.Now())
	b.schedule.version.loaded(b.schedule.version.DataVersion, env.Now())
	client := b.config.Profile.Client
	b.endpoint.Open(env, remoting.Options{ClosesOnTimeout: client.ClosesOnTimeout, FailsPendingOnClose: client.FailsPendingOnClose})
	b.explainLosses(env)
	b.startReplica(env)
	b.startActing(env)
	b.startControlled(env)
	b.startSchedule(env)
	b.registerAll(env)
	b.armRegister(env, registerFirst)
	b.drain(env)
}

// Handle takes in a packet or a timer.
func (b *Broker) Handle(env *kernel.Env, e *kernel.Event) {
	if b.stall(env, e) {
		return
	}
	switch e.Kind {
	case timerRegister:
		b.registerAll(env)
		b.armRegister(env, registerEvery)
	case timerHold:
		if e.Gen == b.genHold {
			b.checkHeld(env)
		}
	case timerPersist:
		b.persistOffsets()
	case timerScan:
		if e.Gen == b.genScan {
			b.scanSilent(env)
		}
	case timerFlush:
		if e.Gen == b.genFlush {
			b.flush(env)
		}
	case timerShutdown:
		b.unregisterAll(env)
	case timerSchedule:
		if e.Gen == b.schedule.gen {
			b.lookDelayed(env)
		}
	case timerLate:
		b.sendLate(env, e.A)
	case timerStop:
		b.Stop(env)
	case timerPush, timerSilence, timerSyncWait, timerHALook, timerSlaveSync, timerCheckpoint, timerActing, timerControllerBeat, timerControllerPoll:
		b.replicaTimer(env, e)
	case wire.Connect:
		if b.refuses(e) {
			env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
			break
		}
		b.endpoint.Take(env, e)
	default:
		b.endpoint.Take(env, e)
	}
	b.drain(env)
}

// drain works off what the endpoint has brought.
func (b *Broker) drain(env *kernel.Env) {
	for d := b.endpoint.Next(env); d != nil; d = b.endpoint.Next(env) {
		switch d.Kind {
		case remoting.Asked:
			if answer := b.answer(env, d); answer != nil {
				b.endpoint.Reply(env, d.Channel, d.Opaque, answer)
			}
		case remoting.Told:
			if !b.haTold(env, d) {
				b.answer(env, d)
			}
		case remoting.Opened, remoting.Gone:
			if d.Port == wire.HAPort {
				b.haDelivered(env, d)
			} else if d.Kind == remoting.Gone && !d.Outgoing {
				b.clientGone(env, d.Channel)
			}
		case remoting.Answered, remoting.Failed:
			if d.Call.Purpose == forController {
				b.controllerDelivered(env, d)
			} else if d.Call.Purpose > forNothing {
				b.actingDelivered(env, d)
			} else if d.Call.Purpose >= forTopics {
				b.synced(env, d)
			} else {
				b.nameServerOutcome(env, d)
			}
		}
	}
}

// caller is who waits for an answer.
type caller struct{ channel, opaque int64 }

// process serves a request and returns its answer, nil while it is held.
func (b *Broker) process(env *kernel.Env, from caller, m kernel.Message) kernel.Message {
	switch m := m.(type) {
	case *wire.SendMessage:
		if refusal := b.tooFewReplicas(env, m); refusal != nil {
			return refusal
		}
		return b.afterStore(env, from, m, b.send(env, m))
	case *wire.SendMessageBack:
		return b.sendBack(env, m)
	case *wire.PullMessage:
		return b.pull(env, from, m, true)
	case *wire.HeartBeat:
		return b.heartbeat(env, from, m)
	case *wire.UnregisterClient:
		return b.unregisterClient(env, from, m)
	case *wire.GetConsumerList:
		return b.consumerList(m)
	case *wire.QueryConsumerOffset:
		return b.queryOffset(env, m)
	case *wire.UpdateConsumerOffset:
		return b.updateOffset(env, m)
	case *wire.GetMaxOffset:
		return &wire.Offset{Offset: b.store.Max(m.Queue.Topic, m.Queue.QueueID)}
	case *wire.SearchOffset:
		return &wire.Offset{Offset: b.store.Search(m.Queue.Topic, m.Queue.QueueID, m.At)}
	case *wire.LockBatch:
		return b.lock(env, m)
	case *wire.UnlockBatch:
		return b.unlock(m)
	case *wire.ExchangeHAInfo:
		b.haInfo(env, m)
		return nil
	case *wire.GetAllTopicConfig:
		return &wire.AllTopicConfig{Topics: b.topics}
	case *wire.GetAllConsumerOffset:
		return b.getAllOffsets()
	case *wire.GetAllDelayOffset:
		return b.getAllDelayOffsets()
	case *wire.GetTimerCheckpoint:
		return &wire.TimerCheckpoint{LastReadTime: b.schedule.wheel.Read(env.Now())}
	}
	return &wire.Answer{Code: wire.RequestNotSupported, Remark: " request type " + m.Name() + " not supported"}
}

// flush writes the log to disk.
func (b *Broker) flush(env *kernel.Env) {
	b.armedFlush = 0
	b.store.Flush()
	b.armFlush(env)
}

func (b *Broker) armFlush(env *kernel.Env) {
	due, dirty := b.store.FlushDue(env.Now())
	if !dirty || (b.armedFlush != 0 && b.armedFlush <= due) {
		return
	}
	b.armedFlush = due
	b.genFlush++
	env.Every(due.Sub(env.Now()), timerFlush, b.genFlush, 0, 0)
}

// gridAfter is the first moment after t of those first, first+every, ... from
// the start of this life on.
func (b *Broker) gridAfter(t kernel.Time, first, every time.Duration) kernel.Time {
	begin := b.started.Add(first)
	if t < begin {
		return begin
	}
	return begin.Add((t.Sub(begin)/every + 1) * every)
}
