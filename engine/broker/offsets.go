package broker

import (
	"slices"
	"strings"

	"rocketscope/engine/kernel"
)

// offsetTable is offsets by group, topic and queue [ConsumerOffsetManager.offsetTable].
type offsetTable []groupOffsets

type groupOffsets struct {
	group, topic string
	queues       []int64 // by queue id; none is unknown
}

const none = -1

func (t offsetTable) find(group, topic string) (int, bool) {
	return kernel.Find(len(t), func(i int) int {
		if c := strings.Compare(group, t[i].group); c != 0 {
			return c
		}
		return strings.Compare(topic, t[i].topic)
	})
}

// get returns an offset, none if there is none [ConsumerOffsetManager.queryOffset].
func (t offsetTable) get(group, topic string, id int32) int64 {
	i, ok := t.find(group, topic)
	if !ok || id < 0 || int(id) >= len(t[i].queues) {
		return none
	}
	return t[i].queues[id]
}

// set stores an offset and returns the one before it.
func (t *offsetTable) set(group, topic string, id int32, offset int64) (old int64) {
	i, ok := t.find(group, topic)
	if !ok {
		*t = kernel.Insert(*t, i, groupOffsets{group: group, topic: topic})
	}
	e := &(*t)[i]
	for int(id) >= len(e.queues) {
		e.queues = append(e.queues, none)
	}
	old, e.queues[id] = e.queues[id], offset
	return old
}

// take returns an offset and removes it.
func (t *offsetTable) take(group, topic string, id int32) (offset int64, ok bool) {
	offset = t.get(group, topic, id)
	if offset == none {
		return none, false
	}
	t.set(group, topic, id, none)
	return offset, true
}

// ahead counts the queues whose offset differs from another table's.
func (t offsetTable) ahead(saved offsetTable) (n int64) {
	for _, e := range t {
		for id, offset := range e.queues {
			if saved.get(e.group, e.topic, int32(id)) != offset {
				n++
			}
		}
	}
	return n
}

// copyFrom makes t equal to o in t's own memory.
func (t *offsetTable) copyFrom(o offsetTable) {
	*t = slices.Grow((*t)[:0], len(o))[:len(o)]
	for i, e := range o {
		kept := (*t)[i].queues
		(*t)[i] = groupOffsets{e.group, e.topic, append(kept[:0], e.queues...)}
	}
}

func (t offsetTable) clone() offsetTable {
	var c offsetTable
	c.copyFrom(t)
	return c
}
