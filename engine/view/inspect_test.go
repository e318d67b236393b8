package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

const (
	ns1 kernel.NodeID = 1 + iota
	ns2
	client
)

func servers(r *view.Row) []kernel.NodeID {
	if r.Table.Info().Fact == "route" {
		return []kernel.NodeID{ns1, ns2}
	}
	return nil
}

func orders() view.Subject { return view.Subject{Topic: "orders", Queue: -1} }

func route(i *view.Inspection, node kernel.NodeID, t view.Table, broker string, read int) {
	i.Add(node, t, orders(), broker, view.Text("orders"), view.Text(broker), view.Num(read), view.Num(4))
}

// The client has not yet heard that broker-a has 8 queues and that broker-b is
// there; ns2 knows nothing of broker-a.
func staleRoute() *view.Inspection {
	i := &view.Inspection{}
	route(i, ns1, view.ServerRoutes, "broker-a", 8)
	route(i, ns1, view.ServerRoutes, "broker-b", 4)
	route(i, ns2, view.ServerRoutes, "broker-b", 4)
	route(i, client, view.ClientRoutes, "broker-a", 4)
	return i
}

func TestDifferencesOfAStaleRoute(t *testing.T) {
	i := staleRoute()
	got := i.Differences(&i.Rows[3], servers)
	require.Equal(t, []view.Difference{{Node: ns1, Column: 2, Value: view.Num(8)}, {Node: ns2, Column: -1}}, got)
	require.Empty(t, i.Differences(&i.Rows[2], servers), "a client that lacks a row is only late")
}

func TestMissingRows(t *testing.T) {
	i := staleRoute()
	missing := i.Missing(client, view.Consumer, servers)
	require.Len(t, missing, 1)
	require.Equal(t, "broker-b", missing[0].Part)
	require.Equal(t, ns1, missing[0].Node)
	require.Equal(t, "broker-a", i.Missing(ns2, view.NameServer, servers)[0].Part)
	require.Empty(t, i.Missing(ns1, view.NameServer, servers))
}

func TestTwoOwnersDisagree(t *testing.T) {
	i := &view.Inspection{}
	for _, n := range []kernel.NodeID{4, 5} {
		i.Add(n, view.ProcessQueues, view.Subject{Group: "g", Topic: "orders", Broker: "broker-a"}, "", make([]view.Cell, 9)...)
	}
	require.Equal(t, []view.Difference{{Node: 5, Column: -1, Also: true}}, i.Differences(&i.Rows[0], servers))
}

func TestTablesAreDescribed(t *testing.T) {
	for k := range view.Table(view.Tables) {
		info := k.Info()
		require.NotEmpty(t, info.Key)
		require.Regexp(t, `^\w+\.\w+$`, info.Source)
		require.NotEmpty(t, info.Columns)
	}
}
