package producer

import (
	"strconv"
	"time"

	"rocketscope/engine/kernel"
)

// stream is a run of messages that the application wants to send: the steady
// rate, which never ends, or a burst.
type stream struct {
	next  kernel.Time // kernel.Never while it is silent
	every time.Duration
	left  int64 // messages of a burst still to come
	cause kernel.Cause
	when  Timing
}

// start begins a stream that is steady, one period from now.
func (s *stream) start(env *kernel.Env, every time.Duration) {
	*s = stream{next: kernel.Never, every: every}
	if every > 0 {
		s.next = env.Now().Add(every)
	}
}

// period is the time between two sends at the steady rate, 0 if there are none.
func (p *Producer) period() time.Duration {
	if p.traffic.Rate <= 0 {
		return 0
	}
	return time.Minute * time.Duration(p.traffic.Batch) / time.Duration(p.traffic.Rate)
}

// pump lets the application's thread begin every send that is due, and sets its
// timer for the next. A send that took long delays the next ones, as on one
// thread; they are not made up for.
func (p *Producer) pump(env *kernel.Env) {
	if p.pumping {
		return // the loop below is at it
	}
	p.pumping = true
	for p.state == running && p.sender == 0 {
		i, s := p.nextStream()
		if s.next > env.Now() {
			p.armSend(env, s.next)
			break
		}
		s.next = env.Now().Add(s.every)
		env.SetCause(s.cause)
		count, when := int64(p.traffic.Batch), s.when
		if i >= 0 {
			count = min(count, s.left)
			s.left -= count
			if s.left == 0 {
				p.bursts = append(p.bursts[:i], p.bursts[i+1:]...)
			}
		}
		p.begin(env, int32(count), when)
	}
	p.pumping = false
}

// nextStream is the stream whose message is due first, a burst's index or -1.
func (p *Producer) nextStream() (int, *stream) {
	at, first := -1, &p.steady
	for i := range p.bursts {
		if p.bursts[i].next < first.next {
			at, first = i, &p.bursts[i]
		}
	}
	return at, first
}

func (p *Producer) armSend(env *kernel.Env, at kernel.Time) {
	if at == kernel.Never || at == p.armed {
		return
	}
	p.armed = at
	p.sendGen++
	env.Every(at.Sub(env.Now()), timerSend, p.sendGen, 0, 0)
}

// key is the key of a message by its number.
func (p *Producer) key(number uint64) uint64 {
	if p.traffic.Keys > 0 {
		return (number - 1) % uint64(p.traffic.Keys)
	}
	return number - 1
}

func (p *Producer) keyText(number uint64) string { return strconv.FormatUint(p.key(number), 10) }
