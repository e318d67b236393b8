package broker

import (
	"slices"
	"sort"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/store"
	"rocketscope/engine/wire"
)

// schedule is what brings the messages back that wait: the service of the delay
// levels and, in 5.x, the timer wheel [ScheduleMessageService, TimerMessageStore].
type schedule struct {
	service delay.Service
	wheel   delay.Wheel
	armed   kernel.Time // when its timer fires; 0 none
	gen     uint32
	origins []origin // by physical offset
	version version  // of the levels' offsets, on disk too [ScheduleMessageService.dataVersion]
}

// origin is what led to a message that waits: for those who ask why it came.
type origin struct {
	physical int64
	cause    kernel.Cause
}

func newSchedule(p *profile.Profile, levels delay.Levels) schedule {
	if levels.Max == 0 {
		levels, _ = delay.ParseLevels(delay.DefaultLevels)
	}
	return schedule{service: delay.NewService(&p.Delay, levels), wheel: delay.NewWheel(&p.Delay)}
}

func (s *schedule) clone() schedule {
	c := *s
	c.service, c.wheel, c.origins = s.service.Clone(), s.wheel.Clone(), slices.Clip(s.origins)
	return c
}

// cause is what led to a message that waits, 0 if that is not known.
func (s *schedule) cause(m *wire.MessageExt) kernel.Cause {
	i, ok := slices.BinarySearchFunc(s.origins, m.PhysicalOffset, func(o origin, p int64) int { return int(o.physical - p) })
	if !ok {
		return 0
	}
	return s.origins[i].cause
}

// forgetFrom forgets the origins of messages that the log has lost.
func (s *schedule) forgetFrom(end int64) {
	n := sort.Search(len(s.origins), func(i int) bool { return s.origins[i].physical >= end })
	s.origins = slices.Clip(s.origins[:n])
}

// levelQueues is the delay topic as the service sees it.
type levelQueues struct{ store *store.Store }

func (q levelQueues) Range(level int32) (low, high int64) {
	id := delay.QueueID(level)
	return q.store.Min(wire.ScheduleTopic, id), q.store.Max(wire.ScheduleTopic, id)
}

func (q levelQueues) DeliverAt(level int32, offset int64) int64 {
	return q.store.Code(wire.ScheduleTopic, delay.QueueID(level), offset)
}

// timerQueue is the timer topic as the wheel sees it.
type timerQueue struct{ store *store.Store }

func (q timerQueue) Timers() (low, high int64) {
	return q.store.Min(wire.TimerTopic, 0), q.store.Max(wire.TimerTopic, 0)
}

func (q timerQueue) TimerOut(offset int64) int64 {
	if m := q.store.At(wire.TimerTopic, 0, offset); m != nil {
		return m.TimerOut
	}
	return 0
}

// startSchedule begins to bring messages back; slaves do not.
func (b *Broker) startSchedule(env *kernel.Env) {
	b.schedule.armed = 0
	if !b.slave() && !b.acting.offline {
		b.runSchedule(env)
	}
}

// runSchedule starts the service and the wheel.
func (b *Broker) runSchedule(env *kernel.Env) {
	s, q := &b.schedule.service, levelQueues{&b.store}
	s.Start(env.Now(), q)
	b.schedule.wheel.Start(env.Now(), timerQueue{&b.store})
	start := env.Cause()
	for level := int32(1); level <= s.Levels().Max; level++ {
		if step, ok := s.Clamped(level, q); ok {
			b.explainStep(env, step, nil)
			env.SetCause(start)
		}
	}
	b.armSchedule(env)
}

// stopSchedule ends it in an orderly way.
func (b *Broker) stopSchedule() {
	b.schedule.service.Stop()
	b.schedule.wheel.Stop()
}

// crashSchedule ends it with the process; what the log has lost is forgotten.
func (b *Broker) crashSchedule() {
	b.schedule.service.Crash()
	b.schedule.wheel.Crash()
	b.schedule.wheel.Cut(timerQueue{&b.store})
	b.schedule.forgetFrom(b.store.End())
}

