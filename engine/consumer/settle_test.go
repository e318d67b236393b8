package consumer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// settleTime is more than a lost host's 150 s, an orderly lock's 60 s and a
// delayed unlock's 20 s take together.
const settleTime = 5 * time.Minute

// Whatever joins, leaves, fails and is cut off: when all are back, each queue
// has exactly one owner again.
func TestEveryGroupSettles(t *testing.T) {
	for seed := range uint64(18) {
		version := []string{"4.8", "4.9", "5.3"}[seed%3]
		orderly := []string{"", " orderly"}[seed/3%2]
		t.Run(fmt.Sprintf("%s%s %d", version, orderly, seed), func(t *testing.T) {
			sim, err := engine.New(engine.Head{Version: version, Seed: seed})
			require.NoError(t, err)
			sim.Record(false)
			upset(sim, seed, orderly)
			sim.RunUntil(sim.Now().Add(settleTime), 0)
			requireOneOwner(t, sim)
		})
	}
}

// try does an act if it is possible now.
func try(sim *engine.Sim, format string, args ...any) {
	if c, err := engine.ParseCommand(fmt.Sprintf(format, args...)); err == nil {
		_ = sim.Do(c)
	}
}

// upset builds a cluster, lets chance befall it and then repairs all.
func upset(sim *engine.Sim, seed uint64, orderly string) {
	luck := kernel.NewStream(seed, "upset")
	nodes := []string{"c1", "c2", "c3", "c4", "broker-a", "broker-b"}
	try(sim, "nameserver ns")
	try(sim, "broker broker-a topics=orders:4")
	try(sim, "broker broker-b topics=orders:3")
	try(sim, "producer p1 topic=orders rate=20/s")
	for _, c := range nodes[:4] {
		try(sim, "consumer %s group=g topic=orders listen=%dms%s", c, 1+luck.Below(400), orderly)
	}
	for range 25 {
		anyone, consumer := nodes[luck.Below(6)], nodes[luck.Below(4)]
		switch luck.Below(8) {
		case 0:
			try(sim, "kill %s", anyone)
		case 1:
			try(sim, "lose %s", anyone)
		case 2:
			try(sim, "stop %s", anyone)
		case 3:
			try(sim, "cut %s broker-a", consumer)
		case 4:
			try(sim, "heal %s broker-a", consumer)
		default:
			try(sim, "restart %s", anyone)
		}
		sim.RunUntil(sim.Now().Add(time.Duration(luck.Below(30000))*time.Millisecond), 0)
	}
	for _, n := range nodes {
		try(sim, "heal %s broker-a", n)
		try(sim, "restart %s", n)
	}
}

// Members that join, leave, are killed or lost, and are not repaired: those who
// are left own each queue once within the time that the facts give. A lost host
// takes 90 to 150 s; an orderly hand-over that follows waits at most 20 s for the
// unlock and 20 s for the tick after it.
func TestGroupsSettleInTime(t *testing.T) {
	for seed := range uint64(24) {
		version := []string{"4.8", "4.9", "5.3"}[seed%3]
		orderly, limit := "", 151*time.Second
		if seed/3%2 == 1 {
			orderly, limit = " orderly", 192*time.Second
		}
		t.Run(fmt.Sprintf("%s%s %d", version, orderly, seed), func(t *testing.T) {
			sim, err := engine.New(engine.Head{Version: version, Seed: seed})
			require.NoError(t, err)
			sim.Record(false)
			churn(sim, seed, orderly)
			sim.RunUntil(sim.Now().Add(limit), 0)
			requireOneOwner(t, sim)
		})
	}
}

// churn lets members come and go; c1 stays.
func churn(sim *engine.Sim, seed uint64, orderly string) {
	luck := kernel.NewStream(seed, "churn")
	strategy := []string{"AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH"}[seed%3]
	for _, line := range []string{"nameserver ns", "broker broker-a topics=orders:4", "broker broker-b topics=orders:3", "producer p1 topic=orders rate=10/s"} {
		try(sim, "%s", line)
	}
	for i := range 15 {
		member := 2 + luck.Below(5)
		if i == 0 {
			member = 1
		}
		switch verb := []string{"kill", "lose", "stop", "restart", "add", "add"}[luck.Below(6)]; {
		case verb == "add" || member == 1:
			try(sim, "consumer c%d group=g topic=orders strategy=%s listen=%dms%s", member, strategy, 1+luck.Below(300), orderly)
		default:
			try(sim, "%s c%d", verb, member)
		}
		sim.RunUntil(sim.Now().Add(time.Duration(luck.Below(20000))*time.Millisecond), 0)
	}
}

func requireOneOwner(t *testing.T, sim *engine.Sim) {
	v := &view.View{}
	sim.Show(v)
	owners := map[string]int{}
	for _, o := range v.Owners {
		if o.Topic == "orders" {
			owners[fmt.Sprintf("%s/%d", o.Broker, o.ID)]++
		}
	}
	want := map[string]int{"broker-b/0": 1, "broker-b/1": 1, "broker-b/2": 1}
	for id := range 4 {
		want[fmt.Sprintf("broker-a/%d", id)] = 1
	}
	require.Equal(t, want, owners)
}
