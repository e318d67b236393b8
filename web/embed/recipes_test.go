package embed

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/web/server"
)

// TestTheRecipesAreTheServers compares the recipes for other people's servers
// with the headers of ours.
func TestTheRecipesAreTheServers(t *testing.T) {
	recipes, err := filepath.Glob("../hosts/headers/*")
	require.NoError(t, err)
	require.Len(t, recipes, 4)
	for _, path := range recipes {
		recipe := text(t, path)
		require.Contains(t, recipe, server.Policy, path)
		require.Contains(t, recipe, "no-cache", path)
		require.Contains(t, recipe, server.Kept, path)
		for name, value := range server.Guests {
			require.Regexp(t, name+`:? "?`+regexp.QuoteMeta(value), recipe, path)
		}
	}
}
