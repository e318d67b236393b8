package scenario_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/scenario"
)

func TestLinesListsEveryWord(t *testing.T) {
	words := map[string]bool{}
	for _, line := range scenario.Lines() {
		word, _, _ := strings.Cut(line, " ")
		words[word] = true
		_, err := scenario.Parse(word + "\n")
		if err != nil {
			require.NotContains(t, err.Error(), "no line that begins", "%q", line)
		}
	}
	for _, v := range engine.Verbs() {
		require.True(t, words[v.Name], v.Name)
	}
	require.True(t, words["rocketmq"] && words["run"] && words["until"])
}
