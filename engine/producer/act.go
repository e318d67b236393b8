package producer

import (
	"cmp"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// SetRate changes how many messages a minute are sent.
func (p *Producer) SetRate(env *kernel.Env, perMinute int32) error {
	if err := checkRate(perMinute); err != nil {
		return err
	}
	p.traffic.Rate = perMinute
	if p.state == running {
		p.steady.start(env, p.period())
		p.pump(env)
		p.drain(env)
	}
	return nil
}

// SendBurst sends n messages more, every apart or as fast as the mode allows.
func (p *Producer) SendBurst(env *kernel.Env, n int64, every time.Duration) error {
	return p.SendTimed(env, n, every, Timing{})
}

// SendTimed sends n messages more that ask to be delivered later.
func (p *Producer) SendTimed(env *kernel.Env, n int64, every time.Duration, when Timing) error {
	if err := when.check(p.traffic.Batch); err != nil {
		return err
	}
	switch {
	case p.state != running:
		return explain.Err("producer.down", "{0} is not running", p.config.Name)
	case n < 1 || n > MaxBurst:
		return explain.Err("burst.range", "a burst has 1 to {0} messages, not {1}", explain.Int(MaxBurst), explain.Int(n))
	case every < 0 || every > time.Hour:
		return explain.Err("burst.every", "the messages of a burst are 0 to 1h apart, not {0}", every.String())
	}
	p.bursts = append(p.bursts, stream{next: env.Now(), every: every, left: n, cause: env.Cause(), when: when})
	p.pump(env)
	p.drain(env)
	return nil
}

// SetMode changes how sends from the next one on wait for their outcome.
func (p *Producer) SetMode(m Mode) { p.settings.Mode = m }

// SetTimeout changes sendMsgTimeout for sends from the next one on.
func (p *Producer) SetTimeout(d time.Duration) error {
	err := checkTimeout(d)
	if err == nil {
		p.settings.Timeout = d
	}
	return err
}

// SetMaxPerRequest changes sendMsgMaxTimeoutPerRequest; 0 takes the bound away.
func (p *Producer) SetMaxPerRequest(d time.Duration) error {
	next := p.settings
	next.MaxPerRequest = d
	return p.set(next)
}

// SetRetries changes how often synchronous sends are tried again.
func (p *Producer) SetRetries(n int32) error {
	err := checkRetries(n)
	if err == nil {
		p.settings.Retries = n
	}
	return err
}

// SetRetriesAsync changes how often asynchronous sends are tried again.
func (p *Producer) SetRetriesAsync(n int32) error {
	err := checkRetries(n)
	if err == nil {
		p.settings.RetriesAsync = n
	}
	return err
}

// SetRetryNotOK changes retryAnotherBrokerWhenNotStoreOK.
func (p *Producer) SetRetryNotOK(on bool) { p.settings.RetryNotOK = on }

// SetFaultTolerance changes sendLatencyFaultEnable; what is known of brokers stays.
func (p *Producer) SetFaultTolerance(on bool) {
	p.settings.FaultTolerance = on
	p.fault.Enabled = on
}

// SetDetector changes startDetectorEnable.
func (p *Producer) SetDetector(env *kernel.Env, on bool) error {
	next := p.settings
	next.Detector = on
	err := p.set(next)
	if err == nil {
		p.armDetector(env)
	}
	return err
}

// set takes settings over that the producer's version knows.
func (p *Producer) set(next Settings) error {
	err := next.checkVersion(p.config.Profile)
	if err == nil {
		p.settings = next
	}
	return err
}

// SetSelector changes who chooses the queue of sends from the next one on. The
// queue of a fixed one is of the producer's topic.
func (p *Producer) SetSelector(s Selector) error {
	if s.Kind == Fixed {
		s.Queue.Topic = p.config.Topic
	}
	err := cmp.Or(s.check(p.config.Topic), checkBatch(s, p.traffic))
	if err == nil {
		p.settings.Selector = s
	}
	return err
}

// SetBatch changes how many messages a send carries.
func (p *Producer) SetBatch(env *kernel.Env, n int32) error {
	next := p.traffic
	next.Batch = max(n, 1)
	err := cmp.Or(next.check(), checkBatch(p.settings.Selector, next))
	if err != nil {
		return err
	}
	p.traffic = next
	return p.SetRate(env, p.traffic.Rate)
}

// SetDelayLevel changes the delay level of messages from the next one on; 0 is
// none.
func (p *Producer) SetDelayLevel(n int32) error {
	next := p.traffic
	next.DelayLevel = n
	err := next.check()
	if err == nil {
		p.traffic = next
	}
	return err
}
