package bridge

import (
	"slices"
	"strconv"

	"rocketscope/engine/explain"
	"rocketscope/engine/whatif"
)

// search asks what would have prevented something, a variant a frame.
type search struct {
	measure whatif.Measure
	run     *whatif.Search // nil when none is under way
}

// the kinds of variants, as the page knows them.
var variants = [...]string{
	whatif.WithoutAct: "without", whatif.WithVersion: "version", whatif.WithStrategy: "strategy", whatif.WithFault: "fault", whatif.WithSeed: "seed",
	whatif.WithReplication: "replication", whatif.WithOption: "option",
}

// variantKey names a variant whatever else there is: "without 25000000000 kill c2".
func variantKey(v *whatif.Variant) string {
	return variants[v.Kind] + " " + strconv.FormatInt(int64(v.At), 10) + " " + v.What
}

// prevent begins to search what would have made a measure smaller; an empty one
// ends the search.
func (s *Session) prevent(arg string) error {
	if arg == "" {
		s.search = search{}
		return nil
	}
	m := whatif.Measure(arg)
	if !slices.Contains(whatif.Measures(), m) {
		return explain.Err("measure.unknown", "there is no measure {0}", arg)
	}
	s.stop()
	run, err := whatif.NewSearch(s.sim, m)
	if err != nil {
		return err
	}
	s.search = search{measure: m, run: run}
	s.tellSearch(nil)
	return nil
}

// Searching reports whether variants are still to be played: a frame each.
func (s *Session) Searching() bool { return s.search.run != nil }

// searchOn plays the next variant of a search.
func (s *Session) searchOn() {
	if s.search.run == nil {
		return
	}
	outcome, ok, err := s.search.run.Next()
	if err != nil {
		s.fail("prevent", err)
	}
	if !ok || err != nil {
		s.search.run = nil
		return
	}
	s.tellSearch(&outcome)
	if s.search.run.Left() == 0 {
		s.search.run = nil
	}
}

// tellSearch tells the page what one variant came to, or that the search begins.
func (s *Session) tellSearch(found *whatif.Outcome) {
	o := newObject("found")
	m, run := s.search.measure, s.search.run
	o.str("measure", string(m))
	o.num("before", m.Of(run.Before()))
	o.num("left", int64(run.Left()))
	if found != nil {
		v := &found.Variant
		o.variant(v)
		o.num("value", m.Of(found.Numbers))
		o.bool("helps", found.Helps)
		o.texts("dropped", found.Dropped)
	}
	s.post(o.end())
}

func (o *object) variant(v *whatif.Variant) {
	o.str("key", variantKey(v))
	o.str("kind", variants[v.Kind])
	o.str("what", v.What)
	o.num("at", int64(v.At))
}

// tellVariants tells the page what a run may be compared with.
func (s *Session) tellVariants() {
	all := whatif.Variants(s.sim.Log())
	o := newObject("variants")
	o.list("list", func() {
		for i := range all {
			o.open('{')
			o.variant(&all[i])
			o.shut('}')
		}
	})
	s.post(o.end())
}
