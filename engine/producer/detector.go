package producer

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

const (
	detectEvery   = 3 * time.Second        // LatencyFaultToleranceImpl.startDetector
	detectTimeout = 200 * time.Millisecond // LatencyFaultToleranceImpl.detectTimeout
)

// detector is the thread that probes the brokers of the fault table (5.1.4).
type detector struct {
	start kernel.Time
	busy  bool   // a round is due or under way
	at    string // the broker whose probe it waits for
}

// armDetector arms the next round: every 3 s since the start, if there is
// anything in the table.
func (p *Producer) armDetector(env *kernel.Env) {
	if p.state != running || !p.settings.Detector || !p.config.Profile.Producer.FaultFilters || p.detector.busy || len(p.fault.Table.Items()) == 0 {
		return
	}
	rounds := env.Now().Sub(p.detector.start)/detectEvery + 1
	p.detector.busy = true
	p.detectGen++
	env.Every(p.detector.start.Add(rounds*detectEvery).Sub(env.Now()), timerDetect, p.detectGen, 0, 0)
}

func (p *Producer) detectRound(env *kernel.Env) {
	p.detector.at = ""
	p.detectNext(env)
}

// detectNext probes the next broker that is due, and forgets those without an
// address [LatencyFaultToleranceImpl.detectByOneRound].
func (p *Producer) detectNext(env *kernel.Env) {
	t := &p.fault.Table
	for p.settings.Detector {
		broker, ok := t.Due(env.Now(), p.detector.at)
		if !ok {
			break
		}
		p.detector.at = broker
		addr, ok := p.client.InPublish(broker)
		if !ok {
			t.Remove(broker)
			continue
		}
		p.client.Remoting.Call(env, remoting.Call{
			To: addr, Mode: remoting.Sync, Purpose: purposeProbe, Timeout: detectTimeout,
			Msg: &wire.GetMaxOffset{Queue: wire.MessageQueue{Topic: p.config.Topic, Broker: broker}},
		})
		return
	}
	p.detector.busy = false
	p.armDetector(env)
}

// probed takes in how a probe ended. An answer does not end the isolation.
func (p *Producer) probed(env *kernel.Env, d *remoting.Delivery) {
	if d.Kind == remoting.Sent {
		return
	}
	if _, ok := d.Msg.(*wire.Offset); ok {
		if !p.fault.Table.Reachable(p.detector.at) {
			env.Explain(explain.Decision{Rule: explain.ProducerReachable, Chose: []string{p.detector.at}})
		}
		p.fault.Table.Reached(p.detector.at)
	}
	p.detectNext(env)
}
