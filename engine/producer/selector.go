package producer

import (
	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// select1 lets the application's selector choose the queue of the only try
// [DefaultMQProducerImpl.sendSelectImpl].
func (p *Producer) select1(env *kernel.Env, s *send) (fault.Choice, bool) {
	q := s.selector.Queue
	if s.selector.Kind == ByHash {
		q = byHash(p.publish.Queues, p.key(s.first))
	}
	s.queue, s.tryBegan, s.made = q, env.Now(), 1
	s.budget = s.timeout - env.Now().Sub(s.began)
	p.choice = fault.Choice{Queue: q}
	p.trace.Reset()
	if s.budget < 0 {
		p.remember(env, s, 1, q, noTime, 0)
		s.end = Outcome{Exception: TooMuchRequestException, Code: Unset}
		return p.choice, false
	}
	p.remember(env, s, 1, q, bySelector, s.budget)
	return p.choice, true
}

// byHash is SelectMessageQueueByHash for a key that is a number.
func byHash(queues []wire.MessageQueue, key uint64) wire.MessageQueue {
	return queues[key%uint64(len(queues))]
}
