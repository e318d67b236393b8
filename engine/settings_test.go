package engine_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// What a producer's line and the settings of producers and brokers print is
// what they were read from.
func TestSettingsReadAsTheyPrint(t *testing.T) {
	for _, line := range []string{
		"producer p1 topic=orders",
		"producer p1 topic=orders rate=20/s size=2048 keys=8 batch=10 tags=TagA,TagB mode=async timeout=1s retries=3 retries-async=0",
		"producer p1 topic=orders delay-level=3 selector=hash",
		"producer p1 topic=orders selector=broker-a/3 retry-not-ok=on",
		"producer p1 topic=orders max-per-request=500ms fault=on detector=on version=5.3",
		"set p1 batch=10", "set p1 delay-level=3", "set p1 mode=oneway", "set p1 timeout=1s", "set p1 max-per-request=500ms",
		"set p1 retries=0", "set p1 retries-async=5", "set p1 retry-not-ok=on", "set p1 fault=on", "set p1 detector=off",
		"set p1 selector=roundrobin", "set p1 selector=broker-a/3",
		"set broker-a answer=ok", "set broker-a answer=hang", "set broker-a answer=refuse", "set broker-a answer=500ms",
		"set broker-a sends=SYSTEM_BUSY", "set broker-a sends=FLUSH_DISK_TIMEOUT",
	} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		require.Equal(t, line, c.String())
	}
}

// What cannot be is refused for its own reason and leaves no trace.
func TestSettingsThatCannotBe(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{"nameserver ns", "broker broker-a topics=orders:4", "producer p1 topic=orders batch=10"} {
		require.NoError(t, do(sim, line))
	}
	digest := sim.Digest()
	for line, key := range map[string]string{
		"producer p2 topic=orders detector=on":           "detector.version",
		"producer p2 topic=orders max-per-request=500ms": "maxperrequest.version",
		"producer p2 topic=orders batch=5 selector=hash": "batch.selector",
		"producer p2 topic=orders batch=5 delay-level=3": "batch.delay",
		"producer p2 topic=orders selector=broker-a":     "selector.bad",
		"set p1 selector=hash":                           "batch.selector",
		"set p1 selector=broker-a/-1":                    "selector.bad",
		"set p1 delay-level=3":                           "batch.delay",
		"set p1 detector=on":                             "detector.version",
		"set p1 max-per-request=500ms":                   "maxperrequest.version",
		"set p1 answer=hang":                             "node.kind",
		"set broker-a batch=3":                           "node.kind",
		"set broker-a sends=hang":                        "answer.sends",
		"set broker-a answer=2m":                         "answer.delay",
		"set broker-a answer=SYSTEM_LAZY":                "answer.bad",
	} {
		err := do(sim, line)
		var e *explain.Error
		require.Truef(t, errors.As(err, &e), "%s: %v", line, err)
		require.Equal(t, key, string(e.Key), line)
		require.Equal(t, digest, sim.Digest(), line)
	}
	require.NotContains(t, sim.Log().StringUntil(sim.Now()), "set")
}

func do(sim *engine.Sim, line string) error {
	c, err := engine.ParseCommand(line)
	if err != nil {
		return err
	}
	return sim.Do(c)
}
