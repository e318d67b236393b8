package scenario

import "rocketscope/engine"

// Lines lists how each line that changes a run is written: what comes before the
// first act, time, acts.
func Lines() []string {
	lines := []string{
		"rocketmq 4.9", "seed 7", "run 25s",
		"until owner GROUP TOPIC broker-a/3 CONSUMER [max=60s]", "until lag GROUP 0 [max=60s]", "until rule RULE [NODE] [max=60s]",
	}
	for _, v := range engine.Verbs() {
		lines = append(lines, v.Usage)
	}
	return lines
}
