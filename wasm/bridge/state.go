package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

var (
	roles  = [...]string{view.NameServer: "nameserver", view.Broker: "broker", view.Producer: "producer", view.Consumer: "consumer"}
	states = [...]string{view.Up: "up", view.Stopped: "stopped", view.Killed: "killed", view.Lost: "lost"}
	timers = [...]string{
		view.TimerRebalance: "rebalance", view.TimerRoute: "route", view.TimerHeartbeat: "heartbeat", view.TimerPersist: "persist",
		view.TimerPull: "pull", view.TimerRegister: "register", view.TimerScan: "scan", view.TimerLock: "lock",
		view.TimerExpiry: "expiry", view.TimerSend: "send", view.TimerSync: "sync",
	}
)

// tellState tells the page the present moment.
func (s *Session) tellState(slots []uint8) {
	v, head, pos := s.View(), s.sim.Head(), s.sim.Pos()
	o := newObject("state")
	o.num("at", int64(pos.At))
	o.num("seq", int64(pos.Seq))
	o.num("records", int64(s.sim.LastRecord()))
	o.num("past", int64(len(s.sim.Past().Entries)))
	o.bool("running", s.running)
	o.bool("next", s.seeking)
	o.bool("seeking", s.goal != nil)
	o.bool("behind", s.behind)
	o.str("selected", s.Selected)
	o.str("version", head.Version)
	o.str("seed", strconv.FormatUint(head.Seed, 10))
	o.str("digest", digest(s.sim))
	o.list("nodes", func() {
		for i := range v.Nodes {
			slot := uint8(0)
			if i < len(slots) {
				slot = slots[i]
			}
			o.node(v, &v.Nodes[i], slot)
		}
	})
	o.list("queues", func() { o.queues(v) })
	o.list("groups", func() {
		for _, g := range v.Groups {
			o.open('{')
			o.str("name", g.Name)
			o.str("topic", g.Topic)
			o.str("strategy", g.Strategy)
			o.num("members", int64(g.Members))
			o.num("lag", g.Lag)
			o.num("delivered", g.Delivered)
			o.num("repeated", g.Repeated)
			o.num("skipped", g.Skipped)
			o.num("lost", g.Lost)
			o.num("retrying", g.Retrying)
			o.num("dead", g.Dead)
			o.list("queues", func() { o.tallies(v, g.Name) })
			o.shut('}')
		}
	})
	o.str("timer", s.nextTimer(v))
	o.list("timers", func() {
		for _, t := range v.Timers {
			o.open('{')
			o.num("node", int64(t.Node))
			o.str("kind", timers[t.Kind])
			o.num("at", int64(t.At))
			o.shut('}')
		}
	})
	s.post(o.end())
}

// tallies writes a group's numbers by queue, each with the moment of its last change.
func (o *object) tallies(v *view.View, group string) {
	for i := range v.Tallies {
		t := &v.Tallies[i]
		if t.Group != group {
			continue
		}
		o.open('{')
		o.str("name", queueName(t.Broker, t.Queue))
		o.str("topic", t.Topic)
		for _, n := range [...]struct {
			key string
			view.Number
		}{{"lag", t.Lag}, {"delivered", t.Delivered}, {"repeated", t.Repeated}, {"skipped", t.Skipped}, {"lost", t.Lost}, {"retrying", t.Retrying}, {"dead", t.Dead}} {
			o.list(n.key, func() {
				o.comma()
				o.buf = strconv.AppendInt(o.buf, n.N, 10)
				o.comma()
				o.buf = strconv.AppendInt(o.buf, int64(n.At), 10)
			})
		}
		o.shut('}')
	}
}

// nextTimer says which timer fires first, sends left out: they are no news.
func (s *Session) nextTimer(v *view.View) string {
	var next *view.Timer
	for i := range v.Timers {
		if t := &v.Timers[i]; t.Kind != view.TimerSend && t.At >= v.At && (next == nil || t.At < next.At) {
			next = t
		}
	}
	if next == nil {
		return ""
	}
	return s.Words().Timer(*next, v.At, s.sim.Name).String()
}

func (o *object) node(v *view.View, n *view.Node, slot uint8) {
	o.open('{')
	o.num("id", int64(n.ID))
	o.str("name", n.Name)
	o.str("role", roles[n.Role])
	o.str("state", states[n.State])
	o.num("since", int64(n.Since))
	o.str("version", n.Version)
	o.num("slow", int64(n.Slow))
	o.bool("stopping", n.Stopping)
	o.num("failed", n.Failed)
	o.num("color", int64(slot))
	switch n.Role {
	case view.Broker:
		o.str("group", n.Broker)
		o.bool("slave", n.BrokerID != 0)
	case view.Producer:
		o.str("group", n.Group)
		o.num("rate", int64(n.Rate))
		o.num("sent", n.Sent)
	case view.Consumer:
		o.str("group", n.Group)
		o.str("strategy", n.Strategy)
		o.num("cached", int64(n.Cached))
		o.num("consumed", n.Consumed)
		o.list("owns", func() {
			for i := range v.Owners {
				if w := &v.Owners[i]; w.Consumer == n.ID && !isHidden(w.Topic) {
					o.text(queueName(w.Broker, w.ID))
				}
			}
		})
	}
	o.shut('}')
}

// queues writes the queues of the master of each broker group.
func (o *object) queues(v *view.View) {
	for i := range v.Queues {
		q := &v.Queues[i]
		broker := nodeOf(v, q.Broker)
		if broker == nil || broker.BrokerID != 0 || isHidden(q.Topic) {
			continue
		}
		o.open('{')
		o.str("name", queueName(broker.Broker, q.ID))
		o.str("topic", q.Topic)
		o.num("min", q.Min)
		o.num("max", q.Max)
		o.list("owners", func() {
			for j := range v.Owners {
				w := &v.Owners[j]
				if w.Topic != q.Topic || w.Broker != broker.Broker || w.ID != q.ID {
					continue
				}
				if n := nodeOf(v, w.Consumer); n != nil {
					o.text(n.Name)
				}
			}
		})
		o.list("offsets", func() {
			for j := range v.Offsets {
				if c := &v.Offsets[j]; int(c.Queue) == i {
					o.open('{')
					o.str("group", c.Group)
					o.num("offset", c.Offset)
					o.shut('}')
				}
			}
		})
		o.shut('}')
	}
}

// isHidden reports whether a topic is one of RocketMQ's own, such as %RETRY%g,
// whose queues go by the same names.
func isHidden(topic string) bool { return strings.HasPrefix(topic, "%") }

func nodeOf(v *view.View, id kernel.NodeID) *view.Node {
	for i := range v.Nodes {
		if v.Nodes[i].ID == id {
			return &v.Nodes[i]
		}
	}
	return nil
}

func queueName(broker string, id int32) string { return broker + "/" + strconv.Itoa(int(id)) }
