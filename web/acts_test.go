package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/wasm/bridge"
)

// Every act that the menus offer has its words, and no words are left over.
func TestActsOfTheMenusHaveWords(t *testing.T) {
	s := bridge.NewSession(func(string) {})
	s.Handle("load", "\nseed 7\nnameserver ns\nbroker broker-a topics=orders:2\nproducer p1 topic=orders\nconsumer c1 group=g topic=orders\ncut c1 broker-a\n")
	words, used := locale(t, "en"), map[string]bool{}
	use := func(key string) {
		require.Contains(t, words, key)
		used[key] = true
	}
	v := s.View()
	require.Len(t, v.Nodes, 4)
	for i := range v.Nodes {
		for _, g := range bridge.Groups(v, &v.Nodes[i]) {
			use("act.group." + g.Key)
			for _, a := range g.Acts {
				use("act.do." + a.Key)
				for _, f := range a.Fields {
					use("act.field." + f.Key)
					for _, o := range f.Options {
						used["act.value."+o] = true
					}
				}
			}
		}
	}
	for key := range words {
		for _, family := range []string{"act.group.", "act.do.", "act.field.", "act.value."} {
			require.False(t, strings.HasPrefix(key, family) && !used[key], "%s is used nowhere", key)
		}
	}
}
