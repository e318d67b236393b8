package client

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/wire"
)

// vectorFiles are the golden files of a family, here and in ROCKETSCOPE_VECTORS.
func vectorFiles(t *testing.T, family string) []string {
	files, err := filepath.Glob(filepath.Join("testdata", family+".*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if dir := os.Getenv("ROCKETSCOPE_VECTORS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, family+".*.json"))
		require.NoError(t, err)
		files = append(files, more...)
	}
	return files
}

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
	count := 0
	for _, file := range vectorFiles(t, "find-broker-address") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var doc struct{ Cases []addressCase }
		require.NoError(t, json.Unmarshal(text, &doc))
		for _, v := range doc.Cases {
			checkAddress(t, v)
		}
		count += len(doc.Cases)
	}
	t.Logf("find-broker-address: %d cases", count)
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
