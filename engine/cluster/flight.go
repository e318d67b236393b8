package cluster

import (
	"time"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// editFlight lets a person change one packet in flight.
func (c *Cluster) editFlight(seq uint64, change func(*kernel.Event) (keep bool, err error)) error {
	var err error
	found := c.loop.Queue().Edit(seq, func(e *kernel.Event) bool {
		if e.Kind >= wire.FirstTimer {
			err = explain.Err("flight.timer", "{0} is a timer, not a message", explain.Int(seq))
			return true
		}
		keep := true
		keep, err = change(e)
		if err != nil {
			return true
		}
		if keep {
			c.recent.moved(e)
		} else {
			c.recent.lost(e)
		}
		return keep
	})
	if !found {
		return explain.Err("flight.unknown", "message {0} is not in flight", explain.Int(seq))
	}
	return err
}

// Drop loses one message in flight.
func (c *Cluster) Drop(flight uint64) error {
	return c.editFlight(flight, func(e *kernel.Event) (bool, error) {
		c.actOnFlight(e, explain.ActDrop)
		return false, nil
	})
}

// Delay makes one message in flight arrive later by d.
func (c *Cluster) Delay(flight uint64, d time.Duration) error {
	return c.editFlight(flight, func(e *kernel.Event) (bool, error) {
		if d <= 0 || d > time.Hour {
			return true, explain.Err("delay.range", "a delay is above 0 and at most 1h, not {0}", d.String())
		}
		if e.At == kernel.Never {
			return true, explain.Err("flight.held", "message {0} is held: release it first", explain.Int(flight))
		}
		c.actOnFlight(e, explain.ActDelay)
		e.At = e.At.Add(d)
		return true, nil
	})
}

// Hold keeps one message in flight until it is released.
func (c *Cluster) Hold(flight uint64) error {
	return c.editFlight(flight, func(e *kernel.Event) (bool, error) {
		if e.Gen == heldByHand {
			return true, explain.Err("flight.held-already", "message {0} is held already", explain.Int(flight))
		}
		c.actOnFlight(e, explain.ActHold)
		e.At, e.Gen = kernel.Never, heldByHand
		return true, nil
	})
}

// Release lets a held message go on; it arrives after its link's latency.
func (c *Cluster) Release(flight uint64) error {
	return c.editFlight(flight, func(e *kernel.Event) (bool, error) {
		if e.Gen != heldByHand {
			return true, explain.Err("flight.free", "message {0} is not held", explain.Int(flight))
		}
		c.actOnFlight(e, explain.ActRelease)
		latency, cut := c.linkState(e.From, e.To)
		e.Gen = 0
		if !cut {
			e.At = c.Now().Add(latency)
		}
		return true, nil
	})
}

func (c *Cluster) actOnFlight(e *kernel.Event, rule explain.Rule) {
	name := ""
	if e.Msg != nil {
		name = e.Msg.Name()
	}
	env := c.act(&c.nodes[e.From-1], rule, explain.Text("message", name), explain.Text("to", c.Name(e.To)))
	e.Cause = env.Cause()
}
