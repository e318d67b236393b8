package whatif_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/whatif"
)

// variants lists what a kind of change may be, for a set-up of lines.
func variants(t *testing.T, kind whatif.Kind, version, text string) (what []string) {
	for _, v := range whatif.Variants(play(t, "rocketmq "+version+"\nnameserver ns\n"+text).Log()) {
		if v.Kind == kind {
			what = append(what, v.What)
		}
	}
	return what
}

func TestReplicationIsAVariantWhereThereAreSlaves(t *testing.T) {
	const pair = "broker broker-a topics=orders:1\nbroker broker-a-s of=broker-a id=1\n"
	require.Equal(t, []string{"broker-a SYNC_MASTER"}, variants(t, whatif.WithReplication, "4.9", pair+"broker broker-b topics=orders:1\n"))
	require.Equal(t, []string{"broker-a SYNC_MASTER", "broker-a SYNC_MASTER in-sync=2"}, variants(t, whatif.WithReplication, "5.3", pair))
	require.Equal(t, []string{"broker-a ASYNC_MASTER"},
		variants(t, whatif.WithReplication, "4.9", "broker broker-a topics=orders:1 role=sync\nbroker broker-a-s of=broker-a id=1\n"))
	require.Empty(t, variants(t, whatif.WithReplication, "4.9", "broker broker-a topics=orders:1\n"))
}

func TestParametersAreVariantsWhereTheStrategyHasThem(t *testing.T) {
	const broker = "broker broker-a topics=orders:4\n"
	ring := broker + "consumer c1 strategy=CONSISTENT_HASH virtual-nodes=100\n"
	require.Equal(t, []string{"virtual-nodes=1", "virtual-nodes=10"}, variants(t, whatif.WithOption, "4.9", ring))
	require.Equal(t, []string{"AVG", "AVG_BY_CIRCLE"}, variants(t, whatif.WithStrategy, "4.9", ring))
	rooms := broker + "consumer c1 strategy=MACHINE_ROOM rooms=A,B,C\n"
	require.Equal(t, []string{"rooms=B,C", "rooms=A,C", "rooms=A,B"}, variants(t, whatif.WithOption, "4.9", rooms))
	require.Equal(t, []string{"AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH"}, variants(t, whatif.WithStrategy, "4.9", rooms))
	near := broker + "consumer c1 strategy=MACHINE_ROOM_NEARBY-AVG room-of=broker-a:A,c1:A\n"
	require.Equal(t, []string{"AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH", "MACHINE_ROOM_NEARBY-AVG_BY_CIRCLE", "MACHINE_ROOM_NEARBY-CONSISTENT_HASH"},
		variants(t, whatif.WithStrategy, "4.9", near))
	require.Empty(t, variants(t, whatif.WithOption, "4.9", broker+"consumer c1\n"))
}

// A strategy that is set later is changed too, or the change would be undone.
func TestLaterSettingsFollowTheVariant(t *testing.T) {
	sim := play(t, "rocketmq 4.9\nnameserver ns\nbroker broker-a topics=orders:4\nconsumer c1\nrun 1s\nset c1 strategy=CONSISTENT_HASH virtual-nodes=3\n")
	for _, v := range whatif.Variants(sim.Log()) {
		if v.What == "AVG_BY_CIRCLE" {
			require.Equal(t, "set c1 strategy=AVG_BY_CIRCLE", lastLine(v.Log))
		}
	}
}

func lastLine(l engine.Log) string { return l.Entries[len(l.Entries)-1].Command.String() }

// torn is a master whose disk goes while its slave cannot be reached.
const torn = `
rocketmq 4.9
nameserver ns
broker broker-a topics=orders:1
broker broker-a-s of=broker-a id=1
producer p1
consumer c1 group=g from=first
run 25s
kill c1
cut broker-a broker-a-s
send p1 5
run 1s
lose broker-a
`

func TestSyncMasterPreventsALoss(t *testing.T) {
	sim := play(t, torn)
	require.Equal(t, int64(5), whatif.Count(sim).Lost)
	helps := map[string]bool{}
	for _, o := range search(t, sim, whatif.Lost) {
		helps[o.Variant.What] = o.Helps
	}
	require.True(t, helps["broker-a SYNC_MASTER"], "nobody was told that they are stored")
	require.True(t, helps["lose broker-a"])
	require.False(t, helps["5.3"])
}
