package engine

import (
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/producer"
	"rocketscope/engine/wire"
)

// producerSettings are those of a producer that runs.
func producerSettings() []setting {
	return []setting{
		{"rate", func(l *Line, key string) (change, error) {
			n, err := parsePerMinute(l.Option(key, ""))
			return onProducer(func(p *producer.Producer, env *kernel.Env) error { return p.SetRate(env, n) }), err
		}},
		{"batch", producerNumber(1, producer.MaxBatch, (*producer.Producer).SetBatch)},
		{"delay-level", producerNumber(0, producer.MaxDelayLevel, func(p *producer.Producer, _ *kernel.Env, n int32) error { return p.SetDelayLevel(n) })},
		{"mode", func(l *Line, key string) (change, error) {
			mode, err := l.Index(key, modes)
			return onProducer(func(p *producer.Producer, _ *kernel.Env) error { p.SetMode(producer.Mode(mode)); return nil }), err
		}},
		{"timeout", func(l *Line, key string) (change, error) {
			d, err := l.Duration(key, 0)
			return onProducer(func(p *producer.Producer, _ *kernel.Env) error { return p.SetTimeout(d) }), err
		}},
		{"max-per-request", func(l *Line, key string) (change, error) {
			d, err := l.Duration(key, 0)
			return onProducer(func(p *producer.Producer, _ *kernel.Env) error { return p.SetMaxPerRequest(d) }), err
		}},
		{"retries", producerNumber(0, producer.MaxRetries, func(p *producer.Producer, _ *kernel.Env, n int32) error { return p.SetRetries(n) })},
		{"retries-async", producerNumber(0, producer.MaxRetries, func(p *producer.Producer, _ *kernel.Env, n int32) error { return p.SetRetriesAsync(n) })},
		{"retry-not-ok", producerSwitch(func(p *producer.Producer, _ *kernel.Env, on bool) error { p.SetRetryNotOK(on); return nil })},
		{"fault", producerSwitch(func(p *producer.Producer, _ *kernel.Env, on bool) error { p.SetFaultTolerance(on); return nil })},
		{"detector", producerSwitch((*producer.Producer).SetDetector)},
		{"selector", func(l *Line, key string) (change, error) {
			s, err := parseSelector(l.Option(key, ""))
			return onProducer(func(p *producer.Producer, _ *kernel.Env) error { return p.SetSelector(s) }), err
		}},
	}
}

func producerNumber(lo, hi int64, do func(*producer.Producer, *kernel.Env, int32) error) func(*Line, string) (change, error) {
	return func(l *Line, key string) (change, error) {
		n, err := l.Int(key, lo, lo, hi)
		return onProducer(func(p *producer.Producer, env *kernel.Env) error { return do(p, env, int32(n)) }), err
	}
}

func producerSwitch(do func(*producer.Producer, *kernel.Env, bool) error) func(*Line, string) (change, error) {
	return func(l *Line, key string) (change, error) {
		on, err := l.Index(key, switches)
		return onProducer(func(p *producer.Producer, env *kernel.Env) error { return do(p, env, on == 1) }), err
	}
}

// parseSelector reads "roundrobin", "hash" or one queue, "broker-a/3". The
// topic of the queue is the producer's.
func parseSelector(s string) (producer.Selector, error) {
	for kind, name := range selectors {
		if s == name {
			return producer.Selector{Kind: producer.SelectorKind(kind)}, nil
		}
	}
	name, id, _ := strings.Cut(s, "/")
	n, err := strconv.ParseInt(id, 10, 32)
	if name == "" || err != nil || n < 0 {
		return producer.Selector{}, explain.Err("selector.bad", "{0} is no selector: write roundrobin, hash or a queue as broker-a/3", s)
	}
	return producer.Selector{Kind: producer.Fixed, Queue: wire.MessageQueue{Broker: name, QueueID: int32(n)}}, nil
}

func formatSelector(s producer.Selector) string {
	if s.Kind == producer.Fixed {
		return s.Queue.String()
	}
	return selectors[s.Kind]
}
