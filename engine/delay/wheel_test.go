package delay

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

const hour = int64(60 * 60 * 1000)

// turning is a wheel and its topic.
type turning struct {
	testing.TB
	Wheel
	now    kernel.Time
	topic  []int64 // TIMER_OUT_MS
	rolls  []kernel.Time
	puts   []written
	answer func(Step) Result
}

func newTurning(t testing.TB) *turning {
	p, _ := profile.ByName("5.3")
	w := &turning{TB: t, Wheel: NewWheel(&p.Delay), answer: always(Stored)}
	w.Start(0, w)
	return w
}

func (w *turning) Timers() (int64, int64)      { return 0, int64(len(w.topic)) }
func (w *turning) TimerOut(offset int64) int64 { return w.topic[offset] }

// to runs to a moment in ms.
func (w *turning) to(at int64) {
	for next := w.Next(w.now, w); next <= atMs(at); next = w.Next(w.now, w) {
		w.now = next
		w.look()
	}
	w.now = atMs(at)
}

func (w *turning) look() {
	for step, ok := w.Look(w.now, w); ok; step, ok = w.Look(w.now, w) {
		switch {
		case !step.Deliver:
			require.Equal(w, explain.TimerRolled, step.Rule)
			w.rolls = append(w.rolls, w.now)
		case step.Roll:
			w.topic = append(w.topic, w.topic[step.Offset])
			w.Answer(w.now, step.Offset, Stored)
		default:
			w.puts = append(w.puts, written{at: w.now, offset: step.Offset})
			w.Answer(w.now, step.Offset, w.answer(step))
		}
	}
}

// send runs to a moment and stores a message for another, both in ms of
// simulated time and the clock.
func (w *turning) send(at, deliverAt int64) Timing {
	w.to(at)
	m := wire.Message{Topic: "orders", DeliverAt: deliverAt}
	timing := w.Park(w.now, &m)
	if timing.Parked {
		w.topic = append(w.topic, m.TimerOut)
	}
	return timing
}

func TestTimerProperties(t *testing.T) {
	w := newTurning(t)
	w.to(5000)
	park := func(m wire.Message) (wire.Message, Timing) {
		m.Topic, m.QueueID = "orders", 3
		timing := w.Park(w.now, &m)
		return m, timing
	}
	m, timing := park(wire.Message{TimerDelaySec: 2, TimerDelayMs: 9000, DeliverAt: 1})
	require.Equal(t, explain.TimerParked, timing.Rule)
	require.True(t, timing.Parked)
	require.Equal(t, wire.TimerTopic, m.Topic)
	require.Equal(t, int64(6000), m.TimerOut, "7 s is read when its slot of 6 s is over")
	Restore(&m)
	require.Equal(t, "orders", m.Topic)
	require.Equal(t, int32(3), m.QueueID)
	require.Zero(t, w.Park(w.now, &m).Rule, "it does not wait twice")

	m, _ = park(wire.Message{TimerDelayMs: 1500, DeliverAt: 1})
	require.Equal(t, int64(6000), m.TimerOut)
	m, timing = park(wire.Message{DeliverAt: 5000})
	require.Equal(t, explain.TimerPast, timing.Rule)
	require.Equal(t, "orders", m.Topic)
	m, timing = park(wire.Message{DelayLevel: 3, TimerDelaySec: 2})
	require.Equal(t, explain.TimerLevelWins, timing.Rule)
	require.Zero(t, m.TimerDelaySec)
	_, timing = park(wire.Message{TimerDelaySec: 3 * 24 * 3600})
	require.True(t, timing.Parked)
	_, timing = park(wire.Message{TimerDelaySec: 3*24*3600 + 1})
	require.True(t, timing.Illegal)
	require.Equal(t, explain.TimerTooFar, timing.Rule)
	require.NotEmpty(t, timing.Decision().Saw)

	old := profile.Default()
	none := NewWheel(&old.Delay)
	none.Start(0, w)
	require.False(t, none.Running())
	require.Zero(t, none.Park(0, &wire.Message{DeliverAt: 9000}).Rule)
}

func TestPrecisionOfTheWheel(t *testing.T) {
	w := newTurning(t)
	w.send(100, 12_300)
	w.send(150, 13_000)
	w.send(150, 12_999)
	w.to(20_000)
	require.Equal(t, []written{{at: atMs(13_000), offset: 0}, {at: atMs(13_000), offset: 1}, {at: atMs(13_000), offset: 2}}, w.puts)
}

