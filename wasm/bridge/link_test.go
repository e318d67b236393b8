package bridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
)

func TestMenuOfALinkCutsAndHealsIt(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "20000000000 end")
	id := map[string]kernel.NodeID{}
	for _, n := range s.View().Nodes {
		id[n.Name] = n.ID
	}
	s.MenuOfLink(id["c1"], id["broker-a"], 3, 4)
	require.Equal(t, []string{"cut c1 broker-a"}, e.names("menu", "items", "line"))
	s.Handle("do", "cut c1 broker-a")
	s.MenuOfLink(id["broker-a"], id["c1"], 3, 4)
	require.Equal(t, []string{"heal broker-a c1"}, e.names("menu", "items", "line"))
	menus := len(e.told["menu"])
	s.MenuOfLink(id["c1"], 99, 3, 4)
	require.Len(t, e.told["menu"], menus, "there is no such node")
}
