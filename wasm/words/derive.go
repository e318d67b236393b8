package words

import (
	"slices"
	"strings"
)

// derive adds what sentences need and the facts only imply.
func (s *scope) derive() {
	d := s.note.Decision
	if d == nil {
		return
	}
	s.set("chose", value{line: s.choice(d.Chose), text: strings.Join(d.Chose, " ")})
	s.setNum("chose.n", int64(len(d.Chose)))
	s.setNum("passed.n", int64(len(d.Passed)))
	before, known := s.fact("route.old")
	s.set("first", value{num: one(!known)})
	if after, ok := s.fact("route.new"); ok {
		s.deriveRoute(parseRoute(before.Text), parseRoute(after.Text))
	}
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// routed is one broker group of a route as the client writes it:
// "broker-a:4/4[0 1]".
type routed struct{ name, queues, ids string }

func parseRoute(text string) []routed {
	var all []routed
	for text != "" {
		broker, rest, ok := strings.Cut(text, "[")
		ids, rest, _ := strings.Cut(rest, "]")
		if !ok {
			break
		}
		name, queues, _ := strings.Cut(broker, ":")
		all = append(all, routed{name, queues, ids})
		text = strings.TrimPrefix(rest, " ")
	}
	return all
}

func (r routed) master() bool { return strings.HasPrefix(r.ids+" ", "0 ") }

// deriveRoute says how two routes differ: which brokers came and went, which
// lost or got back their master, which have other queues.
func (s *scope) deriveRoute(before, after []routed) {
	find := func(list []routed, name string) (routed, bool) {
		i := slices.IndexFunc(list, func(r routed) bool { return r.name == name })
		if i < 0 {
			return routed{}, false
		}
		return list[i], true
	}
	differ := map[string][]string{}
	for _, r := range before {
		if _, ok := find(after, r.name); !ok {
			differ["brokers.gone"] = append(differ["brokers.gone"], r.name)
		}
	}
	for _, r := range after {
		old, ok := find(before, r.name)
		switch {
		case !ok:
			differ["brokers.new"] = append(differ["brokers.new"], r.name)
		case old.master() && !r.master():
			differ["master.gone"] = append(differ["master.gone"], r.name)
		case !old.master() && r.master():
			differ["master.back"] = append(differ["master.back"], r.name)
		case old.queues != r.queues:
			differ["queues.other"] = append(differ["queues.other"], r.name)
		case old.ids != r.ids:
			differ["replicas.other"] = append(differ["replicas.other"], r.name)
		}
	}
	for _, key := range [...]string{"brokers.gone", "brokers.new", "master.gone", "master.back", "queues.other", "replicas.other"} {
		s.set(key, value{line: s.list(differ[key], nil), text: strings.Join(differ[key], " ")})
	}
}
