package bridge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACode(t *testing.T) {
	s, e := listening(t)
	s.Code("https://example.org/?lesson=join&step=2")
	code := e.last("qr")
	require.EqualValues(t, 29, code["size"], "39 bytes with level M want version 3")
	path := code["path"].(string)
	require.Regexp(t, `^(M\d+ \d+h\d+v1h-\d+z)+$`, path)
	for _, corner := range []string{"M0 0h7v1", "M22 0h7v1", "M0 22h7v1"} {
		require.Contains(t, path, corner, "a finder")
	}
	s.Code(strings.Repeat("x", 287))
	require.EqualValues(t, 65, e.last("qr")["size"])
	require.Empty(t, e.told["error"])
	s.Code(strings.Repeat("x", 288))
	require.Equal(t, "qr", e.last("error")["verb"])
	require.Len(t, e.told["qr"], 2)
}
