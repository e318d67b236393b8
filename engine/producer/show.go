package producer

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// slowSend is from which period on the next message is worth a timer of its own.
const slowSend = time.Second

// Show appends the producer's rows to a view: itself, its fault table and its
// timers.
func (p *Producer) Show(v *view.View) {
	v.Nodes = append(v.Nodes, view.Node{
		ID: p.config.Self, Name: p.config.Name, Role: view.Producer, Version: p.config.Profile.Name,
		Group: p.config.Group, ClientID: p.client.ID(), Rate: p.traffic.Rate, Sent: p.sent, Failed: p.failed,
	})
	items := p.fault.Table.Items()
	for i := range items {
		v.Faults = append(v.Faults, view.Fault{
			Producer: p.config.Self, Broker: items[i].Broker, Latency: items[i].Latency,
			Until: items[i].Until, Unreachable: !items[i].Reachable,
		})
	}
	if p.state != running {
		return
	}
	p.client.Show(v, p.config.Self)
	if _, s := p.nextStream(); s.every > slowSend && s.next != kernel.Never {
		v.Timers = append(v.Timers, view.Timer{Node: p.config.Self, Kind: view.TimerSend, At: s.next, Period: s.every})
	}
}
