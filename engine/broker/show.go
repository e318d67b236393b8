package broker

import (
	"strings"

	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// What a lane shows of its messages.
const (
	tokensBefore = 2  // consumed, in front of the committed mark
	tokensAfter  = 20 // from the mark on: a lane has room for about 17
	tokensNewest = 3
)

// Show appends the broker's node, lanes, offsets, messages and timers. A broker
// that is down shows what its disk holds.
func (b *Broker) Show(v *view.View) {
	v.Nodes = append(v.Nodes, view.Node{
		ID: b.config.Self, Name: b.config.Name, Role: view.Broker, Version: b.config.Profile.Name,
		Broker: b.config.Broker, BrokerID: b.ID(), Answers: b.faults.all.Text, AnswersSends: b.faults.sends.Text,
	})
	aside := 0 // topics of messages that wait, shown so far
	for _, t := range b.topics {
		aside = b.showWaiting(v, aside, t.Topic)
		if t.Topic == wire.AutoCreateTopic {
			continue
		}
		group := b.shownGroup(t.Topic)
		for id := range max(t.ReadQueues, t.WriteQueues, b.store.Queues(t.Topic)) {
			b.showQueue(v, t, id, group)
		}
	}
	b.showWaiting(v, aside, lastTopic)
	if b.phase == serving {
		b.showGroups(v)
		b.showTimers(v)
	}
}

func (b *Broker) showQueue(v *view.View, t wire.TopicConfig, id int32, group string) {
	lane := int32(len(v.Queues))
	q := view.Queue{
		Broker: b.config.Self, Topic: t.Topic, ID: id, Min: b.store.Min(t.Topic, id), Max: b.store.Max(t.Topic, id),
		Readable: id < t.ReadQueues && t.Perm&wire.PermRead != 0, Writable: id < t.WriteQueues && t.Perm&wire.PermWrite != 0,
	}
	v.Queues = append(v.Queues, q)
	mark := q.Min
	for i := range b.offsets {
		e := &b.offsets[i]
		if e.topic != t.Topic || int(id) >= len(e.queues) || e.queues[id] == none {
			continue
		}
		v.Offsets = append(v.Offsets, view.Offset{Queue: lane, Group: e.group, Offset: e.queues[id]})
		if e.group == group {
			mark = e.queues[id]
		}
	}
	b.showTokens(v, lane, q, mark)
}

// showTokens appends the newest messages and those around the mark, newest first.
func (b *Broker) showTokens(v *view.View, lane int32, q view.Queue, mark int64) {
	high := min(mark+tokensAfter, q.Max)
	newest := max(q.Max-tokensNewest, high, q.Min)
	for o := q.Max - 1; o >= newest; o-- {
		b.showToken(v, lane, q, o, mark)
	}
	for o := high - 1; o >= max(mark-tokensBefore, q.Min); o-- {
		b.showToken(v, lane, q, o, mark)
	}
}

func (b *Broker) showToken(v *view.View, lane int32, q view.Queue, offset, mark int64) {
	m := b.store.At(q.Topic, q.ID, offset)
	state := view.Stored
	switch {
	case strings.HasPrefix(q.Topic, wire.DLQTopic("")):
		state = view.Dead
	case offset < mark:
		state = view.Consumed
	case m.ReconsumeTimes > 0:
		state = view.Retried
	}
	v.Tokens = append(v.Tokens, view.Token{
		Queue: lane, Offset: offset, ID: int64(m.ID), Shape: view.Shape(m.Key, int64(m.ID)), State: state, Count: uint8(min(m.ReconsumeTimes, 255)),
	})
}

// shownGroup is the group whose progress a topic's messages show: the first by
// name that has come anywhere in it or wants it.
func (b *Broker) shownGroup(topic string) string {
	name := ""
	for i := range b.offsets {
		if b.offsets[i].topic == topic {
			name = b.offsets[i].group
			break
		}
	}
	for i := range b.groups {
		if g := &b.groups[i]; g.subscription(topic) != nil {
			if name == "" || g.name < name {
				name = g.name
			}
			break
		}
	}
	return name
}

func (b *Broker) showTimers(v *view.View) {
	v.Timers = append(v.Timers, view.Timer{Node: b.config.Self, Kind: view.TimerRegister, At: b.nextRegister, Period: registerEvery})
	if b.slave() && b.sync.next >= v.At {
		v.Timers = append(v.Timers, view.Timer{Node: b.config.Self, Kind: view.TimerSync, At: b.sync.next, Period: b.syncPause() + b.rules().SyncTick})
	}
	heard, ok := b.oldestHeartbeat()
	if ok && v.At.Sub(heard) > heartbeatEvery {
		v.Timers = append(v.Timers, view.Timer{Node: b.config.Self, Kind: view.TimerExpiry, At: b.gridAfter(heard.Add(maxSilence), scanEvery, scanEvery), Period: maxSilence})
	}
}
