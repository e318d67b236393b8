package engine

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/producer"
)

// addProducer starts a producer.
type addProducer struct{ spec cluster.ProducerSpec }

var (
	modes     = []string{producer.Sync: "sync", producer.Async: "async", producer.Oneway: "oneway"}
	selectors = []string{producer.RoundRobin: "roundrobin", producer.ByHash: "hash"}
	switches  = []string{"off", "on"}
)

func parseAddProducer(l *Line) (Command, error) {
	name, err := l.Name("a name")
	if err != nil {
		return nil, err
	}
	s := cluster.ProducerSpec{Name: name, Topic: l.Option("topic", "orders")}
	if s.Profile, err = version(l); err != nil {
		return nil, err
	}
	if s.Traffic, err = parseTraffic(l); err != nil {
		return nil, err
	}
	s.Settings, err = parseSettings(l)
	if q := &s.Settings.Selector.Queue; q.Broker != "" {
		q.Topic = s.Topic
	}
	return addProducer{s}, err
}

func parseTraffic(l *Line) (t producer.Traffic, err error) {
	if tags := l.Option("tags", ""); tags != "" {
		t.Tags = strings.Split(tags, ",")
	}
	if t.Rate, err = parsePerMinute(l.Option("rate", "0/s")); err != nil {
		return t, err
	}
	err = l.ints(
		intOption{"size", cluster.DefaultSize, 1, producer.MaxSize, &t.Size},
		intOption{"keys", cluster.DefaultKeys, 0, 1 << 20, &t.Keys},
		intOption{"batch", 1, 1, producer.MaxBatch, &t.Batch},
		intOption{"delay-level", 0, 0, producer.MaxDelayLevel, &t.DelayLevel},
	)
	return t, err
}

func parseSettings(l *Line) (s producer.Settings, err error) {
	def := producer.Defaults()
	s.MaxPerRequest = def.MaxPerRequest
	mode, err := l.Index("mode", modes)
	if err != nil {
		return s, err
	}
	if s.Selector, err = parseSelector(l.Option("selector", selectors[0])); err != nil {
		return s, err
	}
	fault, err := l.Index("fault", switches)
	if err != nil {
		return s, err
	}
	detector, err := l.Index("detector", switches)
	if err != nil {
		return s, err
	}
	notOK, err := l.Index("retry-not-ok", switches)
	if err != nil {
		return s, err
	}
	s.Mode, s.FaultTolerance, s.Detector, s.RetryNotOK = producer.Mode(mode), fault == 1, detector == 1, notOK == 1
	if s.Timeout, err = l.Duration("timeout", def.Timeout); err != nil {
		return s, err
	}
	if s.MaxPerRequest, err = l.Duration("max-per-request", def.MaxPerRequest); err != nil {
		return s, err
	}
	err = l.ints(
		intOption{"retries", int64(def.Retries), 0, producer.MaxRetries, &s.Retries},
		intOption{"retries-async", int64(def.RetriesAsync), 0, producer.MaxRetries, &s.RetriesAsync},
	)
	return s, err
}

func (c addProducer) String() string {
	t, s, def := &c.spec.Traffic, &c.spec.Settings, producer.Defaults()
	var o options
	o.add("rate", formatRate(t.Rate), "0/s")
	o.num("size", int64(t.Size), cluster.DefaultSize)
	o.num("keys", int64(t.Keys), cluster.DefaultKeys)
	o.num("batch", int64(t.Batch), 1)
	o.num("delay-level", int64(t.DelayLevel), 0)
	o.add("tags", strings.Join(t.Tags, ","), "")
	o.add("mode", modes[s.Mode], modes[0])
	o.add("selector", formatSelector(s.Selector), selectors[0])
	o.dur("timeout", s.Timeout, def.Timeout)
	o.dur("max-per-request", s.MaxPerRequest, def.MaxPerRequest)
	o.num("retries", int64(s.Retries), int64(def.Retries))
	o.num("retries-async", int64(s.RetriesAsync), int64(def.RetriesAsync))
	o.flag("fault", s.FaultTolerance)
	o.flag("detector", s.Detector)
	o.flag("retry-not-ok", s.RetryNotOK)
	o.add("version", versionName(c.spec.Profile), "")
	return "producer " + c.spec.Name + " topic=" + Quote(c.spec.Topic) + o.b.String()
}

func (c addProducer) apply(cl *cluster.Cluster) error { return cl.AddProducer(c.spec) }

// parsePerMinute reads "20/s" or "30/m" as messages a minute.
func parsePerMinute(s string) (int32, error) {
	count, unit, _ := strings.Cut(s, "/")
	n, err := strconv.ParseInt(count, 10, 32)
	if unit == "s" {
		n *= 60
	}
	if err != nil || n < 0 || n > producer.MaxRate || unit != "s" && unit != "m" {
		return 0, explain.Err("rate.bad", "{0} is no rate: write 20/s or 30/m, at most {1}/s", s, explain.Int(producer.MaxRate/60))
	}
	return int32(n), nil
}

func formatRate(perMinute int32) string {
	if perMinute%60 == 0 {
		return strconv.Itoa(int(perMinute/60)) + "/s"
	}
	return strconv.Itoa(int(perMinute)) + "/m"
}

// send lets a producer send a number of messages, one every so often.
type send struct {
	name  string
	count int64
	every time.Duration
	when  producer.Timing
}

func parseSend(l *Line) (Command, error) {
	name, err := l.Name("a producer and a number")
	if err != nil {
		return nil, err
	}
	w, err := l.Word("a producer and a number")
	if err != nil {
		return nil, err
	}
	c := send{name: name}
	if c.count, err = parseInt("a number of messages", w, 1, producer.MaxBurst); err != nil {
		return nil, err
	}
	if err := l.ints(intOption{"delay-level", 0, 0, producer.MaxDelayLevel, &c.when.Level}); err != nil {
		return nil, err
	}
	err = l.durations(durationOption{"every", 0, &c.every}, durationOption{"delay", 0, &c.when.Delay}, durationOption{"deliver", 0, &c.when.DeliverAt})
	return c, err
}

func (c send) String() string {
	var o options
	o.dur("every", c.every, 0)
	o.num("delay-level", int64(c.when.Level), 0)
	o.dur("delay", c.when.Delay, 0)
	o.dur("deliver", c.when.DeliverAt, 0)
	return "send " + c.name + " " + strconv.FormatInt(c.count, 10) + o.b.String()
}

func (c send) apply(cl *cluster.Cluster) error { return cl.Send(c.name, c.count, c.every, c.when) }
