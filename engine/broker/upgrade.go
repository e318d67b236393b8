package broker

import (
	"rocketscope/engine/profile"
	"rocketscope/engine/store"
)

// Fits returns why the broker cannot run a version, nil if it can.
func (b *Broker) Fits(p *profile.Profile) error {
	return p.CheckActing(b.config.Acting || b.config.Controller)
}

// Upgrade makes the next life one of another version, which takes over the disk
// as it is.
func (b *Broker) Upgrade(p *profile.Profile) {
	b.config.Profile = p
	b.store.SetRules(storeOptions(&b.config))
	b.schedule.service.SetRules(&p.Delay)
	b.schedule.wheel.SetRules(&p.Delay)
}

// storeOptions are the settings of a broker's store.
func storeOptions(c *Config) store.Options {
	return store.Options{
		Host: c.Self, Memory: c.Memory, MemoryRatio: memoryRatio, CountsUnread: c.Profile.Broker.AdviceCountsUnread,
		OvershootRewinds: c.Profile.Broker.OvershootRewinds, SearchesNearest: c.Profile.Broker.SearchesNearest,
	}
}
