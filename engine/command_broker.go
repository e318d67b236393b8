package engine

import (
	"strconv"
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// addBroker starts a broker with its topics.
type addBroker struct{ spec cluster.BrokerSpec }

func parseAddBroker(l *Line) (Command, error) {
	name, err := l.Name("a name")
	if err != nil {
		return nil, err
	}
	spec := cluster.BrokerSpec{Name: name, AutoCreate: true, Of: l.Option("of", name), DelayLevels: l.Option("delay-levels", "")}
	if spec.Profile, err = version(l); err != nil {
		return nil, err
	}
	if spec.Topics, err = parseTopics(l.Option("topics", "")); err != nil {
		return nil, err
	}
	auto, err := l.Index("autocreate", []string{"on", "off"})
	if err != nil {
		return nil, err
	}
	spec.AutoCreate = auto == 0
	err = parseReplica(l, &spec)
	return addBroker{spec}, err
}

var roles = []string{broker.AsyncMaster: "async", broker.SyncMaster: "sync"}

// parseReplica reads what a broker is among the replicas of its group.
func parseReplica(l *Line, spec *cluster.BrokerSpec) error {
	var id int32
	err := l.ints(intOption{"id", 0, 0, cluster.MaxBrokerID, &id}, intOption{"in-sync", 1, 1, cluster.MaxBrokerID + 1, &spec.InSync},
		intOption{"replicas", 1, 1, cluster.MaxBrokerID + 1, &spec.Replicas})
	if err != nil {
		return err
	}
	spec.ID = int64(id)
	role, err := l.Index("role", roles)
	if err != nil {
		return err
	}
	read, err := l.Index("slave-read", switches)
	if err != nil {
		return err
	}
	acting, err := l.Index("acting-master", switches)
	if err != nil {
		return err
	}
	controller, err := l.Index("controller", switches)
	if err != nil {
		return err
	}
	spec.Role, spec.SlaveRead, spec.ActingMaster, spec.Controller = broker.Role(role), read == 1, acting == 1, controller == 1
	spec.Memory, err = parseSize(l.Option("memory", "8GiB"))
	return err
}

// units of memory, the greatest first.
var units = []struct {
	name string
	size int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// parseSize reads "64MiB", "8GiB" or "512KiB".
func parseSize(s string) (int64, error) {
	for _, u := range units {
		if count, ok := strings.CutSuffix(s, u.name); ok {
			n, err := strconv.ParseInt(count, 10, 64)
			if err == nil && n > 0 && n <= cluster.MaxMemory/u.size {
				return n * u.size, nil
			}
		}
	}
	return 0, explain.Err("memory.bad", "{0} is no size of a memory: write 512KiB, 64MiB or 8GiB, up to 1024GiB", s)
}

func formatSize(n int64) string {
	for _, u := range units {
		if n%u.size == 0 {
			return strconv.FormatInt(n/u.size, 10) + u.name
		}
	}
	return ""
}

// parseTopics reads "orders:4,pay:2"; "orders:8r4w" has 8 read and 4 write queues.
func parseTopics(s string) ([]wire.TopicConfig, error) {
	if s == "" {
		return nil, nil
	}
	var topics []wire.TopicConfig
	for part := range strings.SplitSeq(s, ",") {
		name, count, ok := strings.Cut(part, ":")
		if !ok || name == "" {
			return nil, explain.Err("topics.bad", "{0} is no topic: write orders:4", part)
		}
		read, write := count, count
		if r, w, two := strings.Cut(count, "r"); two {
			read, write = r, strings.TrimSuffix(w, "w")
		}
		r, err := parseInt("a number of queues", read, 1, cluster.MaxQueues)
		if err != nil {
			return nil, err
		}
		w, err := parseInt("a number of queues", write, 1, cluster.MaxQueues)
		if err != nil {
			return nil, err
		}
		topics = append(topics, wire.TopicConfig{Topic: name, ReadQueues: int32(r), WriteQueues: int32(w), Perm: wire.PermRead | wire.PermWrite})
	}
	return topics, nil
}

func (c addBroker) String() string {
	var o options
	var topics []string
	for _, t := range c.spec.Topics {
		count := strconv.Itoa(int(t.ReadQueues))
		if t.ReadQueues != t.WriteQueues {
			count += "r" + strconv.Itoa(int(t.WriteQueues)) + "w"
		}
		topics = append(topics, t.Topic+":"+count)
	}
	o.add("topics", strings.Join(topics, ","), "")
	if !c.spec.AutoCreate {
		o.add("autocreate", "off", "on")
	}
	o.add("of", c.spec.Of, c.spec.Name)
	o.num("id", c.spec.ID, 0)
	o.add("role", roles[c.spec.Role], roles[0])
	o.num("in-sync", int64(c.spec.InSync), 1)
	o.flag("slave-read", c.spec.SlaveRead)
	o.flag("acting-master", c.spec.ActingMaster)
	o.num("replicas", int64(c.spec.Replicas), 1)
	o.flag("controller", c.spec.Controller)
	o.add("memory", formatSize(c.spec.Memory), "8GiB")
	o.add("delay-levels", c.spec.DelayLevels, "")
	o.add("version", versionName(c.spec.Profile), "")
	return "broker " + c.spec.Name + o.b.String()
}

func (c addBroker) apply(cl *cluster.Cluster) error { return cl.AddBroker(c.spec) }

// replicaSettings are what a running broker may be told about slaves.
func replicaSettings() []setting {
	return []setting{
		{"slave-read", func(l *Line, key string) (change, error) {
			on, err := l.Index(key, switches)
			return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
				return cl.SetBroker(name, func(b *broker.Broker, _ *kernel.Env) error { return b.SetSlaveRead(on == 1) }, facts...)
			}, err
		}},
	}
}
