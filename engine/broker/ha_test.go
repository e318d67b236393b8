package broker

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// codes lists how the sends ended, and when.
func (w *pair) codes() (out []string) {
	for _, r := range w.results {
		out = append(out, fmt.Sprintf("%d %d %s", r.id, r.code, r.at))
	}
	w.results = nil
	return out
}

func TestASlaveIsServedFromItsFirstReportOn(t *testing.T) {
	for _, c := range []struct {
		version string
		linked  time.Duration
	}{{"4.8", 10 * time.Second}, {"4.9", 10 * time.Second}, {"5.3", 5 * time.Second}} {
		w := newPair(c.version, func(c *Config) { c.Role = AsyncMaster })
		w.run(time.Second)
		w.send(100)
		w.run(c.linked - time.Second)
		require.False(t, w.holds(slave, 1), c.version)
		w.run(200 * time.Millisecond)
		require.True(t, w.holds(slave, 1), c.version)
		w.send(100)
		w.run(110 * time.Millisecond)
		require.True(t, w.holds(slave, 2), "an idle pusher looks every 100 ms")
		require.Equal(t, w.brokers[master].store.End(), w.brokers[slave].store.End())
	}
}

func TestAReconnectingSlaveReports(t *testing.T) {
	for _, c := range []struct {
		version string
		served  time.Duration // after the master is back
	}{{"4.9", 11 * time.Second}, {"5.3", 6 * time.Second}} {
		w := newPair(c.version, func(c *Config) { c.Role = AsyncMaster })
		w.run(20 * time.Second)
		w.kill(master, false)
		w.run(30 * time.Second)
		w.start(master)
		w.send(100)
		w.run(c.served)
		require.True(t, w.holds(slave, 1), c.version)
	}
}

func TestASynchronousSendWaitsForTheSlave(t *testing.T) {
	w := newPair("4.9")
	w.run(time.Second)
	w.send(100)
	w.run(10 * time.Second)
	w.send(100)
	w.run(time.Second)
	require.Equal(t, []string{"1 11 1.004s", "2 0 11.004s"}, w.codes(), "there and back to the slave, at once")
	w.cut = true
	for range 3 {
		w.send(100)
		w.run(100 * time.Millisecond)
	}
	w.run(5 * time.Second)
	require.Equal(t, []string{"3 12 15.002s", "4 12 15.102s", "5 12 15.202s"}, w.codes(), "3 s from the append, each for itself")
}

func TestTo492SendsWaitOneAfterAnother(t *testing.T) {
	w := newPair("4.8")
	w.run(12 * time.Second)
	w.cut = true
	for range 3 {
		w.send(100)
		w.run(100 * time.Millisecond)
	}
	w.run(18 * time.Second)
	require.Equal(t, []string{"1 12 17.004s", "2 12 22.004s", "3 12 27.004s"}, w.codes())
}

func TestFrom5TheMasterCounts(t *testing.T) {
	for acks, want := range map[int32][]string{1: {"1 0 12.004s"}, 2: {"1 12 15.004s"}} {
		w := newPair("5.3", func(c *Config) { c.InSync = acks })
		w.run(12 * time.Second)
		w.cut = true
		w.send(100)
		w.run(5 * time.Second)
		require.Equal(t, want, w.codes())
	}
}

func TestTheSocketsBuffersAreFinite(t *testing.T) {
	w := newPair("4.9", func(c *Config) { c.Role = AsyncMaster })
	w.run(12 * time.Second)
	w.cut = true
	for range 10 {
		w.send(64 << 10)
	}
	w.run(2 * time.Second)
	bytes := int64(0)
	for _, e := range w.waiting {
		if m, ok := e.Msg.(*wire.HATransfer); ok {
			bytes += m.Size
		}
	}
	require.Equal(t, int64(haWindow), bytes)
	w.heal()
	w.run(time.Second)
	require.Equal(t, int64(640<<10), w.brokers[slave].store.End(), "the rest follows with the reports")
}

