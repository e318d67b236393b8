package words

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

var timerKeys = [...]string{
	view.TimerRebalance: "rebalance", view.TimerRoute: "route", view.TimerHeartbeat: "heartbeat", view.TimerPersist: "persist",
	view.TimerPull: "pull", view.TimerRegister: "register", view.TimerScan: "scan", view.TimerLock: "lock",
	view.TimerExpiry: "expiry", view.TimerSend: "send", view.TimerSync: "sync",
}

// Timer says what an armed timer will do and when, seen from now:
// "p2 polls its route in 0.196 s".
func (c *Catalogue) Timer(t view.Timer, now kernel.Time, names Names) Line {
	s := &scope{c: c, names: names, note: &kernel.Note{At: t.At, Node: t.Node}}
	s.setText("in", Moment(t.At-now))
	line, _ := c.fill("next."+timerKeys[t.Kind], s)
	return line
}
