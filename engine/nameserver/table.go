package nameserver

import (
	"slices"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// table is what a name server knows [RouteInfoManager].
type table struct {
	brokers []broker // brokerAddrTable and brokerLiveTable, by name
	topics  []topic  // topicQueueTable, by topic
}

// broker is the living replicas of one broker group.
type broker struct {
	name     string
	acting   bool      // a slave may act as its master
	replicas []replica // by id
}

type replica struct {
	id      int64
	addr    wire.Addr
	channel int64
	heard   kernel.Time // of its last registration or heartbeat
	acting  bool        // it sends heartbeats
}

type topic struct {
	name   string
	queues []wire.QueueData // by broker name
}

func (t *table) findBroker(name string) (int, bool) {
	return slices.BinarySearchFunc(t.brokers, name, func(b broker, name string) int { return strings.Compare(b.name, name) })
}

func (t *table) findTopic(name string) (int, bool) {
	return slices.BinarySearchFunc(t.topics, name, func(x topic, name string) int { return strings.Compare(x.name, name) })
}

func findQueueData(queues []wire.QueueData, broker string) (int, bool) {
	return slices.BinarySearchFunc(queues, broker, func(q wire.QueueData, name string) int { return strings.Compare(q.Broker, name) })
}

// put enters a replica and reports whether its id was unknown. An address has
// one id only: a slave that became master gives its old one up.
func (t *table) put(name string, r replica) (first bool) {
	i, ok := t.findBroker(name)
	if !ok {
		t.brokers = kernel.Insert(t.brokers, i, broker{name: name})
	}
	b := &t.brokers[i]
	b.acting = r.acting
	b.replicas = slices.DeleteFunc(b.replicas, func(x replica) bool { return x.addr == r.addr && x.id != r.id })
	j, known := slices.BinarySearchFunc(b.replicas, r.id, func(x replica, id int64) int { return int(x.id - id) })
	if known {
		b.replicas[j] = r
	} else {
		b.replicas = kernel.Insert(b.replicas, j, r)
	}
	return !known
}

// remove takes a replica out, and with a group's last one its queues.
func (t *table) remove(name string, id int64) {
	i, ok := t.findBroker(name)
	if !ok {
		return
	}
	b := &t.brokers[i]
	b.replicas = slices.DeleteFunc(b.replicas, func(x replica) bool { return x.id == id })
	if len(b.replicas) > 0 {
		if b.acting && id == wire.MasterID {
			t.wipeWrite(name)
		}
		return
	}
	t.brokers = slices.Delete(t.brokers, i, i+1)
	for j := range t.topics {
		if k, ok := findQueueData(t.topics[j].queues, name); ok {
			t.topics[j].queues = slices.Delete(t.topics[j].queues, k, k+1)
		}
	}
	t.topics = slices.DeleteFunc(t.topics, func(x topic) bool { return len(x.queues) == 0 })
}

// setQueues enters what a broker group says of a topic and reports whether that
// is anything new.
func (t *table) setQueues(name string, q wire.QueueData) (changed bool) {
	i, ok := t.findTopic(name)
	if !ok {
		t.topics = kernel.Insert(t.topics, i, topic{name: name})
	}
	x := &t.topics[i]
	j, known := findQueueData(x.queues, q.Broker)
	switch {
	case !known:
		x.queues = kernel.Insert(x.queues, j, q)
	case x.queues[j] != q:
		x.queues[j] = q
	default:
		return false
	}
	return true
}

// master returns the address of a group's master, 0 if it has none.
func (t *table) master(name string) wire.Addr {
	if i, ok := t.findBroker(name); ok && t.brokers[i].replicas[0].id == wire.MasterID {
		return t.brokers[i].replicas[0].addr
	}
	return 0
}

// route answers the question for a topic. With acting the lowest slave of a group
// whose master is gone stands in its place [RouteInfoManager.pickupTopicRouteData].
func (t *table) route(name string, acting bool) kernel.Message {
	i, ok := t.findTopic(name)
	if !ok {
		return &wire.Answer{Code: wire.TopicNotExist, Remark: "No topic route info in name server for the topic: " + name}
	}
	queues := slices.Clone(t.topics[i].queues)
	brokers := make([]wire.BrokerData, 0, len(queues))
	for _, q := range queues {
		j, _ := t.findBroker(q.Broker)
		b := &t.brokers[j]
		addrs := make([]wire.BrokerAddr, len(b.replicas))
		for k, r := range b.replicas {
			addrs[k] = wire.BrokerAddr{ID: r.id, Addr: r.addr}
		}
		if acting && b.acting && addrs[0].ID != wire.MasterID && q.Perm&wire.PermWrite == 0 {
			addrs[0].ID = wire.MasterID
		}
		brokers = append(brokers, wire.BrokerData{Broker: b.name, Addrs: addrs})
	}
	return &wire.TopicRoute{Topic: name, Queues: queues, Brokers: brokers}
}

// refresh takes in a heartbeat of a broker that is registered
// [RouteInfoManager.updateBrokerInfoUpdateTimestamp].
func (t *table) refresh(m *wire.BrokerHeartbeat, now kernel.Time) {
	if i, ok := t.findBroker(m.BrokerName); ok {
		for j := range t.brokers[i].replicas {
			if r := &t.brokers[i].replicas[j]; r.addr == m.Addr {
				r.heard = now
			}
		}
	}
}

// members answers who of a group is registered [RouteInfoManager.getBrokerMemberGroup].
func (t *table) members(name string) *wire.BrokerData {
	m := &wire.BrokerData{Broker: name}
	if i, ok := t.findBroker(name); ok {
		for _, r := range t.brokers[i].replicas {
			m.Addrs = append(m.Addrs, wire.BrokerAddr{ID: r.id, Addr: r.addr})
		}
	}
	return m
}

// wipeWrite takes the permission to write from a group's queues, since its
// master is gone and a slave may act [RouteInfoManager.cleanTopicByUnRegisterRequests].
func (t *table) wipeWrite(name string) {
	for i := range t.topics {
		if k, ok := findQueueData(t.topics[i].queues, name); ok {
			t.topics[i].queues[k].Perm &^= wire.PermWrite
		}
	}
}

func (t *table) clone() table {
	c := table{brokers: slices.Clone(t.brokers), topics: slices.Clone(t.topics)}
	for i := range c.brokers {
		c.brokers[i].replicas = slices.Clone(c.brokers[i].replicas)
	}
	for i := range c.topics {
		c.topics[i].queues = slices.Clone(c.topics[i].queues)
	}
	return c
}
