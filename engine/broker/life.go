package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// phase is where a broker is in its life.
type phase uint8

const (
	down       phase = iota
	serving          // ports open
	closed           // ports closed, goodbye still to say (to 4.9)
	unregister       // goodbye said, ports still open (5.0.0)
	stopped
)

// storeShutdown is how long the store takes to shut down: it waits a second
// for its threads [DefaultMessageStore.shutdown].
const storeShutdown = time.Second

// Stop begins an orderly shutdown. To 4.9 the ports close first and the name
// servers hear of it last; 5.0.0 and later say goodbye first
// [BrokerController.shutdown].
func (b *Broker) Stop(env *kernel.Env) {
	if b.stall(env, &kernel.Event{Kind: timerStop, Cause: env.Cause()}) {
		return
	}
	if b.config.Profile.Broker.UnregistersFirst {
		b.phase = unregister
		b.unregisterAll(env)
		return
	}
	b.phase = closed
	b.stopSchedule()
	b.closePorts(env)
	env.After(storeShutdown, timerShutdown, 0, 0, 0)
}

func (b *Broker) closePorts(env *kernel.Env) {
	for _, channel := range b.incoming() {
		b.endpoint.Shut(env, channel)
	}
}

// incoming lists the channels that others have opened.
func (b *Broker) incoming() []int64 {
	var channels []int64
	b.endpoint.Peers(func(channel int64, peer kernel.NodeID) {
		if !slices.Contains(b.config.NameServers, peer) {
			channels = append(channels, channel)
		}
	})
	return channels
}

// finish ends an orderly shutdown: everything is on disk.
func (b *Broker) finish() {
	b.phase = stopped
	b.stopSchedule()
	b.persistOffsets()
	b.store.Flush()
}

// Stopped reports whether an orderly shutdown is over.
func (b *Broker) Stopped() bool { return b.phase == stopped }

// Crash ends the life at once. Offsets fall back to the file's; with the host
// goes what the log had not flushed.
func (b *Broker) Crash(hostLost bool) {
	b.lostCommits = b.offsets.ahead(b.saved)
	if hostLost {
		b.lostMessages = b.store.LoseTail()
	}
	b.crashSchedule()
	b.forget()
	b.offsets.copyFrom(b.saved)
	b.phase = down
}

// forget empties the memory.
func (b *Broker) forget() {
	clear(b.groups)
	clear(b.holds)
	b.groups, b.producers, b.locks, b.holds = b.groups[:0], b.producers[:0], b.locks[:0], b.holds[:0]
	b.resets = b.resets[:0]
	b.faults = faults{}
	b.armedHold, b.armedPersist, b.armedScan, b.armedFlush = 0, 0, 0, 0
	b.unreachable, b.unregistering = b.unreachable[:0], 0
	b.forgetReplica()
}

// explainLosses tells what the last crash has cost.
func (b *Broker) explainLosses(env *kernel.Env) {
	start := env.Cause()
	if b.lostMessages > 0 || b.diskLost {
		rule := explain.BrokerLogLost
		if b.diskLost {
			rule = explain.BrokerDiskLost
		}
		env.Explain(explain.Decision{Rule: rule, Saw: []explain.Fact{
			explain.Num("messages.lost", b.lostMessages), explain.Num("log.end", b.store.End()),
		}})
		env.SetCause(start)
	}
	if b.lostCommits > 0 {
		env.Explain(explain.Decision{Rule: explain.BrokerOffsetsLost, Saw: []explain.Fact{
			explain.Num("commits.lost", b.lostCommits),
		}})
		env.SetCause(start)
	}
	b.lostMessages, b.lostCommits, b.diskLost = 0, 0, false
}

// Check tests what must hold at every moment: the order of the log.
func (b *Broker) Check() error { return b.store.Check() }

// Sockets is the process's endpoint.
func (b *Broker) Sockets() *remoting.Endpoint { return &b.endpoint }

// Clone returns a copy with a future of its own.
func (b *Broker) Clone() *Broker {
	c := *b
	c.endpoint = b.endpoint.Clone()
	c.store = b.store.Clone()
	c.saved, c.offsets, c.resets = b.saved.clone(), b.offsets.clone(), b.resets.clone()
	c.groups = slices.Clone(b.groups)
	for i := range c.groups {
		c.groups[i].members = slices.Clone(b.groups[i].members)
		c.groups[i].subscriptions = slices.Clone(b.groups[i].subscriptions)
	}
	c.producers, c.locks = slices.Clone(b.producers), slices.Clone(b.locks)
	c.holds = slices.Clone(b.holds)
	for i := range c.holds {
		c.holds[i].pulls = slices.Clone(b.holds[i].pulls)
	}
	c.found, c.account = nil, account{}
	c.slaves, c.waits, c.ahead = slices.Clone(b.slaves), slices.Clone(b.waits), slices.Clone(b.ahead)
	c.controlled.caught, c.controlled.epochs = slices.Clone(b.controlled.caught), slices.Clip(b.controlled.epochs)
	c.faults, c.schedule = b.faults.clone(), b.schedule.clone()
	c.unreachable = slices.Clone(b.unreachable)
	return &c
}

// run reports why a person cannot act on a broker that does not serve.
func (b *Broker) run() error {
	if b.phase != serving {
		return explain.Err("node.down", "{0} is not running", b.config.Name)
	}
	return nil
}

// topicOf finds a topic or reports that there is none.
func (b *Broker) topicOf(name string) (wire.TopicConfig, error) {
	t, ok := b.topic(name)
	if !ok {
		return t, explain.Err("topic.unknown", "{0} has no topic {1}", b.config.Name, name)
	}
	return t, nil
}
