package broker

import (
	"time"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// StepClock moves the wall clock of the broker's host, which counts the time of
// delayed messages, queue locks, heartbeats and held pulls: a stamp taken before
// looks older by the step. Timers of a broker's pools do not feel it.
func (b *Broker) StepClock(env *kernel.Env, d time.Duration) error {
	if d == 0 || d < -maxClockStep || d > maxClockStep {
		return explain.Err("clock.range", "a clock is stepped by up to {0} either way, and not by 0", maxClockStep.String())
	}
	b.schedule.service.StepClock(env.Now(), d)
	b.schedule.wheel.StepClock(env.Now(), d)
	b.age(d)
	b.armSchedule(env)
	b.armedScan = 0
	b.armScan(env)
	if next := b.nextExpiry(); next != kernel.Never {
		b.armedHold = 0
		b.armHold(env, max(b.checkFrom(next), b.gridAfter(env.Now(), holdCheck, holdCheck)))
	}
	return nil
}

// maxClockStep bounds what a person may step a clock by.
const maxClockStep = 7 * 24 * time.Hour

// age makes the stamps that the wall clock gave older by d.
func (b *Broker) age(d time.Duration) {
	for i := range b.locks {
		b.locks[i].renewed = b.locks[i].renewed.Add(-d)
	}
	for i := range b.producers {
		b.producers[i].heard = b.producers[i].heard.Add(-d)
	}
	for i := range b.groups {
		for j := range b.groups[i].members {
			m := &b.groups[i].members[j]
			m.heard = m.heard.Add(-d)
		}
	}
	for i := range b.holds {
		for j := range b.holds[i].pulls {
			p := &b.holds[i].pulls[j]
			p.until = p.until.Add(-d)
		}
	}
}

// nextExpiry is when the first held pull's time is over, Never if none is held.
func (b *Broker) nextExpiry() kernel.Time {
	next := kernel.Never
	for i := range b.holds {
		for j := range b.holds[i].pulls {
			next = min(next, b.holds[i].pulls[j].until)
		}
	}
	return next
}

// SetLevels changes messageDelayLevel for a broker that does not run: it is read
// at the start only [ScheduleMessageService.load].
func (b *Broker) SetLevels(l delay.Levels) {
	b.config.Levels = l
	b.schedule.service.SetLevels(l)
}

// SetDisk lets the disk run full, so that the store refuses every write, or makes
// room again [RunningFlags.isWriteable].
func (b *Broker) SetDisk(full bool) { b.full = full }
