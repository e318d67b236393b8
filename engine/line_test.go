package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine"
)

// What a command prints is what reads as the same command.
func TestCommandsReadWhatTheyPrint(t *testing.T) {
	for _, line := range []string{
		"nameserver ns",
		"broker broker-a topics=orders:4,pay:8r4w autocreate=off version=5.3",
		`consumer c1 group=g topic=orders strategy=AVG_BY_CIRCLE orderly tags="TagA || TagB" from=timestamp at=-1h listen=2s threads=4 id=10.0.0.1@x version=4.8`,
		"consumer c1 group=g topic=orders strategy=AVG model=broadcasting",
		"producer p1 topic=orders rate=20/s size=2048 keys=8 batch=4 tags=TagA,TagB mode=async selector=hash timeout=5s retries=1 fault=on version=4.8",
		"producer p1 topic=orders rate=30/m",
		"stop c1", "kill c1", "lose c1", "restart c1", "remove c1",
		"slow c1 x10", "slow c1 x0.5", "slow broker-a 200ms",
		"cut c1 broker-a", "heal c1 broker-a", "link c1 broker-a 20ms",
		"drop 17", "delay 17 2s", "hold 17", "release 17",
		"queues broker-a orders read=8 write=4", "queues broker-a orders perm=w", "queues broker-a orders read=8 write=8 perm=rw",
		"consumer c1 group=g topic=orders strategy=CONSISTENT_HASH virtual-nodes=20 pull-threshold=10 pull-threshold-topic=100 pull-size-topic=50",
		"consumer c1 group=g topic=orders strategy=MACHINE_ROOM rooms=A,B",
		"consumer c1 group=g topic=orders strategy=CONFIG config=broker-a/0,broker-b/1",
		"consumer c1 group=g topic=orders strategy=MACHINE_ROOM_NEARBY-CONSISTENT_HASH virtual-nodes=2 room-of=broker-a:A,c1:A",
		"set c1 strategy=CONSISTENT_HASH virtual-nodes=20", "group g strategy=AVG_BY_CIRCLE", "group g listen=2s",
		"subscribe c1 topic=pay", `subscribe c1 topic=pay tags=TagA||TagB`, "unsubscribe c1 topic=pay",
		"hang c1 next", "hang c1 p1/17", "unhang c1", "unhang c1 p1/17", "suspend c1", "resume c1",
		"reset g orders at=-30m0s", "reset g orders at=first force", "reset g orders at=last old", "expire broker-a orders/3 offset=100",
		"set p1 rate=50/s", "set c1 strategy=AVG", "set c1 listen=1m30s",
		"send p1 100 every=10ms", "send p1 1",
	} {
		c, err := engine.ParseCommand(line)
		require.NoError(t, err, line)
		again, err := engine.ParseCommand(c.String())
		require.NoError(t, err, c.String())
		require.Equal(t, c.String(), again.String())
		require.Equal(t, len(strings.Fields(line)), len(strings.Fields(c.String())), "%s: %s", line, c)
	}
}

func TestLinesAreRefusedWithAReason(t *testing.T) {
	for line, reason := range map[string]string{
		"":                              "there is no act ",
		"fly c1":                        "there is no act fly",
		"kill":                          "kill wants the name of a node",
		"kill c1 c2":                    "kill does not know what to do with c2",
		"kill c1 now=yes":               "kill has no option now",
		`consumer c1 tags="TagA`:        "a quote is not closed",
		`consumer c1 tags="TagA"x`:      "a space is wanted after the quote that closes TagA",
		`consumer c"1"`:                 `a quote stands in the middle of c`,
		"broker b topics=orders":        "orders is no topic: write orders:4",
		"broker b topics=orders:0":      "a number of queues is a whole number from 1 to 1024, not 0",
		"consumer c1 group=g group=h":   "group= is given twice",
		"consumer c1 strategy=BEST":     "there is no strategy BEST",
		"consumer c1 version=3.2":       "there is no RocketMQ version 3.2 here: 4.8, 4.9 or 5.3",
		"producer p1 rate=fast":         "fast is no rate: write 20/s or 30/m, at most 1000/s",
		"slow c1 x0":                    "0 is no factor: write x10 or x0.5",
		"link a b soon":                 "soon is no duration: write 250ms, 25s or 1m30s",
		"drop all":                      "all is no number of a message",
		"queues broker-a orders":        "queues wants read=, write= or perm=",
		"queues broker-a orders perm=x": "perm is one of r w rw, not x",
		"consumer c1 rooms=A":           "consumer has no option rooms",
		"consumer c1 strategy=CONFIG config=broker-a":                   "broker-a is no queue: write broker-a/3",
		"consumer c1 strategy=MACHINE_ROOM_NEARBY-AVG room-of=broker-a": "broker-a puts nothing into a room",
		"consumer c1 strategy=CONSISTENT_HASH virtual-nodes=1001":       "virtual-nodes is a whole number from 0 to 1000, not 1001",
		"set c1 listen=1s rate=1/s":                                     "set has no option rate",
		"group g rate=1/s":                                              "there is no setting rate",
		"group g":                                                       "group names one setting",
		"subscribe c1":                                                  "a topic needs a name",
		"hang c1 soon":                                                  "the number of a message is a whole number",
		"unhang c1 next":                                                "the number of a message is a whole number",
		`restart ""`:                                                    "a name has 1 to 32 characters, not 0",
		`slow "c 1" x2`:                                                 "a name has letters, digits, - _ . and @, not  ",
		"expire broker-a orders offset=1":                               "orders is no queue",
		"set p1 colour=red":                                             "there is no setting colour",
		"kill " + strings.Repeat("x", 2000):                             "a line has at most 2000 bytes",
	} {
		_, err := engine.ParseCommand(line)
		require.ErrorContains(t, err, reason, "%q", line)
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, v := range engine.Verbs() {
		f.Add(v.Usage)
	}
	f.Add(`consumer c1 tags="a || b" orderly`)
	f.Add(`restart ""`)
	f.Fuzz(func(t *testing.T, line string) {
		c, err := engine.ParseCommand(line)
		if err != nil {
			return
		}
		again, err := engine.ParseCommand(c.String())
		require.NoError(t, err, "%q -> %q", line, c)
		require.Equal(t, c.String(), again.String())
	})
}
