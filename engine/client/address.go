package client

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// brokerAddrs is one entry of brokerAddrTable: the replicas of a broker group by
// ascending id. The list is shared with the route it came from.
type brokerAddrs struct {
	name  string
	addrs []wire.BrokerAddr
}

func (c *Instance) setBroker(name string, addrs []wire.BrokerAddr) {
	i, ok := c.brokerIndex(name)
	if !ok {
		c.brokers = kernel.Insert(c.brokers, i, brokerAddrs{name: name})
	}
	c.brokers[i].addrs = addrs
}

func (c *Instance) brokerIndex(name string) (int, bool) {
	return kernel.Find(len(c.brokers), func(i int) int { return strings.Compare(name, c.brokers[i].name) })
}

// Addrs is the known replicas of a broker group by ascending id, nil if there is
// none. It must not be changed.
func (c *Instance) Addrs(broker string) []wire.BrokerAddr {
	if i, ok := c.brokerIndex(broker); ok {
		return c.brokers[i].addrs
	}
	return nil
}

func lookup(addrs []wire.BrokerAddr, id int64) (wire.Addr, bool) {
	for _, a := range addrs {
		if a.ID == id {
			return a.Addr, true
		}
	}
	return 0, false
}

// InSubscribe finds where to read: the replica wanted; if it is missing and not
// the master, the one with the next id; else, unless only that one will do, the
// first of the table. slave is by the id that was asked for until the last step
// [MQClientInstance.findBrokerAddressInSubscribe].
func (c *Instance) InSubscribe(broker string, id int64, only bool) (addr wire.Addr, slave, ok bool) {
	addrs := c.Addrs(broker)
	slave = id != wire.MasterID
	addr, ok = lookup(addrs, id)
	if !ok && slave {
		addr, ok = lookup(addrs, id+1)
	}
	if ok || only || len(addrs) == 0 {
		return addr, slave && ok, ok
	}
	return addrs[0].Addr, addrs[0].ID != wire.MasterID, true
}

// InPublish finds where to write: the master and nobody else
// [MQClientInstance.findBrokerAddressInPublish].
func (c *Instance) InPublish(broker string) (wire.Addr, bool) {
	return lookup(c.Addrs(broker), wire.MasterID)
}

// InAdmin finds the first entry of the table, whatever it is
// [MQClientInstance.findBrokerAddressInAdmin].
func (c *Instance) InAdmin(broker string) (addr wire.Addr, slave, ok bool) {
	addrs := c.Addrs(broker)
	if len(addrs) == 0 {
		return 0, false, false
	}
	return addrs[0].Addr, addrs[0].ID != wire.MasterID, true
}

// ByTopic draws one broker of the topic's route and returns its master, or one
// of its slaves by lot when it has none [MQClientInstance.findBrokerAddrByTopic].
func (c *Instance) ByTopic(name string) (broker string, addr wire.Addr, ok bool) {
	r := c.Route(name)
	if r == nil || len(r.Brokers) == 0 {
		return "", 0, false
	}
	b := &r.Brokers[c.members.Below(len(r.Brokers))]
	if master, ok := lookup(b.Addrs, wire.MasterID); ok {
		return b.Broker, master, true
	}
	if len(b.Addrs) == 0 {
		return b.Broker, 0, false
	}
	return b.Broker, b.Addrs[c.members.Below(len(b.Addrs))].Addr, true
}

// cleanOfflineBroker forgets the addresses that are in no route any more
// [MQClientInstance.cleanOfflineBroker].
func (c *Instance) cleanOfflineBroker(env *kernel.Env) {
	for i := 0; i < len(c.brokers); i++ {
		b := &c.brokers[i]
		if !slices.ContainsFunc(b.addrs, func(a wire.BrokerAddr) bool { return !c.routed(a.Addr) }) {
			continue
		}
		var kept []wire.BrokerAddr // a new list: the old one belongs to a route
		for _, a := range b.addrs {
			if c.routed(a.Addr) {
				kept = append(kept, a)
			} else {
				c.explainOffline(env, b.name, a)
			}
		}
		b.addrs = kept
		if len(kept) == 0 {
			c.brokers = slices.Delete(c.brokers, i, i+1)
			i--
		}
	}
}

// routed reports whether an address is in a route, of whatever topic.
func (c *Instance) routed(addr wire.Addr) bool {
	for i := range c.topics {
		for _, b := range c.topics[i].route.Brokers {
			for _, a := range b.Addrs {
				if a.Addr == addr {
					return true
				}
			}
		}
	}
	return false
}

func (c *Instance) explainOffline(env *kernel.Env, broker string, a wire.BrokerAddr) {
	d := explain.Decision{Rule: explain.ClientBrokerOffline}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("broker", broker), explain.Num("broker.id", a.ID), explain.Num("node", int64(a.Addr))}
	}
	env.Explain(d)
}

// routeText writes a route as "broker-a:4/4[0 1]": read and write queues and the
// ids that have an address.
func routeText(r *wire.TopicRoute) string {
	if r == nil {
		return ""
	}
	var b []byte
	for i, broker := range r.Brokers {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, broker.Broker...)
		for _, q := range r.Queues {
			if q.Broker == broker.Broker {
				b = strconv.AppendInt(append(b, ':'), int64(q.ReadQueues), 10)
				b = strconv.AppendInt(append(b, '/'), int64(q.WriteQueues), 10)
			}
		}
		b = append(b, '[')
		for j, a := range broker.Addrs {
			if j > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, a.ID, 10)
		}
		b = append(b, ']')
	}
	return string(b)
}
