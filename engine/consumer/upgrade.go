package consumer

import "rocketscope/engine/profile"

// Fits returns why the consumer cannot run a version: none of its settings
// depends on it.
func (c *Consumer) Fits(*profile.Profile) error { return nil }

// Upgrade makes the next life one of another version.
func (c *Consumer) Upgrade(p *profile.Profile) {
	c.config.Profile, c.rules = p, &p.Consumer
	c.client.Upgrade(&p.Client)
}
