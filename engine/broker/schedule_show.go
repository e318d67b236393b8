package broker

import (
	"rocketscope/engine/delay"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// lastTopic comes after every topic's name.
const lastTopic = "\x7f"

// waitingTopic is the n-th topic in which messages wait, by name.
func waitingTopic(n int) (topic string, ok bool) {
	switch n {
	case 0:
		return wire.ScheduleTopic, true
	case 1:
		return wire.TimerTopic, true
	}
	return "", false
}

// showWaiting appends the lanes of messages that wait, a level each, from the
// n-th such topic up to the ones that come before a topic by name. A level that
// nothing has ever waited in has no lane. It returns how many topics are shown.
func (b *Broker) showWaiting(v *view.View, n int, before string) int {
	for topic, ok := waitingTopic(n); ok && topic < before; topic, ok = waitingTopic(n) {
		for id := range b.store.Queues(topic) {
			if b.store.Max(topic, id) > 0 {
				b.showLevel(v, topic, id)
			}
		}
		n++
	}
	return n
}

func (b *Broker) showLevel(v *view.View, topic string, id int32) {
	lane := int32(len(v.Queues))
	q := view.Queue{Broker: b.config.Self, Topic: topic, ID: id, Min: b.store.Min(topic, id), Max: b.store.Max(topic, id)}
	v.Queues = append(v.Queues, q)
	head := b.schedule.wheel.First()
	if topic == wire.ScheduleTopic {
		head = b.schedule.service.Head(id+1, levelQueues{&b.store})
	}
	head = min(max(head, q.Min), q.Max)
	first := len(v.Tokens)
	b.showTokens(v, lane, q, head)
	for i := first; i < len(v.Tokens); i++ {
		t := &v.Tokens[i]
		if due, waits := b.dueOf(topic, id, t.Offset, head); waits {
			t.State, t.Due, t.Since = view.Delayed, due, b.store.At(topic, id, t.Offset).StoredAt
		} else {
			t.State = view.Consumed
		}
	}
}

// dueOf is when a message that was put aside is due; waits is false for one that
// has come back.
func (b *Broker) dueOf(topic string, id int32, offset, head int64) (due kernel.Time, waits bool) {
	if topic == wire.TimerTopic {
		return b.schedule.wheel.Due(offset, timerQueue{&b.store})
	}
	return b.schedule.service.When(b.store.Code(topic, id, offset)), offset >= head
}

// HeadDue is when the next message of a delay level is due by its stamp; ok is
// false for a level in which none waits.
func (b *Broker) HeadDue(level int32) (due kernel.Time, ok bool) {
	return b.schedule.service.HeadDue(level, levelQueues{&b.store})
}

// Levels are the broker's delay levels.
func (b *Broker) Levels() *delay.Levels { return b.schedule.service.Levels() }
