package nameserver

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func controls(c *Config) { c.Controller = true }

// heart is a broker's sign of life for the controller: its number is its node's
// less one.
func heart(peer kernel.NodeID, epoch, end int64) *wire.ControllerHeartbeat {
	return &wire.ControllerHeartbeat{BrokerName: "broker-a", ID: int64(peer) - 1, Addr: peer, Epoch: epoch, End: end, Ask: true}
}

// beat sends one and returns who is master.
func (w *world) beat(peer kernel.NodeID, epoch, end int64) *wire.ReplicaInfo {
	return w.ask(peer, heart(peer, epoch, end)).(*wire.ReplicaInfo)
}

// inSync lets a master say who is in sync with it.
func (w *world) inSync(info *wire.ReplicaInfo, set ...int64) *wire.ReplicaInfo {
	return w.ask(info.Addr, &wire.AlterSyncStateSet{BrokerName: "broker-a", Master: info.Master, Epoch: info.Epoch, SetEpoch: info.SetEpoch, Set: set}).(*wire.ReplicaInfo)
}

// group is a controller with brokers 1, 2 and 3 of which 1 is master and those of
// the set in sync.
func group(set ...int64) *world {
	w := newWorld("5.3", controls)
	info := w.beat(2, 0, 0)
	w.beat(3, 0, 0)
	w.beat(4, 0, 0)
	w.inSync(info, set...)
	w.rules()
	w.told = nil
	return w
}

// silence lets time pass in which only some brokers are heard of.
func (w *world) silence(d time.Duration, heard ...kernel.NodeID) {
	for end := w.Now().Add(d); w.Now() < end; w.run(time.Second) {
		for _, p := range heard {
			w.tell(p, heart(p, 1, 100))
		}
	}
}

func TestTheFirstBrokerBecomesMaster(t *testing.T) {
	w := newWorld("5.3", controls)
	info := w.beat(3, 0, 0)
	require.Equal(t, &wire.ReplicaInfo{BrokerName: "broker-a", Master: 2, Addr: 3, Epoch: 1, Set: []int64{2}, SetEpoch: 1}, info)
	require.Equal(t, []string{"controller.elected"}, w.rules())
	require.Equal(t, info, w.beat(2, 0, 100), "who comes later follows, however long its log")
	require.Empty(t, w.rules())
}

// Only the present master may say who is in sync, and only about the set that it
// was told of last.
func TestTheInSyncSetIsTheMastersWord(t *testing.T) {
	w := newWorld("5.3", controls)
	info := w.beat(2, 0, 0)
	w.beat(3, 0, 0)
	next := w.inSync(info, 1, 2)
	require.Equal(t, []int64{1, 2}, next.Set)
	require.Equal(t, info.SetEpoch+1, next.SetEpoch)
	require.Equal(t, next, w.inSync(info, 1), "the set has changed since")
	other := *next
	other.Master, other.Addr = 2, 3
	require.Equal(t, next, w.inSync(&other, 2), "not the master")
	other = *next
	other.Epoch++
	require.Equal(t, next, w.inSync(&other, 1), "another master's time")
}

// A closed connection is noticed at once, and all who are connected are told of
// the new master.
func TestAKilledMasterIsReplacedAtOnce(t *testing.T) {
	w := group(1, 2)
	before := w.Now()
	w.shut(2)
	require.Equal(t, before.Add(time.Millisecond), w.Now())
	require.Equal(t, []string{"controller.elected"}, w.rules())
	w.run(time.Millisecond)
	require.Len(t, w.told, 2)
	for i, peer := range []kernel.NodeID{3, 4} {
		info := w.told[i].msg.(*wire.NotifyRoleChanged).Info
		require.Equal(t, peer, w.told[i].peer)
		require.Equal(t, wire.ReplicaInfo{BrokerName: "broker-a", Master: 2, Addr: 3, Epoch: 2, Set: []int64{2}, SetEpoch: 3}, info)
	}
	require.Equal(t, int64(2), w.beat(2, 1, 500).Master, "the old one comes back as a slave")
}

