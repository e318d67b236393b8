package broker

import (
	"slices"
	"strings"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// The scan for silent clients [ClientHousekeepingService,
// ConsumerManager.CHANNEL_EXPIRED_TIMEOUT]. Netty's idle handler would need as
// long without a write too, and so comes after it: answers to held pulls are
// writes.
const (
	maxSilence = 120 * time.Second
	scanEvery  = 10 * time.Second
	// heartbeatEvery is how often a healthy client is heard of; its entry is worth
	// a timer on the stage only once it has missed one.
	heartbeatEvery = 31 * time.Second
)

// heartbeat takes in what a client says of itself [ClientManageProcessor.heartBeat].
func (b *Broker) heartbeat(env *kernel.Env, from caller, m *wire.HeartBeat) kernel.Message {
	for i := range m.Consumers {
		c := &m.Consumers[i]
		b.createRetry(env, c.Group)
		b.registerConsumer(env, from, m.ClientID, c)
	}
	if len(m.ProducerGroups) > 0 {
		b.registerProducer(env, from)
	}
	b.armScan(env)
	return &wire.Answer{}
}

// registerConsumer enters a member and its subscriptions, and tells the group
// if either is new [ConsumerManager.registerConsumer].
func (b *Broker) registerConsumer(env *kernel.Env, from caller, clientID string, c *wire.ConsumerData) {
	i, ok := b.findGroup(c.Group)
	if !ok {
		b.groups = kernel.Insert(b.groups, i, group{name: c.Group})
	}
	g := &b.groups[i]
	joined := g.updateChannel(member{channel: from.channel, clientID: clientID, heard: env.Now()}, c.Model)
	cause := env.Cause()
	change := g.updateSubscriptions(c.Subscriptions)
	if change.replaced != "" {
		b.explainReplaced(env, g, clientID, change)
		env.SetCause(cause)
	}
	if !joined && !change.topics() {
		return
	}
	rule := explain.BrokerTopicsChanged
	if joined {
		rule = explain.BrokerMemberJoined
	}
	quiet := b.keepsQuiet(g)
	b.explainMember(env, rule, g, clientID, quiet, change.facts()...)
	b.notify(env, g, quiet)
	env.SetCause(cause)
}

// keepsQuiet tells whether a group never hears of its members (5.3.1).
func (b *Broker) keepsQuiet(g *group) bool {
	return g.model == wire.Broadcasting && !b.config.Profile.Broker.NotifiesBroadcasting
}

// notify tells every member of a group that its members have changed
// [DefaultConsumerIdsChangeListener.handle].
func (b *Broker) notify(env *kernel.Env, g *group, quiet bool) {
	if quiet || len(g.members) == 0 {
		return
	}
	m := &wire.NotifyConsumerIDsChanged{Group: g.name}
	for _, x := range g.members {
		b.endpoint.Tell(env, x.channel, m)
	}
}

// unregisterClient takes a client out that shuts down in order
// [ClientManageProcessor.unregisterClient].
func (b *Broker) unregisterClient(env *kernel.Env, from caller, m *wire.UnregisterClient) kernel.Message {
	if m.ProducerGroup != "" {
		b.producers = slices.DeleteFunc(b.producers, func(p producer) bool { return p.channel == from.channel })
	}
	if i, ok := b.findGroup(m.ConsumerGroup); ok && m.ConsumerGroup != "" {
		b.removeMember(env, explain.BrokerMemberUnregistered, i, from.channel)
	}
	return &wire.Answer{}
}

// clientGone takes a client out of all groups when its channel has closed
// [ClientHousekeepingService.onChannelClose].
func (b *Broker) clientGone(env *kernel.Env, channel int64) {
	b.producers = slices.DeleteFunc(b.producers, func(p producer) bool { return p.channel == channel })
	cause := env.Cause()
	for i := len(b.groups) - 1; i >= 0; i-- {
		b.removeMember(env, explain.BrokerMemberClosed, i, channel)
		env.SetCause(cause)
	}
}

// removeMember takes a channel out of the i-th group, tells the others unless it
// ran out in silence, and forgets a group that nobody is left in.
func (b *Broker) removeMember(env *kernel.Env, rule explain.Rule, i int, channel int64) {
	g := &b.groups[i]
	j := g.findMember(channel)
	if j < 0 {
		return
	}
	gone := g.members[j]
	g.members = slices.Delete(g.members, j, j+1)
	quiet := rule == explain.BrokerMemberExpired || b.keepsQuiet(g)
	silent := env.Now().Sub(gone.heard)
	b.explainMember(env, rule, g, gone.clientID, quiet, explain.Num("silent.ns", int64(silent)), explain.Num("limit.ns", int64(maxSilence)))
	b.notify(env, g, quiet)
	if len(g.members) == 0 {
		b.groups = slices.Delete(b.groups, i, i+1)
	}
}

// scanSilent removes the clients that have not sent a heartbeat for too long
// and closes their channels. Nobody is told: by the time the channel's close
// is noticed the entry is gone [ConsumerManager.scanNotActiveChannel].
func (b *Broker) scanSilent(env *kernel.Env) {
	b.armedScan = 0
	now := env.Now()
	for i := 0; i < len(b.producers); {
		if p := b.producers[i]; now.Sub(p.heard) > maxSilence {
			b.producers = slices.Delete(b.producers, i, i+1)
			b.endpoint.Shut(env, p.channel)
			continue
		}
		i++
	}
	for i := len(b.groups) - 1; i >= 0; i-- {
		members := b.groups[i].members
		for j := len(members) - 1; j >= 0; j-- {
			if m := members[j]; now.Sub(m.heard) > maxSilence {
				b.endpoint.Shut(env, m.channel)
				b.removeMember(env, explain.BrokerMemberExpired, i, m.channel)
				env.SetCause(0)
			}
		}
	}
	b.armScan(env)
}

// oldestHeartbeat is when the client that has been silent longest was heard of;
// ok is false if there is no client.
func (b *Broker) oldestHeartbeat() (heard kernel.Time, ok bool) {
	heard = kernel.Never
	for i := range b.groups {
		for _, m := range b.groups[i].members {
			heard = min(heard, m.heard)
		}
	}
	for _, p := range b.producers {
		heard = min(heard, p.heard)
	}
	return heard, heard != kernel.Never
}

// armScan makes sure that the first scan that may find something takes place.
func (b *Broker) armScan(env *kernel.Env) {
	if b.armedScan != 0 {
		return // heartbeats only move the find on
	}
	heard, ok := b.oldestHeartbeat()
	if !ok {
		return
	}
	b.armedScan = b.gridAfter(heard.Add(maxSilence), scanEvery, scanEvery)
	b.genScan++
	env.Every(b.armedScan.Sub(env.Now()), timerScan, b.genScan, 0, 0)
}

// consumerList answers who is in a group [ConsumerManageProcessor.getConsumerListByGroup].
func (b *Broker) consumerList(m *wire.GetConsumerList) kernel.Message {
	i, ok := b.findGroup(m.Group)
	if !ok {
		return &wire.Answer{Code: wire.SystemError, Remark: "no consumer for this group, " + m.Group}
	}
	ids := make([]string, len(b.groups[i].members))
	for j, x := range b.groups[i].members {
		ids[j] = x.clientID
	}
	return &wire.ConsumerList{ClientIDs: ids}
}

// producer is a client that sends [ProducerManager].
type producer struct {
	channel int64
	heard   kernel.Time
}

func (b *Broker) registerProducer(env *kernel.Env, from caller) {
	i, ok := kernel.Find(len(b.producers), func(i int) int { return int(from.channel - b.producers[i].channel) })
	if !ok {
		b.producers = kernel.Insert(b.producers, i, producer{channel: from.channel})
	}
	b.producers[i].heard = env.Now()
}

func (b *Broker) findGroup(name string) (int, bool) {
	return kernel.Find(len(b.groups), func(i int) int { return strings.Compare(name, b.groups[i].name) })
}

func (b *Broker) explainMember(env *kernel.Env, rule explain.Rule, g *group, clientID string, quiet bool, more ...explain.Fact) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		told := len(g.members)
		if quiet {
			told = 0
		}
		d.Saw = append([]explain.Fact{
			explain.Text("group", g.name), explain.Text("client", clientID),
			explain.Num("members", int64(len(g.members))), explain.Num("notified", int64(told)),
		}, more...)
		d.Chose = g.clientIDs()
	}
	env.Explain(d)
}

func (b *Broker) explainReplaced(env *kernel.Env, g *group, clientID string, c subscriptionChange) {
	d := explain.Decision{Rule: explain.BrokerSubscriptionReplaced}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("group", g.name), explain.Text("client", clientID), explain.Text("topic", c.replaced),
			explain.Text("expression.old", c.oldExpression), explain.Num("version.old", c.oldVersion),
			explain.Text("expression.new", c.newExpression), explain.Num("version.new", c.newVersion),
		}
	}
	env.Explain(d)
}
