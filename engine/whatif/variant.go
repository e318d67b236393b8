package whatif

import (
	"strconv"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

// Kind is what a variant changes.
type Kind uint8

// The kinds of changes.
const (
	WithoutAct      Kind = iota // What is the act
	WithVersion                 // What is the version
	WithStrategy                // What is the strategy of every consumer
	WithFault                   // What is on or off: sendLatencyFaultEnable of every producer
	WithSeed                    // What is the seed
	WithReplication             // What is a broker group and how its master replicates: "broker-a SYNC_MASTER"
	WithOption                  // What is a parameter of a strategy: "virtual-nodes=100", "rooms=A"
)

// Variant is a run with one thing changed. It is made by Variants.
type Variant struct {
	Kind Kind
	What string
	At   kernel.Time // WithoutAct: the act's moment
	Log  engine.Log
}

// seeds is how many other seeds are tried.
const seeds = 5

// Variants lists what may be changed of a run, one thing at a time: every act
// that is not part of its set-up left out, every other version, strategy,
// parameter of one, way to replicate and switch that some node has, some seeds.
func Variants(log engine.Log) []Variant {
	var all []Variant
	for k, e := range log.Entries {
		if e.At > 0 {
			all = append(all, Variant{WithoutAct, e.Command.String(), e.At, without(log, k)})
		}
	}
	for _, p := range profile.All() {
		if p.Name != log.Head.Version {
			changed := log
			changed.Head.Version = p.Name
			all = append(all, Variant{Kind: WithVersion, What: p.Name, Log: changed})
		}
	}
	all = append(all, strategies(log)...)
	all = append(all, replications(log)...)
	for _, on := range []string{"on", "off"} {
		all = appendIf(all, WithFault, on, log, func(line string) string {
			if !concerns(line, "producer", "fault") {
				return line
			}
			return withOption(line, "fault", on)
		})
	}
	for i := range uint64(seeds) {
		changed := log
		changed.Head.Seed += i + 1
		all = append(all, Variant{Kind: WithSeed, What: strconv.FormatUint(changed.Head.Seed, 10), Log: changed})
	}
	return all
}

func without(log engine.Log, k int) engine.Log {
	entries := append([]engine.Entry(nil), log.Entries[:k]...)
	return engine.Log{Head: log.Head, Entries: append(entries, log.Entries[k+1:]...)}
}

// appendIf adds the run in which lines are changed, if that changes any.
func appendIf(all []Variant, kind Kind, what string, log engine.Log, change func(line string) string) []Variant {
	changed, differs := engine.Log{Head: log.Head}, false
	for _, e := range log.Entries {
		line := e.Command.String()
		if c, err := engine.ParseCommand(change(line)); err == nil && c.String() != line {
			e.Command, differs = c, true
		}
		changed.Entries = append(changed.Entries, e)
	}
	if !differs {
		return all
	}
	return append(all, Variant{Kind: kind, What: what, Log: changed})
}

// Run plays the variant to a moment. Acts that cannot be once the change is
// made (a restart of what was never killed) are left out too and returned.
func (v Variant) Run(until kernel.Time) (sim *engine.Sim, dropped []string, err error) {
	if sim, err = engine.New(v.Log.Head); err != nil {
		return nil, nil, err
	}
	for _, e := range v.Log.Entries {
		if e.At > until {
			break
		}
		sim.RunUntil(e.At, 0)
		if err := sim.Do(e.Command); err != nil {
			dropped = append(dropped, e.Command.String())
		}
	}
	sim.RunUntil(until, 0)
	return sim, dropped, nil
}

// Outcome is what a variant has come to.
type Outcome struct {
	Variant Variant
	Numbers Numbers
	Dropped []string // acts that could not be
	Helps   bool     // the measure is smaller than it was
}

// Search plays one variant after the other, so that a page may draw in between.
type Search struct {
	measure  Measure
	until    kernel.Time
	before   Numbers
	variants []Variant
	next     int
}

// NewSearch asks what would have made a measure smaller at the present moment of
// a run. It is an error if the measure is 0.
func NewSearch(sim *engine.Sim, m Measure) (*Search, error) {
	before := Count(sim)
	if m.Of(before) == 0 {
		return nil, explain.Err("whatif.none", "there is nothing to prevent: {0} is 0", string(m))
	}
	return &Search{measure: m, until: sim.Now(), before: before, variants: Variants(sim.Past())}, nil
}

// Before is what the run itself has come to.
func (s *Search) Before() Numbers { return s.before }

// Left is how many variants are still to be played.
func (s *Search) Left() int { return len(s.variants) - s.next }

// Next plays one variant; ok is false when there are no more.
func (s *Search) Next() (o Outcome, ok bool, err error) {
	if s.Left() == 0 {
		return Outcome{}, false, nil
	}
	v := s.variants[s.next]
	s.next++
	sim, dropped, err := v.Run(s.until)
	if err != nil {
		return Outcome{}, false, err
	}
	n := Count(sim)
	return Outcome{Variant: v, Numbers: n, Dropped: dropped, Helps: s.measure.Of(n) < s.measure.Of(s.before)}, true, nil
}
