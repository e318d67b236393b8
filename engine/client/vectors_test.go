package client

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/wire"
)

type addressCase struct {
	ID             string
	Table          map[int64]string
	BrokerID       int64
	OnlyThisBroker bool
	Subscribe      *struct {
		Addr  string
		Slave bool
	}
	Publish *string
}

func TestFindBrokerAddressVectors(t *testing.T) {
	vectortest.Each(t, "find-broker-address", func(t *testing.T, _ string, v addressCase) { checkAddress(t, v) })
}

func checkAddress(t *testing.T, v addressCase) {
	var addrs []wire.BrokerAddr
	for id := int64(0); id < 16; id++ {
		if _, ok := v.Table[id]; ok {
			addrs = append(addrs, wire.BrokerAddr{ID: id, Addr: wire.Addr(100 + id)})
		}
	}
	require.Len(t, addrs, len(v.Table), v.ID)
	name := func(a wire.Addr) string { return fmt.Sprintf("addr%d", a-100) }
	c := Instance{}
	c.setBroker("b", addrs)
	addr, slave, ok := c.InSubscribe("b", v.BrokerID, v.OnlyThisBroker)
	require.Equal(t, v.Subscribe != nil, ok, v.ID)
	if ok {
		require.Equal(t, v.Subscribe.Addr, name(addr), v.ID)
		require.Equal(t, v.Subscribe.Slave, slave, v.ID)
	}
	addr, ok = c.InPublish("b")
	require.Equal(t, v.Publish != nil, ok, v.ID)
	if ok {
		require.Equal(t, *v.Publish, name(addr), v.ID)
	}
}
