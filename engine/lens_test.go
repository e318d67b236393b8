package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/allocate"
)

// The lens compares the lists of now with those that the rebalance before the
// last change saw, whether or not anybody has noticed the change yet.
func TestLens(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	must := func(lines ...string) {
		for _, line := range lines {
			require.NoError(t, do(sim, line), line)
		}
		sim.RunUntil(sim.Now().Add(2*time.Second), 0)
	}
	must("nameserver ns", "broker broker-a topics=orders:4", "broker broker-b topics=orders:4")
	_, err = sim.Lens("g", "orders")
	require.ErrorContains(t, err, "no member of g is running")

	must("consumer c1 group=g")
	l, err := sim.Lens("g", "orders")
	require.NoError(t, err)
	require.Len(t, l.After.Queues, 8)
	require.Empty(t, l.Before.Members, "nothing came before")
	must("consumer c2 group=g strategy=CONSISTENT_HASH virtual-nodes=3")
	must("consumer c3 group=g")
	l, err = sim.Lens("g", "orders")
	require.NoError(t, err)
	require.Equal(t, []string{"10.0.0.1@c1", "10.0.0.1@c2"}, l.Before.Members)
	require.Equal(t, []string{"10.0.0.1@c1", "10.0.0.1@c2", "10.0.0.1@c3"}, l.After.Members)
	require.Equal(t, l.Before.Queues, l.After.Queues)
	require.Len(t, l.Columns, 6)
	require.Equal(t, 3, l.Columns[allocate.Averagely].Moved)
	require.Equal(t, []int{3, 3, 2}, []int{
		len(l.Columns[allocate.Averagely].After.Shares[0]), len(l.Columns[allocate.Averagely].After.Shares[1]), len(l.Columns[allocate.Averagely].After.Shares[2]),
	})

	must("lose c3")
	l, err = sim.Lens("g", "orders")
	require.NoError(t, err)
	require.Len(t, l.Before.Members, 3, "nobody knows yet, but the lens does")
	require.Len(t, l.After.Members, 2)
	must("queues broker-b orders read=6 write=6")
	l, err = sim.Lens("g", "orders")
	require.NoError(t, err)
	require.Len(t, l.After.Queues, 10)
}
