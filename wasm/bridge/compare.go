package bridge

import (
	"slices"
	"time"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/whatif"
)

// countEvery is how often the numbers of two runs are compared while time passes.
const countEvery = 500 * time.Millisecond

// RoomForTwo is the least width in CSS px at which both runs of a comparison are
// shown side by side.
const RoomForTwo = 960

// comparison is a second run that differs from the first in one thing and keeps
// in step with it.
type comparison struct {
	key     string
	variant whatif.Variant
	sim     *engine.Sim // nil when nothing is compared
	dropped []string    // acts that cannot be in it
	stale   bool        // the first run's history has changed
	v       view.View
	other   bool // a narrow stage shows the second run
	counted time.Duration
	numbers [2]whatif.Numbers
	differs [2][]bool // by the queues of either view
}

// compare begins a comparison with the variant of a key; "this" and "other"
// choose the run that a narrow stage shows; an empty argument ends it.
func (s *Session) compare(arg string) error {
	c := &s.comparison
	s.changed = true
	switch {
	case arg == "":
		*c = comparison{}
		o := newObject("comparison")
		o.bool("on", false)
		s.post(o.end())
		return nil
	case arg == "this" || arg == "other":
		c.other = arg == "other"
		return nil
	}
	old := *c
	*c = comparison{key: arg}
	if err := s.makeOther(); err != nil {
		*c = old
		return err
	}
	return nil
}

// makeOther plays the second run up to the first one's moment, the acts that
// lie ahead included.
func (s *Session) makeOther() error {
	c := &s.comparison
	log := s.sim.Log()
	all := whatif.Variants(log)
	i := slices.IndexFunc(all, func(v whatif.Variant) bool { return variantKey(&v) == c.key })
	if i < 0 {
		return explain.Err("variant.unknown", "the run has no variant {0}", c.key)
	}
	until := s.sim.Now()
	if n := len(log.Entries); n > 0 {
		until = max(until, log.Entries[n-1].At)
	}
	sim, dropped, err := all[i].Run(until)
	if err != nil {
		return err
	}
	c.variant, c.sim, c.dropped, c.stale, c.counted = all[i], sim, dropped, false, countEvery
	return c.sim.Seek(engine.EndOf(s.sim.Now()))
}

// inStep brings the second run to the moment of the first.
func (s *Session) inStep() {
	c := &s.comparison
	if c.sim == nil {
		return
	}
	err := error(nil)
	if c.stale {
		err = s.makeOther()
	} else {
		err = c.sim.Seek(engine.EndOf(s.sim.Now()))
	}
	if err != nil {
		s.fail("compare", err)
		_ = s.compare("")
	}
}

// Beside is the second run's present moment, nil when nothing is compared.
// Queues whose owners differ count as changed since mark.
func (s *Session) Beside() (v *view.View, mark kernel.Time) {
	c := &s.comparison
	if c.sim == nil {
		return nil, 0
	}
	c.sim.Show(&c.v)
	markOwners(&c.v, s.View())
	return &c.v, c.v.At
}

// Differing tells of both runs, by the queues of their views, which lanes have
// other readers or hold other messages in the other run; after Beside.
func (s *Session) Differing() (this, other []bool) {
	c := &s.comparison
	if c.sim == nil {
		return nil, nil
	}
	c.differs[0] = markLanes(c.differs[0][:0], s.View(), &c.v)
	c.differs[1] = markLanes(c.differs[1][:0], &c.v, s.View())
	return c.differs[0], c.differs[1]
}

// markLanes appends for each lane of a view whether the other has it otherwise.
func markLanes(dst []bool, v, than *view.View) []bool {
	for i := range v.Queues {
		q := &v.Queues[i]
		o := laneIn(than, nameIn(v, q.Broker), q)
		dst = append(dst, o == nil || o.Min != q.Min || o.Max != q.Max || !sameReaders(v, than, q))
	}
	return dst
}

// laneIn finds a lane of a broker by its name.
func laneIn(v *view.View, broker string, q *view.Queue) *view.Queue {
	for i := range v.Queues {
		if o := &v.Queues[i]; o.ID == q.ID && o.Topic == q.Topic && nameIn(v, o.Broker) == broker {
			return o
		}
	}
	return nil
}

// sameReaders tells whether the same consumers own a lane's queue in both views.
func sameReaders(v, than *view.View, q *view.Queue) bool {
	broker := nodeOf(v, q.Broker).Broker
	return readsToo(v, than, broker, q) && readsToo(than, v, broker, q)
}