// armSchedule makes sure that the next look that finds something takes place.
func (b *Broker) armSchedule(env *kernel.Env) {
	s := &b.schedule
	next := min(s.service.Next(env.Now(), levelQueues{&b.store}), s.wheel.Next(env.Now(), timerQueue{&b.store}))
	if next == s.armed {
		return
	}
	s.armed = next
	s.gen++
	if next != kernel.Never {
		env.Every(next.Sub(env.Now()), timerSchedule, s.gen, 0, 0)
	}
}

// lookDelayed makes the looks of this moment and writes back what is due.
func (b *Broker) lookDelayed(env *kernel.Env) {
	b.schedule.armed = 0
	s, q := &b.schedule.service, levelQueues{&b.store}
	for step, ok := s.Look(env.Now(), q); ok; step, ok = s.Look(env.Now(), q) {
		waiting := b.store.At(wire.ScheduleTopic, delay.QueueID(step.Level), step.Offset)
		b.explainStep(env, step, waiting)
		if !step.Deliver {
			continue
		}
		result := b.writeBack(env, waiting, false)
		if result == delay.Stored {
			b.schedule.version.changed(env.Now(), delayStep)
		}
		if refused, ok := s.Answer(env.Now(), step.Level, result); ok && !b.saidRefused() {
			b.explainStep(env, refused, waiting)
		}
	}
	b.turnWheel(env)
	b.armSchedule(env)
}

// turnWheel does the same for the timer wheel.
func (b *Broker) turnWheel(env *kernel.Env) {
	w, q := &b.schedule.wheel, timerQueue{&b.store}
	for step, ok := w.Look(env.Now(), q); ok; step, ok = w.Look(env.Now(), q) {
		waiting := b.store.At(wire.TimerTopic, 0, step.Offset)
		if !step.Deliver || !step.Roll { // a message that rolls on has said so before
			b.explainStep(env, step, waiting)
		}
		if !step.Deliver {
			continue
		}
		refused, ok := w.Answer(env.Now(), step.Offset, b.writeBack(env, waiting, step.Roll))
		if ok && (refused.Rule == explain.TimerDiscarded || !b.saidRefused()) {
			b.explainStep(env, refused, waiting)
		}
	}
}

// writeBack appends a message that waited to its own queue, or with roll to the
// timer topic again. Nobody waits for slaves or the disk
// [ScheduleMessageService.messageTimeup, TimerMessageStore.doPut].
func (b *Broker) writeBack(env *kernel.Env, waiting *wire.MessageExt, roll bool) delay.Result {
	if waiting == nil {
		return delay.Missing
	}
	if b.full || b.slave() { // an acting master may not write
		return delay.Refused
	}
	m := waiting.Message
	if !roll {
		delay.Restore(&m)
		b.write(env, &m, b.queueOf(m.Topic, m.QueueID), filter.TagsCode(m.Tags))
		return delay.Stored
	}
	stored := b.write(env, &m, waiting.Queue, filter.TagsCode(m.Tags))
	b.schedule.origins = append(b.schedule.origins, origin{stored.PhysicalOffset, b.schedule.cause(waiting)})
	return delay.Stored
}

// explainStep records what a look did with a message, nil if it is not known.
func (b *Broker) explainStep(env *kernel.Env, step delay.Step, m *wire.MessageExt) {
	d := explain.Decision{Rule: step.Rule}
	if m != nil {
		env.SetCause(b.schedule.cause(m))
	}
	if env.Explaining() {
		d = step.Decision()
		if m != nil {
			queue := b.queueOf(m.RealTopic, m.RealQueueID)
			d.Saw = append(d.Saw, explain.Text("message", messageText(m.ID)), explain.Text("topic", queue.Topic), explain.Text("queue", queue.String()))
			d.Chose = []string{queue.String()}
		}
	}
	env.Explain(d)
}
