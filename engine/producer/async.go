package producer

import (
	"slices"
	"time"

	"rocketscope/engine/client"
	"rocketscope/engine/explain"
	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// asyncCall is a request of an asynchronous send, after which its thread does
// not wait: what MQClientAPIImpl.sendMessageAsync hands to its callback.
type asyncCall struct {
	broker  string        // whom it went to; the queue id stays that of the first
	blamed  string        // whom the one before went to
	asked   kernel.Time   // when
	left    time.Duration // the time it was given
	retries int32         // made so far [curTimes], also those that no time was left for
	again   int32         // requests made for them
}

// blamedLatency is what a retry that cannot be handed over is noted with, and
// at the broker before it [MQClientAPIImpl.onExceptionImpl, to 4.9.2].
const blamedLatency = 3 * time.Second

// startQueued gives free threads of the executor to the sends that wait. The
// time they waited counts.
func (p *Producer) startQueued(env *kernel.Env) {
	if p.starting {
		return // the loop below is at it
	}
	p.starting = true
	for {
		w, s := slices.Index(p.workers[:], 0), p.firstQueued()
		if w < 0 || s == nil {
			break
		}
		p.workers[w] = s.id
		s.thread = asyncThread + client.Thread(w)
		env.SetCause(s.cause)
		if env.Now().Sub(s.began) < s.timeout {
			p.lookUp(env, s)
		} else {
			p.end(env, s.id, Outcome{Exception: TooMuchRequestException, Code: Unset})
		}
	}
	p.starting = false
}

func (p *Producer) firstQueued() *send {
	for i := range p.sends {
		if s := &p.sends[i]; s.mode == Async && s.step == queued && s.thread == client.Scheduled {
			return s
		}
	}
	return nil
}

// freeWorker lets the thread that was in a send go on with the next.
func (p *Producer) freeWorker(env *kernel.Env, id int64) {
	if w := slices.Index(p.workers[:], id); w >= 0 {
		p.workers[w] = 0
		p.startQueued(env)
	}
}

// asyncEnded takes in an answer or a failure of an asynchronous send.
func (p *Producer) asyncEnded(env *kernel.Env, s *send, d *remoting.Delivery) {
	if d.Kind == remoting.Answered {
		o := answered(d.Msg)
		p.note(env, s.await.broker, env.Now().Sub(d.Call.Started), !o.stored())
		p.end(env, s.id, o) // an error that a broker answers with is not retried
		return
	}
	o := failure(d.Failure)
	if s.step == trying {
		p.handOverFailed(env, s, o)
		return
	}
	unsent := d.Failure != remoting.SendFailed && d.Failure != remoting.TimedOut
	if unsent && !s.rules.AsyncRetriesHandOver {
		p.note(env, s.await.blamed, blamedLatency, true)
	} else {
		p.note(env, s.await.broker, env.Now().Sub(s.await.asked), true)
	}
	p.retryAsync(env, s, o)
}

// note tells the fault table of an asynchronous outcome; in 5.x the broker is
// still taken for reachable. More facts may say what is odd about it.
func (p *Producer) note(env *kernel.Env, broker string, took time.Duration, isolate bool, facts ...explain.Fact) {
	was := p.fault.Table.Available(env.Now(), broker)
	p.fault.Update(env.Now(), broker, took, isolate, true)
	p.explainIsolated(env, broker, was, facts...)
}

// handOverFailed is a first request that could not be connected for. Before
// 4.9.3 that goes straight to the callback.
func (p *Producer) handOverFailed(env *kernel.Env, s *send, o Outcome) {
	if s.rules.AsyncRetriesHandOver {
		p.note(env, s.await.broker, env.Now().Sub(s.await.asked), true)
		p.retryAsync(env, s, o)
		return
	}
	p.conclude(env, s, o)
	p.end(env, s.id, s.end)
}

// retryAsync sends an asynchronous send to another broker, with the queue id of
// the first; to the same one when a selector chose the queue. From 4.9.3 to
// 5.3.1 a retry that no time is left for fails in the hand-over, and so isolates
// a broker that was never asked [MQClientAPIImpl.onExceptionImpl, sendMessageAsync].
func (p *Producer) retryAsync(env *kernel.Env, s *send, o Outcome) {
	left := s.await.left - env.Now().Sub(s.await.asked)
	p.concluded(env, s, o)
	for {
		if s.await.retries >= p.settings.RetriesAsync || left <= 0 && s.rules.AsyncStopsInTime {
			break
		}
		s.await.retries++
		blamed := s.await.broker
		how := p.chooseRetry(env, s)
		q := wire.MessageQueue{Topic: p.config.Topic, Broker: s.await.broker, QueueID: s.queue.QueueID}
		if left < 0 {
			p.remember(env, s, 1+s.await.retries, q, noTime, 0)
			o = Outcome{Exception: TooMuchRequestException, Code: Unset}
			if !s.rules.AsyncRetriesHandOver {
				break
			}
			p.note(env, s.await.broker, 0, true, explain.Bool("asked", false))
			continue
		}
		p.remember(env, s, 1+s.await.retries, q, how, left)
		addr, ok := p.client.InPublish(s.await.broker)
		if !ok {
			o = Outcome{Exception: ClientException, Code: BrokerNotExist}
			break
		}
		p.explainAsyncRetry(env, s, &o, blamed, left)
		s.await = asyncCall{broker: s.await.broker, blamed: blamed, asked: env.Now(), left: left, retries: s.await.retries, again: s.await.again + 1}
		if p.call(env, s, addr, q, left) && s.step == trying {
			p.handOver(env, s)
		}
		return
	}
	s.spent = left <= 0
	p.end(env, s.id, o)
}

// chooseRetry names the broker of the next request, and tells how it was chosen.
func (p *Producer) chooseRetry(env *kernel.Env, s *send) (how explain.Key) {
	if s.selector.Kind != RoundRobin || !p.publish.OK() {
		p.trace.Reset()
		return bySelector
	}
	var trace *fault.Trace
	if env.Explaining() {
		trace = &p.trace
	}
	p.choice = p.fault.Select(env.Now(), &p.publish, s.await.broker, trace)
	s.await.broker = p.choice.Queue.Broker
	return ways[p.choice.Way]
}
