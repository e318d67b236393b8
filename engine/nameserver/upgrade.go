package nameserver

import "rocketscope/engine/profile"

// Fits returns why the name server cannot run a version, nil if it can.
func (n *NameServer) Fits(p *profile.Profile) error {
	return p.CheckActing(n.config.ActingMaster || n.config.Controller)
}

// Upgrade makes the next life one of another version.
func (n *NameServer) Upgrade(p *profile.Profile) { n.config.Profile = p }
