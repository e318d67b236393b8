package delay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

// followed is a wheel that stands beside another one and shares its topic.
func followed(t *testing.T) (w *turning, f *Wheel) {
	w = newTurning(t)
	other := NewWheel(w.rules)
	return w, &other
}

// offsets lists what waits in a wheel.
func (w *Wheel) offsets() (all []int64) {
	for i := range w.slots {
		all = append(all, w.slots[i].offset)
	}
	return all
}

// What the master has read goes out of the slave's wheel, what it has not stays.
func TestAStandingWheelFollows(t *testing.T) {
	w, f := followed(t)
	w.send(1000, 3000)
	w.send(1000, 20000)
	w.send(1000, 5500)
	require.EqualValues(t, 1000, w.Read(w.now), "nothing is due yet")
	f.Follow(w.now, w.Read(w.now), w)
	require.Equal(t, []int64{0, 2, 1}, f.offsets())
	require.EqualValues(t, 1000, f.Read(w.now), "it has read what the other has")
	w.to(7000)
	require.Len(t, w.puts, 2)
	f.Follow(w.now, w.Read(w.now), w)
	require.Equal(t, []int64{1}, f.offsets())
	require.Empty(t, f.writes, "it delivers nothing itself")

	f.Start(w.now, w)
	require.Equal(t, []int64{1}, f.offsets())
	require.Equal(t, atMs(20000), f.Next(atMs(19990), w), "the slot of 19 s is over")
}

// Up to the last flush of its checkpoint a wheel counts as having read nothing
// more, as after a crash.
func TestReadGoesByTheCheckpoint(t *testing.T) {
	w, f := followed(t)
	w.to(450)
	w.Stop()
	w.Start(w.now, w)
	w.send(500, 2000)
	w.to(2100)
	require.Len(t, w.puts, 1)
	require.LessOrEqual(t, w.Read(w.now), int64(1000), "its slot is not written down yet")
	f.Follow(w.now, w.Read(w.now), w)
	require.Equal(t, []int64{0}, f.offsets(), "so another one delivers it again")
	w.to(2500)
	f.Follow(w.now, w.Read(w.now), w)
	require.Empty(t, f.offsets())
}

// A slot that is being read is not read before all of it is written back.
func TestReadWaitsForItsSlot(t *testing.T) {
	w, _ := followed(t)
	w.answer = always(Refused)
	w.send(300, 2000)
	w.to(2300)
	require.LessOrEqual(t, w.Read(w.now), int64(1000))
	w.to(5000)
	require.EqualValues(t, 5000, w.Read(w.now), "discarded is read too")
}

// What is gone from the log is gone from the wheel; the offsets are given to
// other messages.
func TestCutWheel(t *testing.T) {
	w, f := followed(t)
	w.send(1000, 30000)
	w.send(1000, 31000)
	f.Follow(w.now, 0, w)
	w.topic = w.topic[:1]
	f.Cut(w)
	require.Equal(t, []int64{0}, f.offsets())
	w.topic = append(w.topic, 40000)
	f.Follow(w.now, 0, w)
	require.Equal(t, []int64{0, 1}, f.offsets())
	due, ok := f.Due(1, w)
	require.True(t, ok)
	require.Equal(t, atMs(41000), due)
}

// A message ahead of the window is parked by a wheel that follows as by the other.
func TestFollowedRolls(t *testing.T) {
	w, f := followed(t)
	w.send(1000, 60*hour)
	w.to(1200)
	f.Follow(w.now, 0, w)
	require.Equal(t, w.slots[0].slot, f.slots[0].slot)
	require.True(t, f.slots[0].roll)
	require.EqualValues(t, kernel.Never, f.slots[0].done)
}
