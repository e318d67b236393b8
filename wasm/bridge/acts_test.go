package bridge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/view"
)

// filled are the lines of an act: its first values, its samples, each option.
func filled(a *Act) (lines []string) {
	values, samples := make([]string, len(a.Fields)), make([]string, len(a.Fields))
	for i, f := range a.Fields {
		values[i], samples[i] = f.Value, f.Sample
		if f.Sample == "" {
			samples[i] = f.Value
		}
	}
	lines = append(lines, a.Line(samples...))
	for i, f := range a.Fields {
		for _, o := range f.Options {
			one := append([]string{}, samples...)
			one[i] = o
			lines = append(lines, a.Line(one...))
		}
	}
	return lines
}

// Everything that the menus offer is a line that the engine reads, and every
// verb of the engine can be had from a menu.
func TestEveryActOfTheMenusIsALine(t *testing.T) {
	s, e := loaded(t)
	s.Handle("seek", "5s")
	s.Handle("do", "broker broker-a-s of=broker-a id=1")
	s.Handle("do", "cut c1 broker-a")
	require.Empty(t, e.told["error"])
	seen := map[string]bool{}
	v := s.View()
	for i := range v.Nodes {
		n := &v.Nodes[i]
		for _, item := range s.Words().Menu(v, n.ID) {
			seen[item.Verb] = true
		}
		for _, g := range Groups(v, n) {
			require.NotEmpty(t, g.Acts, g.Key)
			for _, a := range g.Acts {
				for _, line := range filled(&a) {
					_, err := engine.ParseCommand(line)
					require.NoError(t, err, line)
					seen[strings.Fields(line)[0]] = true
				}
			}
		}
	}
	for _, verb := range engine.Verbs() {
		switch verb.Name {
		case "nameserver", "broker", "consumer", "producer": // what may be added
		case "drop", "delay", "hold", "release": // the menu of a message
		default:
			require.True(t, seen[verb.Name], "no menu has %s", verb.Name)
		}
	}
}

// A node has links to all that it may talk to, touched or not.
func TestLinksOfANode(t *testing.T) {
	s, _ := loaded(t)
	s.Handle("do", "broker broker-a-s of=broker-a id=1")
	s.Handle("do", "cut c1 broker-a")
	v := s.View()
	peers := func(name, verb string) []string {
		g := links(v, named(v, name))
		for _, a := range g.Acts {
			if a.Key == verb {
				return a.Fields[0].Options
			}
		}
		return nil
	}
	require.NotContains(t, peers("c1", "cut"), "broker-a")
	require.Equal(t, []string{"broker-a"}, peers("c1", "heal"))
	require.Contains(t, peers("c1", "link"), "broker-a")
	require.NotContains(t, peers("c1", "link"), "c2")
	require.Contains(t, peers("broker-a", "cut"), "broker-a-s")
	for i := range v.Nodes {
		n := &v.Nodes[i]
		require.False(t, talk(n, n), n.Name)
		require.Equal(t, n.Role != view.NameServer, talk(n, &view.Node{ID: 999, Role: view.NameServer}))
	}
}
