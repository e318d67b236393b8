package cluster

import (
	"rocketscope/engine/broker"
	"rocketscope/engine/consumer"
	"rocketscope/engine/nameserver"
	"rocketscope/engine/producer"
)

// cloneProcess copies a process of any of the four kinds.
func cloneProcess(p Process) Process {
	switch p := p.(type) {
	case *nameserver.NameServer:
		return p.Clone()
	case *broker.Broker:
		return p.Clone()
	case *producer.Producer:
		return p.Clone()
	case *consumer.Consumer:
		return p.Clone()
	}
	panic("a process of no known kind")
}