func TestRolling(t *testing.T) {
	for ahead, parked := range map[int64]int64{60 * hour: 24 * hour, 72 * hour: 48 * hour} {
		w := newTurning(t)
		require.True(t, w.send(150, ahead).Parked)
		w.to(200)
		require.Len(t, w.rolls, 1)
		_, due := w.Waiting(0)
		require.Equal(t, atMs(parked+1000), due)
		w.to(80 * hour)
		require.Len(t, w.puts, 1)
		require.Equal(t, int64(1), w.puts[0].offset, "it was stored anew")
		require.Equal(t, atMs(ahead), w.puts[0].at)
		require.Zero(t, w.Len())
	}
}

func TestDiscardAfterThreeTries(t *testing.T) {
	w := newTurning(t)
	w.answer = func(step Step) Result {
		if step.Offset == 0 {
			return Refused
		}
		return Stored
	}
	w.send(0, 3000)
	w.send(0, 3000)
	w.send(0, 4000)
	w.to(10_000)
	require.Equal(t, []written{
		{at: atMs(3000), offset: 0}, {at: atMs(3000), offset: 1},
		{at: atMs(3500), offset: 0}, {at: atMs(4000), offset: 0}, {at: atMs(4000), offset: 2},
	}, w.puts, "the next slot waits for this one")
	w.to(20_000)
	require.Len(t, w.puts, 5)
}

func TestWheelRestart(t *testing.T) {
	w := newTurning(t)
	for i := range int64(10) {
		w.send(0, 1000+i*500)
	}
	w.to(4900)
	require.Len(t, w.puts, 7) // those of 1 s to 4 s
	orderly := w.Clone()
	orderly.Stop()
	orderly.Start(atMs(8000), w)
	w.Crash()
	w.puts, w.now = nil, atMs(8000)
	w.Start(w.now, w)
	w.to(9000)
	require.Equal(t, int64(7), w.puts[0].offset, "what was read before the checkpoint at 4 s is not read again")
	require.Len(t, w.puts, 3, "overdue ones come at once")
	require.Equal(t, atMs(8000), w.puts[2].at)
	require.Equal(t, 3, orderly.Len())

	w.send(9000, 9000+hour)
	w.to(9100)
	w.Crash()
	w.Start(atMs(8*24*hour), w)
	require.Zero(t, w.Len(), "older than the wheel")
}

// A crash repeats what the wheel delivered since its checkpoint, and loses
// nothing.
func TestWheelCrashRepeats(t *testing.T) {
	w := newTurning(t)
	w.send(0, 2000)
	w.send(0, 2500)
	w.StepClock(w.now, 300*time.Millisecond) // slots now end 300 ms before the checkpoints
	w.to(2750)
	require.Len(t, w.puts, 2)
	w.Crash()
	w.Start(atMs(3000), w)
	w.to(4000)
	require.Len(t, w.puts, 3)
	require.Equal(t, written{at: atMs(3000), offset: 1}, w.puts[2])
}

// The wheel, computed, does what its services do when they look every 100 ms.
func TestComputedWheelIsPolling(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := newTurning(t)
		var want []written
		var wheel, topic []int64
		next, write, skew := 0, int64(0), int64(0)
		for now := int64(0); now < 60_000; now++ {
			switch n := r.IntN(2000); {
			case n < 10:
				w.send(now, now+skew+r.Int64N(8000))
				topic = w.topic
			case n == 10 && seed%2 == 0:
				d := r.Int64N(8000) - 4000
				w.to(now - 1)
				w.now = atMs(now)
				w.StepClock(w.now, ms(d))
				write = max(write, (now+skew)/1000*1000)
				skew += d
			}
			if write = max(write, (now+skew)/1000*1000); now%100 != 0 {
				continue
			}
			for ; next < len(topic); next++ {
				if topic[next] < write {
					want = append(want, written{at: atMs(now), offset: int64(next)})
				} else {
					wheel = append(wheel, int64(next))
				}
			}
			for slot := int64(-10_000); slot < write; slot += 1000 {
				for i := 0; i < len(wheel); i++ {
					if topic[wheel[i]] == slot {
						want = append(want, written{at: atMs(now), offset: wheel[i]})
						wheel = append(wheel[:i], wheel[i+1:]...)
						i--
					}
				}
			}
		}
		w.to(59_999)
		require.Equal(t, want, w.puts, "seed %d", seed)
	}
}
