package delay

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

func defaultLevels(t testing.TB) Levels {
	l, err := ParseLevels(DefaultLevels)
	require.NoError(t, err)
	return l
}

func always(r Result) func(Step) Result { return func(Step) Result { return r } }

// world is a service, its queues and what it wrote back.
type world struct {
	*testing.T
	Service
	*shelf
	now    kernel.Time
	answer func(Step) Result
	puts   []written
}

// eachVersion runs a test with the service of each version, started at 0.
func eachVersion(t *testing.T, run func(w *world)) {
	for _, p := range profile.All() {
		t.Run(p.Name, func(t *testing.T) {
			w := &world{T: t, Service: NewService(&p.Delay, defaultLevels(t)), shelf: newShelf(18), answer: always(Stored)}
			w.Start(0, w.shelf)
			run(w)
		})
	}
}

// to runs to a moment in ms, and makes its looks.
func (w *world) to(at int64) {
	for next := w.Next(w.now, w.shelf); next <= atMs(at); next = w.Next(w.now, w.shelf) {
		w.now = next
		w.puts = append(w.puts, lookNow(&w.Service, w.now, w.shelf, w.answer)...)
	}
	w.now = atMs(at)
}

// store runs to a moment in ms and stores a message of a level.
func (w *world) store(at int64, level int32) {
	w.to(at)
	w.add(level, w.levels.DeliverAt(level, w.clock.read(w.now)))
}

// restart crashes the service and starts it at a later moment in ms.
func (w *world) restart(at int64) {
	w.Crash()
	w.now, w.puts = atMs(at), nil
	w.Start(w.now, w.shelf)
}

// late is the grace of the versions that look every 100 ms.
func (w *world) late() time.Duration {
	if w.rules.Polls {
		return ms(100)
	}
	return 0
}

func (w *world) requireAt(want int64, got kernel.Time) {
	w.Helper()
	require.GreaterOrEqual(w, got, atMs(want))
	require.LessOrEqual(w, got, atMs(want).Add(w.late()))
}

func TestOneMessageOfAnIdleLevel(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.to(20_040)
		require.Equal(w, kernel.Never, w.Next(w.now, w.shelf), "a look that finds nothing is not made")
		w.store(20_040, 1)
		due, ok := w.HeadDue(1, w.shelf)
		require.True(w, ok)
		require.Equal(w, atMs(21_040), due)
		w.to(30_000)
		require.Len(w, w.puts, 1)
		w.requireAt(21_040, w.puts[0].at)
		_, ok = w.HeadDue(1, w.shelf)
		require.False(w, ok)
	})
}

func TestFiveOfALevelAndOneOfAnotherAfterARestart(t *testing.T) {
	eachVersion(t, func(w *world) {
		for i := range int64(5) {
			w.store(i*1000, 3)
		}
		w.store(4000, 5)
		w.to(5000)
		require.Empty(w, w.puts)
		w.restart(60_000)
		w.to(100_000)
		require.Len(w, w.puts, 6)
		for i, p := range w.puts[:5] {
			require.Equal(w, written{atMs(61_000), 3, int64(i)}, p)
		}
		w.requireAt(64_000, w.puts[5].at)
	})
}

func TestWhatACrashRepeats(t *testing.T) {
	for _, orderly := range []bool{false, true} {
		eachVersion(t, func(w *world) {
			for i := range int64(28) {
				w.store(i*1000+500, 1) // due each second from 1.5 s on
			}
			w.to(29_900)
			require.Len(w, w.puts, 28)
			if orderly {
				w.Stop()
			}
			w.restart(60_000)
			w.to(70_000)
			if orderly && w.rules.SavesOnStop {
				require.Empty(w, w.puts)
				return
			}
			require.Len(w, w.puts, 9, "what was delivered after the save at 20 s")
			require.Equal(w, int64(19), w.puts[0].offset)
		})
	}
}

func TestRefusedWriteBack(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.answer = func(step Step) Result {
			if step.Level == 3 {
				return Refused
			}
			return Stored
		}
		w.store(0, 3)
		w.store(0, 4)
		w.to(45_000)
		tries := 0
		for _, p := range w.puts {
			if p.level == 4 {
				w.requireAt(30_000, p.at)
				continue
			}
			require.Equal(w, atMs(10_000).Add(time.Duration(tries)*w.rules.PutRetry), p.at)
			tries++
		}
		require.Equal(w, int(ms(35_000)/w.rules.PutRetry)+1, tries)
	})
}

