package producer

import (
	"time"

	"rocketscope/engine/fault"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// limits are what bounds the tries of one send.
type limits struct {
	rules         *profile.Producer
	timeout       time.Duration // for all tries together
	total         int32         // tries
	retryNotOK    bool          // retryAnotherBrokerWhenNotStoreOK
	maxPerRequest time.Duration // sendMsgMaxTimeoutPerRequest; negative: none
	detector      bool          // startDetectorEnable
}

// tries is the loop of DefaultMQProducerImpl.sendDefaultImpl as a state machine.
// Its driver calls choose, makes the try, and calls conclude with what came of
// it, until one of the two says that the send has ended; end holds how.
type tries struct {
	limits
	began    kernel.Time
	made     int32
	queue    wire.MessageQueue // of the present or last try [mq]
	tryBegan kernel.Time
	budget   time.Duration // that the present try was given
	result   Outcome       // stored but not OK, while another broker is tried
	kept     bool          // there is such a result
	last     Outcome       // the last exception
	late     bool          // the last try waited to its deadline: its thread woke after that, not on it
	end      Outcome
}

// choose picks the queue of the next try. It is false when more than the
// timeout is over: the queue is drawn all the same, but not tried. reset is the random number
// that the round robin of 5.1.4 and later restarts from at a retry.
func (t *tries) choose(now kernel.Time, f *fault.Strategy, p *fault.Publish, reset int32, trace *fault.Trace) (fault.Choice, bool) {
	if t.made > 0 && f.Resets() {
		p.Next.Start(reset)
	}
	c := f.Select(now, p, t.queue.Broker, trace)
	left := t.timeout - now.Sub(t.began)
	if left < 0 || left == 0 && t.late {
		t.finish(Outcome{Exception: TooMuchRequestException, Code: Unset})
		return c, false
	}
	t.made++
	t.queue, t.tryBegan = c.Queue, now
	t.budget = left
	if t.rules.CapsRequests && t.maxPerRequest >= 0 && t.made < t.total {
		t.budget = min(left, t.maxPerRequest)
	}
	return c, true
}

// conclude takes in how the present try ended at now, and tells whether there
// is another.
func (t *tries) conclude(now kernel.Time, f *fault.Strategy, o Outcome) (again bool) {
	isolate, reachable := t.verdict(&o)
	f.Update(now, t.queue.Broker, now.Sub(t.tryBegan), isolate, reachable)
	switch {
	case o.stored():
		t.result, t.kept = o, true
		again = o.Code != wire.Success && t.retryNotOK
		t.end = o
	case o.Exception == BrokerException && !retried(t.rules, o.Code):
		t.finish(o)
		return false
	default:
		t.last = o
		again = true
	}
	if again && t.made >= t.total {
		t.finish(wrapped(t.last))
		return false
	}
	return again
}

// verdict is what the fault table is told of an outcome: 4.x isolates for every
// exception; 5.x not for an MQClientException, and takes a broker for
// unreachable that answered with an error or, while the detector runs, that
// could not be talked to.
func (t *tries) verdict(o *Outcome) (isolate, reachable bool) {
	switch {
	case o.stored():
		return false, true
	case !t.rules.FaultFilters:
		return true, true
	case o.Exception == ClientException:
		return false, true
	case o.Exception == BrokerException:
		return true, false
	}
	return true, !t.detector
}

// finish ends the send; a result that was stored wins over any exception.
func (t *tries) finish(o Outcome) {
	t.end = o
	if t.kept {
		t.end = t.result
	}
}
