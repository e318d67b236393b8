package producer

import "rocketscope/engine/profile"

// Fits returns which of the present settings a version does not have, nil if it
// has them all.
func (p *Producer) Fits(v *profile.Profile) error { return p.settings.checkVersion(v) }

// Upgrade makes the next life one of another version.
func (p *Producer) Upgrade(v *profile.Profile) {
	p.config.Profile, p.fault.Rules = v, &v.Producer
	p.client.Upgrade(&v.Client)
}
