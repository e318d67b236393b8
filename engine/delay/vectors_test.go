package delay

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

func TestLevelVectors(t *testing.T) {
	vectortest.Each(t, "delay-levels", func(t *testing.T, _ string, c struct {
		ID, Levels             string
		ParsedOk               bool
		MaxLevel               int32
		Millis                 map[string]int64
		DeliverOffsetFromStore []struct {
			Level     int32
			DeliverAt int64
		}
	}) {
		l, err := ParseLevels(c.Levels)
		require.Equal(t, c.ParsedOk, err == nil, c.ID)
		require.Equal(t, c.MaxLevel, l.Max, c.ID)
		require.Len(t, l.delays, len(c.Millis), c.ID)
		for level, want := range c.Millis {
			n, _ := strconv.Atoi(level)
			got, ok := l.Delay(int32(n))
			require.True(t, ok, c.ID)
			require.Equal(t, want, got, c.ID)
		}
		for _, d := range c.DeliverOffsetFromStore {
			require.Equal(t, d.DeliverAt, l.DeliverAt(d.Level, 77)-77, "%s level %d", c.ID, d.Level)
		}
	})
}

func TestRetryVectors(t *testing.T) {
	levels, err := ParseLevels(DefaultLevels)
	require.NoError(t, err)
	for _, p := range profile.All() {
		vectortest.Each(t, "consume-retry", func(t *testing.T, _ string, c struct {
			ID                                string
			MaxReconsumeTimes, ReconsumeTimes int32
			DelayLevelWhenNextConsume         int32
			Dlq                               bool
			NewReconsumeTimes                 int32
			Level, ClampedLevel               int32
			DelayMillis                       int64
		}) {
			r := SendBack(&p.Delay, Failure{ReconsumeTimes: c.ReconsumeTimes, MaxReconsume: c.MaxReconsumeTimes, DelayLevel: c.DelayLevelWhenNextConsume})
			require.Equal(t, c.Dlq, r.DeadLetter, c.ID)
			require.Equal(t, c.NewReconsumeTimes, r.ReconsumeTimes, c.ID)
			require.Equal(t, c.Level, r.DelayLevel, c.ID)
			require.Equal(t, c.ClampedLevel, levels.Clamp(r.DelayLevel), c.ID)
			if !c.Dlq {
				require.Equal(t, c.DelayMillis, levels.DeliverAt(levels.Clamp(r.DelayLevel), 0), c.ID)
			}
		})
	}
}

type vectorMessage struct {
	K        int
	Level    int32
	StoredAt int64
	Queue    int
	Deliver  *int64 `json:"deliverAt"`
}

type deliveryCase struct {
	ID, Levels      string
	ServiceStart    int64
	Horizon         int64
	Messages        []vectorMessage
	FailPutAttempts []int
	ResumeOffsets   map[string]int64
	Puts            []vectorPut
	Persisted       []vectorSave `json:"persistedOffsetsChanges"`
}

type vectorPut struct {
	T     int64
	K     int
	Queue int
	OK    bool
}

type vectorSave struct {
	T       int64
	Offsets map[string]int64
}

func TestDeliveryVectors(t *testing.T) {
	for _, p := range profile.All() {
		release := p.Release
		if p.Name == "5.3" {
			release = "4.9.8" // 5.x follows its timing
		}
		t.Run(p.Name, func(t *testing.T) {
			vectortest.Each(t, "delay-delivery-"+release, func(t *testing.T, _ string, c deliveryCase) { runDelivery(t, &p.Delay, c) })
		})
	}
}

func runDelivery(t *testing.T, rules *profile.Delay, c deliveryCase) {
	levels, err := ParseLevels(c.Levels)
	require.NoError(t, err)
	d := deliveryRun{service: NewService(rules, levels), shelf: newShelf(int(levels.Max)), c: c, at: map[[2]int64]vectorMessage{}}
	for level, offset := range c.ResumeOffsets {
		n, _ := strconv.Atoi(level)
		d.service.Load(int32(n), offset)
	}
	d.storeTo(atMs(c.ServiceStart))
	d.service.Start(atMs(c.ServiceStart), d.shelf)
	for tick := int64(10000); ; tick += 10000 {
		d.runTo(min(tick, c.Horizon))
		if tick > c.Horizon {
			break
		}
		d.sample(tick)
	}
	require.Equal(t, c.Puts, d.puts, c.ID)
	require.Equal(t, c.Persisted, d.saves, c.ID)
}

// deliveryRun drives a Service as a broker does.
type deliveryRun struct {
	service Service
	shelf   *shelf
	c       deliveryCase
	stored  int
	now     kernel.Time
	at      map[[2]int64]vectorMessage // by level and offset
	puts    []vectorPut
	saves   []vectorSave
}

// storeTo stores what is to be visible at now.
func (d *deliveryRun) storeTo(now kernel.Time) {
	for ; d.stored < len(d.c.Messages) && atMs(d.c.Messages[d.stored].StoredAt) <= now; d.stored++ {
		m := d.c.Messages[d.stored]
		due := d.service.levels.DeliverAt(m.Level, m.StoredAt)
		if m.Deliver != nil {
			due = *m.Deliver
		}
		_, end := d.shelf.Range(m.Level)
		d.at[[2]int64{int64(m.Level), end}] = m
		d.shelf.add(m.Level, due)
	}
}

func (d *deliveryRun) runTo(until int64) {
	for {
		next := d.service.Next(d.now, d.shelf)
		if d.stored < len(d.c.Messages) {
			next = min(next, atMs(d.c.Messages[d.stored].StoredAt))
		}
		if next > atMs(until) {
			return
		}
		d.now = next
		d.storeTo(next)
		lookNow(&d.service, next, d.shelf, d.answer)
	}
}

// answer refuses the attempts that the case names.
func (d *deliveryRun) answer(step Step) Result {
	m := d.at[[2]int64{int64(step.Level), step.Offset}]
	ok := !slices.Contains(d.c.FailPutAttempts, len(d.puts)+1)
	d.puts = append(d.puts, vectorPut{T: d.now.Millis(), K: m.K, Queue: m.Queue, OK: ok})
	if ok {
		return Stored
	}
	return Refused
}

func (d *deliveryRun) sample(tick int64) {
	offsets := map[string]int64{}
	for level := int32(1); level <= d.service.levels.Max; level++ {
		if offset, ok := d.service.Saved(level); ok {
			offsets[strconv.Itoa(int(level))] = offset
		}
	}
	if len(d.saves) == 0 || !maps.Equal(d.saves[len(d.saves)-1].Offsets, offsets) {
		d.saves = append(d.saves, vectorSave{tick, offsets})
	}
}
