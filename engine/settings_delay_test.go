package engine_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
	"rocketscope/engine/explain"
)

// What asks for a delay, fails a message or steps a clock prints as it was read.
func TestDelayActsReadAsTheyPrint(t *testing.T) {
	for _, line := range []string{
		"send p1 1 delay-level=5", "send p1 3 every=10ms delay=1.5s", "send p1 1 deliver=25s", "send p1 1 delay-level=3 delay=1h0m0s",
		"clock broker-a +5s", "clock broker-a -300ms",
		"restart broker-a", `restart broker-a delay-levels="1s 5s"`, `broker broker-a delay-levels="1s 5s"`,
		"consumer c1 group=g topic=orders strategy=AVG fail=3 max-reconsume=5 next-level=-1 suspend=2s consume-timeout=1m0s await=10s consume-batch=4 ack-index=on interrupt=fail",
		"consumer c1 group=g topic=orders strategy=AVG orderly fail=always max-reconsume=0",
		"set c1 fail=always", "set c1 fail=0", "set c1 max-reconsume=-1", "set c1 next-level=5", "set c1 suspend=2s", "set c1 await=10s",
		"set c1 ack-index=on", "set c1 interrupt=fail", "set c1 poison=p1/17", "set c1 cure=17",
		"set broker-a disk=full", "set broker-a disk=ok",
	} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		again, err := engine.ParseCommand(c.String())
		require.NoError(t, err, c.String())
		require.Equal(t, c.String(), again.String())
	}
}

// What cannot be is refused for its own reason and leaves no trace.
func TestDelayActsThatCannotBe(t *testing.T) {
	sim, err := engine.New(engine.Head{Version: "4.9", Seed: 7})
	require.NoError(t, err)
	for _, line := range []string{
		"nameserver ns", "broker broker-a topics=orders:4", "broker broker-b", "producer p1 batch=10", "producer p2", "consumer c1 group=g", "kill broker-b",
	} {
		require.NoError(t, do(sim, line), line)
	}
	digest := sim.Digest()
	for line, key := range map[string]string{
		"send p1 10 delay-level=3":              "batch.delay",
		"send p2 1 delay=721h":                  "timing.range",
		"send p2 1 delay-level=101":             "number.bad",
		"clock broker-a 5s":                     "clock.sign",
		"clock broker-a +0s":                    "clock.range",
		"clock c1 +5s":                          "node.kind",
		`restart broker-a delay-levels="1s"`:    "node.running",
		`restart broker-b delay-levels="1s 5x"`: "delay.level",
		`restart c1 delay-levels="1s"`:          "node.kind",
		`broker broker-c delay-levels="1s 5"`:   "delay.level",
		"consumer c2 consume-timeout=90s":       "consumetimeout.range",
		"consumer c2 orderly consume-batch=4":   "batch.orderly",
		"set c1 suspend=-1s":                    "suspend.range",
		"set c1 await=2h":                       "await.range",
		"set c1 poison=17":                      "message.whose",
		"set c1 poison=c1/17":                   "node.kind",
		"set p1 fail=3":                         "node.kind",
		"set c1 disk=full":                      "node.kind",
	} {
		err := do(sim, line)
		var e *explain.Error
		require.True(t, errors.As(err, &e), "%s: %v", line, err)
		require.Equal(t, key, e.Key, line)
		require.Equal(t, digest, sim.Digest(), line)
	}
}
