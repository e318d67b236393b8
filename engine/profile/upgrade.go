package profile

import "rocketscope/engine/explain"

// CheckActing returns why a node that is configured for acting masters or
// controllers cannot run this version, nil if it can: both came with 5.0.0.
func (p *Profile) CheckActing(on bool) error {
	if on && !p.Broker.ActingMaster {
		return explain.Err("acting.version", "acting masters and controllers are from 5.0.0 on, not in {0}", p.Name)
	}
	return nil
}