func TestUnrestorableMessage(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.answer = always(Unrestorable)
		w.store(4000, 1)
		w.store(4000, 1)
		w.to(5450)
		switch {
		case w.rules.RepeatsUnrestorable:
			require.Len(w, w.puts, 5)
			require.Zero(w, w.puts[4].offset)
		case w.rules.Polls:
			require.Equal(w, []written{{atMs(5000), 1, 0}, {atMs(5100), 1, 1}}, w.puts)
		default:
			require.Equal(w, []written{{atMs(5000), 1, 0}, {atMs(5000), 1, 1}}, w.puts)
		}
	})
}

// The clock steps back 5 s while A waits: versions that look every 100 ms find A
// further ahead than its level and deliver it, java.util.Timer waits on (DLY-03).
func TestClockStepBack(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.store(10_000, 3)
		w.to(11_000)
		w.StepClock(w.now, -5*time.Second)
		w.store(12_000, 3)
		w.to(60_000)
		require.Len(w, w.puts, 2)
		if w.rules.OneTimer {
			require.Equal(w, []written{{atMs(25_000), 3, 0}, {atMs(25_000), 3, 1}}, w.puts)
			return
		}
		w.requireAt(11_000, w.puts[0].at)
		w.requireAt(22_000, w.puts[1].at)
	})
}

func TestShortenedLevelDeliversEarly(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.store(0, 16)
		short, err := ParseLevels("1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 60s")
		require.NoError(w, err)
		w.Stop()
		w.SetLevels(short)
		w.restart(900_000)
		var rules []explain.Rule
		w.answer = func(step Step) Result {
			require.NotEmpty(w, step.Decision().Saw)
			rules = append(rules, step.Rule)
			return Stored
		}
		w.to(2_000_000)
		require.Equal(w, []explain.Rule{explain.DelayCorrected}, rules)
		require.Equal(w, atMs(901_000), w.puts[0].at)
	})
}

// One slow write delays every level of the only thread, and its own level alone
// where each has a thread.
func TestSlowWrite(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.store(4000, 1)
		w.store(4000, 2) // due at 9 s
		w.to(4990)
		step, ok := w.Look(atMs(5000), w.shelf)
		require.True(w, ok)
		require.Equal(w, int32(1), step.Level)
		w.now = atMs(5000)
		w.to(9990)
		if w.rules.OneTimer {
			require.Empty(w, w.puts)
		} else {
			w.requireAt(9000, w.puts[0].at)
		}
		w.Answer(atMs(10_000), 1, Stored)
		w.to(10_000)
		require.Len(w, w.puts, 1)
	})
}

func TestOffsetsOutsideTheQueue(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.Crash()
		w.Load(1, 3)
		w.Start(0, w.shelf)
		for range 5 {
			w.store(2000, 1)
		}
		w.to(5000)
		if w.rules.ClampsOffsets {
			require.Len(w, w.puts, 5)
		} else {
			require.Len(w, w.puts, 2, "it waited for offset 3")
		}
		w.store(5050, 1)
		w.drop(1, 6)
		step, ok := w.Look(w.Next(w.now, w.shelf), w.shelf)
		require.True(w, ok)
		require.Equal(w, explain.DelayOffsetReset, step.Rule)
		require.Equal(w, int64(5), step.Offset)
	})
}

func TestCloneIsIndependent(t *testing.T) {
	eachVersion(t, func(w *world) {
		w.store(4000, 1)
		c := *w
		c.Service = w.Clone()
		w.to(20_000)
		require.Len(w, w.puts, 1)
		require.Empty(w, c.puts)
		c.to(20_000)
		require.Equal(w, w.puts, c.puts)
	})
}

// A level is delivered in order, and a crash repeats but never loses.
func TestCrashesLoseNothing(t *testing.T) {
	eachVersion(t, func(w *world) {
		r := rand.New(rand.NewPCG(7, 7))
		var next [19]int64 // by level: the offset after the furthest delivered
		last := [19]int64{}
		w.answer = func(step Step) Result {
			if last[step.Level] >= 0 {
				require.Equal(w, last[step.Level]+1, step.Offset, "in order")
			}
			last[step.Level] = step.Offset
			require.LessOrEqual(w, step.Offset, next[step.Level], "no gap")
			next[step.Level] = max(next[step.Level], step.Offset+1)
			return Stored
		}
		for level := range last {
			last[level] = -1
		}
		for now := int64(0); now < 600_000; now += r.Int64N(400) {
			w.store(now, int32(r.IntN(5))+1)
			if r.IntN(200) == 0 {
				w.restart(now + r.Int64N(20_000))
				now = w.now.Millis()
				for level := range last {
					last[level] = -1
				}
			}
		}
		w.to(700_000)
		for level := int32(1); level <= 18; level++ {
			_, end := w.Range(level)
			require.Equal(w, end, next[level])
		}
	})
}
