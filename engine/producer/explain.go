package producer

import (
	"strconv"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// reasons are the keys of why a queue was passed over; the first one's number
// is the time left.
var reasons = [...]explain.Key{fault.Isolated: "isolated.ns", fault.LastBroker: "last.broker", fault.Unreachable: "unreachable"}

// noTime is why a queue was not tried: the budget was spent.
const noTime explain.Key = "no.time"

// bySelector is how a queue was chosen that the strategy had no say in.
const bySelector explain.Key = "by.selector"

// ways are the keys of how a queue was chosen.
var ways = [...]explain.Key{
	fault.RoundRobin: "round.robin", fault.NotIsolated: "available", fault.StillReachable: "reachable",
	fault.LeastBad: "least.bad", fault.AnyAtAll: "any",
}

var modeNames = [...]string{Sync: "sync", Async: "async", Oneway: "oneway"}

func (p *Producer) passed() []explain.Passed {
	out := make([]explain.Passed, 0, len(p.trace.Passed))
	for _, l := range p.trace.Passed {
		out = append(out, explain.Passed{What: l.Queue.String(), Why: reasons[l.Why], Num: int64(l.Left)})
	}
	return out
}

// explainAvoid tells of a first try that went around a broker.
func (p *Producer) explainAvoid(env *kernel.Env, s *send, c fault.Choice) {
	p.explainChoice(env, explain.ProducerAvoid, s, c)
}

// explainSharedWrite tells of a choice that changed the publish list.
func (p *Producer) explainSharedWrite(env *kernel.Env, s *send, c fault.Choice) {
	p.explainChoice(env, explain.ProducerSharedWrite, s, c)
}

func (p *Producer) explainChoice(env *kernel.Env, rule explain.Rule, s *send, c fault.Choice) {
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		d.Saw = []explain.Fact{explain.Text("message", messageText(s)), explain.Text("way", string(ways[c.Way])), explain.Num("queues", int64(len(p.publish.Queues)))}
		d.Chose, d.Passed = []string{c.Queue.String()}, p.passed()
	}
	env.Explain(d)
}

// explainRetry tells of a further try; before is the send as its last try left it.
func (p *Producer) explainRetry(env *kernel.Env, s *send, before *tries) {
	d := explain.Decision{Rule: explain.ProducerRetry}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("message", messageText(s)),
			explain.Num("try", int64(before.made)), explain.Num("tries", int64(s.total)),
			explain.Text("queue", before.queue.String()),
			explain.Num("took.ns", int64(env.Now().Sub(before.tryBegan))),
			explain.Num("budget.left.ns", int64(s.timeout-env.Now().Sub(s.began))),
			explain.Num("try.budget.ns", int64(s.budget)),
		}
		o := before.last
		if before.kept && before.last.Exception == NoException {
			o = before.result
		}
		d.Saw = append(d.Saw, outcomeFacts(&o)...)
		d.Chose, d.Passed = []string{s.queue.String()}, p.passed()
	}
	env.Explain(d)
}

func outcomeFacts(o *Outcome) []explain.Fact {
	var facts []explain.Fact
	if o.Exception != NoException {
		facts = append(facts, explain.Text("exception", o.Exception.String()))
	}
	if o.Code != Unset {
		facts = append(facts, explain.Num("code", int64(o.Code)))
	}
	return facts
}

// explainIsolated tells that the fault table has just begun to isolate a broker.
func (p *Producer) explainIsolated(env *kernel.Env, broker string, wasAvailable bool, facts ...explain.Fact) {
	item := p.fault.Table.Item(broker)
	if item == nil || !wasAvailable || item.Available(env.Now()) {
		return
	}
	d := explain.Decision{Rule: explain.ProducerIsolated}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Num("latency.ns", int64(item.Latency)),
			explain.Num("isolated.ns", int64(item.Until.Sub(env.Now()))),
			explain.Bool("reachable", item.Reachable),
		}
		d.Saw = append(d.Saw, facts...)
		d.Chose = []string{broker}
	}
	env.Explain(d)
}

