package client

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// The jobs of the scheduled thread, in the order in which they were submitted:
// of two that are due at one moment the earlier submitted runs first.
const (
	jobRoute     = iota // updateTopicRouteInfoFromNameServer: 10 ms, then every 30 s
	jobHeartbeat        // cleanOfflineBroker, sendHeartbeatToAllBrokerWithLock: 1 s, then every 30 s
	jobPersist          // persistAllConsumerOffset: 10 s, then every 5 s
	jobCount
)

// job is a task of scheduleAtFixedRate: one that ran late is due again at its
// original rate, at once if need be.
type job struct{ next kernel.Time }

var jobTimes = [jobCount]struct{ first, every time.Duration }{
	jobRoute:     {10 * time.Millisecond, 30 * time.Second},
	jobHeartbeat: {time.Second, 30 * time.Second},
	jobPersist:   {10 * time.Second, 5 * time.Second},
}

func (c *Instance) startJobs(env *kernel.Env) {
	for i := range c.jobs {
		c.jobs[i].next = env.Now().Add(jobTimes[i].first)
	}
	if !c.config.Consumer {
		c.jobs[jobPersist].next = kernel.Never
	}
	c.armJobs(env)
}

func (c *Instance) nextJob() int {
	next := 0
	for i := range c.jobs {
		if c.jobs[i].next < c.jobs[next].next {
			next = i
		}
	}
	return next
}

func (c *Instance) armJobs(env *kernel.Env) {
	if at := c.jobs[c.nextJob()].next; at != kernel.Never {
		c.gen++
		env.Every(max(at.Sub(env.Now()), 0), timerScheduled, c.gen, 0, 0)
	}
}

// runJob starts the job that is due.
func (c *Instance) runJob(env *kernel.Env) {
	c.running, c.cursor = c.nextJob(), ""
	switch c.running {
	case jobRoute:
		c.pollNext(env)
	case jobHeartbeat:
		c.acquire(env, c.begin(env, op{kind: opClean, thread: Scheduled}))
	case jobPersist:
		c.notify(env, Notice{Kind: PersistDue, Thread: Scheduled})
	}
}

// continueJob goes on with the scheduled thread's job after one of its blocking
// operations has ended.
func (c *Instance) continueJob(env *kernel.Env, ended opKind) {
	switch {
	case c.running == jobRoute:
		c.pollNext(env)
	case c.running == jobHeartbeat && ended == opClean:
		c.SendHeartbeats(env, Scheduled)
	case c.running == jobHeartbeat:
		c.JobDone(env)
	}
}

// pollNext asks for the route of the next topic, until all had their turn.
func (c *Instance) pollNext(env *kernel.Env) {
	for _, t := range c.polled {
		if t > c.cursor {
			c.cursor = t
			c.FetchRoute(env, Scheduled, t, false)
			return
		}
	}
	c.JobDone(env)
}

// JobDone ends the scheduled thread's present job; the process calls it when it
// has persisted its offsets.
func (c *Instance) JobDone(env *kernel.Env) {
	if j := &c.jobs[c.running]; j.next != kernel.Never {
		j.next = j.next.Add(jobTimes[c.running].every)
	}
	c.running = -1
	c.armJobs(env)
}

// Show appends the scheduled thread's timers.
func (c *Instance) Show(v *view.View, self kernel.NodeID) {
	kinds := [jobCount]view.TimerKind{view.TimerRoute, view.TimerHeartbeat, view.TimerPersist}
	for i := range c.jobs {
		if at := c.jobs[i].next; at != kernel.Never {
			v.Timers = append(v.Timers, view.Timer{Node: self, Kind: kinds[i], At: at, Period: jobTimes[i].every})
		}
	}
}
