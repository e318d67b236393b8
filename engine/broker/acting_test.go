package broker

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/wire"
)

// both are the members of a group whose master is registered, alone those while
// it is not.
var (
	both  = []wire.BrokerAddr{{ID: 0, Addr: master}, {ID: 1, Addr: slave}}
	alone = both[1:]
)

func standIns(c *Config) { c.Acting, c.Role = true, AsyncMaster }

// standIn is a pair whose slave may act as master, 12 s after its start.
func standIn(change ...func(*Config)) *pair {
	w := newPair("5.3", append([]func(*Config){standIns}, change...)...)
	w.members = both
	w.run(12 * time.Second)
	w.rules = nil
	return w
}

// said lists the rules recorded since the last call that begin with a text.
func (w *pair) said(prefix string) (rules []string) {
	for _, r := range w.rules {
		if _, rule, _ := strings.Cut(r, " "); strings.HasPrefix(rule, prefix) {
			rules = append(rules, rule)
		}
	}
	w.rules = nil
	return rules
}

// A heartbeat and a question who is there every second.
func TestStandInsAreHeardOfEverySecond(t *testing.T) {
	w := standIn()
	before := w.beats[1]
	w.run(10 * time.Second)
	require.Equal(t, 10, w.beats[1]-before)
	w = newPair("5.3")
	w.run(12 * time.Second)
	require.Empty(t, w.beats, "without slaveActingMaster nobody sends any")
}

// The lowest slave that is registered brings delayed messages back while there is
// no master; its role stays SLAVE, so that it takes no sends.
func TestTheSlaveActsWhileThereIsNoMaster(t *testing.T) {
	w := standIn()
	s := w.brokers[slave]
	require.False(t, s.schedule.service.Running())
	w.kill(master, true)
	w.run(5 * time.Second)
	require.Empty(t, w.said("broker.acting"), "nothing before the name server has missed it")
	w.members = alone
	w.run(1100 * time.Millisecond)
	require.Equal(t, []string{"broker.acting"}, w.said("broker.acting"))
	require.True(t, s.schedule.service.Running())
	require.True(t, s.slave())
	require.NotEqual(t, wire.Success, w.put(slave))
	require.Zero(t, s.ha.master, "it forgets the master, and does not look for it any more")

	w.start(master)
	w.members = both
	w.run(1100 * time.Millisecond)
	require.Equal(t, []string{"broker.acting-ends"}, w.said("broker.acting"))
	require.False(t, s.schedule.service.Running())
	w.run(6 * time.Second)
	require.True(t, s.ha.open, "and is linked again")
}

func TestOnlyTheLowestSlaveActs(t *testing.T) {
	w := standIn(func(c *Config) {
		if c.Self == slave {
			c.BrokerID = 2
		}
	})
	w.kill(master, true)
	w.members = []wire.BrokerAddr{{ID: 1, Addr: 9}, {ID: 2, Addr: slave}}
	w.run(3 * time.Second)
	require.Empty(t, w.said("broker.acting"))
	w.members = w.members[1:]
	w.run(1100 * time.Millisecond)
	require.Equal(t, []string{"broker.acting"}, w.said("broker.acting"))
}

// With totalReplicas above 1 a master that comes back registers only once its
// slave is linked and has told it how far the groups are.
func TestAMasterComesBackWithItsSlavesOffsets(t *testing.T) {
	for name, c := range map[string]struct {
		version wire.DataVersion
		want    int64
	}{
		"newer at the slave":    {wire.DataVersion{Count: 2, Stamp: 9}, 7},
		"as new":                {wire.DataVersion{Count: 2, Stamp: 5}, 7},
		"newer at the master":   {wire.DataVersion{Count: 2, Stamp: 4}, 3},
		"counted at the master": {wire.DataVersion{Count: 1, Stamp: 9}, 3},
	} {
		w := newPair("5.3", standIns, func(c *Config) { c.Replicas = 2 })
		w.run(3 * time.Second) // alone they go online
		w.members = both
		w.run(10 * time.Second)
		m, s := w.brokers[master], w.brokers[slave]
		m.offsets.set("g", "orders", 0, 3)
		m.version.DataVersion = wire.DataVersion{Count: 2, Stamp: 5}
		m.persistOffsets()
		w.kill(master, false)
		w.members = alone
		w.run(3 * time.Second)
		s.offsets.set("g", "orders", 0, 7)
		s.version.DataVersion = c.version
		w.registered = nil
		w.start(master)
		w.run(900 * time.Millisecond)
		require.Empty(t, w.registered, name)
		require.True(t, m.acting.offline)
		w.run(12 * time.Second)
		require.False(t, m.acting.offline, name)
		require.True(t, s.ha.open, name)
		require.Contains(t, strings.Join(w.registered, ","), " m 0", name)
		require.Equal(t, c.want, m.offsets.get("g", "orders", 0), name)
	}
}

// A slave that comes back waits until it is linked to its master.
func TestASlaveComesBackLinked(t *testing.T) {
	w := newPair("5.3", standIns, func(c *Config) { c.Replicas = 2 })
	w.run(3 * time.Second)
	w.members = both
	w.run(10 * time.Second)
	w.kill(slave, false)
	w.members = both[:1]
	w.run(time.Second)
	w.cut = true
	w.registered = nil
	w.start(slave)
	w.run(8 * time.Second)
	require.Empty(t, w.registered)
	w.heal()
	w.run(8 * time.Second)
	require.Contains(t, strings.Join(w.registered, ","), " s 1")
}

// A send that too few replicas could confirm is refused before it is written.
func TestTooFewReplicasRefuseSends(t *testing.T) {
	w := standIn(func(c *Config) { c.Role, c.InSync = SyncMaster, 2 })
	w.send(100)
	w.run(time.Second)
	require.Equal(t, wire.Success, w.results[0].code)
	w.kill(slave, false)
	w.members = both[:1]
	w.run(2 * time.Second)
	end := w.brokers[master].store.End()
	w.send(100)
	w.run(time.Second)
	require.Equal(t, wire.SystemError, w.results[1].code)
	require.Equal(t, end, w.brokers[master].store.End())
	require.Equal(t, []string{"broker.too-few-replicas"}, w.said("broker.too-few"))
}
