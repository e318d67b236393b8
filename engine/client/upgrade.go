package client

import "rocketscope/engine/profile"

// Upgrade makes the next life of the instance one of another version.
func (c *Instance) Upgrade(p *profile.Client) { c.config.Profile = p }
