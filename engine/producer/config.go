package producer

import (
	"cmp"
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// Bounds of a producer; meeting one is an error that says so.
const (
	MaxRate  = 60000   // messages a minute
	MaxBurst = 100000  // messages of one burst
	MaxBatch = 1000    // messages of one send
	MaxSize  = 4 << 20 // maxMessageSize

	MaxRetries    = 100 // further tries of a send
	MaxDelayLevel = 100 // a broker takes levels above its own last for that one
)

// Mode is how sends wait for their outcome [CommunicationMode].
type Mode uint8

// The three modes.
const (
	Sync Mode = iota
	Async
	Oneway
)

// SelectorKind is who chooses the queue of a message.
type SelectorKind uint8

const (
	// RoundRobin leaves the choice to MQFaultStrategy.
	RoundRobin SelectorKind = iota
	// ByHash takes the queue at key mod the list's length [SelectMessageQueueByHash].
	ByHash
	// Fixed sends to one given queue.
	Fixed
)

// Selector chooses the queue in the application's stead.
type Selector struct {
	Kind  SelectorKind
	Queue wire.MessageQueue // Fixed
}

// Settings are DefaultMQProducer's.
type Settings struct {
	Mode           Mode
	Timeout        time.Duration // sendMsgTimeout: for all tries of a send together
	Retries        int32         // retryTimesWhenSendFailed: further tries of a synchronous send
	RetriesAsync   int32         // retryTimesWhenSendAsyncFailed
	RetryNotOK     bool          // retryAnotherBrokerWhenNotStoreOK
	MaxPerRequest  time.Duration // sendMsgMaxTimeoutPerRequest (5.3.3); 0 or less: none
	FaultTolerance bool          // sendLatencyFaultEnable
	Detector       bool          // startDetectorEnable (5.1.4)
	Selector       Selector
}

// Defaults are the settings that RocketMQ starts with.
func Defaults() Settings {
	return Settings{Timeout: 3 * time.Second, Retries: 2, RetriesAsync: 2, MaxPerRequest: -1}
}

// Traffic is what the application sends.
type Traffic struct {
	Rate       int32    // messages a minute; 0: none
	Size       int32    // bytes a message takes in the commit log; 0 stands for 1 KiB
	Keys       int32    // keys are counted from 0 and begin again after so many; 0: never
	Tags       []string // given to the messages in turn
	DelayLevel int32
	Batch      int32 // messages a send; 0 stands for 1
}

// Config is what a producer is made of.
type Config struct {
	Self        kernel.NodeID
	Name        string
	Profile     *profile.Profile
	Seed        uint64
	NameServers []wire.Addr
	Group       string
	Topic       string
	Traffic     Traffic
	Settings    Settings
}

// Check returns why such a producer cannot be, nil if it can.
func (c *Config) Check() error {
	if c.Topic == "" {
		return explain.Err("producer.topic", "a producer wants a topic")
	}
	for _, err := range []error{checkRate(c.Traffic.Rate), c.Traffic.check(), checkTimeout(c.Settings.Timeout),
		checkRetries(c.Settings.Retries), checkRetries(c.Settings.RetriesAsync), c.Settings.Selector.check(c.Topic)} {
		if err != nil {
			return err
		}
	}
	return cmp.Or(checkBatch(c.Settings.Selector, c.Traffic), c.Settings.checkVersion(c.Profile))
}

// checkBatch refuses a batch that a selector would have to choose a queue for.
func checkBatch(s Selector, t Traffic) error {
	if s.Kind == ByHash && t.Batch > 1 {
		return explain.Err("batch.selector", "a batch cannot be sent by a selector")
	}
	return nil
}

// checkVersion refuses settings that a version does not have.
func (s *Settings) checkVersion(p *profile.Profile) error {
	switch {
	case s.Detector && !p.Producer.FaultFilters:
		return explain.Err("detector.version", "the detector came with 5.1.4")
	case s.MaxPerRequest > 0 && !p.Producer.CapsRequests:
		return explain.Err("maxperrequest.version", "sendMsgMaxTimeoutPerRequest came with 5.3.3")
	case s.MaxPerRequest > time.Minute:
		return explain.Err("maxperrequest.range", "a request's timeout is 1ms to 1m, not {0}", s.MaxPerRequest.String())
	}
	return nil
}

func (t *Traffic) check() error {
	switch {
	case t.Size < 0 || t.Size > MaxSize:
		return explain.Err("size.range", "a message has 1 to {0} bytes, not {1}", explain.Int(MaxSize), explain.Int(t.Size))
	case t.Batch < 0 || t.Batch > MaxBatch:
		return explain.Err("batch.range", "a batch has 1 to {0} messages, not {1}", explain.Int(MaxBatch), explain.Int(t.Batch))
	case t.DelayLevel < 0 || t.DelayLevel > MaxDelayLevel:
		return explain.Err("delaylevel.range", "a delay level is 0 to {0}, not {1}", explain.Int(MaxDelayLevel), explain.Int(t.DelayLevel))
	case t.Batch > 1 && t.DelayLevel > 0:
		return explain.Err("batch.delay", "a batch cannot be delayed")
	case t.Keys < 0:
		return explain.Err("keys.range", "the number of keys cannot be negative")
	}
	return nil
}

func checkRate(perMinute int32) error {
	if perMinute < 0 || perMinute > MaxRate {
		return explain.Err("rate.range", "a producer sends 0 to {0} messages a minute, not {1}", explain.Int(MaxRate), explain.Int(perMinute))
	}
	return nil
}

func checkTimeout(d time.Duration) error {
	if d < time.Millisecond || d > time.Minute {
		return explain.Err("timeout.range", "a send's timeout is 1ms to 1m, not {0}", d.String())
	}
	return nil
}

func checkRetries(n int32) error {
	if n < 0 || n > MaxRetries {
		return explain.Err("retries.range", "a send is tried again 0 to 100 times, not {0}", explain.Int(n))
	}
	return nil
}

func (s *Selector) check(topic string) error {
	if s.Kind == Fixed && (s.Queue.Topic != topic || s.Queue.Broker == "" || s.Queue.QueueID < 0) {
		return explain.Err("selector.queue", "a fixed selector wants a queue of {0}", topic)
	}
	return nil
}
