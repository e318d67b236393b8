package delay

import "rocketscope/engine/wire"

// Park puts a message with a delay level aside: its topic and queue become its
// level's queue of the delay topic, and its own are kept with it. The index
// entry's tags code is to be Levels.DeliverAt(m.DelayLevel, store time). It
// reports false, and changes nothing, for a message without a level
// [CommitLog.putMessage; HookUtils.transformDelayLevelMessage].
func Park(l *Levels, m *wire.Message) bool {
	if m.DelayLevel <= 0 {
		return false
	}
	m.DelayLevel = l.Clamp(m.DelayLevel)
	putAside(m, wire.ScheduleTopic, QueueID(m.DelayLevel))
	return true
}

func putAside(m *wire.Message, topic string, queue int32) {
	m.RealTopic, m.RealQueueID = m.Topic, m.QueueID
	m.Topic, m.QueueID = topic, queue
}

// Restore makes of a message that waited the one to write back: it goes to its
// own topic and queue and is not to be put aside again. It keeps its level, as
// the stored properties do [ScheduleMessageService.messageTimeup;
// TimerMessageStore.convertMessage].
func Restore(m *wire.Message) {
	m.Topic, m.QueueID = m.RealTopic, m.RealQueueID
	m.RealTopic, m.RealQueueID = "", 0
	m.NoWaitStore = true
}
