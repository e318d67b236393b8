package delay

import "rocketscope/engine/profile"

// SetRules makes a service that stands follow the rules of another version.
func (s *Service) SetRules(rules *profile.Delay) { s.rules = rules }

// SetRules makes a wheel that stands follow the rules of another version; one
// without a wheel leaves what is in it for a later one.
func (w *Wheel) SetRules(rules *profile.Delay) { w.rules = rules }
