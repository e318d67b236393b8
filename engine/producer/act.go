package producer

import (
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
	switch {
	case p.state != running:
		return explain.Err("producer.down", "{0} is not running", p.config.Name)
	case n < 1 || n > MaxBurst:
		return explain.Err("burst.range", "a burst has 1 to {0} messages, not {1}", explain.Int(MaxBurst), explain.Int(n))
	case every < 0 || every > time.Hour:
		return explain.Err("burst.every", "the messages of a burst are 0 to 1h apart, not {0}", every.String())
	}
	p.bursts = append(p.bursts, stream{next: env.Now(), every: every, left: n, cause: env.Cause()})
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
	if !p.config.Profile.Producer.CapsRequests {
		return explain.Err("maxperrequest.version", "sendMsgMaxTimeoutPerRequest came with 5.3.3")
	}
	if d < 0 || d > time.Minute {
		return explain.Err("maxperrequest.range", "a request's timeout is 1ms to 1m, not {0}", d.String())
	}
	p.settings.MaxPerRequest = d
	return nil
}

// SetRetries changes how often synchronous and asynchronous sends are tried again.
func (p *Producer) SetRetries(n int32) error {
	err := checkRetries(n)
	if err == nil {
		p.settings.Retries, p.settings.RetriesAsync = n, n
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
	if !p.config.Profile.Producer.FaultFilters {
		return explain.Err("detector.version", "the detector came with 5.1.4")
	}
	p.settings.Detector = on
	p.armDetector(env)
	return nil
}

// SetSelector changes who chooses the queue of sends from the next one on.
func (p *Producer) SetSelector(s Selector) error {
	if s.Kind == ByHash && p.traffic.Batch > 1 {
		return explain.Err("batch.selector", "a batch cannot be sent by a selector")
	}
	err := s.check(p.config.Topic)
	if err == nil {
		p.settings.Selector = s
	}
	return err
}

// SetBatch changes how many messages a send carries.
func (p *Producer) SetBatch(env *kernel.Env, n int32) error {
	t := p.traffic
	t.Batch = n
	if err := t.check(); err != nil {
		return err
	}
	if n > 1 && p.settings.Selector.Kind == ByHash {
		return explain.Err("batch.selector", "a batch cannot be sent by a selector")
	}
	p.traffic.Batch = max(n, 1)
	return p.SetRate(env, p.traffic.Rate)
}
