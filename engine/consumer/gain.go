package consumer

import (
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// gainNext looks for the next assigned queue that is not in the table
// [RebalanceImpl.updateProcessQueueTableInRebalance].
func (c *Consumer) gainNext(env *kernel.Env) bool {
	r := &c.rebalance
	for ; r.index < len(r.mine); r.index++ {
		if _, there := c.find(r.mine[r.index]); there {
			continue
		}
		if !c.needsLock() {
			return c.askStored(env)
		}
		r.phase = rebLocked
		q := r.mine[r.index]
		return c.ask(env, threadRebalance, request{kind: lockQueues, queue: q, queues: []wire.MessageQueue{q}})
	}
	return c.topicOver(env)
}

// needsLock: orderly consumers lock a queue before they take it; to 5.3.1
// broadcasting ones too.
func (c *Consumer) needsLock() bool {
	return c.config.Orderly && (c.config.Model == wire.Clustering || c.rules.BroadcastingLocks)
}

// gotLock goes on when the broker has granted the lock [RebalanceImpl.lock].
func (c *Consumer) gotLock(env *kernel.Env) bool {
	r := &c.rebalance
	q := r.mine[r.index]
	if c.granted(env, &c.threads[threadRebalance].reply, q) {
		return c.askStored(env)
	}
	c.explainDenied(env, q, &c.threads[threadRebalance].reply)
	r.denied = true
	return c.skipped()
}

// skipped leaves the queue for the next run.
func (c *Consumer) skipped() bool {
	c.rebalance.index++
	c.rebalance.phase = rebGain
	return true
}

// askStored forgets what is known of the queue's offset and asks for the stored one.
func (c *Consumer) askStored(env *kernel.Env) bool {
	r := &c.rebalance
	q := r.mine[r.index]
	c.forgetOffset(q)
	r.phase = rebStored
	if c.config.Model == wire.Broadcasting {
		return true
	}
	return c.ask(env, threadRebalance, request{kind: query, queue: q})
}

// gotStored decides where the queue starts, perhaps after one more question.
func (c *Consumer) gotStored(env *kernel.Env) bool {
	r := &c.rebalance
	q := r.mine[r.index]
	offset, ask := startOffset(c.config.From, q.Topic == c.retryTopic(), c.stored(q, &c.threads[threadRebalance].reply))
	if ask == askNothing {
		return c.gain(env, offset, c.startRule(&c.threads[threadRebalance].reply))
	}
	r.phase = rebAsked
	return c.ask(env, threadRebalance, request{kind: ask.kind(), queue: q})
}

func (q question) kind() kind {
	if q == askTimestamp {
		return searchOffset
	}
	return maxOffset
}

// stored is the stored offset as the reply or the local file has it, noOffset
// or queryFailed. An offset that was found goes into the local table
// [OffsetStore.readOffset, READ_FROM_STORE].
func (c *Consumer) stored(q wire.MessageQueue, r *reply) int64 {
	offset := c.readStored(q, r)
	if offset >= 0 {
		c.updateOffset(q, offset, false)
	}
	return offset
}

func (c *Consumer) readStored(q wire.MessageQueue, r *reply) int64 {
	if c.config.Model == wire.Broadcasting {
		return c.localOffset(q)
	}
	offset, ok := r.offset()
	if _, broker := r.msg.(*wire.Answer); !ok && broker && (r.code() == wire.QueryNotFound || c.rules.OffsetErrorIsNone) {
		return noOffset
	}
	if !ok {
		return queryFailed
	}
	return offset
}

// startRule is the rule that set the start offset when no further question was
// asked.
func (c *Consumer) startRule(r *reply) explain.Rule {
	_, stored := r.offset()
	_, held := c.offsetOf(c.rebalance.mine[c.rebalance.index])
	switch {
	case stored || held:
		return explain.ConsumerStartStored
	case c.config.From == wire.FromFirstOffset:
		return explain.ConsumerStartFirst
	}
	return explain.ConsumerStartRetry
}

// gotAsked takes the queue at the offset that the policy asked for.
func (c *Consumer) gotAsked(env *kernel.Env) bool {
	th := &c.threads[threadRebalance]
	rule := explain.ConsumerStartLast
	if th.req.kind == searchOffset {
		rule = explain.ConsumerStartTimestamp
	}
	offset, ok := th.reply.offset()
	if !ok {
		offset = -1
	}
	return c.gain(env, offset, rule)
}

// gain puts the queue into the table with its pull request, unless there is no
// offset to start at.
func (c *Consumer) gain(env *kernel.Env, offset int64, rule explain.Rule) bool {
	r := &c.rebalance
	q := r.mine[r.index]
	if offset < 0 {
		c.explainNotGained(env, q, &c.threads[threadRebalance].reply)
		return c.skipped()
	}
	c.serial++
	p := newProcessQueue(c.serial, q, env.Now())
	p.locked = c.config.Orderly && c.rules.GainMarksLocked
	p.pull.next = offset
	i, _ := c.find(q)
	c.table = kernel.Insert(c.table, i, p)
	r.gained = append(r.gained, p.id)
	c.taken = append(c.taken, Start{q, offset})
	r.changed = true
	c.explainGained(env, p, rule)
	return c.skipped()
}
