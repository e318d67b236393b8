package cluster

import (
	"rocketscope/engine/broker"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// Bounds of what a story may ask of a broker.
const (
	MaxBrokerID = 9
	MaxMemory   = 1 << 40 // bytes of RAM
)

// BrokerSpec is what a story says of a broker.
type BrokerSpec struct {
	Name       string
	Profile    *profile.Profile
	Topics     []wire.TopicConfig
	AutoCreate bool // autoCreateTopicEnable

	Of        string // the broker group it belongs to
	ID        int64  // brokerId: 0 is the master
	Role      broker.Role
	InSync    int32 // inSyncReplicas
	SlaveRead bool  // slaveReadEnable
	Memory    int64 // bytes of RAM

	DelayLevels string // messageDelayLevel; "" is RocketMQ's own

	ActingMaster bool  // enableSlaveActingMaster
	Replicas     int32 // totalReplicas
	Controller   bool  // enableControllerMode: ID is a number above 0
}

// AddBroker starts a master, or a slave of a group, with its topics.
func (c *Cluster) AddBroker(s BrokerSpec) error {
	if err := c.checkReplica(&s); err != nil {
		return err
	}
	levels, err := delayLevels(s.DelayLevels)
	if err != nil {
		return err
	}
	return c.place(node{name: s.Name, role: view.Broker, group: s.Of, profile: s.Profile}, func(id kernel.NodeID, p *profile.Profile) (Process, error) {
		return broker.New(broker.Config{
			Self: id, Name: s.Name, Levels: levels, Broker: s.Of, BrokerID: s.ID, Profile: p, Seed: c.seed, NameServers: c.nameServers(),
			Topics: s.Topics, NoAutoCreate: !s.AutoCreate, Memory: s.Memory, Role: s.Role, InSync: s.InSync, SlaveRead: s.SlaveRead, Acting: s.ActingMaster, Replicas: s.Replicas, Controller: s.Controller,
		}), p.CheckActing(s.ActingMaster || s.Controller)
	})
}

// checkReplica refuses a broker that has no place in its group.
func (c *Cluster) checkReplica(s *BrokerSpec) error {
	if err := CheckName(s.Of); err != nil {
		return err
	}
	if s.Controller && s.ID == wire.MasterID {
		return explain.Err("replica.number", "in controller mode {0} needs a number above 0: id=1", s.Name)
	}
	if s.ID != wire.MasterID && s.Role == broker.SyncMaster {
		return explain.Err("replica.role", "{0} is a slave: only a master is sync or async", s.Name)
	}
	for i := range c.nodes {
		n := &c.nodes[i]
		if b, ok := n.proc.(*broker.Broker); ok && !n.removed && n.group == s.Of && b.Number() == s.ID {
			return explain.Err("replica.taken", "{0} is already number {1} of {2}: give another id=", n.name, explain.Int(s.ID), s.Of)
		}
	}
	return nil
}

// LoseDisk takes everything that a broker has on disk; if it runs, it dies of it.
func (c *Cluster) LoseDisk(name string) error {
	n, err := c.find(name)
	if err != nil {
		return err
	}
	b, ok := n.proc.(*broker.Broker)
	if !ok {
		return explain.Err("node.kind", "{0} is no {1}", name, "broker")
	}
	env := c.act(n, explain.ActDisk)
	if n.state == view.Up {
		c.closeSockets(n, &env)
		c.down(n, view.Killed)
	}
	b.LoseDisk()
	c.forgetLost(n)
	return nil
}