// explainAsyncRetry tells of a further request of an asynchronous send.
func (p *Producer) explainAsyncRetry(env *kernel.Env, s *send, o *Outcome, from string, left time.Duration) {
	d := explain.Decision{Rule: explain.ProducerAsyncRetry}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("message", messageText(s)),
			explain.Num("try", int64(s.await.retries)), explain.Num("tries", int64(1+p.settings.RetriesAsync)),
			explain.Text("broker", from), explain.Num("queue.id", int64(s.queue.QueueID)),
			explain.Num("budget.left.ns", int64(left)),
		}
		d.Saw = append(d.Saw, outcomeFacts(o)...)
		d.Chose, d.Passed = []string{s.await.broker}, p.passed()
	}
	env.Explain(d)
}

// explainEnd tells how a send ended that did not simply go well.
func (p *Producer) explainEnd(env *kernel.Env, s *send) {
	rule := endRule(s)
	if rule == 0 {
		return
	}
	d := explain.Decision{Rule: rule}
	if env.Explaining() {
		total := s.total
		if s.mode == Async {
			total = 1 + p.settings.RetriesAsync
		}
		d.Saw = []explain.Fact{
			explain.Text("message", messageText(s)), explain.Text("mode", modeNames[s.mode]),
			explain.Num("tries.made", int64(s.made+s.await.again)), explain.Num("tries", int64(total)),
			explain.Num("elapsed.ns", int64(env.Now().Sub(s.began))), explain.Num("timeout.ns", int64(s.timeout)),
		}
		d.Saw = append(d.Saw, outcomeFacts(&s.end)...)
		if s.queue.Broker != "" {
			d.Saw = append(d.Saw, explain.Text("queue", s.queue.String()))
		}
		if rule == explain.ProducerCallTimeout && s.made > 0 {
			d.Passed = []explain.Passed{{What: p.choice.Queue.String(), Why: noTime}}
		}
	}
	env.Explain(d)
}

// endRule is the rule by which a send came to nothing, 0 if it went well.
func endRule(s *send) explain.Rule {
	switch {
	case s.end.stored() && s.end.Code == wire.Success:
		return 0
	case s.end.stored():
		return explain.ProducerNotStoreOK
	case s.end.Code == NotFoundTopicCode:
		return explain.ProducerNoRoute
	case s.selector.Kind != RoundRobin && s.mode != Async:
		return explain.ProducerSelectedOnce
	case s.mode == Async && s.spent:
		return explain.ProducerAsyncNoTime
	case s.end.Exception == TooMuchRequestException:
		return explain.ProducerCallTimeout
	case s.end.Exception == BrokerException:
		return explain.ProducerCodeNotRetried
	}
	return explain.ProducerFailed
}

// explainPublish tells of a new publish list, before it is taken over.
func (p *Producer) explainPublish(env *kernel.Env, queues []wire.MessageQueue) {
	d := explain.Decision{Rule: explain.ProducerPublish}
	if env.Explaining() {
		d.Saw = []explain.Fact{
			explain.Text("topic", p.config.Topic),
			explain.Num("queues.old", int64(len(p.publish.Queues))), explain.Num("queues.new", int64(len(queues))),
		}
		for _, q := range queues {
			d.Chose = append(d.Chose, q.String())
		}
		d.Passed = leftOut(p.client.Route(p.config.Topic))
	}
	env.Explain(d)
}

// leftOut are the brokers of a route whose queues are in no publish list.
func leftOut(r *wire.TopicRoute) []explain.Passed {
	var out []explain.Passed
	for _, q := range r.Queues {
		why := explain.Key("no.master")
		if q.Perm&wire.PermWrite == 0 {
			why = "not.writeable"
		} else if hasMaster(r, q.Broker) {
			continue
		}
		out = append(out, explain.Passed{What: q.Broker, Why: why})
	}
	return out
}

func hasMaster(r *wire.TopicRoute, broker string) bool {
	for _, b := range r.Brokers {
		if b.Broker == broker {
			return len(b.Addrs) > 0 && b.Addrs[0].ID == wire.MasterID
		}
	}
	return false
}

// messageText names a send by its message: its number, or the range of a batch.
func messageText(s *send) string {
	text := strconv.FormatUint(s.first, 10)
	if s.count > 1 {
		text += ".." + strconv.FormatUint(s.first+uint64(s.count)-1, 10)
	}
	return text
}
