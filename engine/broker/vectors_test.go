package broker

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

type subscriptionCase struct {
	Ops []struct {
		Heartbeat []struct {
			Topic, Expr string
			Version     int64
		}
		Updated bool
		Table   map[string]struct {
			Expr    string
			Version int64
		}
	}
}

func TestVectorsSubscriptionTable(t *testing.T) {
	vectortest.Each(t, "subscription-table", func(t *testing.T, id string, c subscriptionCase) {
		var g group
		for i, op := range c.Ops {
			var subs []wire.SubscriptionData
			for _, h := range op.Heartbeat {
				subs = append(subs, sub(h.Topic, h.Expr, h.Version))
			}
			change := g.updateSubscriptions(subs)
			require.Equal(t, op.Updated, change.topics(), "%s op %d", id, i)
			require.Len(t, g.subscriptions, len(op.Table), "%s op %d", id, i)
			for topic, want := range op.Table {
				got := g.subscription(topic)
				require.NotNil(t, got, "%s op %d", id, i)
				require.Equal(t, want.Expr, got.Expression, "%s op %d", id, i)
				require.Equal(t, want.Version, got.SubVersion, "%s op %d", id, i)
			}
		}
	})
}

type lockCase struct {
	Ops []struct {
		T      int64
		Client string
		Queues []int32
		Op     string
		Locked json.RawMessage
	}
}

func TestVectorsQueueLock(t *testing.T) {
	vectortest.Each(t, "queue-lock", func(t *testing.T, id string, c lockCase) {
		w := &world{b: &Broker{}}
		for i, op := range c.Ops {
			w.Advance(kernel.Time(op.T) * kernel.Time(time.Millisecond))
			var queues []wire.MessageQueue
			for _, q := range op.Queues {
				queues = append(queues, queue(q))
			}
			if op.Op == "unlockBatch" {
				w.b.unlock(&wire.UnlockBatch{Group: "g", ClientID: op.Client, Queues: queues})
				continue
			}
			env := w.env()
			got := w.b.lock(&env, &wire.LockBatch{Group: "g", ClientID: op.Client, Queues: queues}).(*wire.LockedQueues)
			if op.Op == "tryLock" {
				require.Equal(t, string(op.Locked) == "true", len(got.Queues) == 1, "%s op %d", id, i)
				continue
			}
			want := []int32{}
			require.NoError(t, json.Unmarshal(op.Locked, &want))
			ids := []int32{}
			for _, q := range got.Queues {
				ids = append(ids, q.QueueID)
			}
			slices.Sort(ids)
			slices.Sort(want)
			require.Equal(t, want, ids, "%s op %d", id, i)
		}
	})
}
