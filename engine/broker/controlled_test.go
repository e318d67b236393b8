package broker

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// controlledPair is two brokers in controller mode, 1 and 2, of which nobody has
// been elected yet.
func controlledPair(change ...func(*Config)) *pair {
	return newPair("5.3", append([]func(*Config){func(c *Config) {
		c.Controller, c.BrokerID, c.Role = true, int64(c.Self-master)+1, AsyncMaster
	}}, change...)...)
}

// led is such a pair with broker 1 as master and 2 in sync with it.
func led(t *testing.T, change ...func(*Config)) *pair {
	w := controlledPair(change...)
	w.run(time.Second)
	w.elect(1)
	w.run(11 * time.Second)
	require.Equal(t, [][]int64{{1, 2}}, w.sets)
	w.rules, w.registered = nil, nil
	return w
}

func (w *pair) number(id kernel.NodeID) int64 { return w.brokers[id].ID() }

// No broker registers before a controller has said who is master; a heartbeat
// goes there every second all the same.
func TestAControlledBrokerWaitsForItsRole(t *testing.T) {
	w := controlledPair()
	w.run(8 * time.Second)
	require.Empty(t, w.registered)
	require.GreaterOrEqual(t, w.beats[1], 7)
	w.elect(2)
	w.run(6 * time.Second)
	require.Equal(t, int64(1), w.number(master), "a slave keeps its number")
	require.Equal(t, wire.MasterID, int(w.number(slave)), "a master is 0 to all others")
	require.Contains(t, strings.Join(w.registered, ","), " s 0")
	require.Contains(t, strings.Join(w.registered, ","), " m 1")
	require.Equal(t, []wire.EpochEntry{{Epoch: 1}}, w.brokers[slave].controlled.epochs)
	require.True(t, w.brokers[slave].schedule.service.Running())
	require.False(t, w.brokers[master].schedule.service.Running())
}

// The master's word of who is in sync: a slave that has all of the log joins at
// once, one that has not had it for 15 s is taken out at a look every 5 s.
func TestTheInSyncSet(t *testing.T) {
	w := led(t)
	w.cut = true
	require.Equal(t, wire.Success, w.put(master))
	w.run(14 * time.Second)
	require.Len(t, w.sets, 1)
	w.run(7 * time.Second)
	require.Equal(t, [][]int64{{1, 2}, {1}}, w.sets)
	w.heal()
	w.run(12 * time.Second)
	require.Equal(t, []int64{1, 2}, w.sets[len(w.sets)-1])
	require.Equal(t, []string{"broker.set-shrinks", "broker.set-grows"}, w.said("broker.set-"))
}

// The new master begins an epoch where its log ends. The old one comes back as
// its slave and drops what was never copied.
func TestTheOldMasterDropsWhatWasNotCopied(t *testing.T) {
	w := led(t)
	require.Equal(t, wire.Success, w.put(master)) // 1
	w.run(time.Second)
	w.cut = true
	require.Equal(t, wire.Success, w.put(master)) // 2
	w.run(100 * time.Millisecond)
	w.kill(master, false)
	w.elect(2)
	w.run(10 * time.Millisecond)
	require.Zero(t, w.number(slave))
	require.Equal(t, []wire.EpochEntry{{Epoch: 1}, {Epoch: 2, Start: 100}}, w.brokers[slave].controlled.epochs)
	require.Contains(t, strings.Join(w.registered, ","), " s 0", "it registers at once")
	require.Equal(t, wire.Success, w.put(slave)) // 3
	require.True(t, w.holds(master, 2) && !w.holds(slave, 2))

	w.waiting = nil
	w.cut = false
	w.start(master)
	w.run(8 * time.Second)
	require.Equal(t, int64(1), w.number(master))
	require.Contains(t, w.said("broker.log-"), "broker.log-truncated")
	require.False(t, w.holds(master, 2))
	require.True(t, w.holds(master, 1) && w.holds(master, 3))
	require.Equal(t, w.brokers[slave].controlled.epochs, w.brokers[master].controlled.epochs)
	require.NotEqual(t, wire.Success, w.put(master), "a slave takes no sends")
}