// readsToo tells whether whoever owns a queue in one view owns it in the other.
func readsToo(v, than *view.View, broker string, q *view.Queue) bool {
	for i := range v.Owners {
		o := &v.Owners[i]
		if o.ID == q.ID && o.Broker == broker && o.Topic == q.Topic && !owns(than, nameIn(v, o.Consumer), o) {
			return false
		}
	}
	return true
}

// owns tells whether a consumer owns in a view what o is about.
func owns(v *view.View, consumer string, o *view.Owner) bool {
	return slices.ContainsFunc(v.Owners, func(x view.Owner) bool {
		return x.Topic == o.Topic && x.Broker == o.Broker && x.ID == o.ID && nameIn(v, x.Consumer) == consumer
	})
}

// ShowsOther tells whether a stage with room for one shows the second run.
func (s *Session) ShowsOther() bool { return s.comparison.sim != nil && s.comparison.other }

// markOwners dates the owners of one view that the other has not after the present.
func markOwners(v, than *view.View) {
	for i := range v.Owners {
		o := &v.Owners[i]
		o.Since = 0
		if !owns(than, nameIn(v, o.Consumer), o) {
			o.Since = v.At + 1
		}
	}
}

func nameIn(v *view.View, id kernel.NodeID) string {
	if n := nodeOf(v, id); n != nil {
		return n.Name
	}
	return ""
}

// tellComparison tells the page the numbers of both runs and the queues that
// other consumers own in the second.
func (s *Session) tellComparison() {
	c := &s.comparison
	if c.sim == nil {
		return
	}
	c.sim.Show(&c.v)
	if c.counted += reportEvery; c.counted >= countEvery || !s.Busy() {
		c.counted = 0
		c.numbers = [2]whatif.Numbers{whatif.Count(s.sim), whatif.Count(c.sim)}
	}
	o := newObject("comparison")
	o.bool("on", true)
	o.variant(&c.variant)
	o.bool("other", c.other)
	o.texts("dropped", c.dropped)
	o.list("measures", func() {
		for _, m := range measures {
			o.open('{')
			o.str("key", m.key)
			o.num("this", m.of(&c.numbers[0]))
			o.num("other", m.of(&c.numbers[1]))
			o.shut('}')
		}
	})
	o.list("queues", func() { o.differing(s.View(), &c.v) })
	s.post(o.end())
}

// measures are the numbers that two runs are compared by.
var measures = [...]struct {
	key string
	of  func(*whatif.Numbers) int64
}{
	{"moved", func(n *whatif.Numbers) int64 { return n.Moved }},
	{"retried", func(n *whatif.Numbers) int64 { return n.Retried }},
	{"failed", func(n *whatif.Numbers) int64 { return n.Failed }},
	{"sent", func(n *whatif.Numbers) int64 { return n.Sent }},
	{"delivered", func(n *whatif.Numbers) int64 { return n.Delivered }},
	{"repeated", func(n *whatif.Numbers) int64 { return n.Repeated }},
	{"skipped", func(n *whatif.Numbers) int64 { return n.Skipped }},
	{"lost", func(n *whatif.Numbers) int64 { return n.Lost }},
	{"retrying", func(n *whatif.Numbers) int64 { return n.Retrying }},
	{"dead", func(n *whatif.Numbers) int64 { return n.Dead }},
	{"lag", func(n *whatif.Numbers) int64 { return n.Lag }},
	{"stalled", func(n *whatif.Numbers) int64 { return n.Stalled }},
}

// differing lists the masters' queues whose owners are not the same in both views.
func (o *object) differing(v, than *view.View) {
	for i := range v.Queues {
		q := &v.Queues[i]
		b := nodeOf(v, q.Broker)
		if b == nil || b.BrokerID != 0 || isHidden(q.Topic) {
			continue
		}
		mine, theirs := ownersOf(v, q.Topic, b.Broker, q.ID), ownersOf(than, q.Topic, b.Broker, q.ID)
		if slices.Equal(mine, theirs) {
			continue
		}
		o.open('{')
		o.str("name", queueName(b.Broker, q.ID))
		o.str("topic", q.Topic)
		o.texts("this", mine)
		o.texts("other", theirs)
		o.shut('}')
	}
}

// ownersOf names who reads a queue.
func ownersOf(v *view.View, topic, broker string, id int32) (names []string) {
	for i := range v.Owners {
		if w := &v.Owners[i]; w.Topic == topic && w.Broker == broker && w.ID == id {
			names = append(names, nameIn(v, w.Consumer))
		}
	}
	slices.Sort(names)
	return names
}
