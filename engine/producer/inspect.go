package producer

import (
	"time"

	"rocketscope/engine/view"
)

// Inspect appends the tables of a running producer: what it knows of routes and
// brokers, its fault table, the sends on their way, and what its last sends
// looked at.
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
	p.inspectLooks(i)
}

func (p *Producer) inspectLooks(i *view.Inspection) {
	looks := p.remembered()
	for k := range looks {
		l := &looks[k]
		about := view.Subject{Topic: p.config.Topic, Broker: l.queue.Broker, Queue: l.queue.QueueID}
		budget, took := time.Duration(-1), time.Duration(-1)
		if l.chosen {
			budget = l.budget
		}
		if l.ended {
			took = l.took
		}
		name, code := l.result()
		i.Add(p.config.Self, view.ClientChoices, about, l.part(), view.Num(l.first), view.Num(l.try), view.Text(l.name()),
			view.Cell{Text: string(l.why), Num: int64(l.left)}, view.Num(budget), view.Cell{Text: name, Num: int64(code)}, view.Num(took))
	}
}
