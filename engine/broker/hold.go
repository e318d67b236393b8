package broker

import (
	"strings"
	"time"

	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// holdCheck is how often the hold service looks through what it holds.
const holdCheck = 5 * time.Second

// queueHolds is the pulls held on one queue [PullRequestHoldService].
type queueHolds struct {
	topic string
	id    int32
	pulls []heldPull
}

type heldPull struct {
	from         caller
	request      *wire.PullMessage
	subscription wire.SubscriptionData // as it was when the request came
	until        kernel.Time
	cause        kernel.Cause
}

func (b *Broker) findHolds(topic string, id int32) (int, bool) {
	return kernel.Find(len(b.holds), func(i int) int {
		if c := strings.Compare(topic, b.holds[i].topic); c != 0 {
			return c
		}
		return int(id - b.holds[i].id)
	})
}

// hold keeps a pull until a message arrives or its time is over [suspendPullRequest].
func (b *Broker) hold(env *kernel.Env, from caller, m *wire.PullMessage, sub *wire.SubscriptionData) {
	i, ok := b.findHolds(m.Queue.Topic, m.Queue.QueueID)
	if !ok {
		b.holds = kernel.Insert(b.holds, i, queueHolds{topic: m.Queue.Topic, id: m.Queue.QueueID})
	}
	h := &b.holds[i]
	until := env.Now().Add(m.SuspendFor)
	h.pulls = append(h.pulls, heldPull{from: from, request: m, subscription: *sub, until: until, cause: env.Cause()})
	b.armHold(env, b.checkFrom(until))
}

// checkFrom is the first check at or after t.
func (b *Broker) checkFrom(t kernel.Time) kernel.Time { return b.gridAfter(t-1, holdCheck, holdCheck) }

// armHold makes sure that a check takes place at a moment on its grid; checks
// that would find nothing do not.
func (b *Broker) armHold(env *kernel.Env, at kernel.Time) {
	if b.armedHold != 0 && b.armedHold <= at {
		return
	}
	b.armedHold = at
	b.genHold++
	env.Every(at.Sub(env.Now()), timerHold, b.genHold, 0, 0)
}

// arrived wakes the pulls held on a queue whose filter lets a new message
// through, and those whose time is over. The others stay until the next check,
// which asks no filter [PullRequestHoldService.notifyMessageArriving]. The
// messages of a batch arrive one by one, as they are dispatched to their queue:
// the first wakes a pull, and where thinking takes no time that pull finds it
// alone [DefaultMessageStore.ReputMessageService.doReput].
func (b *Broker) arrived(env *kernel.Env, topic string, id int32, code int64) {
	i, ok := b.findHolds(topic, id)
	if !ok || len(b.holds[i].pulls) == 0 {
		return
	}
	cause := env.Cause()
	end := b.store.Max(topic, id)
	missed := false
	b.wake(env, &b.holds[i], func(p *heldPull) bool {
		if end <= p.request.Offset {
			return false
		}
		match := filter.ByCode(&p.subscription, code)
		missed = missed || !match
		return match
	})
	env.SetCause(cause)
	if missed {
		b.armHold(env, b.gridAfter(env.Now(), holdCheck, holdCheck))
	}
}

// checkHeld is the hold service's check: whatever has messages, wanted or not,
// or has been held for its time is answered [PullRequestHoldService.checkHoldRequest].
func (b *Broker) checkHeld(env *kernel.Env) {
	b.armedHold = 0
	next := kernel.Never
	for i := range b.holds {
		h := &b.holds[i]
		end := b.store.Max(h.topic, h.id)
		b.wake(env, h, func(p *heldPull) bool {
			env.SetCause(p.cause)
			return end > p.request.Offset
		})
		for j := range h.pulls {
			next = min(next, h.pulls[j].until)
		}
	}
	if next != kernel.Never {
		b.armHold(env, b.checkFrom(next))
	}
}

// wake answers the held pulls that ready picks or whose time is over.
func (b *Broker) wake(env *kernel.Env, h *queueHolds, ready func(*heldPull) bool) {
	kept := h.pulls[:0]
	for i := range h.pulls {
		p := &h.pulls[i]
		if !ready(p) && env.Now() < p.until {
			kept = append(kept, *p)
			continue
		}
		b.endpoint.Reply(env, p.from.channel, p.from.opaque, b.pull(env, p.from, p.request, false))
	}
	clear(h.pulls[len(kept):])
	h.pulls = kept
}
