package nameserver

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

func standIns(c *Config) { c.ActingMaster = true }

// standIn is the registration of a broker whose slave may act as master.
func standIn(id int64, addr wire.Addr) *wire.RegisterBroker {
	m := register("broker-a", id, addr, 4)
	m.Acting = true
	return m
}

// beats lets brokers send a heartbeat every second for d.
func (w *world) beats(d time.Duration, peers ...kernel.NodeID) {
	for end := w.Now().Add(d); w.Now() < end; {
		for _, p := range peers {
			w.tell(p, &wire.BrokerHeartbeat{BrokerName: "broker-a", BrokerID: int64(p - 2), Addr: p})
		}
		w.run(min(time.Second-time.Duration(len(peers))*3*time.Millisecond, end.Sub(w.Now())))
	}
}

// A broker that sends heartbeats is missed after 10 s without one, at the scan
// every 5 s; registrations alone would give it 120 s.
func TestSilentStandInIsDroppedWithin15Seconds(t *testing.T) {
	for _, alive := range []time.Duration{2 * time.Second, 4 * time.Second, 6 * time.Second} {
		w := newWorld("5.3", standIns)
		w.ask(2, standIn(0, 2))
		w.ask(3, standIn(1, 3))
		w.beats(alive, 2, 3)
		w.rules()
		silent := w.Now()
		w.beats(9*time.Second, 3)
		require.Empty(t, w.rules(), "the last heartbeat was up to 1 s before")
		w.beats(6*time.Second, 3)
		require.Equal(t, []string{"nameserver.broker-silent"}, w.rules(), "lost after %s", silent)
	}
}

// The lowest slave stands in the place of a master that is gone: id 0 in every
// route, and no permission to write.
func TestASlaveStandsIn(t *testing.T) {
	w := newWorld("5.3", standIns)
	w.ask(2, standIn(0, 2))
	w.ask(3, standIn(1, 3))
	w.ask(4, standIn(2, 4))
	w.shut(2)
	r := route(w)
	require.Equal(t, []wire.BrokerAddr{{ID: 0, Addr: 3}, {ID: 2, Addr: 4}}, r.Brokers[0].Addrs)
	require.Equal(t, wire.PermRead, r.Queues[0].Perm)
	require.Equal(t, &wire.BrokerData{Broker: "broker-a", Addrs: []wire.BrokerAddr{{ID: 1, Addr: 3}, {ID: 2, Addr: 4}}},
		w.ask(3, &wire.GetBrokerMemberGroup{BrokerName: "broker-a"}), "the group itself is told who is who")

	w.ask(3, standIn(1, 3))
	require.Equal(t, wire.PermRead, route(w).Queues[0].Perm, "a slave's registration gives nobody leave to write")
	w.shut(3)
	require.Equal(t, []wire.BrokerAddr{{ID: 0, Addr: 4}}, route(w).Brokers[0].Addrs, "the next one stands in")
	w.ask(2, standIn(0, 2))
	r = route(w)
	require.Equal(t, []wire.BrokerAddr{{ID: 0, Addr: 2}, {ID: 2, Addr: 4}}, r.Brokers[0].Addrs)
	require.Equal(t, wire.PermRead|wire.PermWrite, r.Queues[0].Perm)
}

// Without supportActingMaster the route shows the slave as what it is; a group
// whose brokers do not send heartbeats keeps its leave to write.
func TestNobodyStandsInUnasked(t *testing.T) {
	w := newWorld("5.3")
	w.ask(2, standIn(0, 2))
	w.ask(3, standIn(1, 3))
	w.shut(2)
	require.Equal(t, []wire.BrokerAddr{{ID: 1, Addr: 3}}, route(w).Brokers[0].Addrs)

	w = newWorld("5.3", standIns)
	w.ask(2, register("broker-a", 0, 2, 4))
	w.ask(3, register("broker-a", 1, 3, 4))
	w.shut(2)
	require.Equal(t, []wire.BrokerAddr{{ID: 1, Addr: 3}}, route(w).Brokers[0].Addrs)
	require.Equal(t, wire.PermRead|wire.PermWrite, route(w).Queues[0].Perm)
}

// A heartbeat keeps only a broker that is registered.
func TestHeartbeatsRegisterNobody(t *testing.T) {
	w := newWorld("5.3", standIns)
	w.tell(2, &wire.BrokerHeartbeat{BrokerName: "broker-a", Addr: 2})
	require.Nil(t, route(w))
	require.Empty(t, w.ask(2, &wire.GetBrokerMemberGroup{BrokerName: "broker-a"}).(*wire.BrokerData).Addrs)
}

// What the record of a silent broker says.
func TestSilentStandInIsExplained(t *testing.T) {
	w := newWorld("5.3", standIns)
	w.ask(2, standIn(0, 2))
	w.ask(3, standIn(1, 3))
	w.beats(time.Second, 2, 3)
	w.beats(20*time.Second, 3)
	d := w.notes[len(w.notes)-1].Decision
	require.Contains(t, d.Saw, explain.Num("limit.ns", int64(10*time.Second)))
	require.Contains(t, d.Saw, explain.Bool("queues.kept", true))
}
