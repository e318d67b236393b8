package consumer

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

type startCase struct {
	ID, ConsumeFromWhere, Topic                        string
	StoredOffset, MaxOffset, OffsetAtTimestamp, Result int64
	BrokerQueryFails                                   bool
}

// policies maps RocketMQ's names; the deprecated ones act as LAST_OFFSET.
func policy(name string) wire.ConsumeFromWhere {
	switch name {
	case "CONSUME_FROM_FIRST_OFFSET":
		return wire.FromFirstOffset
	case "CONSUME_FROM_TIMESTAMP":
		return wire.FromTimestamp
	}
	return wire.FromLastOffset
}

func TestComputePullFromWhereVectors(t *testing.T) {
	vectortest.Each(t, "compute-pull-from-where", func(t *testing.T, _ string, v startCase) {
		got, ask := startOffset(policy(v.ConsumeFromWhere), strings.HasPrefix(v.Topic, "%RETRY%"), v.StoredOffset)
		switch {
		case ask != askNothing && v.BrokerQueryFails:
			got = -1
		case ask == askMax:
			got = v.MaxOffset
		case ask == askTimestamp:
			got = v.OffsetAtTimestamp
		}
		require.Equal(t, v.Result, got, v.ID)
	})
}

type queueCase struct {
	ID      string
	Ops     []queueOp
	Elapsed int64
	LockExpired,
	PullExpired bool
}

type queueOp struct {
	Op       string
	Offsets  []int64
	Sizes    []int32
	N        int
	Result   json.RawMessage
	Dispatch bool
	Count    int32
	Size     int64
	Span     int64
	HasTemp  bool
}

func TestProcessQueueVectors(t *testing.T) {
	vectortest.Each(t, "processqueue", func(t *testing.T, _ string, v queueCase) {
		p := newProcessQueue(1, wire.MessageQueue{}, 0)
		if v.Ops == nil {
			now := kernel.Time(time.Duration(v.Elapsed) * time.Millisecond)
			require.Equal(t, v.LockExpired, p.lockExpired(now), v.ID)
			require.Equal(t, v.PullExpired, p.pullExpired(now), v.ID)
			return
		}
		for i, o := range v.Ops {
			applyQueueOp(t, p, o, v.ID)
			require.Equal(t, o.Count, p.count, "%s op %d", v.ID, i)
			require.Equal(t, o.Size, p.size, "%s op %d", v.ID, i)
			require.Equal(t, o.Span, p.messages.span(), "%s op %d", v.ID, i)
			require.Equal(t, o.HasTemp, p.messages.len() > 0, "%s op %d", v.ID, i)
		}
	})
}

func applyQueueOp(t *testing.T, p *processQueue, o queueOp, id string) {
	switch o.Op {
	case "put":
		var messages []*wire.MessageExt
		for i, offset := range o.Offsets {
			messages = append(messages, &wire.MessageExt{QueueOffset: offset, Message: wire.Message{Size: o.Sizes[i]}})
		}
		require.Equal(t, o.Dispatch, p.put(messages), id)
	case "remove":
		require.JSONEq(t, string(o.Result), toJSON(p.removeAll(o.Offsets)), id)
	case "take":
		taken := []int64{}
		for range o.N {
			if m, ok := p.take(); ok {
				taken = append(taken, m.QueueOffset)
			}
		}
		if len(taken) > 0 {
			p.taken = true // takeMessages ends the run only when it takes nothing at all
		}
		require.JSONEq(t, string(o.Result), toJSON(taken), id)
	case "commit":
		require.JSONEq(t, string(o.Result), toJSON(p.commit()), id)
	case "rollback":
		p.rollback()
	case "consumeAgain":
		p.rollbackOnly(o.Offsets)
	default:
		t.Fatalf("unknown op %s", o.Op)
	}
}

// removeAll acknowledges a batch.
func (p *processQueue) removeAll(offsets []int64) int64 {
	if p.messages.len() == 0 {
		return -1
	}
	for _, offset := range offsets {
		p.remove(offset)
	}
	return p.commitPoint()
}

// rollbackOnly puts some of what was taken back.
func (p *processQueue) rollbackOnly(offsets []int64) {
	for _, offset := range offsets {
		if m, ok := p.consuming.remove(offset); ok {
			p.messages.put(m)
		}
	}
}

func toJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
