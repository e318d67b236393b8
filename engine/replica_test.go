package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// replicated is a run with a master and its slave, watched.
func replicated(t *testing.T, version string) *engine.Sim {
	return paired(t, version, "nameserver ns", "broker broker-a topics=orders:2 slave-read=on memory=1MiB",
		"broker broker-a-s of=broker-a id=1 topics=orders:2 slave-read=on memory=1MiB")
}

// standIn is one whose slave may act as master; electing one with a controller.
func standIn(t *testing.T) *engine.Sim {
	return paired(t, "5.3", "nameserver ns acting-master=on", "broker broker-a topics=orders:2 slave-read=on acting-master=on replicas=2",
		"broker broker-a-s of=broker-a id=1 topics=orders:2 slave-read=on acting-master=on replicas=2")
}

func electing(t *testing.T) *engine.Sim {
	return paired(t, "5.3", "nameserver ns controller=on", "broker broker-a id=1 topics=orders:2 slave-read=on controller=on in-sync=2",
		"broker broker-a-s of=broker-a id=2 topics=orders:2 slave-read=on controller=on in-sync=2")
}

func paired(t *testing.T, version, nameServer, first, second string) *engine.Sim {
	sim, err := engine.New(engine.Head{Version: version, Seed: 7})
	require.NoError(t, err)
	sim.Watch()
	for _, line := range []string{
		nameServer, first, second, "",
		"producer p1 topic=orders rate=5/s size=4096", "consumer c1 group=g topic=orders from=first", "consumer c2 group=g topic=orders from=first",
	} {
		if line == "" {
			sim.RunUntil(kernel.Time(12*time.Second), 0)
			continue
		}
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		require.NoError(t, sim.Do(c), line)
	}
	return sim
}

// try lets a person act; many acts cannot be.
func try(t *testing.T, sim *engine.Sim, line string) {
	c, err := engine.ParseCommand(line)
	require.NoError(t, err)
	_ = sim.Do(c)
}

// storm plays with master, slave and the link between them. With losses disks
// and hosts suffer too.
func storm(t *testing.T, sim *engine.Sim, random *kernel.Stream, losses bool) {
	node := []string{"broker-a", "broker-a-s", "c1", "c2"}[random.Below(4)]
	acts := []string{"kill " + node, "stop " + node, "restart " + node, "restart " + node, "cut broker-a broker-a-s", "heal broker-a broker-a-s"}
	if losses {
		acts = append(acts, "lose "+node, "disk broker-a", "disk broker-a-s")
	}
	try(t, sim, acts[random.Below(len(acts))])
	sim.RunUntil(sim.Now().Add(time.Duration(random.Below(8000))*time.Millisecond), 0)
}

// calm mends everything and waits until all is read.
func calm(t *testing.T, sim *engine.Sim) *view.View {
	try(t, sim, "heal broker-a broker-a-s")
	for _, n := range []string{"broker-a", "broker-a-s", "c1", "c2"} {
		sim.RunUntil(sim.Now().Add(2*time.Second), 0)
		try(t, sim, "restart "+n)
	}
	try(t, sim, "set p1 rate=0/s")
	sim.RunUntil(sim.Now().Add(150*time.Second), 0)
	v := &view.View{}
	sim.Show(v)
	return v
}

func nodeNamed(v *view.View, name string) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].Name == name {
			return &v.Nodes[i]
		}
	}
	return nil
}

func recorded(sim *engine.Sim, rules ...explain.Rule) bool {
	for _, r := range sim.Records(0) {
		for _, rule := range rules {
			if r.Rule == rule {
				return true
			}
		}
	}
	return false
}

// Under random kills, returns and cuts of an asynchronous pair, whatever was
// answered is read in the end, unless a record says that a disk has lost it; and
// nothing is read again but by somebody whose start a record tells.
func TestAsyncLossesAndRepeatsHaveReasons(t *testing.T) {
	for _, version := range []string{"4.8", "4.9", "5.3"} {
		for seed := range uint64(10) {
			name := fmt.Sprint(version, " seed ", seed)
			sim := replicated(t, version)
			random := kernel.NewStream(seed, "storm "+version)
			for range 25 {
				storm(t, sim, &random, seed%2 == 1)
			}
			v := calm(t, sim)
			sent, delivered := nodeNamed(v, "p1").Sent, v.Groups[0].Delivered
			if !recorded(sim, explain.BrokerLogLost, explain.BrokerDiskLost) {
				require.GreaterOrEqual(t, delivered, sent, name)
			}
			requireStarts(t, sim, name)
			require.NoError(t, sim.Check(), name)
		}
	}
}

// requireStarts tests that a message was never given to a group's listeners more
// often than somebody had started at it or in front of it.
func requireStarts(t *testing.T, sim *engine.Sim, name string) {
	type message struct {
		queue  string
		offset int64
	}
	begun, given := map[string][]int64{}, map[message]int{}
	for _, r := range sim.Records(0) {
		queue := fact(r, "queue").Text
		switch {
		case starts(r.Rule) && fact(r, "topic").Text == "orders":
			begun[queue] = append(begun[queue], fact(r, "offset").Num)
		case r.Rule == explain.ObserveRepeated:
			m := message{queue, fact(r, "offset").Num}
			given[m]++ // and once before the first repeat
			n := 0
			for _, offset := range begun[queue] {
				if offset <= m.offset {
					n++
				}
			}
			require.Greater(t, n, given[m], "%s: %v at %s", name, m, r.At)
		}
	}
}

func starts(r explain.Rule) bool {
	switch r {
	case explain.ConsumerStartStored, explain.ConsumerStartFirst, explain.ConsumerStartRetry, explain.ConsumerStartTimestamp:
		return true
	}
	return false
}

func fact(r engine.Record, key explain.Key) (found explain.Fact) {
	for _, f := range r.Decision.Saw {
		if f.Key == key {
			return f
		}
	}
	return found
}

// Replay and seek hold while a log is copied and sends wait for it.
func TestReplicatedRunsReplay(t *testing.T) {
	for seed := range uint64(10) {
		var sim *engine.Sim
		switch seed % 5 {
		case 3:
			sim = standIn(t)
		case 4:
			sim = electing(t)
		default:
			sim = replicated(t, []string{"4.8", "4.9", "5.3"}[seed%5])
		}
		random := kernel.NewStream(seed, "replay")
		for range 15 {
			storm(t, sim, &random, true)
		}
		digest, end := sim.Digest(), sim.Pos()
		straight, err := engine.Replay(sim.Log())
		require.NoError(t, err)
		for range 8 {
			at := engine.Pos{At: kernel.Time(random.Below(int(end.At))), Seq: end.Seq}
			require.NoError(t, sim.Seek(at))
			require.NoError(t, straight.Seek(at))
			require.Equal(t, straight.Digest(), sim.Digest())
		}
		require.NoError(t, sim.Seek(end))
		require.Equal(t, digest, sim.Digest())
	}
}
