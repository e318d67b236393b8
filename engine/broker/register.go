package broker

import (
	"slices"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	registerFirst     = 10 * time.Second
	registerEvery     = 30 * time.Second // registerNameServerPeriod
	registerTimeout   = 6 * time.Second  // registerBrokerTimeoutMills
	unregisterTimeout = 3 * time.Second
)

// What the calls to name servers are for.
const (
	forRegister remoting.Purpose = iota
	forUnregister
)

// registerAll tells every name server of this broker and its topics
// [BrokerController.registerBrokerAll].
func (b *Broker) registerAll(env *kernel.Env) {
	if b.phase != serving || b.unready() {
		return
	}
	b.toldMaster = false
	m := &wire.RegisterBroker{BrokerName: b.config.Broker, BrokerID: b.ID(), Addr: b.config.Self, Topics: b.topics, Acting: b.config.Acting}
	for _, ns := range b.config.NameServers {
		b.endpoint.Call(env, remoting.Call{To: ns, Purpose: forRegister, Msg: m, Timeout: registerTimeout})
	}
}

func (b *Broker) armRegister(env *kernel.Env, d time.Duration) {
	b.nextRegister = env.Now().Add(d)
	env.Every(d, timerRegister, 0, 0, 0)
}

// unregisterAll says goodbye to every name server [BrokerController.unregisterBrokerAll].
func (b *Broker) unregisterAll(env *kernel.Env) {
	m := &wire.UnregisterBroker{BrokerName: b.config.Broker, BrokerID: b.ID(), Addr: b.config.Self}
	b.unregistering = len(b.config.NameServers)
	for _, ns := range b.config.NameServers {
		b.endpoint.Call(env, remoting.Call{To: ns, Purpose: forUnregister, Msg: m, Timeout: unregisterTimeout})
	}
	if b.unregistering == 0 {
		b.finish()
	}
}

// nameServerOutcome takes in how a call to a name server ended.
func (b *Broker) nameServerOutcome(env *kernel.Env, d *remoting.Delivery) {
	c, answered := &d.Call, d.Kind == remoting.Answered
	if c.Purpose == forUnregister {
		if b.unregistering--; b.unregistering == 0 {
			b.finish()
		}
		return
	}
	if m, ok := d.Msg.(*wire.RegisterBrokerAnswer); ok && !b.toldMaster {
		b.toldMaster = true
		b.masterIs(env, m.Master)
	}
	i := slices.Index(b.unreachable, c.To)
	switch {
	case answered && i >= 0:
		b.unreachable = slices.Delete(b.unreachable, i, i+1)
	case !answered && i < 0:
		b.unreachable = append(b.unreachable, c.To)
		d := explain.Decision{Rule: explain.BrokerRegisterFailed}
		if env.Explaining() {
			d.Saw = []explain.Fact{explain.Num("nameserver", int64(c.To)), explain.Num("again.ns", int64(b.nextRegister.Sub(env.Now())))}
		}
		env.Explain(d)
	}
}
