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

// ShowsOther tells whether a stage with room for one shows the second run.
func (s *Session) ShowsOther() bool { return s.comparison.sim != nil && s.comparison.other }

// markOwners dates the owners of one view that the other has not after the present.
func markOwners(v, than *view.View) {
	for i := range v.Owners {
		o := &v.Owners[i]
		name := nameIn(v, o.Consumer)
		same := slices.ContainsFunc(than.Owners, func(x view.Owner) bool {
			return x.Topic == o.Topic && x.Broker == o.Broker && x.ID == o.ID && nameIn(than, x.Consumer) == name
		})
		o.Since = 0
		if !same {
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
