package engine

import (
	"strconv"
	"strings"

	"rocketscope/engine/broker"
	"rocketscope/engine/cluster"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// listenerSettings are how a listener fails and what its consumer makes of it.
func listenerSettings() []setting {
	return []setting{
		{"fail", listenerSetting(func(l *Line, key string, to *consumer.Listener) (err error) {
			to.Fail, err = parseFail(l.Option(key, "0"))
			return err
		})},
		{"max-reconsume", listenerNumber(-1, maxReconsume, func(to *consumer.Listener) *int32 { return &to.Max })},
		{"next-level", listenerNumber(-1, maxNextLevel, func(to *consumer.Listener) *int32 { return &to.Level })},
		{"suspend", listenerSetting(func(l *Line, key string, to *consumer.Listener) (err error) {
			to.Suspend, err = l.Duration(key, consumer.DefaultSuspend)
			return err
		})},
		{"await", listenerSetting(func(l *Line, key string, to *consumer.Listener) (err error) {
			to.Await, err = l.Duration(key, 0)
			return err
		})},
		{"ack-index", listenerSwitch(switches, func(to *consumer.Listener) *bool { return &to.AckIndex })},
		{"interrupt", listenerSwitch(interrupts, func(to *consumer.Listener) *bool { return &to.FailsInterrupted })},
	}
}

// delaySettings are single messages that a listener fails with, and whether a
// broker can write.
func delaySettings() []setting {
	return []setting{
		{"poison", messageSetting(func(c *consumer.Consumer, id wire.MessageID) { c.Poison(id, true) })},
		{"cure", messageSetting(func(c *consumer.Consumer, id wire.MessageID) { c.Poison(id, false) })},
		{"disk", func(l *Line, key string) (change, error) {
			full, err := l.Index(key, disks)
			return func(cl *cluster.Cluster, name string, facts ...explain.Fact) error {
				return cl.SetBroker(name, func(b *broker.Broker, _ *kernel.Env) error { b.SetDisk(full == 1); return nil }, facts...)
			}, err
		}},
	}
}

var (
	interrupts = []string{"ignore", "fail"}
	disks      = []string{"ok", "full"}
)

const (
	maxReconsume = 1 << 20
	maxNextLevel = 100
)

// listenerSetting changes one of a listener's ways while it works.
func listenerSetting(read func(*Line, string, *consumer.Listener) error) func(*Line, string) (change, error) {
	return func(l *Line, key string) (change, error) {
		if err := read(l, key, &consumer.Listener{}); err != nil {
			return nil, err
		}
		again := Line{options: l.options}
		return onConsumer(func(c *consumer.Consumer, _ *kernel.Env) error {
			next := c.Listener()
			if err := read(&again, key, &next); err != nil {
				return err
			}
			return c.SetListener(next)
		}), nil
	}
}

func listenerNumber(lo, hi int64, field func(*consumer.Listener) *int32) func(*Line, string) (change, error) {
	return listenerSetting(func(l *Line, key string, to *consumer.Listener) error {
		return l.ints(intOption{key, lo, lo, hi, field(to)})
	})
}

func listenerSwitch(words []string, field func(*consumer.Listener) *bool) func(*Line, string) (change, error) {
	return listenerSetting(func(l *Line, key string, to *consumer.Listener) error {
		i, err := l.Index(key, words)
		*field(to) = i == 1
		return err
	})
}

// messageSetting does something to a listener and one message: "p1/13" is the
// 13th of producer p1, "13" that of the only producer.
func messageSetting(do func(*consumer.Consumer, wire.MessageID)) func(*Line, string) (change, error) {
	return func(l *Line, key string) (change, error) {
		m, err := parseMessage(l.Option(key, ""))
		return func(cl *cluster.Cluster, node string, facts ...explain.Fact) error {
			id, err := cl.MessageID(m.producer, m.number)
			if err != nil {
				return err
			}
			return cl.SetConsumer(node, func(c *consumer.Consumer, _ *kernel.Env) error { do(c, id); return nil }, facts...)
		}, err
	}
}

// message is the number-th of a producer, or of the only one.
type message struct {
	producer string
	number   uint64 // from 1
}

func parseMessage(s string) (message, error) {
	name, number, found := strings.Cut(s, "/")
	if !found {
		name, number = "", name
	}
	n, err := parseInt("the number of a message", number, 1, 1<<31)
	return message{name, uint64(n)}, err
}

func (m message) String() string {
	number := strconv.FormatUint(m.number, 10)
	if m.producer == "" {
		return number
	}
	return m.producer + "/" + number
}

// parseFail reads how often a listener fails with each message.
func parseFail(s string) (int32, error) {
	if s == "always" {
		return consumer.Always, nil
	}
	n, err := parseInt("how often a listener fails", s, 0, maxReconsume)
	return int32(n), err
}

func formatFail(n int32) string {
	if n == consumer.Always {
		return "always"
	}
	return strconv.Itoa(int(n))
}

// parseListener reads how the listener of a new consumer fails.
func parseListener(l *Line) (to consumer.Listener, err error) {
	if to.Fail, err = parseFail(l.Option("fail", "0")); err != nil {
		return to, err
	}
	err = l.ints(
		intOption{"max-reconsume", -1, -1, maxReconsume, &to.Max}, intOption{"next-level", 0, -1, maxNextLevel, &to.Level},
		intOption{"consume-batch", 1, 1, consumer.MaxBatch, &to.Batch},
	)
	if err != nil {
		return to, err
	}
	ack, err := l.Index("ack-index", switches)
	if err != nil {
		return to, err
	}
	interrupt, err := l.Index("interrupt", interrupts)
	if err != nil {
		return to, err
	}
	to.AckIndex, to.FailsInterrupted = ack == 1, interrupt == 1
	err = l.durations(durationOption{"suspend", consumer.DefaultSuspend, &to.Suspend}, durationOption{"consume-timeout", consumer.DefaultTimeout, &to.Timeout},
		durationOption{"await", 0, &to.Await})
	return to, err
}

// listener writes what parseListener reads.
func (o *options) listener(l *consumer.Listener) {
	o.add("fail", formatFail(l.Fail), "0")
	o.num("max-reconsume", int64(l.Max), -1)
	o.num("next-level", int64(l.Level), 0)
	o.dur("suspend", l.Suspend, consumer.DefaultSuspend)
	o.dur("consume-timeout", l.Timeout, consumer.DefaultTimeout)
	o.num("consume-batch", int64(l.Batch), 1)
	o.flag("ack-index", l.AckIndex)
	o.dur("await", l.Await, 0)
	if l.FailsInterrupted {
		o.add("interrupt", interrupts[1], interrupts[0])
	}
}
