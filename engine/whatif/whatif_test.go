package whatif_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/scenario"
	"rocketscope/engine/whatif"
)

// hung is a run in which a consumer's host falls silent, so that its queues
// pile up until the others find out.
const hung = `
rocketmq 4.9
nameserver ns
broker broker-a topics=orders:4
producer p1 rate=5/s
consumer c1 group=g
consumer c2 group=g
run 25s
lose c2
run 20s
`

func play(t testing.TB, text string) *engine.Sim {
	story, err := scenario.Parse(text)
	require.NoError(t, err)
	sim, _, err := story.Run()
	require.NoError(t, err)
	return sim
}

func search(t testing.TB, sim *engine.Sim, m whatif.Measure) []whatif.Outcome {
	s, err := whatif.NewSearch(sim, m)
	require.NoError(t, err)
	var all []whatif.Outcome
	for {
		o, ok, err := s.Next()
		require.NoError(t, err)
		if !ok {
			return all
		}
		all = append(all, o)
	}
}

func TestTheActItselfIsWhatWouldHavePreventedIt(t *testing.T) {
	helped := map[string]bool{}
	for _, o := range search(t, play(t, hung), whatif.Stalled) {
		helped[o.Variant.What] = o.Helps
	}
	require.True(t, helped["lose c2"], "without the loss no queue stands still")
	require.False(t, helped["5.3"], "a newer version does not notice a silent host sooner")
	require.False(t, helped["AVG_BY_CIRCLE"])
	require.Len(t, helped, 1+2+2+1+5)
}

func TestActsThatCannotBeAreNamed(t *testing.T) {
	sim := play(t, hung+"restart c2\nrun 5s\n")
	for _, o := range search(t, sim, whatif.Lag) {
		if o.Variant.What == "lose c2" {
			require.Equal(t, []string{"restart c2"}, o.Dropped)
		}
	}
}

func TestThereMustBeSomethingToPrevent(t *testing.T) {
	_, err := whatif.NewSearch(play(t, hung), whatif.Failed)
	require.EqualError(t, err, "there is nothing to prevent: failed is 0")
}

func ExampleSearch() {
	story, _ := scenario.Parse(hung)
	sim, _, _ := story.Run()
	s, _ := whatif.NewSearch(sim, whatif.Stalled)
	o, _, _ := s.Next()
	fmt.Println(o.Variant.What, o.Helps, s.Before().Stalled, o.Numbers.Stalled)
	// Output: lose c2 true 2 0
}
