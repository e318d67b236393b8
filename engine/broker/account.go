package broker

import "rocketscope/engine/wire"

// account is what happened to this broker's groups and disk that somebody who
// counts wants to know; no broker keeps it.
type account struct {
	moved []Moved // since Forget
}

// Moved is a group's offset of a queue that has changed.
type Moved struct {
	Group  string
	Queue  wire.MessageQueue
	Offset int64
}

// Moved is the offsets that have changed by commits since ForgetAccount.
func (b *Broker) Moved() []Moved { return b.account.moved }

// Gone is the messages that the disk has ceased to hold since ForgetAccount: a
// tail that was not flushed, one that was cut off, a disk that was lost, what
// retention deleted.
func (b *Broker) Gone() []*wire.MessageExt { return b.store.Gone() }

// ForgetAccount empties Moved and Gone.
func (b *Broker) ForgetAccount() {
	b.account.moved = b.account.moved[:0]
	b.store.ForgetGone()
}

// Committed is a group's offset of a queue; ok is false if it has none here.
func (b *Broker) Committed(group string, q wire.MessageQueue) (offset int64, ok bool) {
	offset = b.offsets.get(group, q.Topic, q.QueueID)
	return offset, offset != none
}

// Newest is the newest message of a queue, nil if it is empty.
func (b *Broker) Newest(q wire.MessageQueue) *wire.MessageExt {
	return b.store.At(q.Topic, q.QueueID, b.store.Max(q.Topic, q.QueueID)-1)
}

// EachKept calls f for every message on the disk.
func (b *Broker) EachKept(f func(*wire.MessageExt)) { b.store.Each(f) }

// EachWaiting calls f for every message that waits in a delay level to be written
// to its own queue.
func (b *Broker) EachWaiting(f func(*wire.MessageExt)) {
	for id := range b.store.Queues(wire.ScheduleTopic) {
		head := b.schedule.service.Head(id+1, levelQueues{&b.store})
		for o := max(head, b.store.Min(wire.ScheduleTopic, id)); o < b.store.Max(wire.ScheduleTopic, id); o++ {
			f(b.store.At(wire.ScheduleTopic, id, o))
		}
	}
}

// Waits tells whether a message that was put aside has still to be written to its
// own queue, as far as this broker knows.
func (b *Broker) Waits(m *wire.MessageExt) bool {
	switch m.Queue.Topic {
	case wire.ScheduleTopic:
		return m.QueueOffset >= b.schedule.service.Head(m.Queue.QueueID+1, levelQueues{&b.store})
	case wire.TimerTopic:
		_, waits := b.schedule.wheel.Due(m.QueueOffset, timerQueue{&b.store})
		return waits
	}
	return false
}
