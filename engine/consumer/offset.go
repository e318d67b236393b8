package consumer

import (
	"slices"

	"rocketscope/engine/allocate"
	"rocketscope/engine/client"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// offset is what the consumer knows to be consumed of a queue
// [RemoteBrokerOffsetStore, LocalFileOffsetStore].
type offset struct {
	queue  wire.MessageQueue
	offset int64
	frozen bool // 5.2.0+: while an illegal offset is repaired
}

func findOffset(list []offset, q wire.MessageQueue) (int, bool) {
	return kernel.Find(len(list), func(i int) int { return allocate.CompareQueues(q, list[i].queue) })
}

// offsetOf is the offset in memory; ok is false when there is none.
func (c *Consumer) offsetOf(q wire.MessageQueue) (int64, bool) {
	i, ok := findOffset(c.offsets, q)
	if !ok {
		return noOffset, false
	}
	return c.offsets[i].offset, true
}

// updateOffset sets the offset in memory, or only raises it
// [OffsetStore.updateOffset].
func (c *Consumer) updateOffset(q wire.MessageQueue, to int64, increaseOnly bool) {
	i, there := findOffset(c.offsets, q)
	switch {
	case !there:
		c.offsets = kernel.Insert(c.offsets, i, offset{queue: q, offset: to})
	case c.offsets[i].frozen || increaseOnly && to <= c.offsets[i].offset:
	default:
		c.offsets[i].offset = to
	}
}

// forgetOffset removes a queue from the table in memory; to 4.9.7 the local
// store of a broadcasting consumer does not [OffsetStore.removeOffset].
func (c *Consumer) forgetOffset(q wire.MessageQueue) {
	if c.config.Model == wire.Broadcasting && !c.rules.MergesLocalOffsets {
		return
	}
	if i, ok := findOffset(c.offsets, q); ok {
		c.offsets = slices.Delete(c.offsets, i, i+1)
	}
}

// persistOne commits what is in memory for a queue that the rebalance thread
// lets go, and notes what that was.
func (c *Consumer) persistOne(env *kernel.Env, q wire.MessageQueue) (done bool) {
	o, ok := c.offsetOf(q)
	if !ok {
		return true
	}
	c.rebalance.release.saved = o
	return c.persistBy(env, threadRebalance, q, o)
}

// persistBy commits one offset in the name of a thread [OffsetStore.persist].
func (c *Consumer) persistBy(env *kernel.Env, t client.Thread, q wire.MessageQueue, o int64) (done bool) {
	if c.config.Model == wire.Clustering {
		return c.ask(env, t, request{kind: commit, queue: q, offset: o})
	}
	if c.rules.MergesLocalOffsets {
		c.saveOffset(q, o)
	}
	return true
}

// persisting is where a thread is in persistAll.
type persisting struct {
	started bool
	after   wire.MessageQueue // the queue that had its turn
}

func persistIndex(t client.Thread) int {
	if t == client.Scheduled {
		return 0
	}
	return 1
}

// persistAll commits the offsets of all queues in the table, one after another,
// and forgets those of queues that are not [OffsetStore.persistAll].
func (c *Consumer) persistAll(env *kernel.Env, t client.Thread) {
	c.persist[persistIndex(t)] = persisting{}
	if c.config.Model == wire.Broadcasting {
		c.saveOffsets()
		c.persistOver(env, t)
		return
	}
	c.persistOn(env, t)
}

func (c *Consumer) persistOn(env *kernel.Env, t client.Thread) {
	p := &c.persist[persistIndex(t)]
	for {
		i := 0
		if p.started {
			var there bool
			if i, there = findOffset(c.offsets, p.after); there {
				i++
			}
		}
		if i >= len(c.offsets) {
			break
		}
		o := c.offsets[i]
		p.started, p.after = true, o.queue
		if _, held := c.find(o.queue); !held {
			c.offsets = slices.Delete(c.offsets, i, i+1)
			continue
		}
		if !c.persistBy(env, t, o.queue, o.offset) {
			return
		}
	}
	c.persistOver(env, t)
}

func (c *Consumer) persistOver(env *kernel.Env, t client.Thread) {
	if t == client.Scheduled {
		c.client.JobDone(env)
	} else {
		c.persisted(env)
	}
}

// offsetFile is offsets.json of one client id and group: what a broadcasting
// consumer finds again after a restart under the same id.
type offsetFile struct {
	clientID string
	offsets  []offset // sorted by queue
}

func (f *offsetFile) clone() offsetFile {
	return offsetFile{clientID: f.clientID, offsets: slices.Clone(f.offsets)}
}

// file is the file of the present client id, made if there is none.
func (c *Consumer) file() *offsetFile {
	for i := range c.files {
		if c.files[i].clientID == c.client.ID() {
			return &c.files[i]
		}
	}
	c.files = append(c.files, offsetFile{clientID: c.client.ID()})
	return &c.files[len(c.files)-1]
}

// loadOffsets reads the file at start [LocalFileOffsetStore.load].
func (c *Consumer) loadOffsets() {
	if c.config.Model == wire.Broadcasting {
		c.offsets = append(c.offsets[:0], c.file().offsets...)
	}
}

// localOffset is what the file has for a queue.
func (c *Consumer) localOffset(q wire.MessageQueue) int64 {
	f := c.file()
	if i, ok := findOffset(f.offsets, q); ok {
		return f.offsets[i].offset
	}
	return noOffset
}

// saveOffset writes one queue into the file.
func (c *Consumer) saveOffset(q wire.MessageQueue, o int64) {
	f := c.file()
	i, ok := findOffset(f.offsets, q)
	if !ok {
		f.offsets = kernel.Insert(f.offsets, i, offset{queue: q})
	}
	f.offsets[i].offset = o
}

// saveOffsets writes the queues in the table; to 4.9.7 the file then holds
// nothing else.
func (c *Consumer) saveOffsets() {
	if !c.rules.MergesLocalOffsets {
		f := c.file()
		f.offsets = f.offsets[:0]
	}
	for _, o := range c.offsets {
		if _, held := c.find(o.queue); held {
			c.saveOffset(o.queue, o.offset)
		}
	}
}
