package cluster

import (
	"time"

	"rocketscope/engine/allocate"
	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/filter"
	"rocketscope/engine/kernel"
	"rocketscope/engine/nameserver"
	"rocketscope/engine/producer"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Defaults of what a story leaves out, and bounds of what it may ask.
const (
	DefaultListen  = 50 * time.Millisecond
	DefaultThreads = 20 // consumeThreadMin
	DefaultSize    = 1024
	DefaultKeys    = 4

	MaxQueues = 1024 // of a topic on one broker
)

// NameServerSpec is what a story says of a name server. A nil Profile is the
// run's own version, here and below.
type NameServerSpec struct {
	Name         string
	Profile      *profile.Profile
	ActingMaster bool // supportActingMaster
	Controller   bool // enableControllerInNamesrv
}

// ConsumerSpec is what a story says of a push consumer.
type ConsumerSpec struct {
	Name, Group, Topic, Tags, ClientID string
	Profile                            *profile.Profile
	Strategy                           allocate.Strategy // queues of a configured list without a topic are of Topic
	Model                              wire.MessageModel
	Orderly                            bool
	From                               wire.ConsumeFromWhere
	Timestamp                          time.Duration // FromTimestamp: relative to the start of the client
	Listen                             time.Duration
	Threads                            int32
	PullThreshold                      int32 // pullThresholdForQueue
	PullThresholdForTopic              int32 // 0: none
	PullSizeForTopic                   int32 // MiB, 0: none
	Listener                           consumer.Listener
}

// ProducerSpec is what a story says of a producer.
type ProducerSpec struct {
	Name, Topic string
	Profile     *profile.Profile
	Traffic     producer.Traffic
	Settings    producer.Settings
}

// AddNameServer starts a name server. Clients and brokers know those that are
// there when they are added.
func (c *Cluster) AddNameServer(s NameServerSpec) error {
	return c.place(node{name: s.Name, role: view.NameServer, profile: s.Profile}, func(id kernel.NodeID, p *profile.Profile) (Process, error) {
		return nameserver.New(nameserver.Config{Self: id, Name: s.Name, Profile: p, ActingMaster: s.ActingMaster, Controller: s.Controller}), p.CheckActing(s.ActingMaster || s.Controller)
	})
}

// AddProducer starts a producer.
func (c *Cluster) AddProducer(s ProducerSpec) error {
	return c.place(node{name: s.Name, role: view.Producer, topic: s.Topic, profile: s.Profile}, func(id kernel.NodeID, p *profile.Profile) (Process, error) {
		cfg := producer.Config{
			Self: id, Name: s.Name, Profile: p, Seed: c.seed, NameServers: c.nameServers(), Group: "p-" + s.Topic, Topic: s.Topic,
			Traffic: s.Traffic, Settings: s.Settings,
		}
		if err := cfg.Check(); err != nil {
			return nil, err
		}
		return producer.New(cfg), nil
	})
}

// AddConsumer starts a push consumer.
func (c *Cluster) AddConsumer(s ConsumerSpec) error {
	subscription, err := filter.Parse(s.Topic, s.Tags)
	if err != nil {
		return err
	}
	if err := CheckListen(s.Listen); err != nil {
		return err
	}
	if err := s.Listener.Check(s.Orderly); err != nil {
		return err
	}
	return c.place(node{name: s.Name, role: view.Consumer, group: s.Group, topic: s.Topic, model: s.Model, profile: s.Profile}, func(id kernel.NodeID, p *profile.Profile) (Process, error) {
		return consumer.New(consumer.Config{
			Self: id, Name: s.Name, Profile: p, Seed: c.seed, NameServers: c.nameServers(),
			Group: s.Group, ClientID: s.ClientID, Model: s.Model, Orderly: s.Orderly, From: s.From, Timestamp: s.Timestamp,
			Subscriptions: []wire.SubscriptionData{subscription}, Strategy: s.Strategy, Listen: s.Listen, Threads: s.Threads,
			PullThreshold: s.PullThreshold, PullThresholdForTopic: s.PullThresholdForTopic, PullSizeForTopic: s.PullSizeForTopic,
			Listener: s.Listener,
		}), nil
	})
}

// CheckListen refuses a time that no listener takes.
func CheckListen(d time.Duration) error {
	if d < 0 || d > time.Hour {
		return explain.Err("listen.range", "a listener takes 0 to 1h for a message, not {0}", d.String())
	}
	return nil
}

// SetConsumer changes a setting of a running consumer; facts tell which.
func (c *Cluster) SetConsumer(name string, do func(*consumer.Consumer, *kernel.Env) error, facts ...explain.Fact) error {
	p, n, err := processOf[*consumer.Consumer](c, name, "consumer")
	if err != nil {
		return err
	}
	return c.tryAct(n, func(env *kernel.Env) error { return do(p, env) }, facts...)
}

// SetProducer changes a setting of a running producer; facts tell which.
func (c *Cluster) SetProducer(name string, do func(*producer.Producer, *kernel.Env) error, facts ...explain.Fact) error {
	p, n, err := processOf[*producer.Producer](c, name, "producer")
	if err != nil {
		return err
	}
	return c.tryAct(n, func(env *kernel.Env) error { return do(p, env) }, facts...)
}

// SetBroker changes a setting of a running broker; facts tell which.
func (c *Cluster) SetBroker(name string, do func(*broker.Broker, *kernel.Env) error, facts ...explain.Fact) error {
	p, n, err := processOf[*broker.Broker](c, name, "broker")
	if err != nil {
		return err
	}
	err = c.tryAct(n, func(env *kernel.Env) error { return do(p, env) }, facts...)
	c.settle(p)
	return err
}

// nameServers lists the addresses of the name servers that have not been removed.
func (c *Cluster) nameServers() []wire.Addr {
	var addrs []wire.Addr
	for i := range c.nodes {
		if n := &c.nodes[i]; n.role == view.NameServer && !n.removed {
			addrs = append(addrs, n.id)
		}
	}
	return addrs
}

// processOf finds a running process of one kind by its node's name.
func processOf[P Process](c *Cluster, name, kind string) (p P, n *node, err error) {
	if n, err = c.running(name); err != nil {
		return p, nil, err
	}
	p, ok := n.proc.(P)
	if !ok {
		return p, nil, explain.Err("node.kind", "{0} is no {1}", name, kind)
	}
	return p, n, nil
}

// Send lets a producer send count messages, one every so often.
func (c *Cluster) Send(name string, count int64, every time.Duration, when producer.Timing) error {
	return c.SetProducer(name, func(p *producer.Producer, env *kernel.Env) error { return p.SendTimed(env, count, every, when) },
		explain.Text("set", "send"), explain.Num("count", count))
}
