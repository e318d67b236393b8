package consumer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// backs are the levels asked for of the messages given back, in order.
func (w *world) backs() (levels []int32) {
	for _, m := range w.asked {
		if b, ok := m.(*wire.SendMessageBack); ok {
			levels = append(levels, b.DelayLevel)
		}
	}
	return levels
}

func (w *world) noted(rule explain.Rule) (n int) {
	for _, note := range w.notes {
		if note.Rule == rule {
			n++
		}
	}
	return n
}

func TestFailedMessagesAreGivenBack(t *testing.T) {
	c := orders(v49)
	c.Listener = Listener{Fail: 1, Max: -1, Level: 5}
	w := reading(c, 3)
	w.start()
	w.until(5 * time.Second)
	require.Len(t, w.backs(), 12)
	require.Equal(t, int32(5), w.backs()[0], "the level that the listener asks for")
	require.Equal(t, int64(3), w.committed("broker-a/1"), "the offset moves on")
	require.Zero(t, w.consumer.consumed)
	require.Equal(t, 12, w.noted(explain.RetryFailed))
}

// The consume thread that gives a message back waits for the answer, and does
// nothing else meanwhile.
func TestGivingBackBlocksAThread(t *testing.T) {
	c := orders(v49)
	c.Threads, c.Listener = 1, Listener{Fail: 1, Max: -1}
	w := reading(c, 3)
	w.start()
	w.until(2 * time.Second)
	var last kernel.Time
	for i, m := range w.asked {
		if m.Name() == "CONSUMER_SEND_MSG_BACK" {
			require.GreaterOrEqual(t, w.times[i].Sub(last), 2*time.Millisecond)
			last = w.times[i]
		}
	}
	require.Len(t, w.backs(), 12)
}

func TestPoisonAndItsCure(t *testing.T) {
	c := orders(v49)
	w := reading(c, 3)
	w.consumer.Poison(101, true)
	w.consumer.Poison(101, true)
	w.start()
	w.until(5 * time.Second)
	require.Len(t, w.backs(), 1)
	require.Equal(t, int64(11), w.consumer.consumed)
	w.consumer.Poison(101, false)
	require.Empty(t, w.consumer.Listener().Poison)
}

func TestBatches(t *testing.T) {
	for _, head := range []bool{false, true} {
		c := orders(v49)
		c.Listener = Listener{Batch: 4, AckIndex: head, Poison: []wire.MessageID{102}}
		w := reading(c, 4)
		w.start()
		w.until(5 * time.Second)
		if head {
			require.Len(t, w.backs(), 2, "what follows the ackIndex")
			require.Equal(t, int64(14), w.consumer.consumed)
		} else {
			require.Len(t, w.backs(), 4)
			require.Equal(t, int64(12), w.consumer.consumed)
		}
		require.Equal(t, int64(4), w.committed("broker-a/1"))
	}
}

func TestOrderlySuspension(t *testing.T) {
	c := orders(v49)
	c.Orderly, c.Listener = true, Listener{Poison: []wire.MessageID{101}, Max: -1, Suspend: 100 * time.Second}
	w := reading(c, 3)
	w.start()
	w.until(50 * time.Second)
	require.Equal(t, int64(1), w.committed("broker-a/1"), "the queue waits")
	require.Equal(t, int64(3), w.committed("broker-a/2"))
	require.Equal(t, 2, w.noted(explain.RetrySuspended), "a pause is 30 s at most")
	require.Empty(t, w.backs(), "nothing is sent back")
}

// A consumer that is stopped gives a message back whose listener fails at the
// interrupt, and one that waits for its listener loses no time.
func TestStopAndTheListener(t *testing.T) {
	for _, l := range []Listener{{Fail: 1, Max: -1}, {Fail: 1, Max: -1, FailsInterrupted: true}, {Fail: 1, Max: -1, Await: 10 * time.Second}} {
		c := orders(v49)
		c.Listen, c.Listener = 5*time.Second, l
		w := reading(c, 1)
		w.start()
		w.until(2 * time.Second)
		w.do(func(env *kernel.Env, c *Consumer) { c.Stop(env) })
		w.until(12 * time.Second)
		require.True(t, w.consumer.Stopped())
		if l.FailsInterrupted || l.Await > 0 {
			require.Len(t, w.backs(), 4)
		} else {
			require.Empty(t, w.backs())
		}
	}
}

func TestTimeoutCheck(t *testing.T) {
	c := orders(v49)
	c.Listener = Listener{Timeout: time.Minute, Max: -1}
	w := reading(c, 20)
	for id := range wire.MessageID(20) {
		w.consumer.Hang(100 + id)
	}
	w.start()
	w.until(110 * time.Second)
	require.Empty(t, w.backs(), "at the first check they have run for less than a minute")
	w.until(150 * time.Second)
	require.Len(t, w.backs(), 16, "16 of a queue at each check")
	require.Equal(t, int32(3), w.backs()[0])
	w.until(210 * time.Second)
	require.Len(t, w.backs(), 20)
	require.Equal(t, 20, w.noted(explain.RetryTimeout))
}

func TestListenerBounds(t *testing.T) {
	require.NoError(t, (&Listener{Timeout: 2 * time.Minute, Batch: 4}).Check(false))
	require.Error(t, (&Listener{Timeout: 90 * time.Second}).Check(false))
	require.Error(t, (&Listener{Suspend: -1}).Check(false))
	require.Error(t, (&Listener{Await: 2 * time.Hour}).Check(false))
	require.Error(t, (&Listener{Batch: 2}).Check(true))
}
