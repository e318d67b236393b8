package delay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

// polling is ScheduleMessageService as RocketMQ runs it: every look is made, in
// steps of 1 ms, by java.util.Timer or a pool of threads.
type polling struct {
	rules   *profile.Delay
	levels  Levels
	clock   int64
	items   []pollItem // of the levels, then the save
	seq     int64
	alarm   int64 // OneTimer: until when its thread sleeps
	offsets map[int]int64
	saved   map[int]int64
	puts    []written
	outcome func(level int32, offset int64) (Result, int64)
}

type pollItem struct {
	exec, seq int64 // OneTimer: by the wall clock
	offset    int64
	end       int64
	walking   bool
	busy      int64 // the answer comes at
	answer    Result
	writing   bool
}

// read is the clock by which the threads count.
func (p *polling) read(now int64) int64 {
	if p.rules.OneTimer {
		return now + p.clock
	}
	return now
}

func (p *polling) plan(i int, exec int64) {
	p.seq++
	p.items[i].exec, p.items[i].seq = exec, p.seq
}

func (p *polling) start(now int64, q *shelf) {
	p.items = make([]pollItem, len(p.levels.delays)+1)
	p.offsets = map[int]int64{}
	for i, offset := range p.saved {
		if p.rules.ClampsOffsets {
			low, high := q.Range(int32(i) + 1)
			offset = min(max(offset, low), high)
		}
		p.offsets[i] = offset
		p.items[i].offset = offset
	}
	for i := range p.levels.delays {
		p.plan(i, p.read(now)+1000)
	}
	p.plan(len(p.items)-1, p.read(now)+10000)
	p.alarm = now + 1000
}

// tick is one millisecond.
func (p *polling) tick(now int64, q *shelf) {
	for i := range p.items {
		if it := &p.items[i]; it.writing && it.busy <= now {
			it.writing = false
			p.answered(i, now, it.answer)
			p.walk(i, now, q)
			p.alarm = now
		}
	}
	if p.rules.OneTimer && now < p.alarm {
		return
	}
	for {
		best := -1
		for i, it := range p.items {
			if it.writing {
				if p.rules.OneTimer {
					return
				}
				continue
			}
			if best < 0 || it.exec < p.items[best].exec || it.exec == p.items[best].exec && it.seq < p.items[best].seq {
				best = i
			}
		}
		it := &p.items[max(best, 0)]
		if best < 0 || it.exec > p.read(now) {
			p.alarm = now + it.exec - p.read(now)
			return
		}
		if best == len(p.items)-1 {
			p.save()
			p.plan(best, it.exec+10000)
			continue
		}
		p.look(best, now, q)
	}
}

func (p *polling) save() {
	p.saved = map[int]int64{}
	for i, offset := range p.offsets {
		p.saved[i] = offset
	}
}

func (p *polling) look(i int, now int64, q *shelf) {
	it := &p.items[i]
	low, high := q.Range(int32(i) + 1)
	switch {
	case it.offset < low:
		it.offset = low
	case it.offset > high && p.rules.ClampsOffsets:
		it.offset = high
	case it.offset < high:
		it.walking, it.end = true, high
		p.walk(i, now, q)
		return
	}
	p.plan(i, p.read(now)+100)
}

func (p *polling) pause(i int, exec int64) {
	p.items[i].walking = false
	if !p.rules.UpdatesEach {
		p.offsets[i] = p.items[i].offset
	}
	p.plan(i, exec)
}

func (p *polling) walk(i int, now int64, q *shelf) {
	it := &p.items[i]
	for it.walking && !it.writing {
		if it.offset >= it.end {
			p.pause(i, p.read(now)+100)
			return
		}
		if low, _ := q.Range(int32(i) + 1); it.offset < low {
			it.offset++
			continue
		}
		wall := now + p.clock
		at := q.DeliverAt(int32(i)+1, it.offset)
		if at > wall+p.levels.delays[i] {
			at = wall
		}
		if at > wall {
			if p.rules.Polls {
				p.pause(i, p.read(now)+100)
			} else {
				p.pause(i, p.read(now)+at-wall)
			}
			return
		}
		p.puts = append(p.puts, written{atMs(now), int32(i) + 1, it.offset})
		r, took := p.outcome(int32(i)+1, it.offset)
		if took > 0 {
			it.writing, it.busy, it.answer = true, now+took, r
			return
		}
		p.answered(i, now, r)
	}
}

func (p *polling) answered(i int, now int64, r Result) {
	it := &p.items[i]
	switch {
	case r == Refused:
		p.pause(i, p.read(now)+p.rules.PutRetry.Milliseconds())
	case r == Unrestorable && p.rules.Polls:
		if !p.rules.RepeatsUnrestorable {
			it.offset++
		}
		p.pause(i, p.read(now)+100)
	default:
		it.offset++
		if r == Stored && p.rules.UpdatesEach {
			p.offsets[i] = it.offset
		}
	}
}

