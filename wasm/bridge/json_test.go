package bridge

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestObjectIsJSON(t *testing.T) {
	o := newObject("kind")
	o.str("text", "a \"quoted\" \\ line\nnext\ttab \x01 [ { : , 队列")
	o.num("least", -1<<63)
	o.bool("yes", true)
	o.list("none", func() {})
	o.list("rows", func() {
		for i := range 2 {
			o.open('{')
			o.num("i", int64(i))
			o.texts("names", []string{"a:", "b["})
			o.shut('}')
		}
	})
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(o.end()), &got))
	require.Equal(t, map[string]any{
		"type":  "kind",
		"text":  "a \"quoted\" \\ line\nnext\ttab \x01 [ { : , 队列",
		"least": float64(-1 << 63), "yes": true, "none": []any{},
		"rows": []any{
			map[string]any{"i": 0., "names": []any{"a:", "b["}},
			map[string]any{"i": 1., "names": []any{"a:", "b["}},
		},
	}, got)
}

func FuzzTextIsJSON(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\x1f\"\\\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		o := newObject("t")
		o.str("s", s)
		require.True(t, json.Valid([]byte(o.end())))
	})
}
