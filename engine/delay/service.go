package delay

import (
	"slices"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

const (
	firstDelay = time.Second            // FIRST_DELAY_TIME
	while      = 100 * time.Millisecond // DELAY_FOR_A_WHILE
	savePeriod = 10 * time.Second       // flushDelayOffsetInterval, and the first save
)

// none is the offset of a level that has none in the table.
const none = -1

// saving stands for the task that saves the offsets, beside the levels' indexes.
const saving = -2

// Queues is the delay topic as its service sees it.
type Queues interface {
	// Range is a level's queue: its oldest offset and that after its last.
	Range(level int32) (min, max int64)
	// DeliverAt is the tags code of an index entry: when it is due, in ms of the
	// broker's clock.
	DeliverAt(level int32, offset int64) int64
}

// Service is a broker's ScheduleMessageService. It lives across crashes: what
// it saved stays, all else begins anew with Start.
type Service struct {
	rules   *profile.Delay
	levels  Levels
	clock   clock
	running bool
	tasks   []task      // one a level
	since   kernel.Time // OneTimer: when its thread began to write
	free    kernel.Time // OneTimer: its thread does nothing before
	alarm   kernel.Time // OneTimer: when its thread wakes, if a clock step might have changed that
	rank    uint64      // of the task armed last
	save    look        // the next save of the offsets
	dirty   bool        // a save would write something new
	offsets []int64     // offsetTable, by level - 1
	saved   []int64     // config/delayOffset.json, by level - 1
}

type phase uint8

const (
	idle    phase = iota // waits for its next look
	walking              // delivers one message after another
	writing              // waits for a message to be written back
)

// task is a level's DeliverDelayedMessageTimerTask.
type task struct {
	phase  phase
	offset int64 // the entry to look at next
	end    int64 // the end of the queue when the run began
	look   look
}

// NewService makes the service of a broker with the given levels; it stands
// until Start.
func NewService(rules *profile.Delay, levels Levels) Service {
	return Service{rules: rules, levels: levels}
}

// Clone returns an independent copy.
func (s *Service) Clone() Service {
	c := *s
	c.tasks, c.offsets, c.saved = slices.Clone(s.tasks), slices.Clone(s.offsets), slices.Clone(s.saved)
	return c
}

// Levels are the levels that the service runs.
func (s *Service) Levels() *Levels { return &s.levels }

// SetLevels changes the levels of a service that stands; a running one reads
// them at its start only.
func (s *Service) SetLevels(l Levels) { s.levels = l }

// Start loads the saved offsets and plans the first look of each level
// [ScheduleMessageService.start].
func (s *Service) Start(now kernel.Time, q Queues) {
	s.running, s.free, s.alarm, s.dirty = true, now, now-1, true
	s.offsets = append(s.offsets[:0], s.saved...)
	s.tasks = slices.Grow(s.tasks[:0], len(s.levels.delays))[:len(s.levels.delays)]
	for i := range s.tasks {
		s.tasks[i] = task{offset: max(s.startOffset(i, q), 0)}
		s.arm(&s.tasks[i], now, firstDelay, false)
	}
	s.rank++
	s.save = look{rank: s.rank}
	s.save.move(now.Add(savePeriod))
}

// startOffset is the saved offset of a level, put into its queue's range where
// the version does so [ScheduleMessageService.correctDelayOffset].
func (s *Service) startOffset(i int, q Queues) int64 {
	if i >= len(s.offsets) || s.offsets[i] == none {
		return none
	}
	if s.rules.ClampsOffsets {
		low, high := q.Range(int32(i) + 1)
		s.offsets[i] = min(max(s.offsets[i], low), high)
	}
	return s.offsets[i]
}

// Stop ends the service in an orderly way [ScheduleMessageService.shutdown].
func (s *Service) Stop() {
	if s.running && s.rules.SavesOnStop {
		s.saved = append(s.saved[:0], s.offsets...)
	}
	s.running = false
}

// Clamped is the step that the start took with a level whose saved offset lay
// outside its queue; ok is false for one that began where it was saved. To be
// asked right after Start [ScheduleMessageService.correctDelayOffset].
func (s *Service) Clamped(level int32, q Queues) (step Step, ok bool) {
	saved, _ := s.Saved(level)
	offset, ok := s.Offset(level)
	if !ok || offset == saved {
		return Step{}, false
	}
	low, high := q.Range(level)
	return resetStep(level, saved, low, high, offset), true
}

// Stamp is the tags code of a message of a level that is stored now.
func (s *Service) Stamp(now kernel.Time, level int32) int64 {
	return s.levels.DeliverAt(level, s.clock.read(now))
}

// When is the moment at which the broker's clock reaches ms.
func (s *Service) When(ms int64) kernel.Time { return s.clock.when(ms) }

// Crash ends the service with its process: what was saved stays.
func (s *Service) Crash() { s.running = false }

// Running tells whether the service runs.
func (s *Service) Running() bool { return s.running }

// Saved is the offset of a level in the file; ok is false if it has none.
func (s *Service) Saved(level int32) (offset int64, ok bool) { return at(s.saved, level) }

// Offset is the offset of a level in the offset table; ok is false if it has
// none.
func (s *Service) Offset(level int32) (offset int64, ok bool) { return at(s.offsets, level) }

// Load writes a level's offset into the file of a service that stands: what a
// slave copies from its master.
func (s *Service) Load(level int32, offset int64) { s.saved = put(s.saved, level, offset) }

func at(table []int64, level int32) (int64, bool) {
	if level < 1 || int(level) > len(table) || table[level-1] == none {
		return 0, false
	}
	return table[level-1], true
}

func put(table []int64, level int32, offset int64) []int64 {
	for len(table) < int(level) {
		table = append(table, none)
	}
	table[level-1] = offset
	return table
}

// update moves a level's offset in the table.
func (s *Service) update(i int, now kernel.Time) {
	t := &s.tasks[i].look
	if s.rules.OneTimer {
		now = t.due // what was due earlier ran earlier, even if both were late
	}
	s.settleSave(now, t)
	s.dirty = true
	s.offsets = put(s.offsets, int32(i)+1, s.tasks[i].offset)
}

// settleSave moves a save that changes nothing on to the first that is not
// before from, and past one at from that comes before the look o.
func (s *Service) settleSave(from kernel.Time, o *look) {
	if s.dirty {
		return
	}
	s.save.move(grid(s.save.due, from, savePeriod))
	if o != nil && s.save.due == o.due && s.save.before(o) {
		s.save.move(s.save.due.Add(savePeriod))
	}
}

// persist saves the offsets [ConfigManager.persist]. It runs at a fixed rate, so
// that it makes up for the runs over which a clock stepped ahead.
func (s *Service) persist(now kernel.Time) {
	s.saved = append(s.saved[:0], s.offsets...)
	s.save.due = s.save.due.Add(savePeriod)
	s.dirty = s.save.due <= now
	s.rank++
	s.save.restart(now, s.rank)
}