// A word of an earlier time changes nothing.
func TestAnOldRoleIsIgnored(t *testing.T) {
	w := led(t)
	old := *w.info
	w.elect(2)
	w.run(10 * time.Millisecond)
	env := w.env(slave)
	w.brokers[slave].roleIs(&env, &old)
	require.Zero(t, w.number(slave))
	require.Equal(t, int64(1), w.number(master), "a living master steps down")
	require.Contains(t, w.said("broker.becomes"), "broker.becomes-slave")
}

// inSyncReplicas counts in controller mode as with SYNC_MASTER.
func TestAControlledMasterWaitsForReplicas(t *testing.T) {
	w := led(t, func(c *Config) { c.InSync = 2 })
	w.send(100)
	w.run(100 * time.Millisecond)
	require.Equal(t, []string{"1 0 12.006s"}, w.codes())
	w.cut = true
	w.send(100)
	w.run(4 * time.Second)
	require.Equal(t, []string{"2 12 15.102s"}, w.codes(), "3 s from the append")
}

// Two logs agree up to the end of the newest epoch that both began at one place.
func TestConsistentPoint(t *testing.T) {
	epochs := func(starts ...int64) (all []wire.EpochEntry) {
		for i, s := range starts {
			all = append(all, wire.EpochEntry{Epoch: int64(i + 1), Start: s})
		}
		return all
	}
	for name, c := range map[string]struct {
		mine      []wire.EpochEntry
		myEnd     int64
		master    []wire.EpochEntry
		masterEnd int64
		want      int64
	}{
		"equal logs":                 {epochs(0), 500, epochs(0), 500, 500},
		"I am behind":                {epochs(0), 300, epochs(0), 500, 300},
		"I wrote on, it was elected": {epochs(0), 700, epochs(0, 500), 900, 500},
		"two elections since":        {epochs(0), 700, epochs(0, 500, 800), 900, 500},
		"I was elected, nobody knew": {epochs(0, 500), 700, []wire.EpochEntry{{Epoch: 1}, {Epoch: 3, Start: 500}}, 900, 500},
		"the same epoch elsewhere":   {epochs(0, 400), 700, epochs(0, 500), 900, 400},
		"nothing in common":          {[]wire.EpochEntry{{Epoch: 4, Start: 100}}, 700, epochs(0, 500), 900, 0},
		"an empty log":               {nil, 0, epochs(0), 500, 0},
	} {
		require.Equal(t, c.want, consistent(c.mine, c.myEnd, c.master, c.masterEnd), name)
	}
}

// A slave asks every 3 s how far its master's timer wheel has turned, once there
// is something that waits; elected, it goes on from there.
func TestASlaveFollowsTheTimerWheel(t *testing.T) {
	w := led(t)
	wheel := &w.brokers[slave].schedule.wheel
	w.timed(2)  // 1
	w.timed(30) // 2
	w.run(4 * time.Second)
	require.Equal(t, 2, wheel.Len(), "the first is due at 14 s, and its slot is over at 15 s")
	w.run(4 * time.Second)
	require.True(t, w.holds(master, 1))
	require.Equal(t, 1, wheel.Len())
	require.False(t, wheel.Running())
	w.kill(master, false)
	w.elect(2)
	w.run(10 * time.Second)
	require.EqualValues(t, 1, w.brokers[slave].store.Max("orders", 0), "not delivered a second time")
	w.run(20 * time.Second)
	require.EqualValues(t, 2, w.brokers[slave].store.Max("orders", 0))
}

// A slave that never acts keeps up too: it knows what still waits.
func TestASlaveKnowsWhatTheTimerHasRead(t *testing.T) {
	w := newPair("5.3", func(c *Config) { c.Role = AsyncMaster })
	w.run(12 * time.Second)
	w.timed(2)
	w.timed(30)
	w.run(10 * time.Second)
	s := &w.brokers[slave].schedule.wheel
	require.EqualValues(t, 1, s.First())
	_, waits := s.Due(0, timerQueue{&w.brokers[slave].store})
	require.False(t, waits)
	w = newPair("4.9", func(c *Config) { c.Role = AsyncMaster })
	w.run(12 * time.Second)
	w.timed(2)
	w.run(10 * time.Second)
	require.False(t, w.brokers[slave].checkpointArmed)
}
