package words

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// samples are typical values of the slots that are not plain numbers.
var samples = map[string]string{
	"who": "c2", "chose": "broker-a/0–3", "time": "30.214 s", "in": "0.196 s",
	"group": "g", "topic": "orders", "broker": "broker-a", "queue": "broker-a/3", "peer": "broker-a", "to": "broker-a", "message": "1234",
	"client": "c2", "holder": "c1", "current": "c2", "ids": "c1, c2, c3", "member": "c1", "node": "broker-a-s", "nameserver": "ns1",
	"asked": "broker-a", "strategy": "AVG", "inner": "AVG", "my-room": "hz", "dead-rooms": "sh", "room": "hz", "rooms": "hz, sh", "configured-rooms": "hz",
	"topic.added": "orders", "topic.removed": "pay", "expression.old": "TagA", "expression.new": "TagB",
	"brokers.gone": "broker-a", "brokers.new": "broker-a", "master.gone": "broker-a", "master.back": "broker-a", "queues.other": "broker-a",
	"code": "SLAVE_NOT_AVAILABLE", "failure": "RemotingTimeoutException", "exception": "RemotingTimeoutException", "tenths": "10",
	"hash": "3735928559", "point": "4026531839", "circle": "1, 4, 7", "a": "c2", "b": "broker-a", "bytes": "101 MiB",
	"budget.left.ns": "2.38 s", "took.ns": "620 ms", "elapsed.ns": "3.001 s",
}

func typical(c *Catalogue, e *entry) Line {
	s := &scope{c: c}
	for _, p := range e.parts {
		if p.slot == "" {
			continue
		}
		text, ok := samples[p.slot]
		if !ok {
			text = "128"
			if kindOf(explain.Key(p.slot)) == length {
				text = "120 s"
			}
		}
		node := kernel.NodeID(0)
		if text == "c1" || text == "c2" {
			node = 1
		}
		s.set(p.slot, value{line: Line{{Text: text, Node: node}}})
	}
	bare := entry{parts: e.parts}
	line, _ := bare.fill(s)
	return line
}

// Every caption fits an embedded page of 640 px with typical names and numbers.
func TestCaptionsFit(t *testing.T) {
	var wide []string
	for _, lang := range both {
		c := For(lang)
		for _, info := range explain.Rules() {
			for part, face := range map[string]typeface{".1": firstLine, ".2": secondLine} {
				lines := c.entries(info.Name + part)
				for i := range lines {
					line := typical(c, &lines[i])
					if !face.fits(line) {
						wide = append(wide, fmt.Sprintf("%s %s%s is %.0f px wide: %s\n", lang, info.Name, part, face.width(line), line))
					}
				}
			}
		}
	}
	require.Empty(t, wide)
}

// A name on the time line stands beside its mark.
func TestNamesAreShort(t *testing.T) {
	for _, lang := range both {
		c := For(lang)
		for _, info := range explain.Rules() {
			name := plain(c.Rule(info.Name))
			require.Less(t, typeface{size: 12, weight: 400}.width(name), float32(190), "%s: %s", lang, name)
		}
	}
}
