package producer

import "rocketscope/engine/view"

// Inspect appends the tables of a running producer: what it knows of routes and
// brokers, its fault table, and the sends on their way.
func (p *Producer) Inspect(i *view.Inspection) {
	if p.state == down {
		return
	}
	self := p.config.Self
	p.client.Inspect(i, self)
	for _, f := range p.fault.Table.Items() {
		i.Add(self, view.ClientFaults, view.Subject{Broker: f.Broker, Queue: -1}, "", view.Text(f.Broker), view.Num(f.Latency), view.Num(f.Until), view.Bool(f.Reachable))
	}
	for k := range p.sends {
		s := &p.sends[k]
		about, name := view.Subject{Topic: p.config.Topic, Queue: -1}, ""
		if q := s.queue; q.Broker != "" {
			about.Broker, about.Queue, name = q.Broker, q.QueueID, q.String()
		}
		i.Add(self, view.ClientSends, about, "", view.Num(s.first), view.Text(name), view.Num(s.made), view.Num(s.began))
	}
}