// Under random kills, lost hosts and cuts, what a SYNC_MASTER has answered with
// SEND_OK is on both disks, as long as a disk has not lost anything since. The
// master's own losses end a run: after them the longer log of a slave confirms
// what it does not have, in RocketMQ too.
func TestSynchronousSendsAreOnBothDisks(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		for seed := range uint64(20) {
			w := newPair(version, func(c *Config) { c.InSync = 2 })
			random := kernel.NewStream(seed, version)
			for range 60 {
				w.wander(&random)
				w.run(time.Duration(random.Below(3000)) * time.Millisecond)
				w.requireKept(t, fmt.Sprint(version, " ", seed))
			}
			w.kill(master, random.Below(2) == 0)
			w.brokers[master].LoseDisk()
			w.hurt[master]++
			w.requireKept(t, fmt.Sprint(version, " ", seed, " without the master's disk"))
		}
	}
}

func (w *pair) wander(random *kernel.Stream) {
	switch random.Below(10) {
	case 0:
		w.toggle(master, false)
	case 1:
		w.toggle(slave, random.Below(2) == 0)
	case 2:
		if w.cut {
			w.heal()
		} else {
			w.cut = true
		}
	default:
		for range 1 + random.Below(5) {
			w.send(int32(1 + random.Below(40<<10)))
		}
	}
}

func (w *pair) toggle(id kernel.NodeID, hostLost bool) {
	if w.up[id] {
		w.kill(id, hostLost)
	} else {
		w.start(id)
	}
}

func (w *pair) requireKept(t *testing.T, run string) {
	for _, r := range w.results {
		if r.code != wire.Success {
			continue
		}
		for id := master; id <= slave; id++ {
			if r.hurt[id] == w.hurt[id] {
				require.True(t, w.holds(id, r.id), "run %s: message %d is not on the disk of %s", run, r.id, w.brokers[id].config.Name)
			}
		}
	}
	require.NoError(t, w.brokers[master].Check())
	require.NoError(t, w.brokers[slave].Check())
}

func TestConfigSync(t *testing.T) {
	for _, c := range []struct {
		version     string
		first, next time.Duration
	}{{"4.9", 3 * time.Second, 13 * time.Second}, {"5.3", 61 * time.Second, 124 * time.Second}} {
		w := newPair(c.version, func(c *Config) { c.Role = AsyncMaster })
		m, s := w.brokers[master], w.brokers[slave]
		m.offsets.set("g", "orders", 0, 5)
		s.offsets.set("g", "orders", 0, 9)
		w.run(c.first - time.Millisecond)
		require.Equal(t, int64(9), s.offsets.get("g", "orders", 0))
		w.run(20 * time.Millisecond)
		require.Equal(t, int64(5), s.offsets.get("g", "orders", 0), "the master's, though older")
		require.Equal(t, int64(5), s.saved.get("g", "orders", 0), "on disk too")
		require.Equal(t, m.topics, s.topics)
		m.offsets.set("g", "orders", 0, 7)
		w.run(c.next - c.first - 30*time.Millisecond)
		require.Equal(t, int64(5), s.offsets.get("g", "orders", 0))
		w.run(30 * time.Millisecond)
		require.Equal(t, int64(7), s.offsets.get("g", "orders", 0), c.version)
	}
}

func TestRatioOfASlave(t *testing.T) {
	for version, want := range map[string][]int64{"4.9": {40, 40, 40, 40, 40}, "5.3": {30, 20, 10, 0, -10}} {
		w := newPair(version)
		s := w.brokers[slave]
		for _, percent := range want {
			require.Equal(t, percent, s.store.MemoryRatio(), version)
			require.NoError(t, s.SetSlaveRead(true))
			w.kill(slave, false)
			w.start(slave)
		}
		require.Equal(t, int64(memoryRatio), w.brokers[master].store.MemoryRatio())
	}
}

func TestACloneReplicatesOnItsOwn(t *testing.T) {
	w := newPair("4.9")
	w.run(12 * time.Second)
	w.cut = true
	w.send(100)
	w.run(time.Second)
	m := w.brokers[master]
	c := m.Clone()
	m.waits[0].acks, m.slaves[0].next = 9, 9
	require.NotEqual(t, m.waits[0], c.waits[0])
	require.NotEqual(t, m.slaves[0], c.slaves[0])
}

func BenchmarkReplication(b *testing.B) {
	w := newPair("4.9")
	w.run(12 * time.Second)
	b.ReportAllocs()
	for b.Loop() {
		w.send(1024)
		w.run(10 * time.Millisecond)
	}
}
