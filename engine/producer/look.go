package producer

import (
	"slices"
	"strconv"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// keptSends is of how many of its last sends a producer remembers what they
// looked at.
const keptSends = 8

// look is a queue that a send looked at: one that it passed over, or the one
// that a try took. A producer remembers them while somebody reads.
type look struct {
	send   int64  // its number
	first  uint64 // of its messages
	try    int32
	queue  wire.MessageQueue
	to     int32         // the last of its broker's queues that were passed over in a row
	why    explain.Key   // it was passed over, or how it was chosen
	left   time.Duration // passed over: its broker stays isolated for so long
	chosen bool
	budget time.Duration // chosen: what was left for the try
	began  kernel.Time
	ended  bool // chosen: it has an outcome
	took   time.Duration
	last   Outcome
}

// remember notes what the last choice passed over and what it came to, for a
// try of a send; a queue that no time was left for is passed over too.
func (p *Producer) remember(env *kernel.Env, s *send, try int32, q wire.MessageQueue, why explain.Key, budget time.Duration) {
	if !env.Explaining() {
		p.forget()
		return
	}
	p.forgetOld()
	l := look{send: s.id, first: s.first, try: try}
	for _, x := range p.trace.Passed {
		l.queue, l.to, l.why, l.left = x.Queue, x.Queue.QueueID, reasons[x.Why], x.Left
		p.passOver(l)
	}
	l.queue, l.to, l.why, l.left = q, q.QueueID, why, 0
	l.chosen, l.budget, l.began = why != noTime, budget, env.Now()
	p.looks = append(p.looks, l)
}

// remembered is what the last sends looked at.
func (p *Producer) remembered() []look { return p.looks[p.stale:] }

func (p *Producer) forget() { p.looks, p.stale = p.looks[:0], 0 }

// forgetOld lets the sends before the last few go. They are moved out when
// they are many: a look is large.
func (p *Producer) forgetOld() {
	for p.stale < len(p.looks) && p.looks[p.stale].send <= p.sendID-keptSends {
		p.stale++
	}
	if p.stale >= keptSends {
		p.looks, p.stale = slices.Delete(p.looks, 0, p.stale), 0
	}
}

// passOver notes a queue, with those of its broker before it that were passed
// over for the same reason.
func (p *Producer) passOver(l look) {
	if n := len(p.looks); n > p.stale {
		before := &p.looks[n-1]
		if before.send == l.send && before.try == l.try && before.queue.Broker == l.queue.Broker && before.to+1 == l.to && before.why == l.why {
			before.to = l.to
			return
		}
	}
	p.looks = append(p.looks, l)
}

// concluded notes how the last try of a send has ended.
func (p *Producer) concluded(env *kernel.Env, s *send, o Outcome) {
	for i := len(p.looks) - 1; i >= 0; i-- {
		if l := &p.looks[i]; l.send == s.id && l.chosen {
			if !l.ended {
				l.ended, l.last, l.took = true, o, env.Now().Sub(l.began)
			}
			return
		}
	}
}

// name is the queue, or the range of those that were passed over in a row.
func (l *look) name() string {
	if l.to == l.queue.QueueID {
		return l.queue.String()
	}
	return l.queue.String() + ".." + strconv.Itoa(int(l.to))
}

// part tells a look from the others at its queue.
func (l *look) part() string {
	return strconv.FormatInt(l.send, 10) + "." + strconv.Itoa(int(l.try)) + "." + string(l.why)
}

// result is RocketMQ's name for the outcome of a try, "" while there is none,
// and the code that belongs to it, Unset if none does.
func (l *look) result() (name string, code wire.Code) {
	switch {
	case !l.ended:
		return "", Unset
	case l.last.Exception != NoException:
		return l.last.Exception.String(), l.last.Code
	case l.last.Code == wire.Success:
		return "SEND_OK", Unset
	}
	return "", l.last.Code
}
