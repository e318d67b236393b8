package broker

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// group is what a broker knows of a consumer group [ConsumerGroupInfo].
type group struct {
	name          string
	model         wire.MessageModel
	members       []member                // by channel
	subscriptions []wire.SubscriptionData // one a topic for the whole group, by topic
}

// member is one channel of a group: two clients of one id are two members.
type member struct {
	channel  int64
	clientID string
	heard    kernel.Time // of its last heartbeat
}

// updateChannel enters a member or refreshes it, and reports whether it is new.
// The last heartbeat's model holds for the group [ConsumerGroupInfo.updateChannel].
func (g *group) updateChannel(m member, model wire.MessageModel) (joined bool) {
	g.model = model
	i, ok := slices.BinarySearchFunc(g.members, m.channel, func(x member, c int64) int { return int(x.channel - c) })
	if !ok {
		g.members = kernel.Insert(g.members, i, m)
		return true
	}
	g.members[i].heard = m.heard
	return false
}

func (g *group) findMember(channel int64) int {
	return slices.IndexFunc(g.members, func(m member) bool { return m.channel == channel })
}

func (g *group) clientIDs() []string {
	ids := make([]string, len(g.members))
	for i, m := range g.members {
		ids[i] = m.clientID
	}
	return ids
}

// subscriptionChange says what a heartbeat did to a group's table.
type subscriptionChange struct {
	added, removed string // the last such topic, "" if none

	replaced                     string // topic whose expression a newer version changed
	oldExpression, newExpression string
	oldVersion, newVersion       int64
}

// topics reports whether the set of topics has changed: only that is told to
// the group.
func (c *subscriptionChange) topics() bool { return c.added != "" || c.removed != "" }

// facts are the topics that came and went.
func (c *subscriptionChange) facts() (facts []explain.Fact) {
	if c.added != "" {
		facts = append(facts, explain.Text("topic.added", c.added))
	}
	if c.removed != "" {
		facts = append(facts, explain.Text("topic.removed", c.removed))
	}
	return facts
}

// updateSubscriptions takes in one member's subscriptions for the whole group:
// unknown topics are added, an entry is replaced only by a greater version, and
// topics that this member does not have are removed [ConsumerGroupInfo.updateSubscription].
func (g *group) updateSubscriptions(subs []wire.SubscriptionData) (change subscriptionChange) {
	for i := range subs {
		s := &subs[i]
		j, ok := g.findSubscription(s.Topic)
		if !ok {
			g.subscriptions = kernel.Insert(g.subscriptions, j, *s)
			change.added = s.Topic
			continue
		}
		old := &g.subscriptions[j]
		if s.SubVersion <= old.SubVersion {
			continue
		}
		if old.Expression != s.Expression {
			change.replaced, change.oldExpression, change.newExpression = s.Topic, old.Expression, s.Expression
			change.oldVersion, change.newVersion = old.SubVersion, s.SubVersion
		}
		*old = *s
	}
	g.subscriptions = slices.DeleteFunc(g.subscriptions, func(old wire.SubscriptionData) bool {
		kept := slices.ContainsFunc(subs, func(s wire.SubscriptionData) bool { return s.Topic == old.Topic })
		if !kept {
			change.removed = old.Topic
		}
		return !kept
	})
	return change
}

// subscription is what the group wants of a topic, nil if nothing.
func (g *group) subscription(topic string) *wire.SubscriptionData {
	if i, ok := g.findSubscription(topic); ok {
		return &g.subscriptions[i]
	}
	return nil
}

func (g *group) findSubscription(topic string) (int, bool) {
	return kernel.Find(len(g.subscriptions), func(i int) int { return strings.Compare(topic, g.subscriptions[i].Topic) })
}