// outcomes makes results that depend only on the message and how often it was
// tried, so that both worlds have the same.
func outcomes(seed uint64, slow bool) func(level int32, offset int64) (Result, int64) {
	tries := map[[2]int64]uint64{}
	return func(level int32, offset int64) (Result, int64) {
		key := [2]int64{int64(level), offset}
		tries[key]++
		r := rand.New(rand.NewPCG(seed, uint64(level)<<40|uint64(offset)<<8|tries[key]))
		result, took := Stored, int64(0)
		if n := r.IntN(12); n < 3 {
			result = Result(n) + 1
		}
		if slow && r.IntN(4) == 0 {
			took = r.Int64N(14) * 50
		}
		return result, took
	}
}

// Looks that are computed do what looks every 100 ms do.
func TestComputedLooksArePolling(t *testing.T) {
	for _, p := range profile.All() {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(40) {
				runBoth(t, &p.Delay, seed)
			}
		})
	}
}

// answerDue is a write back that takes time.
type answerDue struct {
	at     int64
	level  int32
	result Result
}

func runBoth(t *testing.T, rules *profile.Delay, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	levels, err := ParseLevels("1s 0s 3s 10s")
	require.NoError(t, err)
	slow := seed%2 == 1
	q := newShelf(int(levels.Max))
	model := &polling{rules: rules, levels: levels, saved: map[int]int64{}, outcome: outcomes(seed, slow)}
	b := both{Service: NewService(rules, levels), outcome: outcomes(seed, slow)}
	b.Start(0, q)
	model.start(0, q)
	for now := int64(0); now < 60_000; now++ {
		event(r, seed, now, q, model, &b)
		if b.Running() {
			model.tick(now, q)
			b.run(atMs(now), q)
		}
		for i := range levels.delays {
			offset, ok := b.Saved(int32(i) + 1)
			want, has := model.saved[i]
			if has != ok || want != offset {
				t.Fatalf("seed %d at %d: saved offset of level %d is %d, want %d", seed, now, i+1, offset, want)
			}
		}
	}
	if !rules.OneTimer { // threads of one instant are in no order
		sortWritten(model.puts)
		sortWritten(b.puts)
	}
	require.Equal(t, model.puts, b.puts, "seed %d", seed)
}

func sortWritten(puts []written) {
	slices.SortStableFunc(puts, func(a, b written) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return int(a.level - b.level)
	})
}

// event lets something happen to both worlds now and then.
func event(r *rand.Rand, seed uint64, now int64, q *shelf, model *polling, b *both) {
	rare := 4000
	if seed%4 >= 2 { // much of it in the same instants
		if now%50 != 0 {
			return
		}
		rare = 100
	}
	level := int32(r.IntN(len(model.levels.delays))) + 1
	switch n := r.IntN(rare); {
	case n < 12:
		q.add(level, model.levels.DeliverAt(level, now+model.clock))
	case n == 12:
		q.drop(level, r.IntN(3))
	case n == 13 && seed%3 == 0:
		d := (r.Int64N(600) - 300) * 50
		b.StepClock(atMs(now), ms(d))
		model.clock += d
	case n == 14 && seed%5 == 0:
		b.answers = nil
		if !b.Running() {
			b.Start(atMs(now), q)
			model.start(now, q)
			return
		}
		if r.IntN(2) == 0 {
			b.Stop()
			if model.rules.SavesOnStop {
				model.save()
			}
			return
		}
		b.Crash()
	}
}

// both is the Service beside the model.
type both struct {
	Service
	answers []answerDue
	puts    []written
	outcome func(level int32, offset int64) (Result, int64)
}

// run does what a broker does: nothing before Next.
func (b *both) run(now kernel.Time, q *shelf) {
	for i := 0; i < len(b.answers); i++ {
		if a := b.answers[i]; a.at == now.Millis() {
			b.Answer(now, a.level, a.result)
			b.answers = slices.Delete(b.answers, i, i+1)
			i--
		}
	}
	if b.Next(now, q) > now {
		return
	}
	for step, ok := b.Look(now, q); ok; step, ok = b.Look(now, q) {
		if !step.Deliver {
			continue
		}
		if step.Rule == explain.DelayDue && q.DeliverAt(step.Level, step.Offset) > b.clock.read(now) {
			panic("delivered before its time")
		}
		b.puts = append(b.puts, written{now, step.Level, step.Offset})
		if result, took := b.outcome(step.Level, step.Offset); took > 0 {
			b.answers = append(b.answers, answerDue{now.Millis() + took, step.Level, result})
		} else {
			b.Answer(now, step.Level, result)
		}
	}
}
