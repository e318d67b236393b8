package main

import (
	"fmt"

	"rocketscope/engine/scenario"
	"rocketscope/engine/whatif"
)

// search runs a story with one seed after the other until a measure is above 0,
// and prints the first run that shows it.
func search(file string, story *scenario.Story, seeds uint64, m whatif.Measure) error {
	first := story.Head.Seed
	for i := range seeds {
		story.Head.Seed = first + i
		sim, _, err := story.Run()
		if err != nil {
			return err
		}
		if n := m.Of(whatif.Count(sim)); n > 0 {
			fmt.Printf("%s: seed %d has %s=%d at %s\n%s", file, story.Head.Seed, m, n, sim.Now(), sim.Log().StringUntil(sim.Now()))
			return nil
		}
	}
	return fmt.Errorf("none of %d seeds comes to %s", seeds, m)
}

// measure finds a measure by the word that -until gives.
func measure(word string) (whatif.Measure, error) {
	if word == "duplicate" {
		return whatif.Repeated, nil
	}
	for _, m := range whatif.Measures() {
		if string(m) == word {
			return m, nil
		}
	}
	return "", fmt.Errorf("-until is one of duplicate %v, not %s", whatif.Measures(), word)
}
