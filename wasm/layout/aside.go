package layout

import (
	"strings"

	"rocketscope/engine/view"
)

// The topics in which messages wait, by RocketMQ's names: a queue for each delay
// level, and the one of the timer of 5.x.
const (
	ScheduleTopic = "SCHEDULE_TOPIC_XXXX"
	TimerTopic    = "rmq_sys_wheel_timer"
)

// What comes before a group's name in the topics of its own.
const (
	retryPrefix = "%RETRY%"
	deadPrefix  = "%DLQ%"
)

// isOf reports whether a topic is a prefix and a group.
func isOf(topic, prefix, group string) bool {
	return len(topic) == len(prefix)+len(group) && strings.HasPrefix(topic, prefix) && strings.HasSuffix(topic, group)
}

// aside notes a queue that stands aside, once something has been in it.
func (l *Layout) aside(r *Replica, q *view.Queue, index int32) {
	switch {
	case q.Max == 0:
	case q.Topic == ScheduleTopic || q.Topic == TimerTopic:
		if r.Levels++; r.Levels == 1 {
			r.FirstLevel = index
		}
	case isOf(q.Topic, retryPrefix, l.Group):
		r.Retry = index
	case isOf(q.Topic, deadPrefix, l.Group):
		r.Dead = index
	}
}

// levelsShown returns how many levels of a replica are drawn in full.
func (l *Layout) levelsShown(r *Replica) int32 {
	if r.Levels > l.levels+1 { // to fold a single one would gain nothing
		return l.levels
	}
	return r.Levels
}

// headAside is the height of a topic's name above its levels.
func (m *Metrics) headAside() float32 { return m.Label + 8 }

// foldAside is the height of the row for the levels that are not drawn.
func (m *Metrics) foldAside() float32 { return m.Label + 10 }

func (l *Layout) asideHeight(r *Replica) float32 {
	m, h := &l.M, float32(0)
	if n := l.levelsShown(r); r.Levels > 0 {
		if n > 0 {
			h += m.headAside() + float32(n)*m.AsidePitch
		}
		if n < r.Levels {
			h += m.foldAside()
		}
	}
	for _, q := range [...]int32{r.Retry, r.Dead} {
		if q >= 0 {
			h += m.AsidePitch
		}
	}
	return h
}

// asides places the lanes that stand aside below the topic's own.
func (l *Layout) asides(v *view.View, i int32, y float32) {
	r, m := &l.Replicas[i], &l.M
	n := l.levelsShown(r)
	if n > 0 {
		y += m.headAside()
	}
	first := len(l.Lanes)
	for pass := range 2 { // those in which something waits come first
		for q := range v.Queues {
			row := &v.Queues[q]
			if row.Broker != v.Nodes[r.Node].ID || row.Topic != ScheduleTopic && row.Topic != TimerTopic || row.Max == 0 {
				continue
			}
			if head := l.head(v, int32(q)); (pass == 0) == (head < row.Max) && int32(len(l.Lanes)-first) < n {
				l.Lanes = append(l.Lanes, Lane{Queue: int32(q), Kind: LevelLane, Offset: head})
			}
		}
	}
	sortLanes(l.Lanes[first:])
	if r.Retry >= 0 {
		l.Lanes = append(l.Lanes, Lane{Queue: r.Retry, Kind: RetryLane, Offset: l.Committed[r.Retry]})
	}
	if r.Dead >= 0 {
		l.Lanes = append(l.Lanes, Lane{Queue: r.Dead, Kind: DeadLane, Offset: -1})
	}
	x, right := r.Rect.X+m.AsideW, r.Rect.Right()-m.TagW/2-4
	for k := first; k < len(l.Lanes); k++ {
		lane := &l.Lanes[k]
		lane.Replica, lane.Head = i, k == first && lane.Kind == LevelLane
		if int32(k-first) == n && n < r.Levels {
			y = l.foldLevels(r, x, y, right)
		}
		lane.Rect = Rect{x, y + (m.AsidePitch-m.LaneH)/2, right - x, m.LaneH}
		lane.Mark = right - m.Tail
		y += m.AsidePitch
	}
	if int32(len(l.Lanes)-first) == n && n < r.Levels {
		l.foldLevels(r, x, y, right)
	}
}

func (l *Layout) foldLevels(r *Replica, x, y, right float32) float32 {
	r.LevelsMore, r.LevelFold = r.Levels-l.levelsShown(r), Rect{x, y + 2, right - x, l.M.foldAside() - 4}
	return y + l.M.foldAside()
}

// head returns the offset of the first message of a level that waits, the end
// of the queue if none does.
func (l *Layout) head(v *view.View, q int32) int64 {
	for t := l.Tokens[q+1] - 1; t >= l.Tokens[q]; t-- { // oldest first
		if v.Tokens[t].State == view.Delayed {
			return v.Tokens[t].Offset
		}
	}
	return v.Queues[q].Max
}

func sortLanes(lanes []Lane) {
	for i := 1; i < len(lanes); i++ {
		for j := i; j > 0 && lanes[j].Queue < lanes[j-1].Queue; j-- {
			lanes[j], lanes[j-1] = lanes[j-1], lanes[j]
		}
	}
}