// A slave's end changes nothing.
func TestALostSlaveElectsNobody(t *testing.T) {
	w := group(1, 2)
	w.shut(3)
	require.Empty(t, w.rules())
	require.Equal(t, int64(1), w.beat(2, 1, 0).Master)
}

// A lost host is noticed at the scan every 5 s, 10 to 15 s after its last sign.
func TestALostMasterIsReplacedWithin15Seconds(t *testing.T) {
	for _, alive := range []time.Duration{time.Second, 3 * time.Second, 5 * time.Second} {
		w := group(1, 2)
		w.silence(alive, 2, 3, 4)
		w.rules()
		w.silence(8*time.Second, 3, 4)
		require.Empty(t, w.rules(), alive)
		w.silence(7*time.Second, 3, 4)
		require.Equal(t, []string{"controller.elected"}, w.rules(), alive)
	}
}

// Of the living members of the in-sync set the newest epoch wins, then the
// longest log.
func TestWhoIsElected(t *testing.T) {
	for name, c := range map[string]struct {
		set          []int64
		epoch2, end2 int64
		epoch3, end3 int64
		alive2       bool
		want         int64
	}{
		"longest log":              {[]int64{1, 2, 3}, 1, 100, 1, 200, true, 3},
		"newest epoch":             {[]int64{1, 2, 3}, 2, 100, 1, 200, true, 2},
		"equals: the lower number": {[]int64{1, 2, 3}, 1, 100, 1, 100, true, 2},
		"only who is in sync":      {[]int64{1, 2}, 1, 100, 1, 200, true, 2},
		"only who is alive":        {[]int64{1, 2, 3}, 1, 200, 1, 100, false, 3},
		"nobody is in sync":        {[]int64{1}, 1, 100, 1, 200, true, 0},
	} {
		w := group(c.set...)
		w.beat(3, c.epoch2, c.end2)
		w.beat(4, c.epoch3, c.end3)
		if !c.alive2 {
			w.shut(3)
		}
		w.shut(2)
		require.Equal(t, c.want, w.beat(4, c.epoch3, c.end3).Master, name)
	}
}

// Without a living member of the set there is no master, until one comes back
// (unclean election is off).
func TestNoMasterUntilAMemberReturns(t *testing.T) {
	w := group(1)
	w.shut(2)
	require.Len(t, w.notes, 1)
	require.Equal(t, explain.ControllerNoMaster, w.notes[0].Rule)
	require.Equal(t, []explain.Passed{
		{What: "broker-a", Why: "not-alive", Num: 1}, {What: "broker-a", Why: "not-in-sync", Num: 2}, {What: "broker-a", Why: "not-in-sync", Num: 3},
	}, w.notes[0].Decision.Passed)
	require.Zero(t, w.beat(3, 1, 900).Master)
	info := w.beat(2, 1, 100)
	require.Equal(t, int64(1), info.Master)
	require.Equal(t, int64(2), info.Epoch)
}

// What a controller has decided is on disk; whoever was alive gets until its
// timeout to be heard of again.
func TestAControllerRemembers(t *testing.T) {
	w := group(1, 2)
	c := w.n.Clone()
	w.restart()
	w.silence(8*time.Second, 3, 4)
	require.Equal(t, int64(1), w.beat(4, 1, 100).Master)
	w.silence(8*time.Second, 3, 4)
	require.Equal(t, int64(2), w.beat(4, 1, 100).Master)
	require.Equal(t, int64(1), c.controller.groups[0].info.Master, "a clone has a future of its own")
	require.True(t, c.controller.groups[0].brokers[0].alive)
}

// A name server without the controller knows nothing of such requests.
func TestNoController(t *testing.T) {
	w := newWorld("5.3")
	require.Equal(t, wire.RequestNotSupported, w.ask(2, heart(2, 0, 0)).(*wire.Answer).Code)
	require.Equal(t, wire.RequestNotSupported, w.ask(2, &wire.AlterSyncStateSet{BrokerName: "broker-a"}).(*wire.Answer).Code)
	w.tell(2, heart(2, 0, 0))
	require.Empty(t, w.n.controller.groups)
}
