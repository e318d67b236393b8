package engine

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// options writes the options of a line that are not as by default.
type options struct{ b strings.Builder }

func (o *options) add(key, value, def string) {
	if value != def {
		o.b.WriteString(" " + key + "=" + Quote(value))
	}
}

func (o *options) num(key string, value, def int64) {
	if value != def {
		o.b.WriteString(" " + key + "=" + strconv.FormatInt(value, 10))
	}
}

func (o *options) dur(key string, value, def time.Duration) {
	if value != def {
		o.b.WriteString(" " + key + "=" + Duration(value))
	}
}

func (o *options) flag(key string, on bool) {
	if on {
		o.b.WriteString(" " + key + "=on")
	}
}

// version reads the option version= of a node; nil is the run's own.
func version(l *Line) (*profile.Profile, error) {
	name := l.Option("version", "")
	if name == "" {
		return nil, nil
	}
	return versionByName(name)
}

func versionByName(name string) (*profile.Profile, error) {
	p, ok := profile.ByName(name)
	if !ok {
		return nil, explain.Err("version.unknown", "there is no RocketMQ version {0} here: 4.8, 4.9 or 5.3", name)
	}
	return p, nil
}

func versionName(p *profile.Profile) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// addNameServer starts a name server.
type addNameServer struct{ spec cluster.NameServerSpec }

func parseAddNameServer(l *Line) (Command, error) {
	name, err := l.Name("a name")
	if err != nil {
		return nil, err
	}
	p, err := version(l)
	if err != nil {
		return nil, err
	}
	acting, err := l.Index("acting-master", switches)
	if err != nil {
		return nil, err
	}
	controller, err := l.Index("controller", switches)
	return addNameServer{cluster.NameServerSpec{Name: name, Profile: p, ActingMaster: acting == 1, Controller: controller == 1}}, err
}

func (c addNameServer) String() string {
	var o options
	o.flag("acting-master", c.spec.ActingMaster)
	o.flag("controller", c.spec.Controller)
	o.add("version", versionName(c.spec.Profile), "")
	return "nameserver " + c.spec.Name + o.b.String()
}

func (c addNameServer) apply(cl *cluster.Cluster) error { return cl.AddNameServer(c.spec) }

// addConsumer starts a push consumer.
type addConsumer struct{ spec cluster.ConsumerSpec }

var (
	fromWhere = []string{wire.FromLastOffset: "last", wire.FromFirstOffset: "first", wire.FromTimestamp: "timestamp"}
	models    = []string{wire.Clustering: "clustering", wire.Broadcasting: "broadcasting"}
)

func parseAddConsumer(l *Line) (Command, error) {
	name, err := l.Name("a name")
	if err != nil {
		return nil, err
	}
	s := cluster.ConsumerSpec{
		Name: name, Group: l.Option("group", "g"), Topic: l.Option("topic", "orders"), Tags: l.Option("tags", "*"),
		Orderly: l.Flag("orderly"), ClientID: l.Option("id", ""),
	}
	if s.Profile, err = version(l); err != nil {
		return nil, err
	}
	if s.Strategy, err = parseStrategy(l); err != nil {
		return nil, err
	}
	model, err := l.Index("model", models)
	if err != nil {
		return nil, err
	}
	s.Model = wire.MessageModel(model)
	from, err := l.Index("from", fromWhere)
	if err != nil {
		return nil, err
	}
	s.From = wire.ConsumeFromWhere(from)
	if s.Timestamp, err = l.Duration("at", -30*time.Minute); err != nil {
		return nil, err
	}
	if s.Listen, err = l.Duration("listen", cluster.DefaultListen); err != nil {
		return nil, err
	}
	if err = l.ints(
		intOption{"threads", cluster.DefaultThreads, 1, 64, &s.Threads},
		intOption{"pull-threshold", consumer.DefaultPullThreshold, 1, 65535, &s.PullThreshold},
		intOption{"pull-threshold-topic", 0, 0, 6553500, &s.PullThresholdForTopic},
		intOption{"pull-size-topic", 0, 0, 102400, &s.PullSizeForTopic},
	); err != nil {
		return nil, err
	}
	s.Listener, err = parseListener(l)
	return addConsumer{s}, err
}

func (c addConsumer) String() string {
	s := &c.spec
	var o, strategy options
	strategy.strategy(s.Strategy)
	o.add("tags", s.Tags, "*")
	o.add("model", models[s.Model], models[0])
	o.add("from", fromWhere[s.From], fromWhere[0])
	o.dur("at", s.Timestamp, -30*time.Minute)
	o.dur("listen", s.Listen, cluster.DefaultListen)
	o.num("threads", int64(s.Threads), cluster.DefaultThreads)
	o.num("pull-threshold", int64(s.PullThreshold), consumer.DefaultPullThreshold)
	o.num("pull-threshold-topic", int64(s.PullThresholdForTopic), 0)
	o.num("pull-size-topic", int64(s.PullSizeForTopic), 0)
	o.add("id", s.ClientID, "")
	o.listener(&s.Listener)
	o.add("version", versionName(s.Profile), "")
	orderly := ""
	if s.Orderly {
		orderly = " orderly"
	}
	return "consumer " + s.Name + " group=" + Quote(s.Group) + " topic=" + Quote(s.Topic) + strategy.b.String() + orderly + o.b.String()
}

func (c addConsumer) apply(cl *cluster.Cluster) error { return cl.AddConsumer(c.spec) }
