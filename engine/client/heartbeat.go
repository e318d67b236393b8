package client

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// innerProducerGroup is the producer that every instance holds for send-backs
// [MixAll.CLIENT_INNER_PRODUCER_GROUP].
const innerProducerGroup = "CLIENT_INNER_PRODUCER"

// SetProducer makes a producer group part of the heartbeats.
func (c *Instance) SetProducer(group string) {
	if !slices.Contains(c.producerGroups, group) {
		c.producerGroups = append(c.producerGroups, group)
	}
	c.beat = nil
}

// SetConsumer makes a consumer group and its subscriptions, as they are now,
// part of the heartbeats. The subscriptions are copied.
func (c *Instance) SetConsumer(data wire.ConsumerData) {
	data.Subscriptions = slices.Clone(data.Subscriptions)
	i := slices.IndexFunc(c.consumers, func(d wire.ConsumerData) bool { return d.Group == data.Group })
	if i < 0 {
		c.consumers = append(c.consumers, data)
	} else {
		c.consumers[i] = data
	}
	c.beat = nil
}

// RemoveGroups takes every group out of the heartbeats, before Unregister.
func (c *Instance) RemoveGroups() {
	c.producerGroups, c.consumers, c.beat = c.producerGroups[:0], c.consumers[:0], nil
}

// heartbeat is the message as of now; it is built only when something changed.
func (c *Instance) heartbeat() *wire.HeartBeat {
	if c.beat == nil {
		groups := append([]string{innerProducerGroup}, c.producerGroups...)
		c.beat = &wire.HeartBeat{ClientID: c.id, ProducerGroups: groups, Consumers: slices.Clone(c.consumers)}
	}
	return c.beat
}

// SendHeartbeats sends the heartbeat to every broker address in turn, waiting
// for each, in the name of a thread, which is blocked until the HeartbeatSent
// notice. Nothing is sent when another thread is at it or no broker is known
// [MQClientInstance.sendHeartbeatToAllBrokerWithLock].
func (c *Instance) SendHeartbeats(env *kernel.Env, thread Thread) {
	o := c.begin(env, op{kind: opHeartbeat, thread: thread, msg: c.heartbeat()})
	if c.beatLock != 0 || len(c.brokers) == 0 {
		if c.beatLock != 0 {
			env.Explain(explain.Decision{Rule: explain.ClientHeartbeatSkipped})
		}
		c.finish(env, o, Notice{Kind: HeartbeatSent})
		return
	}
	c.acquire(env, o)
}

// Unregister tells every broker that a group of this client is gone, in the
// name of a thread, which is blocked until the Unregistered notice
// [MQClientInstance.unregisterClientWithLock].
func (c *Instance) Unregister(env *kernel.Env, thread Thread, producerGroup, consumerGroup string) {
	msg := &wire.UnregisterClient{ClientID: c.id, ProducerGroup: producerGroup, ConsumerGroup: consumerGroup}
	c.acquire(env, c.begin(env, op{kind: opUnregister, thread: thread, msg: msg}))
}

// nextInRound calls the broker address after the one that had its turn.
func (c *Instance) nextInRound(env *kernel.Env, o *op) {
	addr, ok := c.after(o)
	if !ok {
		c.finish(env, o, Notice{Kind: o.noticeKind(), OK: true})
		return
	}
	purpose := purposeHeartbeat
	if o.kind == opUnregister {
		purpose = purposeUnregister
	}
	c.Remoting.Call(env, remoting.Call{To: addr, Mode: remoting.Sync, Purpose: purpose, A: o.id, Msg: o.msg, Timeout: RequestTimeout})
}

// after moves the round to the next address: by broker name, then id. A client
// without consumers heartbeats to masters only.
func (c *Instance) after(o *op) (wire.Addr, bool) {
	mastersOnly := o.kind == opHeartbeat && len(c.consumers) == 0
	for _, b := range c.brokers {
		if b.name < o.broker {
			continue
		}
		for _, a := range b.addrs {
			if b.name == o.broker && a.ID <= o.broID || mastersOnly && a.ID != wire.MasterID {
				continue
			}
			o.broker, o.broID = b.name, a.ID
			return a.Addr, true
		}
	}
	return 0, false
}

func (c *Instance) roundAnswered(env *kernel.Env, d *remoting.Delivery) {
	o := c.find(d.Call.A)
	if o == nil || d.Kind == remoting.Sent {
		return
	}
	if d.Kind == remoting.Failed && o.kind != opUnregister {
		c.explainHeartbeatFailed(env, o, d)
	}
	if o.kind == opReconnect {
		c.finish(env, o, Notice{Kind: Reconnected, OK: d.Kind == remoting.Answered})
		return
	}
	c.nextInRound(env, o)
}

// channelActive notes a new channel; from 5.2.0 a known broker gets a heartbeat
// over it from the event thread, unless heartbeats are on their way already
// [MQClientInstance.ChannelEventListener.onChannelActive].
func (c *Instance) channelActive(env *kernel.Env, peer wire.Addr) {
	if !c.config.Profile.HeartbeatOnConnect {
		return
	}
	c.active = append(c.active, peer)
	if len(c.active) == 1 {
		c.handleActive(env)
	}
}

// nextActive goes on with the event thread's next channel.
func (c *Instance) nextActive(env *kernel.Env) {
	c.active = slices.Delete(c.active, 0, 1)
	if len(c.active) > 0 {
		c.handleActive(env)
	}
}

func (c *Instance) handleActive(env *kernel.Env) {
	for len(c.active) > 0 {
		name, id, known := c.replica(c.active[0])
		if known && c.beatLock == 0 && len(c.consumers)+len(c.producerGroups) > 0 {
			env.Explain(explain.Decision{Rule: explain.ClientHeartbeatReconnect, Chose: []string{name}})
			o := c.begin(env, op{kind: opReconnect, thread: Netty, msg: c.heartbeat()})
			o.broker, o.broID = name, id
			c.beatLock = o.id
			c.Remoting.Call(env, remoting.Call{To: c.active[0], Mode: remoting.Sync, Purpose: purposeHeartbeat, A: o.id, Msg: o.msg, Timeout: RequestTimeout})
			return
		}
		c.active = slices.Delete(c.active, 0, 1)
	}
}

func (c *Instance) replica(addr wire.Addr) (broker string, id int64, ok bool) {
	for _, b := range c.brokers {
		for _, a := range b.addrs {
			if a.Addr == addr {
				return b.name, a.ID, true
			}
		}
	}
	return "", 0, false
}

func (c *Instance) explainHeartbeatFailed(env *kernel.Env, o *op, r *remoting.Delivery) {
	d := explain.Decision{Rule: explain.ClientHeartbeatFailed}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("broker", o.broker), explain.Num("broker.id", o.broID),
			explain.Text("failure", FailureName(r.Failure)), explain.Num("elapsed.ns", int64(env.Now().Sub(r.Call.Started)))}
	}
	env.Explain(d)
}
