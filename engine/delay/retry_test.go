package delay

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

// poison is a message that always fails: the moments of its failures and that of
// its row in the dead letter topic.
func poison(w *world) (failures []kernel.Time, dead kernel.Time) {
	f := Failure{MaxReconsume: -1}
	for dead == 0 {
		failures = append(failures, w.now)
		r := SendBack(w.rules, f)
		if r.DelayLevel > 0 {
			level := w.Levels().Clamp(r.DelayLevel)
			w.store(w.now.Millis(), level)
			for n := len(w.puts); len(w.puts) == n; {
				w.to(w.Next(w.now, w.shelf).Millis())
			}
			f.StoredLevel = level
		}
		f.ReconsumeTimes = r.ReconsumeTimes
		if r.DeadLetter {
			dead = w.now
		}
	}
	return failures, dead
}

func TestPoisonTakesFourHoursFortyFiveMinutes(t *testing.T) {
	want := []int64{0, 10, 40, 100, 220, 400, 640, 940, 1300, 1720, 2200, 2740, 3340, 4540, 6340, 9940, 17140}
	require.Equal(t, 4*time.Hour+45*time.Minute+40*time.Second, ms(want[16]*1000))
	eachVersion(t, func(w *world) {
		failures, dead := poison(w)
		require.Len(t, failures, len(want))
		for i, at := range failures {
			require.GreaterOrEqual(t, at, atMs(want[i]*1000))
			require.LessOrEqual(t, at, atMs(want[i]*1000).Add(time.Duration(i)*w.late()))
		}
		if w.rules.DeadLetterWaits {
			require.Equal(t, atMs(24_340_000), dead)
		} else {
			require.Equal(t, failures[16], dead)
		}
	})
}

func TestPublishedRetries(t *testing.T) {
	for _, p := range profile.All() {
		times, level := Publish(15)
		r := Published(&p.Delay, Failure{ReconsumeTimes: times, DelayLevel: level, MaxReconsume: -1})
		require.Equal(t, !p.Delay.DeadLettersDirect, r.DeadLetter, "%s: one failure early in 4.x", p.Name)
		require.Equal(t, int32(18), r.DelayLevel)

		times, level = PublishOrderly(&p.Delay, 3)
		require.Equal(t, int32(6), level)
		r = Published(&p.Delay, Failure{ReconsumeTimes: times, DelayLevel: level, MaxReconsume: 3})
		require.True(t, r.DeadLetter, p.Name)
		require.Equal(t, explain.RetryDeadLetter, r.Rule)
		if p.Delay.DeadLettersDirect {
			require.Zero(t, r.DelayLevel)
		} else {
			require.Equal(t, int32(6), r.DelayLevel, "2 minutes late")
		}
		require.NotEmpty(t, r.Decision().Saw)

		r = Published(&p.Delay, Failure{ReconsumeTimes: 1, DelayLevel: 4, MaxReconsume: 3, Locked: true})
		require.Equal(t, p.Delay.DeadLettersDirect, r.DeadLetter)
	}
}
