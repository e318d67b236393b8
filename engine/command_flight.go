package engine

import (
	"strconv"
	"time"

	"rocketscope/engine/cluster"
	"rocketscope/engine/explain"
)

// onFlight is an act on one message in flight; its number is that of the
// event, the same in every replay.
type onFlight struct {
	verb   string
	flight uint64
	do     func(*cluster.Cluster, uint64) error
}

func flightAct(do func(*cluster.Cluster, uint64) error, verb string) func(*Line) (Command, error) {
	return func(l *Line) (Command, error) {
		n, err := parseFlight(l)
		return onFlight{verb, n, do}, err
	}
}

func parseFlight(l *Line) (uint64, error) {
	w, err := l.Word("the number of a message in flight")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(w, 10, 64)
	if err != nil {
		return 0, explain.Err("flight.number", "{0} is no number of a message", w)
	}
	return n, nil
}

func (c onFlight) String() string                  { return c.verb + " " + strconv.FormatUint(c.flight, 10) }
func (c onFlight) apply(cl *cluster.Cluster) error { return c.do(cl, c.flight) }

// delay makes one message in flight arrive later.
type delay struct {
	flight uint64
	by     time.Duration
}

func parseDelay(l *Line) (Command, error) {
	n, err := parseFlight(l)
	if err != nil {
		return nil, err
	}
	w, err := l.Word("a duration")
	if err != nil {
		return nil, err
	}
	d, err := ParseDuration(w)
	return delay{n, d}, err
}

func (c delay) String() string {
	return "delay " + strconv.FormatUint(c.flight, 10) + " " + Duration(c.by)
}
func (c delay) apply(cl *cluster.Cluster) error { return cl.Delay(c.flight, c.by) }
